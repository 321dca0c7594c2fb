"""A small network that counts the checkers on a point from its strip, in any colours.

How it was trained, and how well it counts, is in `models/README.md`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.onnx_file import load_net
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
    for place in range(count):
        seen = strips[place, :3].astype(np.float32)
        seen -= seen.mean(axis=(1, 2), keepdims=True)
        square = (seen * seen).mean(axis=(1, 2))
        result[place, 0] = seen[0] / (np.sqrt(square[0]) + SLACK)
        result[place, 1:3] = seen[1:] / (np.sqrt(square[1] + square[2]) + COLOUR_SLACK)
    result[:, 3:6] = (strips[:, 3:6].astype(np.float32) - np.float32(UNKNOWN)) * np.float32(1 / DENSITY)
    result[:, 6] = strips[:, 6].astype(np.float32) * np.float32(1 / RIM)
    result[:, 7:] = (SHIFT * shifts)[:, :, None, None]
    return result


class PlaceNet:
    """The network, loaded; calls from several threads wait for each other."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = load_net(model)
        self._lock = Lock()

    def classify(self, strips: Bytes, shifts: Float) -> Float:
        """Say what stands on points.

        Args:
            strips: shape (n, LAYERS, ALONG, ACROSS), see `vision.strips.cut_strips`.
            shifts: shape (n, 2), see `vision.strips.shifts`.

        Returns:
            Natural logarithms of probabilities, shape (n, `CONTENTS`).
        """
        batch = prepared(strips, shifts)
        with self._lock:
            self._net.setInput(batch)
            return np.asarray(self._net.forward(), dtype=np.float32).reshape(len(strips), CONTENTS)


@cache
def shipped_net() -> PlaceNet:
    """Return the network that is shipped, loaded at the first call."""
    return PlaceNet()


@cache
def strewn_net() -> PlaceNet:
    """Return the network for rows off the rail, loaded at the first call."""
    return PlaceNet(STREWN_MODEL)
