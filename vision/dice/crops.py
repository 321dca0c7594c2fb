"""Crops of a picture round places where a die or a cube may lie, turned and stretched as the network looks at them.

Where the board and the camera are known, so is how anything that lies flat on it, or stands upright, is seen at a
place. A crop undoes the slant, so that an upper face is a square, and is turned so that the point straight below the
camera is downwards: side faces are seen below upper ones, their edges straight down, and the longer the flatter the
camera looks. A die that leans has neither the square nor the upright edges.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.board import to_picture

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import Corners
    from vision.geometry.camera_pose import CameraPose

SPAN: Final = 1.7
"""Width of a crop in sides of the upper face that is looked for."""

PATCH: Final = 48
"""Width of a crop in the network's pixels."""

UNKNOWN: Final = -1.0
"""Flatness of a look where nobody knows from where it is."""


class Crop(NamedTuple):
    """A square of a picture, looked at for a die.

    Attributes:
        px, py: the middle of an upper face, picture pixels.
        side: of that face, picture pixels; seen aslant the square root of its area.
        stretch: 2x2, of determinant 1: how a square on the board, one side of it towards the camera, appears in the
            picture; None: as an upright square.
        flatness: how flatly the camera looks there: the distance to the point below it, in its heights; `UNKNOWN`.
    """

    px: float
    py: float
    side: float
    stretch: Double | None = None
    flatness: float = UNKNOWN


class Looks(NamedTuple):
    """Looks of a camera at spots of a board.

    Attributes:
        middles: where the spots are in the picture, pixels, shape (n, 2).
        scales: pixels of the picture to a width of the playing surface there, shape (n,).
        stretches: see `Crop`, shape (n, 2, 2).
        flatness: likewise, shape (n,).
    """

    middles: Double
    scales: Double
    stretches: Double
    flatness: Double


def looks_at(corners: Corners, aspect: float, pose: CameraPose, spots: Double) -> Looks:
    """Return how a camera looks at spots of a board.

    Args:
        corners: of the playing surface.
        aspect: its depth over its width.
        pose: of the camera.
        spots: board coordinates, shape (n, 2).
    """
    middles, jacobians = seen_at(corners, aspect, spots)
    away = spots * (1.0, aspect) - pose.below
    far = np.linalg.norm(away, axis=1)
    right, down = (away / np.maximum(far, 1e-9)[:, None]).T
    turns = np.stack([np.stack([-down, -right], axis=-1), np.stack([right, -down], axis=-1)], axis=-2)
    scales = np.sqrt(np.abs(np.linalg.det(jacobians)))
    return Looks(middles, scales, jacobians @ turns / scales[:, None, None], far / pose.height)


def seen_at(corners: Corners, aspect: float, spots: Double) -> tuple[Double, Double]:
    """Return where spots of the board are seen, and how the picture changes there with the board.

    Args:
        corners: of the playing surface.
        aspect: its depth over its width.
        spots: board coordinates, shape (n, 2).

    Returns:
        Pixels of the picture, shape (n, 2), and matrices from widths of the board, across and along, to pixels, shape
        (n, 2, 2).
    """
    step = 1e-3
    aside = step * np.array([(0, 0), (1, 0), (-1, 0), (0, 1 / aspect), (0, -1 / aspect)])
    middle, right, left, down, up = to_picture(corners, (spots + aside[:, None]).reshape(-1, 2)).reshape(5, -1, 2)
    return middle, np.stack([right - left, down - up], axis=-1) / (2 * step)


def cut(image: Image, crop: Crop, span: float = SPAN, out: int = PATCH) -> Image:
    """Return the patch that a crop shows; beyond the picture's edge its last pixels go on.

    Args:
        image: shape (h, w, 3), uint8.
        crop: where.
        span: width of the patch in sides.
        out: width of the patch in pixels.

    Returns:
        Shape (out, out, 3), uint8.
    """
    scale = span * crop.side / out
    ((across, aslant), (askew, down)) = ((1.0, 0.0), (0.0, 1.0)) if crop.stretch is None else crop.stretch.tolist()
    (x, y), shrink = (crop.px, crop.py), int(scale)
    if shrink > 1:  # without this, fine texture would turn into noise
        reach = [scale * (abs(one) + abs(two)) * out / 2 + 2 * shrink for one, two in ((across, aslant), (askew, down))]
        left, top = (max(0, math.floor(at - far)) for at, far in zip((x, y), reach, strict=True))
        right, bottom = (math.ceil(at + far) for at, far in zip((x, y), reach, strict=True))
        part = image[top:bottom, left:right]
        if part.shape[0] >= shrink and part.shape[1] >= shrink:
            width, height = part.shape[1] // shrink, part.shape[0] // shrink
            part = part[: height * shrink, : width * shrink]
            image = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
            x, y = (x - left + 0.5) / shrink - 0.5, (y - top + 0.5) / shrink - 0.5
            scale /= shrink
    half = scale * (out - 1) / 2  # from the patch's first pixel to its middle
    matrix = (
        (scale * across, scale * aslant, x - half * (across + aslant)),
        (scale * askew, scale * down, y - half * (askew + down)),
    )
    patch = cv2.warpAffine(
        image,
        np.array(matrix, dtype=np.float64),
        (out, out),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, dtype=np.uint8)
