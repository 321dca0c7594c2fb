"""The camera of the photographs: where it looks, how its lens bends lines, and how light becomes a picture.

A path tracer has straight lenses only. So a straight picture is taken, wide enough, and bent afterwards.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.shading import GAMMA

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Floats, Pinhole
    from hardware.simulated.photo.shapes import F64

_ROUNDS: Final = 20
_SHOULDER: Final = 0.8
"""From which part of full light on highlights roll off instead of clipping."""


class Exposing(NamedTuple):
    """A straight camera, and how its picture is bent.

    Attributes:
        pose: shape (4, 4), from the camera's frame to the table's, millimetres; the camera looks along its z, its x
            runs to the left of the picture and its y up.
        opening: the angle that the picture's width takes in, degrees.
        width, height: of the straight picture, pixels.
        bend: for each pixel of the bent picture its column and row in the straight one, each of the camera's height
            and width, float32; None where nothing is bent.
    """

    pose: F64
    opening: float
    width: int
    height: int
    bend: tuple[Floats, Floats] | None


def exposing(pinhole: Pinhole) -> Exposing:
    """Return the straight camera that takes what this one sees."""
    right, down, forward = pinhole.axes()
    pose = np.eye(4)
    pose[:3] = np.stack([-right, -down, forward, np.asarray(pinhole.eye)], axis=1)
    width, height, bend = pinhole.width, pinhole.height, None
    if pinhole.k1 != 0.0:
        u, v = np.arange(pinhole.width) + 0.5, np.arange(pinhole.height) + 0.5
        x, y = np.meshgrid((u - pinhole.width / 2) / pinhole.focal, (v - pinhole.height / 2) / pinhole.focal)
        seen = np.hypot(x, y)
        straight = _straightened(seen, pinhole.k1) / np.maximum(seen, 1e-12)
        x, y = x * straight * pinhole.focal, y * straight * pinhole.focal
        width, height = (2 * (math.ceil(float(np.abs(n).max())) + 2) for n in (x, y))
        bend = ((x + (width / 2 - 0.5)).astype(np.float32), (y + (height / 2 - 0.5)).astype(np.float32))
    opening = math.degrees(2 * math.atan(width / 2 / pinhole.focal))
    return Exposing(pose, opening, width, height, bend)


def _straightened(seen: F64, k1: float) -> F64:
    """Return where a straight lens would see radii that a bent one sees; Newton's method on r + k1 r^3."""
    r = seen.copy()
    for _ in range(_ROUNDS):
        r -= (r * (1.0 + k1 * r * r) - seen) / (1.0 + 3.0 * k1 * r * r)
    return r


def developed(light: Floats, camera: Exposing) -> U8:
    """Return what the camera delivers of a straight picture of light, before its sensor spoils it.

    Args:
        light: red, green, blue, 1 for full light; shape (h, w, 3), of the straight picture.
        camera: how it is bent.

    Returns:
        Blue, green, red, uint8, of the camera's size.
    """
    values = np.maximum(np.asarray(light, dtype=np.float32), 0.0)
    over = np.maximum(values - _SHOULDER, 0.0) / (1.0 - _SHOULDER)
    rolled = np.minimum(values, _SHOULDER) + (1.0 - _SHOULDER) * over / (1.0 + over)
    picture = np.clip(np.rint(255.0 * np.power(rolled, 1.0 / GAMMA)), 0, 255).astype(np.uint8)
    picture = np.ascontiguousarray(picture[..., ::-1])
    if camera.bend is None:
        return picture
    return np.asarray(cv2.remap(picture, *camera.bend, cv2.INTER_CUBIC), dtype=np.uint8)
