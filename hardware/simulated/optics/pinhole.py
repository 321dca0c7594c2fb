"""The camera's geometry: from millimetres on the table to pixels, and back along a pixel's ray.

A ray is written as a function of the height z: x = x0 + z * sx, y = y0 + z * sy. That works for every pixel, as each
looks down on the table, and the first thing that a ray meets is the highest one on it.

Picture coordinates: pixels, u to the right, v down, (0, 0) the outer corner of the top left pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hardware.simulated.errors import SceneError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.scene.board import BoardSize

F64 = npt.NDArray[np.float64]
Floats = npt.NDArray[np.floating[Any]]
"""An array of float32, or of what arithmetic makes of it."""
Point3 = tuple[float, float, float]

_LOWEST_RAY = -0.35
"""The flattest ray that is allowed: the z part of its direction, so 20 degrees below the horizon."""
_UNDISTORT_ROUNDS = 6


class Rays(NamedTuple):
    """Rays of a block of pixels, each array float32 of the block's shape: where they meet z = 0, and their slopes."""

    x0: Floats
    y0: Floats
    sx: Floats
    sy: Floats


@dataclass(frozen=True, slots=True)
class Pinhole:
    """A camera that looks down on the table.

    Attributes:
        eye: where it is, millimetres in the board's frame of reference.
        target: the point that it looks at.
        focal: the focal length in pixels.
        width, height: the picture's size in pixels.
        roll: its rotation about its own axis, degrees, clockwise in the picture.
        k1: radial distortion: a normalised radius r is seen at r * (1 + k1 * r * r); below 0 is barrel-shaped.

    Raises:
        SceneError: some pixel would look at the horizon or above.
    """

    eye: Point3
    target: Point3
    focal: float
    width: int = 1280
    height: int = 720
    roll: float = 0.0
    k1: float = 0.0

    def __post_init__(self) -> None:
        """Refuse a camera that sees the horizon."""
        axes = self.axes()
        for u in (0.0, float(self.width)):
            for v in (0.0, float(self.height)):
                x, y = (u - self.width / 2) / self.focal, (v - self.height / 2) / self.focal
                ray = axes.T @ np.array([x, y, 1.0])
                if ray[2] / math.hypot(*ray) > _LOWEST_RAY:
                    raise SceneError("scene.camera_sees_horizon", eye=self.eye, target=self.target)

    def axes(self) -> F64:
        """Return the camera's own axes in the board's frame, shape (3, 3): rows right, down, forward."""
        return _axes(self.eye, self.target, self.roll)

    def project(self, points: Sequence[Point3] | F64) -> F64:
        """Return where points of the table are seen.

        Args:
            points: shape (n, 3), millimetres.

        Returns:
            Shape (n, 2), pixels; points outside the picture have coordinates outside it.
        """
        seen = (np.asarray(points, dtype=np.float64) - np.asarray(self.eye)) @ self.axes().T
        flat = seen[:, :2] / seen[:, 2:]
        flat = flat * (1.0 + self.k1 * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(flat * self.focal + (self.width / 2, self.height / 2))

    def rays(self, u: Floats, v: Floats) -> Rays:
        """Return the rays of pixels.

        Args:
            u: picture coordinates to the right, float32.
            v: picture coordinates down, float32, of the same shape or one that broadcasts with it.
        """
        x = ((u - self.width / 2) / self.focal).astype(np.float32)
        y = ((v - self.height / 2) / self.focal).astype(np.float32)
        if self.k1:
            seen_x, seen_y = x, y
            for _ in range(_UNDISTORT_ROUNDS):
                bend = 1.0 + np.float32(self.k1) * (x * x + y * y)
                x, y = seen_x / bend, seen_y / bend
        a = self.axes().astype(np.float32)
        down = a[0, 2] * x + a[1, 2] * y + a[2, 2]
        sx = (a[0, 0] * x + a[1, 0] * y + a[2, 0]) / down
        sy = (a[0, 1] * x + a[1, 1] * y + a[2, 1]) / down
        ex, ey, ez = (np.float32(e) for e in self.eye)
        return Rays(ex - ez * sx, ey - ez * sy, sx, sy)


@lru_cache(maxsize=8)
def _axes(eye: Point3, target: Point3, roll: float) -> F64:
    """Return the axes of a camera that looks from one point to another, turned by `roll` degrees; see `Pinhole`."""
    forward = np.subtract(target, eye)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 1.0, 0.0))
    right = right / np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = math.cos(math.radians(roll)), math.sin(math.radians(roll))
    axes = np.stack([c * right + s * down, c * down - s * right, forward])
    axes.setflags(write=False)
    return axes


