"""Motion while the shutter is open, told from the table as it is and as it was a moment ago.

Nobody has to say how fast his hand is. What was elsewhere when the last frame was taken has come from there evenly,
and the shutter closes when it arrives; a hand that was not there has come in along its arm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.table import Die, Hand, Scene

LONGEST: Final = 0.5
"""Seconds after which nothing is known any more of how things came to where they are."""
ENTERING: Final = 1100.0
"""How fast a hand comes in that was not there before, millimetres a second."""
_SIDES: Final = {"bottom": 90.0, "top": 270.0, "left": 0.0, "right": 180.0}


class Earlier(NamedTuple):
    """The table as it was when the last frame was taken, and how many seconds ago that was."""

    scene: Scene
    seconds: float


@dataclass(frozen=True, slots=True)
class Travel:
    """How fast something moves, millimetres a second: to the right, away and up."""

    x: float
    y: float
    z: float


def hand_travel(hand: Hand, number: int, earlier: Earlier) -> Travel:
    """Return how fast a hand moves.

    Args:
        hand: as it is now.
        number: its number among the hands.
        earlier: the table a moment ago.
    """
    if earlier.seconds > LONGEST or earlier.seconds <= 0.0:
        return Travel(0.0, 0.0, 0.0)
    before = earlier.scene.hands[number] if number < len(earlier.scene.hands) else None
    if before is None or (before.side, before.left) != (hand.side, hand.left):
        way = math.radians(_SIDES[hand.side] + hand.lean)
        return Travel(ENTERING * math.cos(way), ENTERING * math.sin(way), 0.0)
    return Travel(
        (hand.x - before.x) / earlier.seconds,
        (hand.y - before.y) / earlier.seconds,
        (hand.height - before.height) / earlier.seconds,
    )


def rolling(scene: Scene, earlier: Earlier) -> tuple[tuple[Die, Die], ...]:
    """Return the dice that have moved, each as it was and as it is."""
    if earlier.seconds > LONGEST or earlier.seconds <= 0.0:
        return ()
    pairs = zip(earlier.scene.dice, scene.dice, strict=False)
    return tuple((before, now) for before, now in pairs if before != now and before.shade == now.shade)


def way_of(size: BoardSize, before: Die, now: Die) -> float:
    """Return how far a die's corners come when it moves, millimetres."""
    turned = abs((before.turn - now.turn + 180.0) % 360.0 - 180.0) + abs(before.tilt - now.tilt)
    moved = math.dist((before.x, before.y, before.z), (now.x, now.y, now.z))
    return moved + math.radians(turned) * size.die_side * 0.7


def die_on_its_way(size: BoardSize, before: Die, now: Die, share: float) -> Die:
    """Return a die shortly before it came to where it is.

    A die that lies flat now has rolled there: a quarter turn takes it about as far as it is wide. One that leans has
    turned evenly from how it leant before.

    Args:
        size: the board's measures.
        before: the die when the last frame was taken.
        now: the die now.
        share: how far back on its way it is, 0 for now, 1 for then.
    """
    turned = (before.turn - now.turn + 180.0) % 360.0 - 180.0
    there = replace(
        now,
        x=now.x + share * (before.x - now.x),
        y=now.y + share * (before.y - now.y),
        z=now.z + share * (before.z - now.z),
        turn=now.turn + share * turned,
    )
    if now.tilt != 0.0:
        return replace(there, tilt=max(0.0, now.tilt + share * (before.tilt - now.tilt)))
    far = share * math.hypot(before.x - now.x, before.y - now.y)
    way = math.degrees(math.atan2(before.y - now.y, before.x - now.x))
    return replace(there, tilt=min(90.0 * far / size.die_side, 720.0), tilt_towards=way)
