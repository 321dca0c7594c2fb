"""The canvas: the playing surface of any board, warped to one size, as the network for whole boards sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.board import warp

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import Corners

WIDTH: Final = 416
"""Width of the canvas, pixels."""

HEIGHT: Final = 336
"""Height of the canvas, pixels."""

MARGIN_X: Final = 16
"""Pixels of the canvas to the left and right of the playing surface: checkers seen from aside lean out over the
frame."""

MARGIN_Y: Final = 24
"""The same above and below it."""

SURFACE_WIDTH: Final = WIDTH - 2 * MARGIN_X
"""Width of the playing surface on the canvas, pixels."""

SURFACE_HEIGHT: Final = HEIGHT - 2 * MARGIN_Y
"""Its height there, pixels."""


def to_canvas(image: Image, corners: Corners) -> Image:
    """Return the canvas that a picture shows; nothing but the corners is asked of the board.

    Returns:
        Shape (HEIGHT, WIDTH, 3), blue-green-red: the board stretched to the same shape whatever its proportions are.
    """
    (left, top), (right, below) = off_canvas(np.array([(0.0, 0.0), (1.0, 1.0)]))
    matrix = np.array([[right - left, 0, left], [0, below - top, top], [0, 0, 1]], dtype=np.float64)
    return warp(image, corners, matrix, (WIDTH, HEIGHT))


def on_canvas(spots: Double) -> Double:
    """Return the pixels of the canvas, whole numbers in their middles, of board coordinates; shapes (..., 2)."""
    return spots * (SURFACE_WIDTH, SURFACE_HEIGHT) + (MARGIN_X - 0.5, MARGIN_Y - 0.5)


def off_canvas(pixels: Double) -> Double:
    """Return the board coordinates of pixels of the canvas; undoes `on_canvas`."""
    return (pixels - (MARGIN_X - 0.5, MARGIN_Y - 0.5)) / (SURFACE_WIDTH, SURFACE_HEIGHT)
