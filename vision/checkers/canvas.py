"""The canvas: the playing surface of any board, warped to one size, as the network for whole boards sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.board import warp

if TYPE_CHECKING:
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

CANVAS_TO_BOARD: Final = np.array(
    [[1 / SURFACE_WIDTH, 0, -MARGIN_X / SURFACE_WIDTH], [0, 1 / SURFACE_HEIGHT, -MARGIN_Y / SURFACE_HEIGHT], [0, 0, 1]],
    dtype=np.float64,
)
"""From pixels of the canvas, by their upper left corners, to board coordinates."""


def to_canvas(image: Image, corners: Corners) -> Image:
    """Return the canvas that a picture shows; nothing but the corners is asked of the board.

    Returns:
        Shape (HEIGHT, WIDTH, 3), blue-green-red: the board stretched to the same shape whatever its proportions are.
    """
    middles = CANVAS_TO_BOARD @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    return warp(image, corners, middles, (WIDTH, HEIGHT))
