"""A lens's radial distortion about the picture's middle: bending straight lines, and back.

A point that a perfect lens would show at distance r from the middle is seen at r * (1 + k1 * r * r), r in halves of the
picture's diagonal (the first term of Brown's model, 1966). A negative k1 bends lines outwards like a barrel's staves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

_Kind = TypeVar("_Kind", bound=np.floating[Any])

STRONGEST: Final = 0.144
"""The largest k1, of either sign: below -4/27 what is seen in the picture's corners could come from nowhere."""

_ROUNDS: Final = 8
"""Steps of the iteration that undoes a lens."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens, for pictures of one size.

    Attributes:
        k1: how far the picture's corners are moved outwards, as a share of their distance from the middle.
        width: of the pictures, pixels.
        height: of the pictures, pixels.
    """

    k1: float
    width: int
    height: int


def bend(lens: Lens, points: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
    """Return where points that a perfect lens would show at `points`, pixels, shape (..., 2), are seen."""
    middle, unit = _measures(lens, points)
    away = (points - middle) / unit
    radius2 = (away * away).sum(axis=-1, keepdims=True)
    radius2 = np.minimum(radius2, points.dtype.type(_turning(lens) ** 2))
    return np.asarray(middle + unit * away * (1 + points.dtype.type(lens.k1) * radius2), dtype=points.dtype)


def straighten(lens: Lens, points: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
    """Return where a perfect lens would show what is seen at `points`, pixels, shape (..., 2); undoes `bend`."""
    middle, unit = _measures(lens, points)
    away = (points - middle) / unit
    seen = np.sqrt((away * away).sum(axis=-1, keepdims=True))
    radius, k1, farthest = seen.copy(), points.dtype.type(lens.k1), points.dtype.type(_turning(lens))
    for _ in range(_ROUNDS):  # Newton's method for radius * (1 + k1 * radius ** 2) = seen
        square = radius * radius
        radius -= (radius * (1 + k1 * square) - seen) / np.maximum(1 + 3 * k1 * square, points.dtype.type(0.05))
        np.clip(radius, 0, farthest, out=radius)
    share = radius / np.maximum(seen, points.dtype.type(1e-9))
    return np.asarray(middle + unit * away * np.where(seen > 0, share, 1), dtype=points.dtype)


def _turning(lens: Lens) -> float:
    """Return the distance beyond which the model would fold everything back into the picture, in half diagonals."""
    return math.sqrt(1 / (3 * abs(lens.k1))) if lens.k1 < 0 else math.inf


def _measures(lens: Lens, points: npt.NDArray[_Kind]) -> tuple[npt.NDArray[_Kind], _Kind]:
    """Return the picture's middle and half its diagonal in pixels; pixel (0, 0) is the middle of the first one."""
    middle = np.array([(lens.width - 1) / 2, (lens.height - 1) / 2], dtype=points.dtype)
    unit: _Kind = points.dtype.type(math.hypot(lens.width, lens.height) / 2)
    return middle, unit
