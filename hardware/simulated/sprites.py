"""Checkers, dice and the cube as the camera sees them: each drawn by itself, with its cover, to be laid on the picture.

Every pixel's rays are cut with the thing's exact shape, so that perspective, side walls and parallax are right wherever
it lies; what other things throw on it as shadow is added where the picture is put together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.dice import FACES, half_height, orientation
from hardware.simulated.pinhole import F64, Floats, Pinhole, Rays, block_rays
from hardware.simulated.scene import CUBE_VALUES, Checker, Cube, Die
from hardware.simulated.shading import Facing, Lamp, Surface, lit, to_light, to_picture

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.simulated.board import BoardSize
    from hardware.simulated.looks import CheckerLook, DieLook
    from hardware.simulated.materials import U8

Mask = npt.NDArray[np.bool_]

_FINER = 3
"""Each pixel is drawn as so many by so many, then averaged."""
_BEVEL = 0.075
"""The rounded rim of a checker as a share of its radius."""
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
_PIP_SPREAD = 0.5
_PIP_RADIUS = 0.2


class Block(NamedTuple):
    """A block of pixels: left and top edge, width and height."""

    left: int
    top: int
    width: int
    height: int

    def meets(self, other: Block) -> bool:
        """Return whether two blocks share a pixel."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


class Sprite(NamedTuple):
    """Something drawn, ready to be laid on the picture.

    Attributes:
        block: the pixels that it may cover.
        colour: shape (height, width, 3), uint8, already multiplied by the cover.
        cover: how much of each pixel it covers, shape (height, width), uint8, 255 for all of it.
        top: the height of its upper face, millimetres: there it receives shadows.
    """

    block: Block
    colour: U8
    cover: U8
    top: float


def block_around(pinhole: Pinhole, points: F64, pad: int = 1) -> Block | None:
    """Return the block of the picture that points (shape (n, 3), millimetres) span, or None where none is seen."""
    seen = pinhole.project(points)
    low = np.floor(seen.min(axis=0)).astype(int) - pad
    high = np.ceil(seen.max(axis=0)).astype(int) + pad
    left, top = max(int(low[0]), 0), max(int(low[1]), 0)
    right, bottom = min(int(high[0]), pinhole.width), min(int(high[1]), pinhole.height)
    if right <= left or bottom <= top:
        return None
    return Block(left, top, right - left, bottom - top)


def box_points(middle: tuple[float, float, float], half: tuple[float, float, float]) -> F64:
    """Return the corners of an upright box, shape (8, 3)."""
    signs = np.asarray([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], dtype=np.float64)
    return np.asarray(np.asarray(middle) + signs * np.asarray(half))


def _finish(block: Block, light: Floats, hit: Mask, top: float) -> Sprite:
    """Average the fine pixels and multiply the colours by their cover."""
    size = (block.width, block.height)
    seen = hit.astype(np.float32)
    values = np.clip(to_picture(light), 0.0, 255.0) * seen[..., None]
    colour = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
    return Sprite(block, np.rint(colour).astype(np.uint8), np.rint(cover * 255.0).astype(np.uint8), top)


def _toward_eye(rays: Rays) -> Facing:
    """Return the unit vectors from the table to the camera."""
    length = np.sqrt(rays.sx * rays.sx + rays.sy * rays.sy + 1.0)
    return Facing(rays.sx / length, rays.sy / length, 1.0 / length)


def _above_ground(height: Floats, ground: Floats | None, block: Block) -> Mask | bool:
    """Return where something at these heights along the rays is not hidden by rails or bar."""
    if ground is None:
        return True
    part = ground[block.top : block.top + block.height, block.left : block.left + block.width]
    fine = cv2.resize(part, (block.width * _FINER, block.height * _FINER), interpolation=cv2.INTER_NEAREST)
    return np.asarray(height > fine - 0.3)


def _profile(look: CheckerLook, q: Floats) -> Floats:
    """Return how much the upper face is tilted outwards, radians, at a share q of the radius."""
    rim = np.clip((q - (1.0 - _BEVEL)) / _BEVEL, 0.0, 1.0)
    tilt = 1.15 * rim
    if look.profile == "dish":
        wall = np.clip(1.0 - np.abs(q - 0.68) / 0.045, 0.0, 1.0)
        tilt = tilt - 0.75 * wall - np.where(q < 0.64, 0.14 * q, 0.0)
    elif look.profile == "ring":
        for middle in (0.74, 0.56):
            near = np.clip(1.0 - np.abs(np.abs(q - middle) - 0.014) / 0.014, 0.0, 1.0)
            tilt = tilt - 0.8 * near * np.sign(q - middle)
    elif look.profile == "button":
        tilt = tilt + 0.32 * q * q
    return np.asarray(tilt, dtype=np.float32)


