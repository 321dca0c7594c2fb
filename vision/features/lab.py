"""Pictures in CIE Lab, their channels apart in memory: planes are gone through several times faster that way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

BAND: Final = 64
"""Rows that are gone through together: what is worked out for them stays near the processor meanwhile."""


def to_lab(image: Image) -> Float:
    """Return the picture in CIE Lab as float32, L 0..100, a and b about -100..100, shape (h, w, 3).

    In memory its channels lie apart, see `planes_of`.
    """
    planes = np.empty((3, *image.shape[:2]), dtype=np.float32)
    for top in range(0, len(image), BAND):
        scaled = np.multiply(image[top : top + BAND], np.float32(1 / 255), dtype=np.float32)
        cv2.split(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB, scaled), list(planes[:, top : top + BAND]))
    return planes.transpose(1, 2, 0)


def planes_of(lab: Float) -> list[Float]:
    """Return the channels of a picture one by one; they are copied only where they lie side by side.

    Planes that lie apart are gone through several times faster than channels side by side.
    """
    if lab.ndim == 3 and lab.flags.c_contiguous:
        return [np.asarray(plane, dtype=np.float32) for plane in cv2.split(lab)]
    return [np.ascontiguousarray(lab[..., channel]) for channel in range(lab.shape[-1])]
