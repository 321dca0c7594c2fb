"""One picture from a camera, and when it was taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A colour picture: array of shape (height, width, 3), dtype uint8, channels blue, green, red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture as the camera delivered it.

    Attributes:
        image: the pixels, shape (height, width, 3), uint8, blue-green-red; never written to.
        time: seconds on the camera's monotonic clock at the middle of the exposure.
        number: counts the frames of one camera from 0; a gap means that frames were dropped.
    """

    image: Image
    time: float
    number: int
