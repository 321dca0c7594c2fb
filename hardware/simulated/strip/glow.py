"""The strip on the simulated board's frame: what its lights show becomes light in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.strip_map import STANDARD
from hardware.simulated.scene.board import COLUMNS, BoardSize, column_end, column_x, tray_x
from hardware.simulated.scene.table import Led

if TYPE_CHECKING:
    from hardware.simulated.strip.record import Rgb

_BRIGHTER = 2.8
"""Lights are dimmed by the firmware for people's eyes; a camera's picture of a lit light is near white all the same."""


def glow(size: BoardSize, colours: tuple[Rgb, ...]) -> tuple[Led, ...]:
    """Return the lights that are on, where they sit on the frame, in millimetres.

    The light of a point is on the rail at its base. The others are on the rails too: bar and dice lights at the middle
    of the halves' rails, trays, turn and cube lights beside the trays, the link's at the top left.

    Args:
        size: the board's measures.
        colours: red, green and blue 0..255 of each light of the standard strip of 34, in the strip's order.
    """
    lights = []
    for index, (x, y) in _places(size).items():
        if any(colours[index]):
            red, green, blue = (min(255, round(_BRIGHTER * channel)) for channel in colours[index])
            lights.append(Led(x, y, (red, green, blue)))
    return tuple(lights)


def _places(size: BoardSize) -> dict[int, tuple[float, float]]:
    """Return where each light of the standard strip sits, millimetres, by its index on the strip."""
    rail = size.height / 2 + size.rail_width / 2
    left, right = tray_x(size, "left"), tray_x(size, "right")
    beside = size.outer_width / 2 - size.rail_width / 2
    named = {
        "bar_bottom": (0.0, -rail),
        "bar_top": (0.0, rail),
        "tray_bottom": (right, -rail),
        "tray_top": (right, rail),
        "cube": (-beside, 0.0),
        "turn_bottom": (left, -rail),
        "turn_top": (left, rail),
        "dice_left": (-beside, 0.25 * size.height),
        "dice_right": (beside, 0.25 * size.height),
        "link": (-beside, rail),
    }
    places = {STANDARD.index(name): place for name, place in named.items()}
    for column in COLUMNS:
        y = -rail if column_end(column) == "bottom" else rail
        places[STANDARD.index(column)] = (column_x(size, column), y)
    return places
