"""A small network that counts the checkers on a point from its strip, in any colours.

How it was trained, and how well it counts, is in `models/README.md`.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.onnx_file import Net
from vision.reading import MAX_COUNT
from vision.strips import LAYERS

if TYPE_CHECKING:
    from vision.geometry import Float
    from vision.strips import Bytes

CONTENTS: Final = 2 * MAX_COUNT + 1
"""Empty, 1 to 15 dark, 1 to 15 light, in the order of `reading.PlaceReading`."""

CHANNELS: Final = LAYERS + 2

SLACK: Final = 10.0
"""Added to a strip's spread of lightness, so that noise on an even strip is not blown up; bytes."""

COLOUR_SLACK: Final = 8.0
"""The same for its colours."""

UNKNOWN: Final = 80.0
"""Byte of a colour of which nothing is known, see `strips`."""

DENSITY: Final = 64.0
RIM: Final = 128.0
SHIFT: Final = 4.0
"""What layers of densities and rims are divided by, and shifts multiplied by: the network likes numbers about 1."""

_BYTES: Final = np.arange(256, dtype=np.float32)
_SUITS: Final = [(_BYTES - np.float32(UNKNOWN)) * np.float32(1 / DENSITY)] * 3
_RIMS: Final = _BYTES * np.float32(1 / RIM)
"""What the network is given for each byte of a layer."""

MODEL: Final = Path(__file__).parent / "models" / "places.onnx"

STREWN_MODEL: Final = MODEL.with_name("places_strewn.onnx")
"""The same network after it went on learning from rows that begin far from the rail."""


def prepared(strips: Bytes, shifts: Float) -> Float:
    """Return strips as the network takes them, lightness and colours levelled whatever the light.

    Args:
        strips: shape (n, LAYERS, h, w), see `vision.strips`.
        shifts: shape (n, 2), how far upper checkers appear beside lower ones.

    Returns:
        Shape (n, CHANNELS, h, w).
    """
    count, _, height, width = strips.shape
    result = np.empty((count, CHANNELS, height, width), dtype=np.float32)
    for seen, level in zip(strips, result, strict=True):
        means, spreads = zip(*(cv2.meanStdDev(layer) for layer in seen[:3]), strict=True)
        light, *colours = (float(spread[0, 0]) for spread in spreads)
        scales = (light + SLACK, *[math.hypot(*colours) + COLOUR_SLACK] * 2)
        tables = [(_BYTES - np.float32(mean[0, 0])) / np.float32(by) for mean, by in zip(means, scales, strict=True)]
        for layer, table, plane in zip(seen, (*tables, *_SUITS, _RIMS), level, strict=False):
            cv2.LUT(layer, table, dst=plane)
    result[:, LAYERS:] = (SHIFT * shifts)[:, :, None, None]
    return result


class PlaceNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = Net(model)

    def classify(self, strips: Float) -> Float:
        """Say what stands on points.

        Args:
            strips: as `prepared` returns them, shape (n, CHANNELS, ALONG, ACROSS).

        Returns:
            Natural logarithms of probabilities, shape (n, `CONTENTS`).
        """
        return self._net.answer(strips).reshape(len(strips), CONTENTS)


@cache
def shipped_net() -> PlaceNet:
    """Return the network that is shipped, loaded at the first call."""
    return PlaceNet()


@cache
def strewn_net() -> PlaceNet:
    """Return the network for rows off the rail, loaded at the first call."""
    return PlaceNet(STREWN_MODEL)
