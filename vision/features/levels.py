"""Patches brought to one level, whatever the light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.frame import Image

SPREAD_SLACK: Final = 8.0
"""Added to a patch's spread of brightness, so that noise on an even patch is not blown up."""


def levelled(patches: Sequence[Image]) -> Float:
    """Return patches as the network takes them: each of mean 0 and about spread 1, whatever the light.

    This is not left to the model file, as OpenCV's older engine computes means over several axes wrongly.

    Args:
        patches: each of one shape (h, w, 3), uint8.

    Returns:
        Shape (n, 3, h, w).
    """
    result = np.empty((len(patches), 3, *patches[0].shape[:2]), dtype=np.float32)
    for patch, level in zip(patches, result, strict=True):
        mean, spread = cv2.meanStdDev(patch.reshape(-1))
        np.subtract(patch.transpose(2, 0, 1), np.float32(mean[0, 0]), out=level)
        np.multiply(level, np.float32(1 / (spread[0, 0] + SPREAD_SLACK)), out=level)
    return result
