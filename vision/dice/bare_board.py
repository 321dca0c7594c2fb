"""The board as it would look empty, learned from a picture with checkers on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, column_centre, rect_size, rect_to_board, warp

if TYPE_CHECKING:
    from vision.arrays import Double, Mask
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

FINER: Final = 2
"""How much larger than the rectified picture that of the bare board is: as sharp as what it is compared with."""

COVERED: Final = 0.62
"""How far round the middle of a checker, in diameters, it covers the board or shades it."""


def bare_board(image: Image, geometry: BoardGeometry, standing: Double) -> Image:
    """Return the rectified board as it would look empty.

    Points alternate between two colours, so what a checker hides is seen on the other points of the same row and
    colour; where it is hidden on all of them, checkers stay in the picture.

    Args:
        image: a picture of the board with nothing on it but checkers, shape (h, w, 3), uint8, blue-green-red.
        geometry: where the board is.
        standing: where upper faces of checkers appear in it, see `vision.geometry.layout.standing_at`.

    Returns:
        Shape (`FINER` * rows, `FINER` * columns, 3), uint8, blue-green-red, see `vision.geometry.board.rect_size`.
    """
    width, height = (FINER * length for length in rect_size(geometry.aspect))
    finer = np.diag([1 / FINER, 1 / FINER, 1])
    seen = warp(image, geometry.corners, rect_to_board(geometry.aspect) @ finer, (width, height))
    covered = np.zeros((height, width), dtype=np.uint8)
    for x, y in (FINER * (RECT_MARGIN + RECT_WIDTH * standing)).tolist():
        cv2.circle(covered, (round(x), round(y)), round(COVERED * geometry.diameter * RECT_WIDTH * FINER), 1, -1)
    bare, hidden = seen.copy(), covered > 0
    wide = round(FINER * RECT_WIDTH * geometry.pitch)
    middles = (column_centre(geometry.bar_left, geometry.bar_right, column) for column in range(12))
    lefts = [round(FINER * (RECT_MARGIN + RECT_WIDTH * middle) - wide / 2) for middle in middles]
    for rows in (slice(0, height // 2), slice(height // 2, height)):
        for parity in (0, 1):
            points = [np.s_[rows, left : left + wide] for left in lefts[parity::2]]
            pixels = np.stack([seen[at] for at in points])
            middle, known = _masked_median(pixels, np.stack([hidden[at] for at in points]))
            for at in points:
                bare[at] = np.where((hidden[at] & known)[..., None], middle, bare[at])
    return bare


def _masked_median(stack: Image, hidden: Mask) -> tuple[Image, Mask]:
    """Return median and presence of the values of `stack`, shape (n, h, w, 3), that are not `hidden`."""
    count = (~hidden).sum(axis=0)
    middle_at = np.broadcast_to((np.maximum(count - 1, 0) // 2)[None, ..., None], (1, *stack.shape[1:]))
    ranked = np.sort(np.where(hidden[..., None], np.uint8(255), stack), axis=0)
    return np.take_along_axis(ranked, middle_at, axis=0)[0], np.asarray(count > 0, dtype=np.bool_)
