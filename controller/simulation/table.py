"""Moving things on the simulated table as people do: with hands, one checker after the other.

Every function yields `Beat`s: what the table looks like, and for how long. Columns of the table are numbered as player
ONE, who sits at the bottom, counts his points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.referee.inputs import ClockPressed, Commanded, Said
from controller.rules import BAR, OFF, Player, Position
from hardware.simulated.checkers import lift_checker, place_position, put_checker
from hardware.simulated.scene import Hand, Scene, checkers_on, with_hand, without_hands

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from controller.referee.commands import Command
    from controller.referee.inputs import Action, Input
    from hardware.simulated.board import End, Place, Shade

WHO: Final = "the players"
"""Under which name simulated people have something ordered."""
WHY: Final = "both agree on what lies there"
"""For which reason."""

BLINK = 0.1
"""Seconds that a hand takes from one place to the next: one frame of a slow camera."""


@dataclass(frozen=True, slots=True)
class Beat:
    """A stretch of time in which the table does not change.

    Attributes:
        scene: what stands, lies and reaches in.
        seconds: for how long.
        said: what the players say at its beginning: who, and what.
        pressed: who presses the clock then.
        ordered: what both agree to have the director order then.
    """

    scene: Scene
    seconds: float = BLINK
    said: tuple[tuple[Player, Action], ...] = ()
    pressed: tuple[Player, ...] = ()
    ordered: tuple[Command, ...] = ()

    def inputs(self, time: float) -> tuple[Input, ...]:
        """Return what reaches the referee at its beginning, which is at `time`, but for what he sees."""
        words = [Said(time, player, action) for player, action in self.said]
        presses = [ClockPressed(time, player) for player in self.pressed]
        orders = [Commanded(time, WHO, WHY, command) for command in self.ordered]
        return (*words, *presses, *orders)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: his checkers, and the end that he sits at."""

    player: Player
    shade: Shade
    end: End

    def place(self, point: int) -> Place:
        """Return the place on the table of this player's own point 1..24, bar (25) or borne-off checkers (0)."""
        if point in (BAR, OFF):
            return "bar" if point == BAR else "off"
        return point if self.player is Player.ONE else 25 - point


def carry(scene: Scene, seat: Seat, transfer: tuple[Shade, Place, Place], rng: random.Random) -> Iterator[Beat]:
    """Yield the beats in which `seat`'s hand carries one checker; the last one still shows the hand.

    Args:
        scene: the table before.
        seat: whose hand it is.
        transfer: the shade of the checker, where it lies, and where it goes.
        rng: how crookedly it is put down.
    """
    shade, source, target = transfer
    lying = checkers_on(scene, source, shade)[-1]
    empty, _ = lift_checker(scene, source, shade)
    yield Beat(with_hand(without_hands(empty), Hand(lying.x, lying.y, side=seat.end, pose="pinch", holding=shade)))
    put = put_checker(without_hands(empty), shade, target, rng)
    spot = place_position(without_hands(empty), shade, target, rng)
    yield Beat(with_hand(put, Hand(spot.x, spot.y, side=seat.end)))


def rearrange(
    scene: Scene, seats: tuple[Seat, Seat], mover: Seat, change: tuple[Position, Position], rng: random.Random
) -> Iterator[Beat]:
    """Yield the beats in which `mover` brings the board from one position to another, checker by checker.

    Checkers of the other player that are hit go to the bar first, those of a hit taken back leave it last.
    The last beat shows the board without a hand.

    Args:
        scene: the table before.
        seats: both players, ONE first.
        mover: whose hand it is.
        change: the position on the table and the one wanted, both seen by `mover`.
        rng: how crookedly checkers are put down.
    """
    old, new = change
    other = seats[mover.player.other]
    leaving, arriving = _surplus(old.theirs, new.theirs)
    transfers: list[tuple[Shade, Place, Place]] = []
    transfers += [(other.shade, other.place(point), "bar") for point in leaving if point != BAR]
    transfers += [
        (mover.shade, mover.place(source), mover.place(target))
        for source, target in zip(*_surplus(old.mine, new.mine), strict=True)
    ]
    transfers += [(other.shade, "bar", other.place(point)) for point in arriving if point != BAR]
    for transfer in transfers:
        for beat in carry(scene, mover, transfer, rng):
            yield beat
            scene = beat.scene
    yield Beat(without_hands(scene))


def _surplus(old: tuple[int, ...], new: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return the points that have a checker too many for `new`, and those that lack one; the highest first."""
    points = range(BAR, OFF - 1, -1)
    too_many = [point for point in points for _ in range(old[point] - new[point])]
    lacking = [point for point in points for _ in range(new[point] - old[point])]
    return too_many, lacking
