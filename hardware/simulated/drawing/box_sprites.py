"""Dice and the doubling cube as the camera sees them: rounded boxes, at any angle, with pips or digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.drawing.shading import Facing, Surface, lit, to_light
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
from hardware.simulated.optics.pinhole import F64, Floats, Rays, block_rays
from hardware.simulated.scene.dice import FACES, half_height, orientation
from hardware.simulated.scene.table import CUBE_VALUES, Cube, Die

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.simulated.looks.parts import DieLook

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
_ROUNDS = 7
"""Steps towards the rounded surface: each comes as near as is safe."""
_GLOSS = 0.6
_THROUGH = np.float32(0.55)
"""How much of what lies below is seen through the clearest die."""


def _pips(value: int, look: DieLook, u: Floats, v: Floats) -> Floats:
    """Return the ink of a die's face, 0..1, at (u, v), which run from -1 to 1 across it."""
    ink = np.zeros_like(u)
    radius = look.pip_radius * (look.ace if value == 1 else 1.0)
    for a, b in _PIPS[value]:
        away = np.hypot(u - np.float32(a * look.pip_spread), v - np.float32(b * look.pip_spread))
        ink = np.maximum(ink, np.clip((radius - away) / 0.05 + 0.5, 0.0, 1.0))
    return np.asarray(ink, dtype=np.float32)


def _digits(ink: Floats, u: Floats, v: Floats) -> Floats:
    """Return the ink of a cube's face, 0..1, at (u, v)."""
    n = ink.shape[0]
    map_x, map_y = (u + 1.0) * np.float32(n / 2) - 0.5, (1.0 - v) * np.float32(n / 2) - 0.5
    return np.asarray(cv2.remap(ink, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR), np.float32)


def _upright(number: int) -> F64:
    """Return the axes of a face in the die's own frame, shape (2, 3): to its right and up when that face is read."""
    return np.asarray(orientation(Die("light", number, 0.0, 0.0))[:2])


def _past_flat(p: Floats, rounding: float) -> Floats:
    """Return how far points lie past the flat parts of the faces, shape (3, h, w); the box's half side is 1."""
    return np.asarray(np.maximum(np.abs(p) - np.float32(1.0 - rounding), 0.0))


def _cut(rays: Rays, middle: tuple[float, float, float], own: Floats, rounding: float) -> tuple[Mask, Floats, Floats]:
    """Return whether rays meet a rounded box, at which height, and where in its own frame (half its side is 1).

    The box is met first without its rounding; from there steps go on by the distance to the rounded surface.

    Args:
        rays: the rays.
        middle: the box's middle, millimetres.
        own: the matrix, shape (3, 3), from the table's frame, about the middle, to the box's own.
        rounding: the radius of edges and corners in the box's own frame.
    """
    ax, ay, az = rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.float32(-middle[2])
    start = np.stack([own[i, 0] * ax + own[i, 1] * ay + own[i, 2] * az for i in range(3)])
    slope = np.stack([own[i, 0] * rays.sx + own[i, 1] * rays.sy + own[i, 2] for i in range(3)])
    slope = np.where(np.abs(slope) < 1e-7, np.float32(1e-7), slope)
    first, second = (1.0 - start) / slope, (-1.0 - start) / slope
    z = np.maximum(first, second).min(axis=0)
    hit = z > np.minimum(first, second).max(axis=0)
    steepness = np.sqrt((slope * slope).sum(axis=0))
    away = np.zeros_like(z)
    for _ in range(_ROUNDS):
        past = _past_flat(start + slope * z, rounding)
        away = np.sqrt((past * past).sum(axis=0)) - np.float32(rounding)
        z = z - np.maximum(away, 0.0) / steepness
    return hit & (away < 0.03), np.asarray(z, dtype=np.float32), start + slope * z


def _far_side(rays: Rays, middle: tuple[float, float, float], own: Floats) -> Floats:
    """Return where rays leave a box, in its own frame; see `_cut`."""
    ax, ay, az = rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.float32(-middle[2])
    start = np.stack([own[i, 0] * ax + own[i, 1] * ay + own[i, 2] * az for i in range(3)])
    slope = np.stack([own[i, 0] * rays.sx + own[i, 1] * rays.sy + own[i, 2] for i in range(3)])
    slope = np.where(np.abs(slope) < 1e-7, np.float32(1e-7), slope)
    z = np.minimum((1.0 - start) / slope, (-1.0 - start) / slope).max(axis=0)
    return np.asarray(np.clip(start + slope * z, -1.0, 1.0), dtype=np.float32)


