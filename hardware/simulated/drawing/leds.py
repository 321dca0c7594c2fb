"""The light of the strip's lights in the picture: a bright dot on the rail, and its shine on what lies around."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.shading import GAMMA, to_light
from hardware.simulated.drawing.sprites import Block, block_around, box_points
from hardware.simulated.optics.pinhole import Pinhole, block_rays

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.table import Led

_DOT = 3.2
"""The radius of a light, millimetres."""
_REACH = 95.0
"""How far its shine is drawn, millimetres."""
_HEIGHT = 10.0
"""How high above the board a light is taken to hang for its shine, millimetres."""
_SHINE = 2.2
"""How much brighter a white light at full makes what is right below it, as a multiple of the room's light."""
_ONE = 85.0
"""The value of `Glow.gain` that leaves the picture as it is; 255 is three times that."""


class Glow(NamedTuple):
    """A light drawn: the block of the picture, what it is multiplied by (see `_ONE`), and what is added then."""

    block: Block
    gain: U8
    dot: U8


def draw_led(pinhole: Pinhole, size: BoardSize, led: Led, brightness: float = 1.0) -> Glow | None:
    """Draw a light of the strip in a room of some brightness; None where it is outside the picture."""
    block = block_around(pinhole, box_points((led.x, led.y, 0.0), (_REACH, _REACH, size.rail_height)))
    if block is None:
        return None
    rays = block_rays(pinhole, *block)
    away = np.hypot(rays.x0 - np.float32(led.x), rays.y0 - np.float32(led.y))
    fall = np.power(_HEIGHT**2 / (_HEIGHT**2 + away**2), 1.25)
    fall = np.maximum(fall - fall.dtype.type((_HEIGHT**2 / (_HEIGHT**2 + _REACH**2)) ** 1.25), 0.0)
    light = to_light(led.colour) / np.float32(brightness)
    gain = np.power(1.0 + _SHINE * 3.0 * fall[..., None] * light, 1.0 / GAMMA)
    high = np.float32(size.rail_height)
    near = np.hypot(rays.x0 + high * rays.sx - np.float32(led.x), rays.y0 + high * rays.sy - np.float32(led.y))
    spot = np.clip((_DOT - near) / 1.6 + 0.5, 0.0, 1.0) + 0.35 * np.exp(-np.square(near / (2.6 * _DOT)))
    # A lit light is far brighter than the picture can show: its middle turns white.
    white = 0.55 * np.asarray(led.colour[::-1], dtype=np.float32) + 0.45 * max(led.colour)
    dot = spot[..., None] * white / brightness ** (1.0 / GAMMA)
    return Glow(
        block,
        np.asarray(np.clip(np.rint(gain * _ONE), 0, 255), dtype=np.uint8),
        np.asarray(np.clip(np.rint(dot), 0, 255), dtype=np.uint8),
    )


def shine(picture: U8, glow: Glow) -> None:
    """Lay a light into a picture."""
    block = glow.block
    part = picture[block.top : block.top + block.height, block.left : block.left + block.width]
    part[...] = cv2.add(cv2.multiply(part, glow.gain, scale=1 / _ONE), glow.dot)
