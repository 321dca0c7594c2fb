"""Things drawn by themselves: blocks of pixels, and sprites that are laid on the picture by their cover.

Every pixel's rays are cut with a thing's exact shape, so that perspective, side walls and parallax are right wherever
it lies (`checker_sprites`, `box_sprites`); what other things throw on it as shadow is added where the picture is put
together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.drawing.shading import Facing, Lamp, to_picture

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import F64, Floats, Pinhole, Rays

Mask = npt.NDArray[np.bool_]

FINER = 3
"""Each pixel is drawn as so many by so many, then averaged."""


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


class Shot(NamedTuple):
    """What a thing is drawn for.

    Attributes:
        pinhole: the camera.
        lamp: the light.
        ground: the heights of the empty board as the camera sees them, shape (height, width) of the picture, or None.
    """

    pinhole: Pinhole
    lamp: Lamp
    ground: Floats | None


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


def around(blocks: list[Block]) -> Block:
    """Return the smallest block about several."""
    left, top = min(b.left for b in blocks), min(b.top for b in blocks)
    right, bottom = max(b.left + b.width for b in blocks), max(b.top + b.height for b in blocks)
    return Block(left, top, right - left, bottom - top)


def box_points(middle: tuple[float, float, float], half: tuple[float, float, float]) -> F64:
    """Return the corners of an upright box, shape (8, 3)."""
    signs = np.asarray([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], dtype=np.float64)
    return np.asarray(np.asarray(middle) + signs * np.asarray(half))


def finish(block: Block, light: Floats, hit: Mask, top: float, dense: Floats | None = None) -> Sprite:
    """Average the fine pixels and multiply the colours by their cover.

    Args:
        block: the pixels.
        light: what the fine ones send to the camera.
        hit: which of them belong to the thing.
        top: see `Sprite`.
        dense: how much of what lies below each of them hides, 0..1; None for all.
    """
    size = (block.width, block.height)
    seen = hit.astype(np.float32) if dense is None else np.asarray(hit * dense, dtype=np.float32)
    values = np.clip(to_picture(light), 0.0, 255.0) * seen[..., None]
    colour = cv2.resize(values, size, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
    return Sprite(block, np.rint(colour).astype(np.uint8), np.rint(cover * 255.0).astype(np.uint8), top)


def toward_eye(rays: Rays) -> Facing:
    """Return the unit vectors from the table to the camera."""
    length = np.sqrt(rays.sx * rays.sx + rays.sy * rays.sy + 1.0)
    return Facing(rays.sx / length, rays.sy / length, 1.0 / length)


def above_ground(height: Floats, ground: Floats | None, block: Block) -> Mask | bool:
    """Return where something at these heights along the rays is not hidden by rails or bar."""
    if ground is None:
        return True
    part = ground[block.top : block.top + block.height, block.left : block.left + block.width]
    fine = cv2.resize(part, (block.width * FINER, block.height * FINER), interpolation=cv2.INTER_NEAREST)
    return np.asarray(height > fine - 0.3)


def lay(picture: U8, sprite: Sprite | None) -> None:
    """Lay a sprite on the whole picture."""
    if sprite is not None:
        block = sprite.block
        part = picture[block.top : block.top + block.height, block.left : block.left + block.width]
        kept = cv2.bitwise_not(sprite.cover)
        part[...] = cv2.add(cv2.multiply(part, cv2.merge([kept, kept, kept]), scale=1 / 255), sprite.colour)
