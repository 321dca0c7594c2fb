"""The strip drawn in a terminal, each light where it sits on the board's frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from firmware_bridge.cells import Cell
from hardware.simulated.strip.model import level

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from firmware_bridge.strip_map import Place, StripMap
    from hardware.simulated.strip.record import Rgb

_BRIGHTER: Final = 3
_COLUMNS: Final = 15
"""Lights along an edge: turn, six points, bar, six points, tray."""

_STEP: Final = 0.032
"""Seconds of one step of the effects, as the controller takes them."""


def colours_of(cells: bytes, seconds: float) -> tuple[Rgb, ...]:
    """Return the colours of cells, `seconds` after their effects began."""
    step = int(seconds / _STEP) & 0xFF
    out = []
    for code in cells:
        cell = Cell.from_code(code)
        red, green, blue = (channel * (level(cell.effect, step) + 1) >> 8 for channel in cell.rgb)
        out.append((red, green, blue))
    return tuple(out)


def picture(colours: Sequence[Rgb], strip_map: StripMap) -> Group:
    """Draw the strip: the board's two long edges with their points, and between them the lights beside the board.

    Args:
        colours: red, green and blue of each light, in the order of the strip.
        strip_map: how it was built.
    """
    between = Text("      ")
    for place in ("dice_left", "cube", "link", "dice_right"):
        between.append(f"{_short(place)} ", style="dim").append(_lamp(place, colours, strip_map)).append("      ")
    top = _edge(("turn_top", *range(13, 19), "bar_top", *range(19, 25), "tray_top"), colours, strip_map)
    bottom = _edge(
        ("turn_bottom", *range(12, 6, -1), "bar_bottom", *range(6, 0, -1), "tray_bottom"), colours, strip_map
    )
    return Group(_grid(top), between, _grid(reversed(bottom)))


def _edge(
    places: tuple[Place, ...], colours: Sequence[Rgb], strip_map: StripMap
) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Return the names of an edge's places, and their lights."""
    names = tuple(Text(str(place) if isinstance(place, int) else _short(place), style="dim") for place in places)
    return names, tuple(_lamp(place, colours, strip_map) for place in places)


def _grid(rows: Iterable[tuple[Text, ...]]) -> Table:
    table = Table.grid(padding=(0, 1))
    for _ in range(_COLUMNS):
        table.add_column(justify="center", min_width=2)
    for row in rows:
        table.add_row(*row)
    return table


def line(colours: Sequence[Rgb], strip_map: StripMap) -> str:
    """Return what is lit as one line, for output that is no terminal."""
    places = strip_map.places()
    lit = [f"{places.get(at, f'light {at}')}=#{bytes(rgb).hex()}" for at, rgb in enumerate(colours) if any(rgb)]
    return " ".join(lit) or "dark"


def _short(place: str) -> str:
    what, _, where = place.rpartition("_")
    return what or where


def _lamp(place: Place, colours: Sequence[Rgb], strip_map: StripMap) -> Text:
    if not strip_map.has(place):
        return Text(" ")
    rgb = colours[strip_map.index(place)]
    if not any(rgb):
        return Text("·", style="dim")
    red, green, blue = (min(255, _BRIGHTER * channel) for channel in rgb)
    return Text("●", style=f"rgb({red},{green},{blue})")