def checker_sprite(
    view: tuple[Pinhole, Lamp, Floats | None], size: BoardSize, look: CheckerLook, face: Floats, checker: Checker
) -> Sprite | None:
    """Draw a checker.

    Args:
        view: the camera, the light, and the heights of the empty board as the camera sees them (or None).
        size: the board's measures.
        look: the set's look.
        face: the set's upper face from `materials.checker_face`.
        checker: which checker.

    Returns:
        The sprite, or None where it is outside the picture.
    """
    pinhole, lamp, ground = view
    radius, half = size.checker_diameter / 2, size.checker_thickness / 2
    up = (0.0, 1.0, 0.0) if checker.standing else (0.0, 0.0, 1.0)
    middle = (checker.x, checker.y, checker.z + (radius if checker.standing else half))
    extent = (radius, half, radius) if checker.standing else (radius, radius, half)
    block = block_around(pinhole, box_points(middle, extent))
    if block is None:
        return None
    rays = block_rays(pinhole, *block, finer=_FINER)
    start = (rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.float32(-middle[2]))
    slope = (rays.sx, rays.sy, np.float32(1.0))
    # Along the axis (a ray's part that runs with it) and across it.
    start_along = sum(start[i] * np.float32(up[i]) for i in range(3))
    slope_along = sum(slope[i] * np.float32(up[i]) for i in range(3))
    start_across = [start[i] - start_along * np.float32(up[i]) for i in range(3)]
    slope_across = [slope[i] - slope_along * np.float32(up[i]) for i in range(3)]
    a = sum(m * m for m in slope_across) + np.float32(1e-9)
    b = sum(m * n for m, n in zip(slope_across, start_across, strict=True))
    c = sum(n * n for n in start_across) - np.float32(radius * radius)
    inner = b * b - a * c
    z_side = (-b + np.sqrt(np.maximum(inner, 0.0))) / a
    on_side = (inner > 0.0) & (np.abs(start_along + slope_along * z_side) <= half)
    sign = np.where(slope_along >= 0.0, 1.0, -1.0).astype(np.float32)
    z_cap = (sign * np.float32(half) - start_along) / np.where(np.abs(slope_along) < 1e-6, 1e-6, slope_along)
    across_cap = sum((n + m * z_cap) ** 2 for m, n in zip(slope_across, start_across, strict=True))
    on_cap = across_cap <= radius * radius
    z = np.where(on_cap, z_cap, z_side).astype(np.float32)
    hit = (on_cap | on_side) & _above_ground(z, ground, block)
    across = [n + m * z for m, n in zip(slope_across, start_across, strict=True)]
    far = np.sqrt(sum(p * p for p in across)) + np.float32(1e-6)
    along = (start_along + slope_along * z) / np.float32(half)
    q = np.asarray(far / np.float32(radius), dtype=np.float32)
    tilt = _profile(look, q)
    rounding = np.sign(along) * np.clip((np.abs(along) - 0.7) / 0.3, 0.0, 1.0) * 0.8
    outwards = np.where(on_cap, np.sin(tilt), np.cos(rounding))
    axially = np.where(on_cap, np.cos(tilt) * sign, np.sin(rounding))
    normal = Facing(*(np.asarray(across[i] / far * outwards + np.float32(up[i]) * axially) for i in range(3)))
    # The face turns with the checker: (e, f) are the texture's axes, across the checker's own axis.
    turn = math.radians(checker.turn)
    e, f = across[0], (across[2] if checker.standing else across[1])
    scale = np.float32(0.485 / radius * face.shape[0])
    map_x = (math.cos(turn) * e + math.sin(turn) * f) * scale + np.float32(face.shape[0] / 2)
    map_y = (math.cos(turn) * f - math.sin(turn) * e) * scale + np.float32(face.shape[0] / 2)
    albedo = cv2.remap(face, map_x.astype(np.float32), map_y.astype(np.float32), cv2.INTER_LINEAR)
    rise = np.clip((z - checker.z) / np.float32(2 * half), 0.0, 1.0)
    open_sky = np.where(on_cap, 1.0, 0.45 + 0.5 * rise).astype(np.float32)
    surface = Surface(np.asarray(albedo, dtype=np.float32), normal, _toward_eye(rays), look.gloss, open_sky)
    return _finish(block, lit(surface, lamp), hit, checker.z + (2 * radius if checker.standing else 2 * half))


def _pips(value: int, u: Floats, v: Floats) -> Floats:
    """Return the ink of a die's face, 0..1, at (u, v), which run from -1 to 1 across it."""
    ink = np.zeros_like(u)
    radius = _PIP_RADIUS * (1.25 if value == 1 else 1.0)
    for a, b in _PIPS[value]:
        away = np.hypot(u - np.float32(a * _PIP_SPREAD), v - np.float32(b * _PIP_SPREAD))
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


