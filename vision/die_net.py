"""Two small networks that tell dice and doubling cubes from what is neither, and read their faces.

They look at square patches of the picture, at full resolution, round a spot: any turn of the die is fine. The first
sees a box with what is round it, and knows best whether there is one; the second sees little more than its upper face,
half as large again, and knows best what it shows. Where the board's geometry is known, patches are stretched so that
what lies flat on the board has its true proportions; a die that leans has not. How the networks were trained, and how
well they read, is in `models/README.md`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.onnx_file import load_net

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import Double, Float

SPAN: Final = 2.4
CLOSE_SPAN: Final = 1.6
"""Widths of the two networks' patches in sides of the die that is looked for."""

PATCH: Final = 48
"""Width of a patch in a network's pixels."""

NONE: Final = 0
"""Index of "nothing with its upper face in the middle"; the faces of dice have their values as indexes."""

COCKED: Final = 7
"""Index of a die that leans."""

FIRST_CUBE: Final = 8
"""Index of a doubling cube that shows 2; 4 to 64 follow."""

CLASSES: Final = 14

SLACK: Final = 8.0
"""Added to a patch's spread of brightness, so that noise on an even patch is not blown up."""

MODEL: Final = Path(__file__).parent / "models" / "dice.onnx"
CLOSE_MODEL: Final = Path(__file__).parent / "models" / "dice_close.onnx"


class Look(NamedTuple):
    """Where the network looks.

    Attributes:
        px, py: the middle of an upper face, picture pixels.
        side: of that face, picture pixels; seen aslant the square root of its area.
        stretch: 2x2, symmetric, of determinant 1: how a square on the board appears in the picture; None: as a square.
    """

    px: float
    py: float
    side: float
    stretch: Double | None = None


def stretch_of(jacobian: Double) -> Double:
    """Return the stretch of a linear map from board to picture, without its turn and scale.

    Args:
        jacobian: 2x2, from the board, both axes in one unit, to pixels.
    """
    values, vectors = np.linalg.eigh(jacobian @ jacobian.T)
    lengths = np.sqrt(np.maximum(values, 1e-12))
    return np.asarray((vectors * (lengths / np.sqrt(lengths.prod()))) @ vectors.T, dtype=np.float64)


def cut(image: Image, look: Look, span: float = SPAN, out: int = PATCH) -> Image:
    """Return the patch that a look shows; beyond the picture's edge its last pixels go on.

    Args:
        image: shape (h, w, 3), uint8.
        look: where.
        span: width of the patch in sides.
        out: width of the patch in pixels.

    Returns:
        Shape (out, out, 3), uint8.
    """
    scale = span * look.side / out
    matrix = np.eye(2) * scale if look.stretch is None else look.stretch * scale
    middle = np.array([look.px, look.py])
    shrink = int(scale)
    if shrink > 1:  # without this, fine texture would turn into noise
        reach = np.abs(matrix).sum(axis=1) * out / 2 + 2 * shrink
        left, top = (int(v) for v in np.maximum(np.floor(middle - reach), 0))
        right, bottom = (int(v) for v in np.ceil(middle + reach))
        part = image[top:bottom, left:right]
        if part.shape[0] >= shrink and part.shape[1] >= shrink:
            width, height = part.shape[1] // shrink, part.shape[0] // shrink
            part = part[: height * shrink, : width * shrink]
            image = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
            middle = (middle - (left, top) + 0.5) / shrink - 0.5
            matrix = matrix / shrink
    offset = middle - matrix @ np.full(2, (out - 1) / 2)
    patch = cv2.warpAffine(
        image,
        np.column_stack([matrix, offset]),
        (out, out),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, dtype=np.uint8)


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
    """One of the networks, loaded; calls from several threads wait for each other."""

    def __init__(self, model: Path = MODEL, span: float = SPAN) -> None:
        """Load a model file in the ONNX format.

        Args:
            model: the file.
            span: width of the patches that it has learned from, in sides of a die.
        """
        self._net = load_net(model)
        self._span = span
        self._lock = Lock()

    def judge(self, image: Image, looks: Sequence[Look | tuple[float, float, float]]) -> Float:
        """Say for spots of a picture whether a die or a cube lies there and which face it shows.

        Args:
            image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
            looks: where to look; spots may be off by 0.2 sides, sides by a fifth.

        Returns:
            Natural logarithms of probabilities, shape (n, `CLASSES`), see `classify`.
        """
        return self.classify([cut(image, Look(*look), self._span) for look in looks])

    def classify(self, patches: Sequence[Image]) -> Float:
        """Classify patches.

        Args:
            patches: each `PATCH` wide and high, blue-green-red, uint8.

        Returns:
            Natural logarithms of probabilities, shape (n, `CLASSES`): `NONE`, the faces 1 to 6, `COCKED`, and from
            `FIRST_CUBE` on the faces of a cube.
        """
        if not patches:
            return np.zeros((0, CLASSES), dtype=np.float32)
        level = levelled(patches)
        with self._lock:
            self._net.setInput(level)
            return np.asarray(self._net.forward(), dtype=np.float32).reshape(len(patches), CLASSES)


@cache
def first_net() -> DieNet:
    """Return the network that sees a box and what is round it, loaded at the first call."""
    return DieNet()


@cache
def close_net() -> DieNet:
    """Return the network that sees little more than an upper face, loaded at the first call."""
    return DieNet(CLOSE_MODEL, CLOSE_SPAN)
