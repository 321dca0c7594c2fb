"""Whole pictures, looked at: where hands and arms are, the playing surface, the bar, its corners.

The network for whole boards sees a small copy of the picture, or of a closer look at a board: brought upright, with a
little room round it. How it was trained, and how well it sees, is in `vision/models/README.md`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import MIRRORS
from vision.runtime.onnx_file import BOARD, loaded
from vision.runtime.worker import alongside

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Double, Float
    from vision.frame import Image

SHAPES: Final = ((256, 144), (224, 160), (192, 192), (160, 224), (144, 256))
"""Widths and heights of the small copy; the one whose proportions are nearest to the picture's is taken."""

MAPS: Final = ("hand", "surface", "bar", "corner")
"""What the network puts out, in this order."""

LIKELY: Final = 0.5
"""Chance from which a pixel counts as what a map shows."""

LOOK: Final = (448, 320)
"""Width and height of the picture for a closer look at a board brought upright, pixels; the network sees its copy."""

ROOM: Final = 0.14
"""How much of that picture is left free on each side of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneMaps:
    """The network's answer to a picture; each map is a float32 array (h, w) of chances 0..1 over the whole picture.

    Attributes:
        hand: the chance that a hand or an arm is seen there.
        surface: that the playing surface or the bar is there, whatever lies upon it.
        bar: that the bar is there.
        corner: near 1 at the inside corners of the frame.
        scale: picture pixels per pixel of a map, to the right and down.
    """

    hand: Float
    surface: Float
    bar: Float
    corner: Float
    scale: tuple[float, float]


def small_copy(image: Image) -> Image:
    """Return a picture as small as the network takes it, squeezed a little into one of `SHAPES`."""
    height, width = image.shape[:2]
    shape = min(SHAPES, key=lambda s: abs(np.log(s[0] / s[1] * height / width)))
    return np.asarray(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), dtype=np.uint8)


class SceneNet:
    """The network, loaded."""

    def __init__(self, model: Path = BOARD) -> None:
        """Load a model file in the ONNX format."""
        self._net = loaded(model)

    def maps(self, image: Image, *, mirrored: bool = False) -> SceneMaps:
        """Look at a picture.

        Args:
            image: shape (h, w, 3), uint8, blue-green-red.
            mirrored: its images in mirrors are looked at, too, and what counts is the mean: what errs one way cancels
                out.

        Returns:
            The maps.
        """
        small, mirrors = small_copy(image), MIRRORS if mirrored else MIRRORS[:1]
        half = (len(mirrors) + 1) // 2
        others = alongside(partial(self._looks, small, mirrors[half:])) if mirrored else list
        seen = [*self._looks(small, mirrors[:half]), *others()]
        mean = np.asarray(np.mean(seen, axis=0), dtype=np.float32)
        scale = (image.shape[1] / mean.shape[2], image.shape[0] / mean.shape[1])
        return SceneMaps(mean[0], mean[1], mean[2], mean[3], scale)

    def _looks(self, small: Image, mirrors: Sequence[tuple[int, ...]]) -> list[Float]:
        """Return the chances, (4, h, w), that a small copy shows, as its images flipped along these axes say."""
        (chances,) = self._net.ask(("maps",), pictures=np.stack([np.flip(small, axes) for axes in mirrors]))
        return [np.flip(one, tuple(axis + 1 for axis in axes)) for one, axes in zip(chances, mirrors, strict=True)]


def closer_look(image: Image, corners: Double) -> tuple[Image, Double]:
    """Return a picture of a board, upright in its middle, and the 3x3 matrix from the picture to that one.

    Args:
        image: the picture.
        corners: of the playing surface, clockwise from the board's top left, pixels, (4, 2).
    """
    width, height = LOOK
    x, y = ROOM * width, ROOM * height
    to = np.array([[x, y], [width - x, y], [width - x, height - y], [x, height - y]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), to)
    shrink = math.sqrt(abs(cv2.contourArea(corners.astype(np.float32))) / ((width - 2 * x) * (height - 2 * y)))
    source = cv2.GaussianBlur(image, (0, 0), 0.4 * shrink) if shrink > 1.4 else image
    look = cv2.warpPerspective(source, matrix, LOOK, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(look, dtype=np.uint8), np.asarray(matrix, dtype=np.float64)


@cache
def shipped_scene_net() -> SceneNet:
    """Return the network that is shipped, loaded at the first call."""
    return SceneNet()
