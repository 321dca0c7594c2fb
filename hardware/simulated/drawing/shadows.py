"""The shadows that checkers, dice and the cube throw: on the board, and on what lies lower beside or below them.

A shadow is the thing's outline, swept from its lowest to its highest edge away from the lamp; its edge is the softer
the higher the edge that throws it. Where a thing stands, the room's light is kept off as well: the contact.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hardware.simulated.drawing.shading import GAMMA, Lamp
from hardware.simulated.drawing.sprites import Block, block_around
from hardware.simulated.optics.pinhole import F64, Floats, Pinhole, block_rays

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8

_SHARPEST = 0.7
"""Half the width of the sharpest edge of a shadow, millimetres."""
_STEPS = (0.0, 0.34, 0.67, 1.0)
"""The heights at which a square outline is swept, as shares of its own height."""


class Caster(NamedTuple):
    """Something that throws a shadow.

    Attributes:
        x, y: its middle, millimetres.
        low, high: its lowest and highest edge above the playing surface, millimetres.
        half: half its width: a disc's radius, or half a square's side.
        half_y: half its length in y for what is not as long as wide, else the same as `half`.
        turn: a rectangle's turn, degrees; None for a disc.
    """

    x: float
    y: float
    low: float
    high: float
    half: float
    half_y: float
    turn: float | None


class Shadow(NamedTuple):
    """A shadow on a level plane of the picture.

    Attributes:
        block: the pixels that it may darken.
        lamp: the part of the lamp's light that is kept off, shape (height, width), uint8, 255 for all.
        contact: what the picture's values are multiplied by for the room's light kept off, uint8, 255 for 1.
    """

    block: Block
    lamp: U8
    contact: U8

    def through(self, clear: float) -> Shadow:
        """Return the shadow of something that lets a share of the light through."""
        return self if clear == 0.0 else self._replace(lamp=np.asarray(self.lamp * (1.0 - clear), dtype=np.uint8))


def _blocked(caster: Caster, lamp: Lamp, plane: float, x: Floats, y: Floats) -> Floats:
    """Return the part of the lamp that is hidden from points (x, y) on a plane, 0..1."""
    low, high = max(caster.low - plane, 0.0), max(caster.high - plane, 0.0)
    if caster.turn is None:
        return _blocked_by_disc(caster, lamp, (low, high), x, y)
    return _blocked_by_square(caster, lamp, (low, high), x, y)


def _blocked_by_disc(caster: Caster, lamp: Lamp, heights: tuple[float, float], x: Floats, y: Floats) -> Floats:
    """Return the part of the lamp that an upright cylinder hides: its outline, swept, is a disc drawn out in a line."""
    (low, high), (kx, ky) = heights, lamp.drift
    ax, ay = caster.x + kx * low, caster.y + ky * low
    dx, dy = kx * (high - low), ky * (high - low)
    t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-9), 0.0, 1.0)
    away = np.hypot(x - ax - t * dx, y - ay - t * dy) - caster.half
    wide = _SHARPEST + lamp.soft * (low + t * (high - low))
    return _smooth((wide - away) / (2 * wide))


def _blocked_by_square(caster: Caster, lamp: Lamp, heights: tuple[float, float], x: Floats, y: Floats) -> Floats:
    """Return the part of the lamp that a turned box hides."""
    (low, high), (kx, ky) = heights, lamp.drift
    c, s = math.cos(math.radians(caster.turn or 0.0)), math.sin(math.radians(caster.turn or 0.0))
    dark: Floats = np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=np.float32)
    for step in _STEPS:
        h = low + step * (high - low)
        dx, dy = x - (caster.x + kx * h), y - (caster.y + ky * h)
        u, v = np.abs(c * dx + s * dy) - caster.half, np.abs(c * dy - s * dx) - caster.half_y
        away = np.hypot(np.maximum(u, 0.0), np.maximum(v, 0.0)) + np.minimum(np.maximum(u, v), 0.0)
        wide = _SHARPEST + lamp.soft * h
        dark = np.maximum(dark, _smooth((wide - away) / (2 * wide)))
    return dark


def _smooth(t: Floats) -> Floats:
    """Return a soft step from 0 at t = 0 to 1 at t = 1."""
    t = np.clip(t, 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t), dtype=np.float32)


def reach_points(caster: Caster, lamp: Lamp, plane: float) -> F64:
    """Return points, shape (8, 3), that span all that a caster can darken on a plane."""
    kx, ky = lamp.drift
    out = math.hypot(caster.half, caster.half_y) if caster.turn is not None else caster.half
    points = []
    for h in (max(caster.low - plane, 0.0), max(caster.high - plane, 0.0)):
        wide = out + _SHARPEST + lamp.soft * h + 0.5 * (caster.high - caster.low)
        points += [
            (caster.x + kx * h + a * wide, caster.y + ky * h + b * wide, plane) for a in (-1, 1) for b in (-1, 1)
        ]
    return np.asarray(points)


def shadow_on_plane(pinhole: Pinhole, lamp: Lamp, caster: Caster, plane: float, ground: Floats | None) -> Shadow | None:
    """Draw the shadow of a thing on the board.

    Args:
        pinhole: the camera.
        lamp: the light.
        caster: the thing.
        plane: the height of what it falls on, millimetres.
        ground: the heights of the empty board as the camera sees them; only pixels on the plane are darkened.

    Returns:
        The shadow, or None where it is outside the picture.
    """
    block = block_around(pinhole, reach_points(caster, lamp, plane))
    if block is None:
        return None
    rays = block_rays(pinhole, *block)
    x, y = rays.x0 + np.float32(plane) * rays.sx, rays.y0 + np.float32(plane) * rays.sy
    dark = _blocked(caster, lamp, plane, x, y)
    contact = np.ones_like(dark)
    if caster.low - plane < 0.5:
        away = np.hypot(x - np.float32(caster.x), y - np.float32(caster.y)) - np.float32(caster.half)
        fade = np.exp(-np.maximum(away, 0.0) / np.float32(0.32 * (caster.high - caster.low)))
        contact = 1.0 - np.float32(lamp.ambient * 0.55) * fade
    if ground is not None:
        part = ground[block.top : block.top + block.height, block.left : block.left + block.width]
        elsewhere = np.abs(part - plane) > 0.6
        dark[elsewhere] = 0.0
        contact[elsewhere] = 1.0
    values = np.power(contact, np.float32(1.0 / GAMMA))
    return Shadow(block, np.rint(dark * 255.0).astype(np.uint8), np.rint(values * 255.0).astype(np.uint8))


def shaded_factor(pinhole: Pinhole, lamp: Lamp, casters: list[Caster], block: Block, plane: float) -> U8 | None:
    """Return what a thing's values are multiplied by for the shadows of others on its upper face.

    Args:
        pinhole: the camera.
        lamp: the light.
        casters: the others that stand higher.
        block: the thing's pixels.
        plane: the height of its upper face, millimetres.

    Returns:
        Shape (height, width), uint8, 255 for 1; None where no shadow reaches it.
    """
    rays = block_rays(pinhole, *block)
    x, y = rays.x0 + np.float32(plane) * rays.sx, rays.y0 + np.float32(plane) * rays.sy
    dark = np.zeros(x.shape, dtype=np.float32)
    for caster in casters:
        dark = np.maximum(dark, _blocked(caster, lamp, plane, x, y))
    if not dark.any():
        return None
    return np.asarray(np.rint(255.0 * np.power(1.0 - lamp.share * dark, 1.0 / GAMMA)), dtype=np.uint8)


def lamp_table(lamp: Lamp) -> U8:
    """Return, for each value of `Shadow.lamp`, what the picture is multiplied by: shape (256,), uint8, 255 for 1."""
    hidden = np.arange(256, dtype=np.float32) / 255.0
    return np.asarray(np.rint(255.0 * np.power(1.0 - lamp.share * hidden, 1.0 / GAMMA)), dtype=np.uint8)
