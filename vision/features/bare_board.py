"""The board as it would look empty, learned from a picture with checkers on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, column_centre

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The rectified board as it would look empty.

    Attributes:
        lab: expected colour of every pixel, shape (h, w, 3), Lab.
        known: where the colour is known at all, shape (h, w).
        finer: the bare board as sharp as the camera saw it, see `vision.dice.pattern_removal.bare_board_finer`;
            None where nobody had cleared the board, as in a film: dice may lie anywhere then.
    """

    lab: Float
    known: Mask
    finer: Image | None = None


def learn_background(lab: Float, covered: Mask, bar_left: float, bar_right: float) -> Background:
    """Work out the empty board from a picture of it with checkers on.

    Points alternate between two colours, so what a checker hides is seen on the other points of the same row and
    colour; what is hidden on all of them stays unknown.

    Args:
        lab: the rectified picture in Lab, shape (h, w, 3).
        covered: where something may stand, shape (h, w).
        bar_left: board x of the bar's left edge.
        bar_right: board x of the bar's right edge.

    Returns:
        The board as it would look empty.
    """
    smooth = np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.5), dtype=np.float32)
    result = smooth.copy()
    known = ~covered
    height = covered.shape[0]
    half = height // 2
    width = round(RECT_WIDTH * (bar_left + 1 - bar_right) / 12)
    lefts = [
        round(RECT_MARGIN + RECT_WIDTH * column_centre(bar_left, bar_right, column) - width / 2) for column in range(12)
    ]
    for rows in (slice(0, half), slice(half, height)):
        for parity in (0, 1):
            columns = lefts[parity::2]
            stack = np.stack([smooth[rows, x : x + width] for x in columns])
            hidden = np.stack([covered[rows, x : x + width] for x in columns])
            middle, seen = _masked_median(stack, hidden)
            for x in columns:
                area = (rows, slice(x, x + width))
                fill = covered[area] & seen
                result[area] = np.where(fill[..., None], middle, result[area])
                known[area] |= fill
    return Background(np.asarray(result, dtype=np.float32), known)


def _masked_median(stack: Float, hidden: Mask) -> tuple[Float, Mask]:
    """Return median and presence of the values of `stack`, shape (n, h, w, 3), that are not `hidden`."""
    count = (~hidden).sum(axis=0)
    middle_at = np.broadcast_to((np.maximum(count - 1, 0) // 2)[None, ..., None], (1, *stack.shape[1:]))
    ranked = np.sort(np.where(hidden[..., None], np.float32(1e3), stack), axis=0)
    middle = np.asarray(np.take_along_axis(ranked, middle_at, axis=0)[0], dtype=np.float32)
    return middle, np.asarray(count > 0, dtype=np.bool_)
