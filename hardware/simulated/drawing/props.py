"""Props beside a board: a dice cup, a clock with two displays. They are a part of the plate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.floor import FrameBox
from hardware.simulated.drawing.shading import Facing, Surface, lit, to_light
from hardware.simulated.drawing.sprites import FINER, Sprite, block_around, box_points, finish, toward_eye
from hardware.simulated.looks.materials import seeded
from hardware.simulated.optics.pinhole import block_rays
from hardware.simulated.scene.board import BASE

if TYPE_CHECKING:
    from hardware.simulated.drawing.shading import Lamp
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.looks.parts import BoardLook, Colour, Prop
    from hardware.simulated.optics.pinhole import Floats, Pinhole, Rays
    from hardware.simulated.scene.board import BoardSize

_CUP: Final = (33.0, 88.0)
"""A cup's radius and height, millimetres."""
_CLOCK: Final = (64.0, 132.0, 40.0)
"""A clock's width, length and height, millimetres."""
_CELL: Final = 4
"""Pixels a millimetre of a clock's face as it is kept."""


class StandingProp(NamedTuple):
    """Something beside the board.

    Attributes:
        kind: what it is.
        x, y: its middle, millimetres.
    """

    kind: Prop
    x: float
    y: float

    @property
    def box(self) -> FrameBox:
        """Return the box that throws its shadow."""
        wide, long, high = _CLOCK if self.kind == "clock" else (1.7 * _CUP[0], 1.7 * _CUP[0], _CUP[1])
        x0, x1, y0, y1 = self.x - wide / 2, self.x + wide / 2, self.y - long / 2, self.y + long / 2
        return FrameBox(x0, x1, y0, y1, -BASE, high - BASE, along_x=False)


def standing_by(size: BoardSize, look: BoardLook) -> list[StandingProp]:
    """Return what stands beside a board of this look, and where; that follows from the look's name."""
    out = []
    for sign, kind in zip((1, -1), look.beside, strict=True):
        if kind is not None:
            rng = seeded(look.name, "beside", sign)
            half = _CLOCK[0] / 2 if kind == "clock" else _CUP[0]
            x = sign * (size.outer_width / 2 + half + rng.uniform(6.0, 14.0))
            out.append(StandingProp(kind, x, float(rng.uniform(-0.4, 0.1) * size.height)))
    return out


def draw_prop(pinhole: Pinhole, lamp: Lamp, thing: StandingProp, look: BoardLook) -> Sprite | None:
    """Draw one; None where it is outside the picture."""
    box = thing.box
    half = ((box.x1 - box.x0) / 1.6, (box.y1 - box.y0) / 1.6, (box.z1 - box.z0) / 2)
    block = block_around(pinhole, box_points((thing.x, thing.y, (box.z0 + box.z1) / 2), half))
    if block is None:
        return None
    rays = block_rays(pinhole, *block, finer=FINER)
    hit, surface = _clock(rays, box, look.name) if thing.kind == "clock" else _cup(rays, thing, look.frame.colour)
    return finish(block, lit(surface, lamp), hit, box.z1)


