"""Manners of people at the table: how long they think, how they throw, and what happens to them now and then.

Everything here is allowed: nothing of it may lead to a wrong call.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.simulation.table import BLINK, Beat
from hardware.simulated.scene.checkers import Bump, bump, fits, lift_checker, put_checker
from hardware.simulated.scene.dice import Lie, shove_dice
from hardware.simulated.scene.table import Hand, Scene, checkers_on, with_hand, with_light, without_hands

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from controller.simulation.table import Seat
    from hardware.simulated.scene.table import Checker, Die

_SHADE: Final = 0.72
"""How bright the table is under somebody who leans over it."""


@dataclass(frozen=True, slots=True)
class Manners:
    """What people do besides playing; a share of 0 is never, 1 always.

    Attributes:
        thinks: seconds at most for which they think before a play; they are chosen evenly in logarithm from a tenth.
        tumbles: moments in which dice are seen tumbling.
        tries: share of the turns in which a play is tried and taken back.
        cocked, on_checker, off_board: shares of the throws in which a die comes to lie so.
        bumps: share of the turns in which the board is bumped.
        drops: share of the turns in which a checker falls on its way.
        leans: share of the turns in which somebody leans in, and shades the board.
    """

    thinks: float = 0.0
    tumbles: int = 1
    tries: float = 0.0
    cocked: float = 0.0
    on_checker: float = 0.0
    off_board: float = 0.0
    bumps: float = 0.0
    drops: float = 0.0
    leans: float = 0.0

    def lie(self, rng: random.Random) -> Lie | None:
        """Return how one die of a throw comes to rest, None for off the board; "flat" without asking for chance."""
        shares: tuple[tuple[float, Lie | None], ...] = (
            (self.cocked, "cocked"), (self.on_checker, "on checker"), (self.off_board, None),
        )  # fmt: skip
        if not any(share for share, _ in shares):
            return "flat"
        luck = rng.random()
        for share, lie in shares:
            if luck < share:
                return lie
            luck -= share
        return "flat"


NEAT: Final = Manners()
"""They throw, move and lift, and nothing else."""
USUAL: Final = Manners(
    thinks=6.0, tumbles=2, tries=0.08, cocked=0.02, on_checker=0.015, off_board=0.01, bumps=0.03, drops=0.03, leans=0.05
)
"""As at most tables. The shares are chosen so that everything happens in a run of some hundred turns."""


def happens(share: float, rng: random.Random) -> bool:
    """Return whether something with this share happens now; asks for no chance where it never does."""
    return share > 0.0 and rng.random() < share


def think(scene: Scene, manners: Manners, rng: random.Random) -> Iterator[Beat]:
    """Yield a stretch in which nobody touches anything."""
    if manners.thinks > BLINK:
        yield Beat(without_hands(scene), math.exp(rng.uniform(math.log(BLINK), math.log(manners.thinks))))


def tumbling(before: Scene, after: Scene, moments: int, rng: random.Random) -> Iterator[Scene]:
    """Yield the table while dice roll to where they will lie: on their edges, with any face up, nearer each time.

    Args:
        before: the table without them.
        after: the table with them at rest.
        moments: how often they are seen.
        rng: how they tumble.
    """
    thrown = tuple(die for die in after.dice if die not in before.dice)
    for number in range(moments):
        still_to_go = (moments - number) / (moments + 1)
        yield replace(before, dice=(*before.dice, *(_in_the_air(die, still_to_go, rng) for die in thrown)))


def _in_the_air(die: Die, to_go: float, rng: random.Random) -> Die:
    """Return a die on its way to where it will lie; `to_go` is the share of the way that it has before it."""
    towards_bar = -1.0 if die.x > 0 else 1.0
    return replace(
        die,
        value=rng.randint(1, 6),
        x=die.x + towards_bar * 60.0 * to_go,
        y=die.y + rng.uniform(-40.0, 40.0) * to_go,
        z=14.0 * to_go,
        turn=rng.uniform(0.0, 360.0),
        tilt=rng.uniform(10.0, 45.0),
        tilt_towards=rng.uniform(0.0, 360.0),
    )


def bumped(scene: Scene, seat: Seat, rng: random.Random) -> Iterator[Beat]:
    """Yield the beats in which an elbow knocks against the board, and some checkers slip by a few millimetres."""
    at = Bump(rng.uniform(-240.0, 240.0), rng.uniform(-180.0, 180.0))
    yield Beat(with_hand(without_hands(scene), Hand(at.x, at.y, side=seat.end, pose="flat")))
    slipped = shove_dice(bump(without_hands(scene), at, rng))
    yield Beat(with_hand(slipped, Hand(at.x, at.y, side=seat.end, pose="flat")))
    yield Beat(slipped)


def leaned(scene: Scene, seat: Seat, rng: random.Random) -> Iterator[Beat]:
    """Yield the beats in which somebody leans in with a hand over the board and shades it."""
    light, bare = scene.light, without_hands(scene)
    shaded = with_light(bare, replace(light, brightness=_SHADE * light.brightness, falloff=0.35))
    over = Hand(rng.uniform(-200.0, 200.0), 0.0, height=90.0, side=seat.end, pose="flat")
    yield Beat(with_hand(shaded, over), 3 * BLINK)
    yield Beat(shaded, rng.uniform(0.2, 1.5))
    yield Beat(bare)


def dropped(scene: Scene, seat: Seat, rng: random.Random) -> Iterator[Beat]:
    """Yield the beats in which a checker falls out of a hand, lies about for a moment, and is put back where it was."""
    places = sorted({c.place for c in scene.checkers if isinstance(c.place, int) and c.shade == seat.shade})
    if not places:
        return
    place = rng.choice(places)
    lying = checkers_on(scene, place, seat.shade)[-1]
    empty, held = lift_checker(without_hands(scene), place, seat.shade)
    fallen = _fallen(empty, held, rng)
    yield Beat(with_hand(empty, Hand(lying.x, lying.y, side=seat.end, pose="pinch", holding=seat.shade)))
    if fallen is not None:
        down = shove_dice(replace(empty, checkers=(*empty.checkers, fallen)))
        yield Beat(with_hand(down, Hand(fallen.x, fallen.y, height=60.0, side=seat.end)))
        yield Beat(down, rng.uniform(0.1, 0.6))
        empty = replace(down, checkers=tuple(c for c in down.checkers if c is not fallen))
        yield Beat(with_hand(empty, Hand(fallen.x, fallen.y, side=seat.end, pose="pinch", holding=seat.shade)))
    back = put_checker(empty, seat.shade, place, rng)
    yield Beat(with_hand(back, Hand(lying.x, lying.y, side=seat.end)))
    yield Beat(back)


def _fallen(scene: Scene, checker: Checker, rng: random.Random) -> Checker | None:
    """Return the checker where it has fallen: anywhere in the middle of the board where there is room, or None."""
    for _ in range(40):
        x, y = rng.uniform(-280.0, 280.0), rng.uniform(-60.0, 60.0)
        there = replace(checker, x=x, y=y, z=0.0, standing=False, turn=rng.uniform(0.0, 360.0))
        if fits(scene.size, there, list(scene.checkers)):
            return there
    return None
