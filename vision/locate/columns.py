"""The width of a board's points, without knowing its checkers: its edges repeat from column to column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.features.lab import to_lab
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

BANDS: Final = tuple(float(depth) for depth in np.arange(0.04, 0.42, 0.03))
"""Depths, from either rail, at which the points are cut across; the edges of triangles are elsewhere at each."""

HALF_BAND: Final = 4
"""Half the width of such a cut, rectified pixels."""

MOST_COLUMNS: Final = 9.0
"""Columns of a half, at most, that are thought of."""

FEWEST_COLUMNS: Final = 3.8
"""Columns of a half, at least, that are thought of."""


def point_width(rectified: Image, bar_left: float, bar_right: float) -> float:
    """Return the distance from column to column at which a board's edges resemble themselves most.

    Args:
        rectified: the playing surface with its margin, see `vision.geometry.board.rectify`.
        bar_left: board x where the left half ends.
        bar_right: board x where the right half begins.

    Returns:
        In widths of the playing surface.
    """
    lab = to_lab(rectified)
    height = lab.shape[0] - 2 * RECT_MARGIN
    half = RECT_WIDTH * (bar_left + 1 - bar_right) / 2
    lags = np.arange(round(half / MOST_COLUMNS), round(half / FEWEST_COLUMNS))
    total = np.zeros(len(lags), dtype=np.float64)
    for left, right in ((0.0, bar_left), (bar_right, 1.0)):
        columns = slice(round(RECT_MARGIN + RECT_WIDTH * left), round(RECT_MARGIN + RECT_WIDTH * right))
        for depth in (*BANDS, *(1 - depth for depth in BANDS)):
            y = round(RECT_MARGIN + height * depth)
            edges = _upright_edges(lab[y - HALF_BAND : y + HALF_BAND + 1, columns].mean(axis=0))
            power = float((edges * edges).sum()) + 1e-3
            total += [
                float((edges[:-lag] * edges[lag:]).sum()) / power * len(edges) / (len(edges) - lag) for lag in lags
            ]
    return float(lags[int(total.argmax())]) / RECT_WIDTH


def _upright_edges(cut: Float) -> Float:
    """Return how much a cut across the points changes from pixel to pixel, less the mean, strong edges levelled."""
    change = cv2.GaussianBlur(np.ascontiguousarray(np.diff(cut, axis=0)), (1, 5), 1.5)
    steep = np.abs(change).sum(axis=1)
    steep = np.minimum(steep, np.quantile(steep, 0.9))
    return np.asarray(steep - steep.mean(), dtype=np.float32)
