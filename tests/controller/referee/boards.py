"""Readings made by hand for the referee's tests: as sure, or as doubtful, as a test wants them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from controller.referee.layout import Layout
from vision.reading import (
    PLACES,
    CountReading,
    DieReading,
    PlaceReading,
    Reading,
    Shade,
    content_index,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.rules import Player, Position

LAYOUT = Layout()
SURE = -1500


def contents(position: Position, player: Player, layout: Layout = LAYOUT) -> dict[str, tuple[Shade | None, int]]:
    """Return what stands on every place when `position`, seen by `player`, is on the board."""
    found: dict[str, tuple[Shade | None, int]] = dict.fromkeys(PLACES, (None, 0))
    for point in range(1, 25):
        if position.mine[point]:
            found[layout.place(player, point)] = (layout.shade(player), position.mine[point])
        if position.theirs[point]:
            found[layout.place(player.other, point)] = (layout.shade(player.other), position.theirs[point])
    return found


def count_reading(count: int, wrong: int = SURE) -> CountReading:
    """Return a sure reading of a count."""
    return CountReading(tuple(0 if n == count else wrong for n in range(16)))


@cache
def place_reading(shade: Shade | None, count: int, wrong: int = SURE) -> PlaceReading:
    """Return a sure reading of a point."""
    right = content_index(shade, count)
    return PlaceReading(tuple(0 if index == right else wrong for index in range(31)))


def die(value: int, x: float, y: float = 0.5, *, lead: int = SURE, flat: int = 900) -> DieReading:
    """Return a die that lies at board coordinates (x, y)."""
    return DieReading(
        x, y, 0.0, 0.0, tuple(0 if face == value else lead for face in range(1, 7)), flat, (255, 255, 255)
    )


def dice_of(player: Player, *values: int, layout: Layout = LAYOUT) -> tuple[DieReading, ...]:
    """Return dice in the half where `player` throws."""
    start = 0.6 if layout.throws_right(player) else 0.2
    return tuple(die(value, start + 0.1 * number) for number, value in enumerate(values))


def reading(  # noqa: PLR0913 - a reading has as many parts, and a test names those it needs
    position: Position,
    player: Player,
    dice: Sequence[DieReading] = (),
    *,
    time: float = 0.0,
    layout: Layout = LAYOUT,
    hidden: frozenset[str] = frozenset(),
    blurred: Mapping[str, PlaceReading] | None = None,
) -> Reading:
    """Return a reading of `position`, seen by `player`; `blurred` replaces the readings of some places."""
    places = contents(position, player, layout)
    by_place = {name: place_reading(*places[name]) for name in PLACES} | dict(blurred or {})
    mine, theirs = position.on_the_bar()
    bars = {layout.shade(player): mine, layout.shade(player.other): theirs}
    return Reading(
        time=time,
        points=tuple(by_place[name] for name in PLACES),
        bar_dark=count_reading(bars[Shade.DARK]),
        bar_light=count_reading(bars[Shade.LIGHT]),
        off_dark=None,
        off_light=None,
        hidden=hidden,
        dice=tuple(dice),
        cube=None,
    )
