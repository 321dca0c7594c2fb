"""The camera's pose: how far above the board it stands, and over which point of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.board import homography
from vision.reading import PLACES

if TYPE_CHECKING:
    from vision.arrays import Double, Float
    from vision.geometry.board import BoardGeometry, Corners

THICKNESS: Final = 0.25
"""Thickness of a checker in diameters, as is usual."""

SEEN_ASIDE: Final = 0.1
"""How far beside the first checker of a line the sixth, which lies on it, appears at least, in diameters, where it is
surely seen: below that what would tell is hidden below the upper one."""

_USUAL_LENS: Final = 1.0
"""Focal length in widths of the picture, where the picture itself does not tell."""

_LENSES: Final = (0.55, 3.0)
"""Focal lengths of cameras at boards, in widths of the picture."""

HELD: Final = 0.003
"""How much usual lenses weigh; from straight above, corners a little off outweigh it."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Pose of the camera; lengths in widths of the playing surface.

    Attributes:
        below: board x and y (y from the top rail, in widths too) of the point straight below it.
        height: over the board.
    """

    below: tuple[float, float]
    height: float


@lru_cache(maxsize=16)
def camera_pose(corners: Corners, aspect: float, picture: tuple[int, int]) -> CameraPose:
    """Return about where the camera stands, taken to look straight at the middle of its picture.

    The focal length follows from how the board's sides converge (the two conditions on the image of the absolute conic
    of Zhang, 2000), held to that of usual lenses where they hardly do.

    Args:
        corners: of the playing surface.
        aspect: its depth over its width.
        picture: height and width of the picture in pixels.
    """
    height, width = picture
    level = np.array([[1 / width, 0, -0.5], [0, 1 / width, -0.5 * height / width], [0, 0, 1]])
    matrix = level @ homography(corners) @ np.diag([1.0, 1.0 / aspect, 1.0])
    first, second, third = matrix.T
    # first . second = 0 and |first| = |second| once the first two rows are divided by the focal length.
    known = np.array([first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]])
    rest = np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2])
    weight = HELD * float(first[:2] @ first[:2]) ** 2
    square = (weight / _USUAL_LENS**2 - known @ rest) / (weight + known @ known)
    lens = float(np.clip(square, 1 / _LENSES[1] ** 2, 1 / _LENSES[0] ** 2) ** -0.5)
    straight = np.diag([1 / lens, 1 / lens, 1.0]) @ np.column_stack([first, second, third])
    scale = 2.0 / (np.linalg.norm(straight[:, 0]) + np.linalg.norm(straight[:, 1]))
    right, down = straight[:, 0] * scale, straight[:, 1] * scale
    origin = straight[:, 2] * scale
    normal = np.cross(right, down)
    place = -np.array([right @ origin, down @ origin, normal @ origin])
    return CameraPose((float(place[0]), float(place[1])), max(0.3, abs(float(place[2]))))


def foot_of(at: Double, high: float, pose: CameraPose) -> Double:
    """Return where a thing stands whose upper face is seen at a spot: what lies higher is seen farther from the camera.

    Args:
        at: where the face is seen, in widths of the playing surface (x, y from the top rail), shape (.., 2).
        high: how far it is above the board, in these widths.
        pose: of the camera.
    """
    return np.asarray(at - high / pose.height * (at - np.array(pose.below)), dtype=np.float64)


def shifts(pose: CameraPose, geometry: BoardGeometry) -> Float:
    """Return how far upper checkers appear beside the lower ones they lie on, in diameters a layer.

    Returns:
        Shape (24, 2): rightwards in the picture, and along the point, away from the rail.
    """
    result = np.zeros((24, 2), dtype=np.float32)
    for place in range(24):
        y = geometry.first[int(place >= 12)] + 2 * geometry.spacing
        away = y if place < 12 else geometry.aspect - y
        lift = THICKNESS / pose.height
        across = geometry.columns[place] - pose.below[0]
        result[place] = lift * across, lift * (away - pose.below[1]) * (1 if place < 12 else -1)
    return result


def seen_from_above(pose: CameraPose, geometry: BoardGeometry) -> list[str]:
    """Return the names of the points on which the camera looks down so steeply that six checkers may look like five."""
    aside = np.hypot(*shifts(pose, geometry).T)
    return [place for place, far in zip(PLACES, aside, strict=True) if far < SEEN_ASIDE]
