"""The quality of a picture of a board: refused where it shows nothing, is blurred or over-exposed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.errors import VisionError
from vision.geometry.board import RECT_MARGIN

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

PLAIN: Final = 6.0
"""Spread of brightness, of 255, below which a picture shows nothing, as where something covers the camera; 3 to 20."""

FINE: Final = 1.0
"""Lesser spread of blur by which a picture is softened further to see how soft it was, rectified pixels."""

COARSE: Final = 2.5
"""Greater spread of blur for that, rectified pixels."""

EDGES: Final = 0.04
"""Share of the surface's pixels that are looked at: the steepest ones."""

SOFTEST: Final = 3.5
"""Blur of the edges from which places are misread, rectified pixels: about a tenth of a checker."""

WHITE: Final = 250
"""Value, 0..255, from which a channel has reached the end of the sensor's range."""

MOST_WHITE: Final = 0.5
"""Share of the surface that may be at that end in two of its three channels, and so has lost its colour."""


class PhotoError(VisionError, ValueError):
    """The picture cannot be read."""


def shows_nothing(grey: Image) -> bool:
    """Return whether a picture, shape (h, w), is as bright all over."""
    return float(cv2.meanStdDev(grey)[1][0, 0]) < PLAIN


def blur(rectified: Image) -> float:
    """Return how blurred a board's edges are: the spread of a Gaussian, in rectified pixels.

    An ideal edge blurred by a Gaussian of spread s has the slope 1 / s in its middle, and 1 / sqrt(s^2 + t^2) after a
    further one of spread t; of two such slopes s follows (Zhuo and Sim, Defocus map estimation from a single image,
    2011). The median over the steepest pixels is taken.

    Args:
        rectified: the playing surface with its margin, see `vision.geometry.board.rectify`.
    """
    grey = cv2.cvtColor(rectified, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = (_slope(grey, spread) for spread in (FINE, COARSE))
    steep = fine >= max(float(np.quantile(fine, 1 - EDGES)), 1e-3)
    if not steep.any():
        return 0.0
    ratio = np.maximum((fine[steep] / np.maximum(coarse[steep], 1e-3)) ** 2, 1 + 1e-3)
    square = (COARSE**2 - ratio * FINE**2) / (ratio - 1)
    return float(np.sqrt(max(0.0, float(np.median(square)))))


def _slope(grey: Float, spread: float) -> Float:
    inside = cv2.GaussianBlur(grey, (0, 0), spread)[RECT_MARGIN:-RECT_MARGIN, RECT_MARGIN:-RECT_MARGIN]
    right, down = cv2.Sobel(inside, cv2.CV_32F, 1, 0), cv2.Sobel(inside, cv2.CV_32F, 0, 1)
    return np.asarray(np.hypot(right, down), dtype=np.float32)


def white_share(rectified: Image) -> float:
    """Return the share of the playing surface where two channels or all are at the end of their range."""
    inside = rectified[RECT_MARGIN:-RECT_MARGIN, RECT_MARGIN:-RECT_MARGIN]
    return float(((inside >= WHITE).sum(axis=2) >= 2).mean())


def check_quality(rectified: Image) -> None:
    """Refuse a picture that nobody should read.

    Args:
        rectified: the playing surface with its margin, see `vision.geometry.board.rectify`.

    Raises:
        PhotoError: `photo.over_exposed` or `photo.blurred`.
    """
    white = white_share(rectified)
    if white > MOST_WHITE:
        raise PhotoError("photo.over_exposed", share=round(white, 2))
    softness = blur(rectified)
    if softness > SOFTEST:
        raise PhotoError("photo.blurred", spread=round(softness, 1))