def block_rays(pinhole: Pinhole, left: int, top: int, width: int, height: int, finer: int = 1) -> Rays:  # noqa: PLR0913, PLR0917 (a block is four numbers)
    """Return the rays of a block of pixels, each pixel split into `finer` by `finer`.

    Returns:
        Arrays of shape (height * finer, width * finer).
    """
    u = left + (np.arange(width * finer, dtype=np.float32) + 0.5) / finer
    v = top + (np.arange(height * finer, dtype=np.float32) + 0.5) / finer
    return pinhole.rays(u[None, :], v[:, None])


@dataclass(frozen=True, slots=True)
class View:
    """Where somebody has put the camera, in words that a person would use.

    Attributes:
        elevation: degrees above the table; 90 looks straight down.
        azimuth: degrees to the right of the middle of the bottom end.
        roll: the camera's rotation about its own axis, degrees.
        opening: the angle that the picture's width takes in, degrees.
        margin: the part of the picture that is left free about the board.
        aside: how far the camera is shifted from where the board is centred, millimetres to the right and up.
        width, height: the picture's size in pixels.
        k1: see `Pinhole`.
    """

    elevation: float = 70.0
    azimuth: float = 0.0
    roll: float = 0.0
    opening: float = 52.0
    margin: float = 0.03
    aside: tuple[float, float] = (0.0, 0.0)
    width: int = 1280
    height: int = 720
    k1: float = 0.0


def looking_at(size: BoardSize, view: View) -> Pinhole:
    """Return a camera that sees the whole board from the view's direction, centred, as large as its margin allows."""
    focal = view.width / 2 / math.tan(math.radians(view.opening / 2))
    el, az = math.radians(view.elevation), math.radians(view.azimuth)
    way = (math.cos(el) * math.sin(az), -math.cos(el) * math.cos(az), math.sin(el))
    x, y, h = size.outer_width / 2, size.outer_height / 2, size.rail_height
    corners = [(sx * x, sy * y, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, h)]
    room = np.asarray((view.width, view.height)) * (1.0 - 2.0 * view.margin)
    middle = np.asarray((view.width, view.height)) / 2

    def at(target: tuple[float, float], distance: float) -> Pinhole:
        eye = (target[0] + distance * way[0], target[1] + distance * way[1], distance * way[2])
        return Pinhole(eye, (*target, 0.0), focal, view.width, view.height, view.roll, view.k1)

    # Of a camera on its side, the picture's right is not the table's.
    s, c = ((0, 1), (1, 0), (0, -1), (-1, 0))[round(view.roll / 90) % 4]
    quarter = np.array([[c, -s], [s, c]], dtype=np.float64)
    target, distance = (0.0, 0.0), 1000.0
    for _ in range(12):  # each round centres the board and scales it; the rest shrinks to nothing
        seen = at(target, distance).project(corners)
        low, high = seen.min(axis=0), seen.max(axis=0)
        off = quarter @ (((low + high) / 2 - middle) * distance / focal)
        target = (target[0] + float(off[0]), target[1] - float(off[1]))
        distance *= float(((high - low) / room).max())
    return at((target[0] + view.aside[0], target[1] + view.aside[1]), distance)
