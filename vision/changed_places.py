"""Which places of a rectified board a change concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.reading import PLACES

if TYPE_CHECKING:
    from vision.appearance import Mask
    from vision.changes import Changes
    from vision.geometry import BoardGeometry

ACROSS: Final = 0.4
"""How far from a point's axis a change concerns its count, in checker diameters: a checker that is laid there or taken
away covers the axis, one on the next point ends farther off. Strips show more, on which no count depends."""

IN_STRIP: Final = 6.0
"""How far from the first checker of a point, in spacings: as far as strips reach."""


def changed_points(changes: Changes, geometry: BoardGeometry) -> Mask:
    """Return on which points anything has changed that their counts depend on, shape (24,), in the order of PLACES.

    Args:
        changes: of the rectified picture.
        geometry: where the points are.
    """
    diameter, height = geometry.diameter * RECT_WIDTH, changes.size[0]
    changed = np.zeros(len(PLACES), dtype=np.bool_)
    for place, x in enumerate(geometry.columns):
        middle = RECT_MARGIN + x * RECT_WIDTH
        first = RECT_MARGIN + geometry.first[int(place >= len(PLACES) // 2)] * RECT_WIDTH
        depth = first + IN_STRIP * geometry.spacing * RECT_WIDTH
        top, bottom = (0.0, depth) if place < len(PLACES) // 2 else (height - depth, float(height))
        changed[place] = changes.touch(top, middle - ACROSS * diameter, bottom, middle + ACROSS * diameter)
    return changed


def bar_changed(changes: Changes, geometry: BoardGeometry) -> bool:
    """Return whether anything has changed that the count of the checkers on the bar depends on; arguments as above."""
    reach = ACROSS * geometry.diameter
    left, right = (RECT_MARGIN + RECT_WIDTH * x for x in (geometry.bar_left, geometry.bar_right))
    middle, half = (left + right) / 2, max((right - left) / 2, reach * RECT_WIDTH)
    return changes.touch(0, middle - half, changes.size[0], middle + half)