def _box_sprite(
    view: tuple[Pinhole, Lamp, Floats | None],
    side: float,
    look: DieLook,
    lying: Die,
    faces: Mapping[int, Floats] | None,
) -> Sprite | None:
    """Draw a rounded cube with pips, or with the digits of `faces` (by the number of the die's face they take)."""
    pinhole, lamp, ground = view
    turned = orientation(lying)
    rise = half_height(lying, side)
    middle = (lying.x, lying.y, lying.z + rise)
    reach = float(np.abs(turned[:2]).sum(axis=1).max()) * side / 2
    block = block_around(pinhole, box_points(middle, (reach, reach, rise)))
    if block is None:
        return None
    rays = block_rays(pinhole, *block, finer=_FINER)
    half = np.float32(side / 2)
    own = turned.T.astype(np.float32)
    ax, ay, az = rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.float32(-middle[2])
    start = np.stack([(own[i, 0] * ax + own[i, 1] * ay + own[i, 2] * az) / half for i in range(3)])
    slope = np.stack([(own[i, 0] * rays.sx + own[i, 1] * rays.sy + own[i, 2]) / half for i in range(3)])
    slope = np.where(np.abs(slope) < 1e-7, np.float32(1e-7), slope)
    first, second = (1.0 - start) / slope, (-1.0 - start) / slope
    high, low = np.maximum(first, second), np.minimum(first, second)
    axis = high.argmin(axis=0)
    z = high.min(axis=0)
    hit = (z > low.max(axis=0)) & _above_ground(z, ground, block)
    p = start + slope * z
    sign = np.where(slope > 0.0, 1.0, -1.0).astype(np.float32)
    bevel = np.float32(2 * look.rounding)
    lean = np.clip((np.abs(p) - (1.0 - bevel)) / bevel, 0.0, 1.0)
    on_axis = np.arange(3)[:, None, None] == axis[None]
    body_normal = np.where(on_axis, sign, np.sign(p) * 0.85 * lean * lean)
    body_normal /= np.sqrt((body_normal**2).sum(axis=0)) + 1e-6
    # Corners are cut to a ball: of the three distances past the flat part, the length must stay within the radius.
    past = np.maximum(np.abs(p) - (1.0 - bevel), 0.0)
    hit &= np.sort(past, axis=0)[1] ** 2 + np.sort(past, axis=0)[2] ** 2 <= (1.22 * bevel) ** 2
    ink = np.zeros(z.shape, dtype=np.float32)
    for number, (face_axis, face_sign) in FACES.items():
        here = (axis == face_axis) & (np.take_along_axis(sign, axis[None], 0)[0] == face_sign)
        if here.any():
            right, up = _upright(number).astype(np.float32)
            u = right[0] * p[0] + right[1] * p[1] + right[2] * p[2]
            v = up[0] * p[0] + up[1] * p[1] + up[2] * p[2]
            marks = _pips(number, u, v) if faces is None else _digits(faces[number], u, v)
            ink = np.where(here, marks, ink)
    albedo = to_light(look.colour) * (1.0 - ink[..., None]) + to_light(look.pips) * ink[..., None]
    world = turned.astype(np.float32)
    normal = Facing(*(sum(world[i, j] * body_normal[j] for j in range(3)) for i in range(3)))
    open_sky = 0.55 + 0.45 * np.clip((z - lying.z) / np.float32(2 * rise), 0.0, 1.0)
    surface = Surface(albedo.astype(np.float32), normal, _toward_eye(rays), 0.6, open_sky.astype(np.float32))
    return _finish(block, lit(surface, lamp), hit, lying.z + 2 * rise)


def die_sprite(view: tuple[Pinhole, Lamp, Floats | None], side: float, look: DieLook, die: Die) -> Sprite | None:
    """Draw a die of this side in millimetres; None where it is outside the picture."""
    return _box_sprite(view, side, look, die, None)


def cube_sprite(
    view: tuple[Pinhole, Lamp, Floats | None], side: float, look: DieLook, faces: Mapping[int, Floats], cube: Cube
) -> Sprite | None:
    """Draw the doubling cube; None where it is outside the picture.

    Args:
        view: the camera, the light and the empty board's heights.
        side: its edge in millimetres.
        look: its colours.
        faces: the digits as ink, by value.
        cube: how it lies.
    """
    by_number = {number: faces[value] for number, value in enumerate(CUBE_VALUES, start=1)}
    return _box_sprite(view, side, look, as_die(cube), by_number)


def as_die(cube: Cube) -> Die:
    """Return a die that lies as the cube does; 2 takes the place of 1, 64 that of 6."""
    return Die("light", CUBE_VALUES.index(cube.value) + 1, cube.x, cube.y, cube.z, cube.turn)