def _cup(rays: Rays, thing: StandingProp, colour: Colour) -> tuple[np.typing.NDArray[np.bool_], Surface]:
    """Return where rays meet a cup that stands open, and what they meet: its wall, its rim, the dark inside."""
    radius, high = _CUP[0], _CUP[1] - BASE
    ax, ay = rays.x0 - np.float32(thing.x), rays.y0 - np.float32(thing.y)
    a = rays.sx * rays.sx + rays.sy * rays.sy + np.float32(1e-9)
    b = ax * rays.sx + ay * rays.sy
    root = b * b - a * (ax * ax + ay * ay - np.float32(radius * radius))
    near = (-b + np.sqrt(np.maximum(root, 0.0))) / a  # the higher of the two places where it meets the wall
    inner = b * b - a * (ax * ax + ay * ay - np.float32(0.86 * radius) ** 2)
    far = (-b - np.sqrt(np.maximum(inner, 0.0))) / a
    over = np.hypot(ax + high * rays.sx, ay + high * rays.sy)
    opening, rim = over < 0.86 * radius, (over >= 0.86 * radius) & (over <= radius)
    wall = (root > 0.0) & (near <= high) & (near >= -BASE) & ~opening & ~rim
    depth = np.clip((high - np.maximum(far, -BASE)) / _CUP[1], 0.0, 1.0)
    x, y = (ax + near * rays.sx) / radius, (ay + near * rays.sy) / radius
    flat = opening | rim
    normal = Facing(np.where(flat, 0.0, x), np.where(flat, 0.0, y), np.where(flat, 1.0, 0.0))
    band = wall & (np.abs(near - (high - 12.0)) < 2.5)
    shade = np.where(opening, 0.5 * (1.0 - 0.9 * depth), np.where(rim, 1.5, np.where(band, 1.6, 1.0)))
    sky = np.where(wall, 0.6 + 0.3 * np.clip((near + BASE) / _CUP[1], 0.0, 1.0), np.where(opening, 1.0 - depth, 1.0))
    albedo = to_light(colour) * shade.astype(np.float32)[..., None]
    return flat | wall, Surface(albedo, normal, toward_eye(rays), 0.25, np.asarray(sky, dtype=np.float32))


def _clock(rays: Rays, box: FrameBox, name: str) -> tuple[np.typing.NDArray[np.bool_], Surface]:
    """Return where rays meet a clock, and what they meet: dark sides, and two displays with buttons above."""
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.z0 + box.z1) / 2)
    half = ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2, (box.z1 - box.z0) / 2)
    starts = (rays.x0 - np.float32(middle[0]), rays.y0 - np.float32(middle[1]), np.full_like(rays.x0, -middle[2]))
    slopes = [np.where(np.abs(m) < 1e-7, np.float32(1e-7), m) for m in (rays.sx, rays.sy, np.ones_like(rays.sx))]
    high = np.stack([(np.sign(m) * np.float32(e) - n) / m for m, n, e in zip(slopes, starts, half, strict=True)])
    low = np.stack([(-np.sign(m) * np.float32(e) - n) / m for m, n, e in zip(slopes, starts, half, strict=True)])
    face, z = high.argmin(axis=0), high.min(axis=0)
    hit = z > low.max(axis=0)
    normal = Facing(*(np.where(face == i, np.sign(slopes[i]), 0.0).astype(np.float32) for i in range(3)))
    map_x = (starts[1] + z * slopes[1] + half[1]) * np.float32(_CELL)
    map_y = (starts[0] + z * slopes[0] + half[0]) * np.float32(_CELL)
    seen = cv2.remap(_clock_face(name), map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    face_light = np.power(seen.astype(np.float32) / 255.0, 2.2)
    albedo = np.where((face == 2)[..., None], face_light, to_light((30, 32, 36)))
    return hit, Surface(np.asarray(albedo, np.float32), normal, toward_eye(rays), 0.3, 1.0)


def _clock_face(name: str) -> U8:
    """Return a clock from above, shape (width, length, 3): times that follow from the look's name."""
    rng = seeded(name, "clock")
    wide, long = round(_CLOCK[0] * _CELL), round(_CLOCK[1] * _CELL)
    face: U8 = np.full((wide, long, 3), (40, 36, 34), dtype=np.uint8)
    cv2.rectangle(face, (14, wide - 110), (long - 14, wide - 20), (126, 146, 138), -1)
    for at in (26, long // 2 + 14):
        text = f"{rng.integers(1, 12)}:{rng.integers(0, 60):02}"
        cv2.putText(face, text, (at, wide - 44), cv2.FONT_HERSHEY_SIMPLEX, 2.2, (24, 28, 26), 7, cv2.LINE_AA)
    for left in (24, long // 2 + 12):
        cv2.rectangle(face, (left, 26), (left + long // 2 - 36, 90), (62, 58, 56), -1)
    return face


def draws_over(ground: Floats, sprite: Sprite) -> None:
    """Raise the heights of what the camera sees where something stands before it."""
    block = sprite.block
    part = ground[block.top : block.top + block.height, block.left : block.left + block.width]
    part[sprite.cover > 127] = sprite.top
