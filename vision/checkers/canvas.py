"""The canvas: the playing surface of any board, warped to one size, as the network for whole boards sees it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import warp_by, warp_map

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import Corners, WarpMap

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

FINEST: Final = 4
"""How many times larger than the canvas a picture is warped at most before it is shrunk, so that nothing flickers."""


def canvas_to_board(finer: int = 1) -> Double:
    """Return the 3x3 matrix from pixels of the canvas, or of one so many times larger, to board coordinates."""
    wide, high = SURFACE_WIDTH * finer, SURFACE_HEIGHT * finer
    left, top = MARGIN_X * finer - 0.5 * (finer - 1), MARGIN_Y * finer - 0.5 * (finer - 1)
    return np.array([[1 / wide, 0, -left / wide], [0, 1 / high, -top / high], [0, 0, 1]], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class CanvasMap:
    """The place of the canvas in pictures of one camera.

    Attributes:
        finer: how many times larger than the canvas pictures are warped before they are shrunk.
        where: the map of that warp.
    """

    finer: int
    where: WarpMap


def canvas_map(corners: Corners) -> CanvasMap:
    """Return where the canvas lies, to read many pictures by; nothing but the corners is asked of the board."""
    sides = [math.dist(corners.points[i], corners.points[(i + 1) % 4]) for i in (0, 2)]
    finer = min(FINEST, max(1, round(max(sides) / SURFACE_WIDTH + 0.3)))
    return CanvasMap(finer, warp_map(corners, canvas_to_board(finer), (WIDTH * finer, HEIGHT * finer)))


def to_canvas(image: Image, where: CanvasMap) -> Image:
    """Return the canvas that a picture shows.

    Args:
        image: the picture, blue-green-red.
        where: see `canvas_map`.

    Returns:
        Shape (HEIGHT, WIDTH, 3), blue-green-red: the board stretched to the same shape whatever its proportions are.
    """
    large = warp_by(image, where.where)
    if where.finer == 1:
        return large
    return np.asarray(cv2.resize(large, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), dtype=np.uint8)
