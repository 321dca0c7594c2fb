"""The strip's map: which light stands where on the board.

Places have names, so that nothing but this file knows how the strip was glued. The 24 points are numbered as they lie,
clockwise from the bottom right as the camera sees the board: 1 to 6 bottom right to the bar, 7 to 12 on to the bottom
left, 13 to 24 back along the top. Whose points they are is no business of the strip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from firmware_bridge.cells import DARK, Cell
from firmware_bridge.errors import CellError
from firmware_bridge.messages import POWER_MA

POINTS: Final = 24
"""Points of a backgammon board."""

Place = str | int
"""A name of `NAMES`, or a point 1..24 in the order described above."""

Cells = Mapping[Place, Cell] | Sequence[Cell]
"""A whole state: what each place shows, all others dark; or one cell for each light in the order of the strip."""

NAMES: Final = MappingProxyType(
    {
        "bar_bottom": 24,
        "bar_top": 25,
        "tray_bottom": 26,
        "tray_top": 27,
        "cube": 28,
        "turn_bottom": 29,
        "turn_top": 30,
        "dice_left": 31,
        "dice_right": 32,
        "link": 33,
    }
)
"""The lights of the standard strip that are no points: bottom and top, left and right as the camera sees the board."""

_ACROSS: Final = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}


def opposite(place: Place) -> Place:
    """Return the place that is where this one was, once the board is turned by half a turn."""
    if isinstance(place, int):
        return (place + POINTS // 2 - 1) % POINTS + 1 if 1 <= place <= POINTS else place
    what, _, where = place.rpartition("_")
    return f"{what}_{_ACROSS[where]}" if where in _ACROSS else place


@dataclass(frozen=True, slots=True)
class StripMap:
    """How the strip was built.

    Attributes:
        leds: lights on the strip.
        first: index on the strip, counted from 0, of the first light of the run of 24 along the points.
        clockwise: whether that run goes clockwise, as the points are numbered.
        start: the point, 1..24, where that run starts.
        turned: whether the board lies turned by half a turn against this description, so that what it calls the top is
            at the bottom as the camera sees it.
        names: index on the strip of each light that is no point; a place of `NAMES` that is not among them has no light
            on this strip, and stays dark.
        cap_ma: what its supply can give, in milliamperes; where the firmware allows less, that holds.
    """

    leds: int = len(NAMES) + POINTS
    first: int = 0
    clockwise: bool = True
    start: int = 1
    turned: bool = False
    names: Mapping[str, int] = field(default_factory=lambda: NAMES)
    cap_ma: int = POWER_MA

    def __post_init__(self) -> None:
        """Refuse a map in which two places share a light, or a place has none.

        Raises:
            CellError: "map.start", "map.range", "map.shared" or "map.power".
        """
        if not 1 <= self.cap_ma <= 0xFFFF:
            raise CellError("map.power", cap_ma=self.cap_ma)
        if not 1 <= self.start <= POINTS:
            raise CellError("map.start", start=self.start)
        taken = [*range(self.first, self.first + POINTS), *self.names.values()]
        if min(taken) < 0 or max(taken) >= self.leds:
            raise CellError("map.range", leds=self.leds, first=min(taken), last=max(taken))
        if len(set(taken)) != len(taken):
            raise CellError("map.shared", lights=tuple(sorted({light for light in taken if taken.count(light) > 1})))

    def index(self, place: Place) -> int:
        """Return the index on the strip, counted from 0, of a place.

        Raises:
            CellError: "map.place" if the board has no such place.
        """
        described = opposite(place) if self.turned else place
        if isinstance(described, str):
            if described in self.names:
                return self.names[described]
        elif 1 <= described <= POINTS:
            along = described - self.start if self.clockwise else self.start - described
            return self.first + along % POINTS
        raise CellError("map.place", place=place)

    def has(self, place: Place) -> bool:
        """Tell whether the strip has a light for a place; only for one of `NAMES` may the answer be no."""
        return place not in NAMES or (opposite(place) if self.turned else place) in self.names

    def places(self) -> Mapping[int, Place]:
        """Return the place of each light that has one, by its index on the strip."""
        every: tuple[Place, ...] = (*range(1, POINTS + 1), *NAMES)
        return {self.index(place): place for place in every if self.has(place)}

    def codes(self, cells: Cells) -> bytes:
        """Return the bytes that the wire carries for a whole state.

        Raises:
            CellError: "map.place" for a place that the board does not have, "map.length" for a sequence of another
                length.
        """
        if isinstance(cells, Mapping):
            lights = [DARK] * self.leds
            for place, cell in cells.items():
                if self.has(place):
                    lights[self.index(place)] = cell
        elif len(cells) == self.leds:
            lights = list(cells)
        else:
            raise CellError("map.length", length=len(cells), leds=self.leds)
        return bytes(cell.code for cell in lights)


STANDARD: Final = StripMap()
"""The strip of 34 lights: points 0-23, bar 24-25, trays 26-27, cube 28, turn 29-30, dice 31-32, link 33."""
