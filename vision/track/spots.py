"""The spot of a thing that lay on the board: whether it looks as before, and whose arm was over it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import to_board

if TYPE_CHECKING:
    from vision.arrays import Mask
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

SPOT_ALIKE: Final = 0.8
"""Correlation of two pictures of one spot from which nothing has changed there; noise alone leaves more than 0.9."""

SPOT_REACH: Final = 0.24
"""How far about a thing's middle its spot reaches, in checker diameters: no farther than a die does."""

ARM_NEAR: Final = 5
"""How near to a thing's middle an arm passes over it, in small pixels: about a checker's radius."""


class End(StrEnum):
    """From which end of the board an arm reaches in, in picture terms after the warp."""

    TOP = "top"
    BOTTOM = "bottom"


def looks_as_before(before: Image, now: Image, spot: tuple[float, float], radius: float) -> bool:
    """Return whether a spot looks as in an earlier picture, whatever the light.

    Args:
        before: the earlier picture, at full resolution.
        now: the picture.
        spot: its middle, pixels.
        radius: how far it reaches, pixels.
    """
    if before.shape != now.shape:
        return False
    (x, y), reach = spot, max(3, round(radius))
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    cut = np.s_[top : round(y) + reach + 1, left : round(x) + reach + 1]
    then, there = before[cut], now[cut]
    if min(then.shape[:2]) < reach:
        return False
    if np.ptp(then) == 0:  # white all over, as far as the camera can tell: no light can be told from another
        return bool(np.array_equal(then, there))
    likeness = cv2.matchTemplate(cv2.GaussianBlur(there, (3, 3), 0), cv2.GaussianBlur(then, (3, 3), 0), _MEASURE)
    return bool(likeness.max() >= SPOT_ALIKE)


_MEASURE: Final = cv2.TM_CCOEFF_NORMED


def spot_radius(geometry: BoardGeometry) -> float:
    """Return how far the spot of a die or a cube reaches, in pixels of the picture."""
    corners = np.asarray(geometry.corners.points)
    width = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    return SPOT_REACH * geometry.diameter * width


def arm_over(arm: Mask, spot: tuple[float, float], width: int, geometry: BoardGeometry) -> tuple[bool, End | None]:
    """Return whether an arm is over a spot, and from which end it reaches in; None where that is not clear.

    Args:
        arm: see `vision.track.motion.Movement.arm`.
        spot: its middle in the picture, pixels.
        width: of the picture, pixels.
        geometry: where the board is.
    """
    scale = arm.shape[1] / width
    x, y = round(spot[0] * scale), round(spot[1] * scale)
    _, parts = cv2.connectedComponents(arm.astype(np.uint8))
    around = parts[max(0, y - ARM_NEAR) : y + ARM_NEAR + 1, max(0, x - ARM_NEAR) : x + ARM_NEAR + 1]
    own = np.unique(around[around > 0])
    if not own.size:
        return False, None
    rows, columns = np.nonzero(np.isin(parts, own))
    at = to_board(geometry.corners, np.column_stack([columns, rows]) / scale)
    above, below = int((at[:, 1] < 0).sum()), int((at[:, 1] > 1).sum())
    if max(above, below) < 2 * min(above, below) + 1:
        return True, None
    return True, End.TOP if above > below else End.BOTTOM
