"""A small network that tells dice from what is not a die, and reads their faces, from the picture's full resolution.

It looks at a square patch of the picture round a spot, as the camera sees it: any turn of the die is fine. How it was
trained, and how well it reads, is in `models/README.md`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.onnx_file import load_net

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import Float

SPAN: Final = 2.2
"""Width of a patch in sides of the die that is looked for."""

PATCH: Final = 36
"""Width of a patch in the network's pixels."""

NONE: Final = 0
"""Index of "no die with its upper face in the middle"; the faces have their values as indexes."""

COCKED: Final = 7
"""Index of a die that leans."""

CLASSES: Final = 8

SLACK: Final = 8.0
"""Added to a patch's spread of brightness, so that noise on an even patch is not blown up."""

MODEL: Final = Path(__file__).parent / "models" / "dice.onnx"


def cut(image: Image, px: float, py: float, width: float, out: int) -> Image:
    """Return a square of a picture, resized; beyond the picture's edge its last pixels go on.

    Args:
        image: shape (h, w, 3), uint8.
        px: the square's middle, pixels to the right.
        py: the same, pixels down.
        width: its width in the picture's pixels.
        out: its width after resizing.

    Returns:
        Shape (out, out, 3), uint8.
    """
    size = max(2, round(width))
    left, top = round(px - size / 2), round(py - size / 2)
    height, across = image.shape[:2]
    rows = np.clip(np.arange(top, top + size), 0, height - 1)
    columns = np.clip(np.arange(left, left + size), 0, across - 1)
    if top >= 0 and left >= 0 and top + size <= height and left + size <= across:
        part = image[top : top + size, left : left + size]
    else:
        part = image[rows[:, None], columns[None, :]]
    method = cv2.INTER_AREA if size > out else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (out, out), interpolation=method), dtype=np.uint8)


def levelled(patches: Sequence[Image]) -> Float:
    """Return patches as the network takes them: each of mean 0 and about spread 1, whatever the light.

    This is not left to the model file, as OpenCV's older engine computes means over several axes wrongly.

    Args:
        patches: each of one shape (h, w, 3), uint8.

    Returns:
        Shape (n, 3, h, w).
    """
    batch = np.stack(patches).astype(np.float32).transpose(0, 3, 1, 2)
    away = batch - batch.mean(axis=(1, 2, 3), keepdims=True)
    spread = np.sqrt((away * away).mean(axis=(1, 2, 3), keepdims=True))
    return np.ascontiguousarray(away / (spread + SLACK), dtype=np.float32)


class DieNet:
    """The network, loaded; calls from several threads wait for each other."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = load_net(model)
        self._lock = Lock()

    def classify(self, patches: Sequence[Image]) -> Float:
        """Classify patches.

        Args:
            patches: each `PATCH` wide and high, blue-green-red, uint8.

        Returns:
            Natural logarithms of probabilities, shape (n, `CLASSES`): `NONE`, the faces 1 to 6, `COCKED`.
        """
        if not patches:
            return np.zeros((0, CLASSES), dtype=np.float32)
        level = levelled(patches)
        with self._lock:
            self._net.setInput(level)
            return np.asarray(self._net.forward(), dtype=np.float32).reshape(len(patches), CLASSES)


@cache
def shipped_net() -> DieNet:
    """Return the network that is shipped, loaded at the first call."""
    return DieNet()


def classify_dice(image: Image, spots: Sequence[tuple[float, float, float]]) -> Float:
    """Say for spots of a picture whether a die lies there and which face it shows.

    Args:
        image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
        spots: (px, py, side): where the middle of an upper face may be, and the length of a die's side there, all in
            pixels of the picture. Seen aslant, the side is the square root of the area of the upper face. Spots may be
            off by 0.2 sides, sides by a fifth.

    Returns:
        Natural logarithms of probabilities, shape (n, 8): no die, the faces 1 to 6 lying flat, a cocked die.
    """
    return shipped_net().classify([cut(image, px, py, SPAN * side, PATCH) for px, py, side in spots])
