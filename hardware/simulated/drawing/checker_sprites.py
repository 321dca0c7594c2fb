"""Checkers as the camera sees them: short cylinders, lying or standing, with a rim, a shaped face and a grain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.shading import Facing, Surface, lit
from hardware.simulated.drawing.sprites import (
    FINER,
    Mask,
    Shot,
    Sprite,
    above_ground,
    block_around,
    box_points,
    finish,
    toward_eye,
)
from hardware.simulated.optics.pinhole import Floats, Rays, block_rays

if TYPE_CHECKING:
    from hardware.simulated.looks.parts import CheckerLook
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.table import Checker

_BEVEL = 0.075
"""The rounded rim as a share of the radius."""
_ROUNDED = 0.7
"""From which share of half the thickness on the side wall is rounded."""


class _Cylinder(NamedTuple):
    """A cylinder: its middle, the unit vector of its axis, radius and half its thickness, millimetres."""

    middle: tuple[float, float, float]
    axis: tuple[float, float, float]
    radius: float
    half: float


class _Hit(NamedTuple):
    """Where rays meet a cylinder, each an array of one shape.

    Attributes:
        hit: whether they meet it.
        on_cap: whether they meet its upper face.
        z: at what height.
        across: the point's part across the axis, millimetres from it, along x, y and z.
        along: its part along the axis, -1..1 from face to face.
        sign: 1 where the face at the axis's head looks to the camera, else -1.
    """

    hit: Mask
    on_cap: Mask
    z: Floats
    across: tuple[Floats, ...]
    along: Floats
    sign: Floats


def _cut(rays: Rays, body: _Cylinder) -> _Hit:
    """Return where rays meet a cylinder first."""
    up = [np.float32(n) for n in body.axis]
    start = (rays.x0 - np.float32(body.middle[0]), rays.y0 - np.float32(body.middle[1]), np.float32(-body.middle[2]))
    slope = (rays.sx, rays.sy, np.float32(1.0))
    # A ray's part along the axis, and its part across it: there the cylinder is a circle.
    start_along = start[0] * up[0] + start[1] * up[1] + start[2] * up[2]
    slope_along = slope[0] * up[0] + slope[1] * up[1] + slope[2] * up[2]
    start_across = [start[i] - start_along * up[i] for i in range(3)]
    slope_across = [slope[i] - slope_along * up[i] for i in range(3)]
    a = slope_across[0] ** 2 + slope_across[1] ** 2 + slope_across[2] ** 2 + np.float32(1e-9)
    b = sum((m * n for m, n in zip(slope_across, start_across, strict=True)), start=np.float32(0.0))
    c = start_across[0] ** 2 + start_across[1] ** 2 + start_across[2] ** 2 - np.float32(body.radius**2)
    inner = b * b - a * c
    z_side = (-b + np.sqrt(np.maximum(inner, 0.0))) / a
    on_side = (inner > 0.0) & (np.abs(start_along + slope_along * z_side) <= body.half)
    sign = np.where(slope_along >= 0.0, 1.0, -1.0).astype(np.float32)
    z_cap = (sign * np.float32(body.half) - start_along) / np.where(np.abs(slope_along) < 1e-6, 1e-6, slope_along)
    far = [n + m * z_cap for m, n in zip(slope_across, start_across, strict=True)]
    on_cap = far[0] ** 2 + far[1] ** 2 + far[2] ** 2 <= body.radius**2
    z = np.where(on_cap, z_cap, z_side).astype(np.float32)
    across = tuple(n + m * z for m, n in zip(slope_across, start_across, strict=True))
    return _Hit(on_cap | on_side, on_cap, z, across, (start_along + slope_along * z) / np.float32(body.half), sign)


def _profile(look: CheckerLook, q: Floats) -> Floats:
    """Return how much the upper face is tilted outwards, radians, at a share q of the radius."""
    tilt = 1.15 * np.clip((q - (1.0 - _BEVEL)) / _BEVEL, 0.0, 1.0)
    if look.profile == "dish":
        wall = np.clip(1.0 - np.abs(q - 0.68) / 0.045, 0.0, 1.0)
        tilt = tilt - 0.75 * wall - np.where(q < 0.64, 0.14 * q, 0.0)
    elif look.profile == "ring":
        for middle in (0.74, 0.56):
            near = np.clip(1.0 - np.abs(np.abs(q - middle) - 0.014) / 0.014, 0.0, 1.0)
            tilt = tilt - 0.8 * near * np.sign(q - middle)
    elif look.profile == "button":
        tilt = tilt + 0.32 * q * q
    elif look.profile == "round":
        tilt = tilt + 0.12 * q + 0.85 * q**5
    return np.asarray(tilt, dtype=np.float32)


def _normals(look: CheckerLook, body: _Cylinder, met: _Hit) -> Facing:
    """Return where the surface faces."""
    far = np.sqrt(met.across[0] ** 2 + met.across[1] ** 2 + met.across[2] ** 2) + np.float32(1e-6)
    tilt = _profile(look, far / np.float32(body.radius))
    rounding = np.sign(met.along) * np.clip((np.abs(met.along) - _ROUNDED) / (1.0 - _ROUNDED), 0.0, 1.0) * 0.8
    outwards = np.where(met.on_cap, np.sin(tilt), np.cos(rounding)) / far
    axially = np.where(met.on_cap, np.cos(tilt) * met.sign, np.sin(rounding))
    return Facing(*(met.across[i] * outwards + np.float32(body.axis[i]) * axially for i in range(3)))


def _grain(face: Floats, checker: Checker, body: _Cylinder, met: _Hit) -> Floats:
    """Return the surface's colour as light; the face turns with the checker, the wall continues the face's rim."""
    turn = math.radians(checker.turn)
    e, f = met.across[0], met.across[2 if checker.standing else 1]
    scale, middle = np.float32(0.485 / body.radius * face.shape[0]), np.float32(face.shape[0] / 2)
    map_x = (math.cos(turn) * e + math.sin(turn) * f) * scale + middle
    map_y = (math.cos(turn) * f - math.sin(turn) * e) * scale + middle
    return np.asarray(cv2.remap(face, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR), np.float32)


def checker_sprite(shot: Shot, size: BoardSize, look: CheckerLook, face: Floats, checker: Checker) -> Sprite | None:
    """Draw a checker.

    Args:
        shot: the camera and the light.
        size: the board's measures.
        look: the set's look.
        face: an upper face of the set from `materials.checker_face`.
        checker: which checker.

    Returns:
        The sprite, or None where it is outside the picture.
    """
    radius, half = size.checker_diameter / 2, size.checker_thickness / 2
    if checker.lean != 0.0:
        lean = math.radians(checker.lean)
        rise = radius * abs(math.sin(lean)) + half * math.cos(lean)
        body = _Cylinder((checker.x, checker.y, checker.z + rise), (0.0, math.sin(lean), math.cos(lean)), radius, half)
        extent, tall = (radius, radius, rise), 2 * rise
    elif checker.standing:
        body = _Cylinder((checker.x, checker.y, checker.z + radius), (0.0, 1.0, 0.0), radius, half)
        extent, tall = (radius, half, radius), 2 * radius
    else:
        body = _Cylinder((checker.x, checker.y, checker.z + half), (0.0, 0.0, 1.0), radius, half)
        extent, tall = (radius, radius, half), 2 * half
    block = block_around(shot.pinhole, box_points(body.middle, extent))
    if block is None:
        return None
    rays = block_rays(shot.pinhole, *block, finer=FINER)
    met = _cut(rays, body)
    rise = np.clip((met.z - checker.z) / np.float32(tall), 0.0, 1.0)
    surface = Surface(
        albedo=_grain(face, checker, body, met),
        normal=_normals(look, body, met),
        toward_eye=toward_eye(rays),
        gloss=look.gloss,
        open_sky=np.where(met.on_cap, 1.0, 0.45 + 0.5 * rise).astype(np.float32),
    )
    hit = met.hit & above_ground(met.z, shot.ground, block)
    return finish(block, lit(surface, shot.lamp), hit, checker.z + tall)
