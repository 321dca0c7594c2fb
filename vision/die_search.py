"""Which candidates look like dice at all: a quick look by the network, before faces are fitted with care."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.die_net import NONE, classify_dice
from vision.geometry import RECT_MARGIN, RECT_WIDTH, to_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import BoardGeometry, Double

GLANCE: Final = 0.01
"""Chance of being a die from which a candidate is worth a close look."""


def promising(
    image: Image, geometry: BoardGeometry, places: Sequence[tuple[int, int]], sides: Sequence[float]
) -> list[tuple[int, int]]:
    """Return the candidates that may be dice, the likeliest first.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        places: candidates in rectified pixels.
        sides: sizes of dice that may be on the board, in checker diameters.
    """
    if not places:
        return []
    depth = RECT_WIDTH * geometry.aspect
    board = np.array([((x - RECT_MARGIN) / RECT_WIDTH, (y - RECT_MARGIN) / depth) for x, y in places])
    spots = to_picture(geometry.corners, board)
    sizes = checker_sizes(geometry, board)
    looks = [(spot[0], spot[1], size * side) for spot, size in zip(spots, sizes, strict=True) for side in sides]
    none = classify_dice(image, looks)[:, NONE].reshape(len(places), len(sides)).min(axis=1)
    order = sorted(range(len(places)), key=lambda number: float(none[number]))
    return [places[number] for number in order if 1 - np.exp(none[number]) >= GLANCE]


def checker_sizes(geometry: BoardGeometry, board: Double) -> list[float]:
    """Return how long a checker's diameter is in picture pixels at places of the board, the geometric mean of two ways.

    Args:
        geometry: where the board is.
        board: board coordinates, shape (n, 2).
    """
    across = np.array([geometry.diameter / 2, 0.0])
    along = np.array([0.0, geometry.diameter / 2 / geometry.aspect])
    ends = [to_picture(geometry.corners, board + step) for step in (across, -across, along, -along)]
    wide = np.hypot(*(ends[0] - ends[1]).T)
    deep = np.hypot(*(ends[2] - ends[3]).T)
    return [float(size) for size in np.sqrt(wide * deep)]
