"""Moving things on the simulated table as people do: with hands, one checker after the other.

Every function yields `Beat`s: what the table looks like, and for how long. Columns of the table are numbered as player
ONE, who sits at the bottom, counts his points.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from controller.referee.inputs import ClockPressed, Commanded, Said
from controller.rules import BAR, OFF, START, Player, Position
from hardware.simulated.scene.checkers import Arrangement, lift_checker, place_position, put_checker, start_arrangement
from hardware.simulated.scene.table import Hand, Scene, checkers_on, with_hand, without_hands

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from controller.referee.commands import Command
    from controller.referee.inputs import Action, Input
    from controller.rules import Counts
    from hardware.simulated.scene.board import End, Place, Shade

    Transfer = tuple[Shade, Place | None, Place | None]

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
        happens: what happens to the devices then, by the names of `stagehand`.
    """

    scene: Scene
    seconds: float = BLINK
    said: tuple[tuple[Player, Action], ...] = ()
    pressed: tuple[Player, ...] = ()
    ordered: tuple[Command, ...] = ()
    happens: tuple[str, ...] = ()

    def inputs(self, time: float) -> tuple[Input, ...]:
        """Return what reaches the referee at its beginning, which is at `time`, but for what he sees."""
        words = [Said(time, player, action) for player, action in self.said]
        presses = [ClockPressed(time, player) for player in self.pressed]
        orders = [Commanded(time, WHO, WHY, command) for command in self.ordered]
        return (*words, *presses, *orders)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: his checkers, the end that he sits at, and the one from which another moves them."""

    player: Player
    shade: Shade
    end: End
    moved_from: End | None = None

    @property
    def hand(self) -> End:
        """The end from which the hand comes that moves his checkers."""
        return self.moved_from or self.end

    def place(self, point: int) -> Place:
        """Return the place on the table of this player's own point 1..24, bar (25) or borne-off checkers (0)."""
        if point in (BAR, OFF):
            return "bar" if point == BAR else "off"
        return point if self.player is Player.ONE else 25 - point


def carry(scene: Scene, seat: Seat, transfer: Transfer, rng: random.Random) -> Iterator[Beat]:
    """Yield the beats in which `seat`'s hand carries one checker; the last one still shows the hand.

    Args:
        scene: the table before.
        seat: whose hand it is.
        transfer: the shade of the checker, where it lies, and where it goes; None is a pocket.
        rng: how crookedly it is put down.
    """
    shade, source, target = transfer
    empty = without_hands(scene)
    if source is not None:
        lying = checkers_on(scene, source, shade)[-1]
        empty, _ = lift_checker(empty, source, shade)
        yield Beat(with_hand(empty, Hand(lying.x, lying.y, side=seat.hand, pose="pinch", holding=shade)))
    if target is not None:
        put = put_checker(empty, shade, target, rng)
        spot = place_position(empty, shade, target, rng)
        yield Beat(with_hand(put, Hand(spot.x, spot.y, side=seat.hand)))


def rearrange(
    scene: Scene, seats: tuple[Seat, Seat], mover: Seat, change: tuple[Position, Position], rng: random.Random
) -> Iterator[Beat]:
    """Yield the beats in which `mover` brings the board from one position to another, checker by checker.

    Checkers of the other player that are hit go to the bar first, those of a hit taken back leave it last. What a
    position has too few or too many goes into a pocket, or comes out of it.
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
    of_the_other = [
        (other.shade, _at(other, source), _at(other, target))
        for source, target in _pairs(_lying(old.theirs, old.unentered[1]), _lying(new.theirs, new.unentered[1]))
    ]
    transfers: list[Transfer] = [transfer for transfer in of_the_other if transfer[2] == "bar"]
    transfers += [
        (mover.shade, _at(mover, source), _at(mover, target))
        for source, target in _pairs(_lying(old.mine, old.unentered[0]), _lying(new.mine, new.unentered[0]))
    ]
    transfers += [transfer for transfer in of_the_other if transfer[2] != "bar"]
    for transfer in transfers:
        for beat in carry(scene, mover, transfer, rng):
            yield beat
            scene = beat.scene
    yield Beat(without_hands(scene))


def set_up(table: Scene, seats: tuple[Seat, Seat], start: Position) -> Arrangement:
    """Return how checkers lie at the start of a game; those that are to be entered lie where others are borne off.

    Args:
        table: the table.
        seats: both players, ONE first.
        start: the position, seen by player ONE.
    """
    return start_arrangement(table.seats) if start == START else lying_in(seats, start)


def lying_in(seats: tuple[Seat, Seat], position: Position) -> Arrangement:
    """Return how checkers lie in a position, seen by player ONE; those that are to be entered lie with those off."""
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    bar, off = {}, {}
    for seat, counts, unentered in zip(seats, (position.mine, position.theirs), position.unentered, strict=True):
        bar[seat.shade], off[seat.shade] = counts[BAR] - unentered, counts[OFF] + unentered
        for point in range(1, 25):
            if counts[point]:
                columns[int(seat.place(point)) - 1] = (seat.shade, counts[point])
    return Arrangement(tuple(columns), bar["dark"], bar["light"], off["dark"], off["light"])


def _lying(counts: Counts, unentered: int) -> Counts:
    """Return where a player's checkers lie: what was never in play is beside the board, with what was borne off."""
    return (counts[OFF] + unentered, *counts[1:BAR], counts[BAR] - unentered)


def _at(seat: Seat, point: int | None) -> Place | None:
    """Return the place of a player's own point, None for a pocket."""
    return None if point is None else seat.place(point)


def _pairs(old: tuple[int, ...], new: tuple[int, ...]) -> list[tuple[int | None, int | None]]:
    """Return from where to where checkers go, the highest points first; None is a pocket."""
    points = range(BAR, OFF - 1, -1)
    too_many = [point for point in points for _ in range(old[point] - new[point])]
    lacking = [point for point in points for _ in range(new[point] - old[point])]
    return list(zip_longest(too_many, lacking))
