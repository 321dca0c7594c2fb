"""Doubling of simulated people: when they do, when they take, and how their hands move the cube."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.simulation.table import Beat
from hardware.simulated.scene.table import CUBE_VALUES, Cube, Hand, Scene, turn_cube, with_hand, without_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.rules import Position
    from controller.simulation.table import Seat
    from hardware.simulated.scene.board import End

_DOUBLE: Final = 0.10
"""By what share of his own pips a player must lead to double."""
_PASS: Final = 0.30
"""From which lead on the other one passes."""
_ASIDE: Final = 0.25
"""How far from the middle an offered cube is put down, in widths of the playing surface."""


def doubles(position: Position) -> bool:
    """Return whether a simple player doubles in a position that he sees, by his lead in the race."""
    return _lead(position) >= _DOUBLE


def takes(position: Position) -> bool:
    """Return whether a simple player takes who was doubled in a position that the other one sees."""
    return _lead(position) < _PASS


def offer(scene: Scene, seat: Seat, value: int) -> Iterator[Beat]:
    """Yield the beats in which a player turns the cube and puts it in the middle of the half where he throws.

    The last beat shows the board without a hand.

    Args:
        scene: the table before.
        seat: who doubles.
        value: what the cube says then; its faces begin anew above 64.
    """
    right = seat.end == "bottom"
    x = (_ASIDE if right else -_ASIDE) * scene.size.width
    put = replace(scene, cube=Cube(_face(value), x, 0.0, turn=180.0 if right else 0.0))
    yield from _carried(scene, put, seat.hand)


def take(scene: Scene, seat: Seat, value: int) -> Iterator[Beat]:
    """Yield the beats in which a player takes the cube to his side; the last one shows the board without a hand."""
    yield from _carried(scene, turn_cube(scene, _face(value), seat.end), seat.hand)


def _carried(before: Scene, after: Scene, end: End) -> Iterator[Beat]:
    """Yield the beats in which a hand takes the cube away and puts it down elsewhere."""
    if before.cube is not None:
        yield Beat(with_hand(before, Hand(before.cube.x, before.cube.y, side=end)))
    if after.cube is not None:
        yield Beat(with_hand(replace(after, cube=None), Hand(after.cube.x, after.cube.y, side=end, pose="pinch")))
    yield Beat(without_hands(after))


def _face(value: int) -> int:
    """Return the face that a cube shows for a value."""
    while value > CUBE_VALUES[-1]:
        value //= CUBE_VALUES[-1]
    return value


def _lead(position: Position) -> float:
    """Return by what share of his own pips `mine` leads in the race."""
    mine, theirs = (sum(point * count for point, count in enumerate(side)) for side in (position.mine, position.theirs))
    return (theirs - mine) / max(1, mine)
