"""A closer look at a board: brought upright, as large as the scene network takes it, and seen in four mirrors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.locate.scene_net import LOOK, ROOM, SceneMaps

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.locate.scene_net import SceneNet

MIRRORS: Final = (None, 1, 0, -1)
"""As it is, mirrored left and right, up and down, both, as `cv2.flip` counts them."""


def closer_look(image: Image, corners: Double) -> tuple[Image, Double]:
    """Return a picture of a board, upright in its middle, and the 3x3 matrix from the picture to that one.

    Args:
        image: the picture.
        corners: of the playing surface, clockwise from the board's top left, pixels, (4, 2).
    """
    width, height = LOOK
    x, y = ROOM * width, ROOM * height
    to = np.array([[x, y], [width - x, y], [width - x, height - y], [x, height - y]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), to)
    shrink = math.sqrt(abs(cv2.contourArea(corners.astype(np.float32))) / ((width - 2 * x) * (height - 2 * y)))
    source = cv2.GaussianBlur(image, (0, 0), 0.4 * shrink) if shrink > 1.4 else image
    look = cv2.warpPerspective(source, matrix, LOOK, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(look, dtype=np.uint8), np.asarray(matrix, dtype=np.float64)


def mirrored_maps(image: Image, net: SceneNet) -> SceneMaps:
    """Return the mean of what the network says of a picture and of its mirror images: what errs one way cancels out."""
    seen = []
    for mirror in MIRRORS:
        maps = net.maps(image if mirror is None else np.asarray(cv2.flip(image, mirror), dtype=np.uint8))
        whole = np.stack([maps.hand, maps.surface, maps.bar, maps.corner], axis=2)
        seen.append(whole if mirror is None else cv2.flip(whole, mirror))
    mean = np.asarray(np.mean(np.stack(seen), axis=0), dtype=np.float32)
    return SceneMaps(mean[..., 0], mean[..., 1], mean[..., 2], mean[..., 3], maps.scale)
