"""Layers that move while the shutter is open: smeared along their way, and sheared by a shutter that rolls.

A layer is what something does to the picture below it: each value is multiplied by `keep` and `colour` is added. A hand
moves over a table at rest, so the mean of the pictures is the mean of the layers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from hardware.simulated.drawing.sprites import Block

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.looks.materials import U8

_LEAST = 0.7
"""Pixels below which a way is none."""


class Layer(NamedTuple):
    """What something does to a picture.

    Attributes:
        keep: what the picture is multiplied by, shape (height, width, 3), uint8, 255 for 1.
        colour: what is added then, the same shape, uint8.
    """

    keep: U8
    colour: U8


class SmearPath(NamedTuple):
    """How something moves in the picture, pixels a second to the right and down, and how it is exposed.

    Attributes:
        x, y: its speed.
        exposure: seconds for which each row is open.
        readout: seconds from the first row to the last; the last one is read now.
    """

    x: float
    y: float
    exposure: float
    readout: float

    @property
    def is_seen(self) -> bool:
        """Return whether it makes a difference."""
        return math.hypot(self.x, self.y) * max(self.exposure, self.readout) >= _LEAST


def layer_of(lay: Callable[[U8], None], width: int, height: int) -> Layer:
    """Return what `lay` does to any picture, found from what it does to a black one and to a white one."""
    black: U8 = np.zeros((height, width, 3), dtype=np.uint8)
    white: U8 = np.full((height, width, 3), 255, dtype=np.uint8)
    lay(black)
    lay(white)
    return Layer(np.asarray(cv2.subtract(white, black), dtype=np.uint8), black)


def _touched(layer: Layer) -> Block | None:
    """Return the block that a layer changes; None where it changes nothing."""
    changed = cv2.bitwise_or(cv2.bitwise_not(layer.keep), layer.colour)
    left, top, width, height = cv2.boundingRect(cv2.max(cv2.max(*cv2.split(changed)[:2]), cv2.split(changed)[2]))
    return Block(left, top, width, height) if width else None


def _moved(image: U8, x: float, y: float, edge: int) -> U8:
    """Return an image moved by some pixels; what comes in over the border is like the border."""
    matrix = np.asarray([[1.0, 0.0, x], [0.0, 1.0, y]])
    moved = cv2.warpAffine(image, matrix, image.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=edge)
    return np.asarray(moved, dtype=np.uint8)


def smeared(image: U8, x: float, y: float) -> U8:
    """Return the mean of an image on its way from (-x, -y) pixels away to where it is.

    Each round takes the mean of what is there and of the same, half as far away as in the round before: n rounds are
    the mean of 2 ** n images.
    """
    step = 0.5
    while math.hypot(x, y) * step >= _LEAST / 2:
        image = np.asarray(
            cv2.addWeighted(image, 0.5, _moved(image, -step * x, -step * y, cv2.BORDER_REPLICATE), 0.5, 0.0),
            dtype=np.uint8,
        )
        step /= 2
    return image


def _sheared(image: U8, way: SmearPath, block: Block, height: int) -> U8:
    """Return an image as a shutter sees it that reads the rows one after the other."""
    late = way.readout / height
    # Where a row is read at time t, a point is seen that has t seconds to go to where it is now.
    offset = block.top * late - way.readout
    matrix = np.asarray([[1.0, -way.x * late, -way.x * offset], [0.0, 1.0 - way.y * late, -way.y * offset]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(image, matrix, image.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def lay_moving(picture: U8, layer: Layer, way: SmearPath) -> None:
    """Lay a layer into a picture as it is exposed on its way."""
    touched = _touched(layer)
    if touched is None:
        return
    height, width = picture.shape[:2]
    reach = math.ceil(math.hypot(way.x, way.y) * (way.exposure + way.readout)) + 2
    left, top = max(touched.left - reach, 0), max(touched.top - reach, 0)
    right = min(touched.left + touched.width + reach, width)
    bottom = min(touched.top + touched.height + reach, height)
    block = Block(left, top, right - left, bottom - top)
    part = picture[top:bottom, left:right]
    images = [np.ascontiguousarray(image[top:bottom, left:right]) for image in layer]
    if math.hypot(way.x, way.y) * way.readout >= _LEAST:
        images = [_sheared(image, way, block, height) for image in images]
    keep, colour = (smeared(image, way.x * way.exposure, way.y * way.exposure) for image in images)
    part[...] = cv2.add(cv2.multiply(part, keep, scale=1 / 255), colour)