def _ink(p: Floats, hit: Mask, look: DieLook, faces: Mapping[int, Floats] | None) -> Floats:
    """Return the ink at points of the surface: pips, or the digits of `faces` by the number of the die's face."""
    axis = np.abs(p).argmax(axis=0)
    ink: Floats = np.zeros(axis.shape, dtype=np.float32)
    for number, (face_axis, face_sign) in FACES.items():
        here = hit & (axis == face_axis) & (p[face_axis] * face_sign > 0.0)
        if here.any():
            right, up = _upright(number).astype(np.float32)
            q = p[:, here] if faces is None else p
            u = right[0] * q[0] + right[1] * q[1] + right[2] * q[2]
            v = up[0] * q[0] + up[1] * q[1] + up[2] * q[2]
            ink[here] = _pips(number, look, u, v) if faces is None else _digits(faces[number], u, v)[here]
    return ink


def _box_sprite(
    shot: Shot, side: float, look: DieLook, lying: Die, faces: Mapping[int, Floats] | None
) -> Sprite | None:
    """Draw a rounded box with pips or digits."""
    turned = orientation(lying)
    rise = half_height(lying, side)
    middle = (lying.x, lying.y, lying.z + rise)
    reach = float(np.abs(turned[:2]).sum(axis=1).max()) * side / 2
    block = block_around(shot.pinhole, box_points(middle, (reach, reach, rise)))
    if block is None:
        return None
    rays = block_rays(shot.pinhole, *block, finer=FINER)
    rounding = 2.0 * look.rounding
    own = (turned.T * (2.0 / side)).astype(np.float32)
    hit, z, p = _cut(rays, middle, own, rounding)
    ink = _ink(p, hit, look, faces)
    # Only what is hit is lit: lists of fine pixels from here on.
    met, marked = p[:, hit], ink[hit][..., None]
    body_normal = np.sign(met) * _past_flat(met, rounding)
    body_normal /= np.sqrt((body_normal * body_normal).sum(axis=0)) + np.float32(1e-6)
    eye = Facing(*(n[hit] for n in toward_eye(rays)))
    surface = Surface(
        albedo=to_light(look.colour) * (1.0 - marked) + to_light(look.pips) * marked,
        normal=Facing(*(turned.astype(np.float32) @ body_normal)),
        toward_eye=eye,
        gloss=_GLOSS,
        open_sky=0.55 + 0.45 * np.clip((z[hit] - lying.z) / np.float32(2 * rise), 0.0, 1.0),
    )
    light: Floats = np.zeros((*hit.shape, 3), dtype=np.float32)
    light[hit] = lit(surface, shot.lamp)
    shown = hit & above_ground(z, shot.ground, block)
    dense = None
    if look.clear > 0.0:
        far = _ink(_far_side(rays, middle, own), hit, look, faces)
        dense = np.maximum(ink, 1.0 - np.float32(look.clear) * _THROUGH * (1.0 - 0.6 * far))
        light *= (1.0 + 0.35 * look.clear * (1.0 - np.maximum(ink, 0.6 * far)))[..., None]  # it glows within
    return finish(block, light, shown, lying.z + 2 * rise, dense)


def die_sprite(shot: Shot, side: float, look: DieLook, die: Die) -> Sprite | None:
    """Draw a die of this side in millimetres; None where it is outside the picture."""
    return _box_sprite(shot, side, look, die, None)


def as_die(cube: Cube) -> Die:
    """Return a die that lies as the cube does; 2 takes the place of 1, 64 that of 6."""
    return Die("light", CUBE_VALUES.index(cube.value) + 1, cube.x, cube.y, cube.z, cube.turn)


def cube_sprite(shot: Shot, side: float, look: DieLook, faces: Mapping[int, Floats], cube: Cube) -> Sprite | None:
    """Draw the doubling cube; None where it is outside the picture.

    Args:
        shot: the camera and the light.
        side: its edge in millimetres.
        look: its colours.
        faces: the digits as ink, by value, from `materials.digits`.
        cube: how it lies.
    """
    by_number = {number: faces[value] for number, value in enumerate(CUBE_VALUES, start=1)}
    return _box_sprite(shot, side, look, as_die(cube), by_number)
