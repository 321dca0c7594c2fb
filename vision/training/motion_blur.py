"""Blur as of a camera or a die that moves while the picture is taken."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vision.arrays import Float


def motion_kernel(length: float, way: float) -> Float:
    """Return by how much what one pixel shows is seen in each of those round it, if it moves evenly along a line.

    Args:
        length: how far it moves, pixels.
        way: in which direction, radians from the right downwards.

    Returns:
        A square of an odd side, (side, side), of sum 1, with a pixel to spare all round the line.
    """
    reach = math.ceil(length / 2) + 1
    steps = np.linspace(-length / 2, length / 2, 8 * reach + 1)
    places = np.arange(-reach, reach + 1)
    right, down = (
        np.maximum(0.0, 1 - np.abs(places - along * steps[:, None])) for along in (math.cos(way), math.sin(way))
    )
    return np.asarray(down.T @ right / len(steps), dtype=np.float32)
