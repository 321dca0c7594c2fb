"""A network that reads the faces of flat dice, from their colours and from their strong ink together.

It has learned nothing else, from dice that are hard to read: clear ones, through which the pips of the far faces are
seen, ink that differs from the body in hue alone, and dished faces that mirror lamps. It is the second witness of
`vision.dice.candidates`, beside the network that tells dice from all else. How it was trained, and how well it reads,
is in `vision/models/README.md`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from vision.dice.crops import PATCH, cut
from vision.features.levels import levelled
from vision.runtime.onnx_file import MODELS, Net

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Float
    from vision.dice.crops import Crop
    from vision.frame import Image

Pixels = npt.NDArray[np.intp]

CLOSE_SPAN: Final = 1.6
"""Width of a patch in sides of the die: little more than its upper face."""

GREYS: Final = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, -1, 1], [1, -0.5, -0.5]], dtype=np.float32)
"""Of what greys are made, as shares of blue, green and red: one channel, red against green, blue against yellow."""

FACE_REACH: Final = 0.5
"""What lies so near to a patch's middle, in sides, is the upper face, when a grey is stretched to it."""

LEAST_SPREAD: Final = 6.0
"""Added to a grey's spread in the upper face, or to its strongest ink, in 0..255, so that noise is not blown up."""

INK_FROM: Final = 97.0
"""Percentile of the upper face's greys, or 100 less it, that is its strongest ink: the one pip of a usual die covers
some 6 % of what lies within `FACE_REACH`, so that this is in the midst of it."""

INK_COUNTS: Final = 2.0
"""How much larger ink is given to the network than `strong_ink` has it: of about the spread that colours have."""

MODEL: Final = MODELS / "faces.onnx"


class FaceNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = Net(model)

    def judge(self, image: Image, crops: Sequence[Crop]) -> Float:
        """Read the faces seen at places where flat dice are.

        Args:
            image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
            crops: where to look; off by 0.2 sides, their sides by a fifth at most.

        Returns:
            Natural logarithms of the probabilities of the faces 1 to 6, shape (n, 6).
        """
        if not crops:
            return np.zeros((0, 6), dtype=np.float32)
        patches = [cut(image, crop, CLOSE_SPAN, PATCH) for crop in crops]
        return self._net.answer(with_ink(patches)).reshape(len(crops), 6)


def with_ink(patches: Sequence[Image]) -> Float:
    """Return what the network is given of patches `CLOSE_SPAN` wide: colours and strong inks, shape (n, 8, h, w)."""
    ink = np.stack([strong_ink(patch, CLOSE_SPAN).transpose(2, 0, 1) for patch in patches])
    both = np.concatenate([levelled(patches), np.float32(INK_COUNTS) * ink], axis=1)
    return np.ascontiguousarray(both, dtype=np.float32)


def strong_ink(patch: Image, span: float) -> Float:
    """Return how strong the ink is in a patch, in each of `GREYS`; of what is weaker than its strongest little is left.

    Through a clear body the pips of the far faces are seen, paler than those of the upper one, or on a white body
    brighter than it: to a two they add the middle of a five. How far a pixel is from the body's grey, the median, in
    shares of the strongest ink, counts squared, whether it is darker or brighter; so half the ink leaves a quarter.

    Args:
        patch: shape (h, w, 3), uint8.
        span: its width in sides of the die.

    Returns:
        Shape (h, w, n), -1 to 1: 0 for the body's grey, below it for what is darker.
    """
    values, face = _greys_of(patch, span)
    ranked = np.sort(values[:, face], axis=1)  # of so few pixels all are ranked sooner than the wanted ones are found
    twice = ranked[:, (ranked.shape[1] - 1) // 2] + ranked[:, ranked.shape[1] // 2]
    body = np.float32(0.5) * twice[:, None]
    away, ranked = values - body, ranked - body
    strongest = np.maximum(-_ranked_at(ranked, 100 - INK_FROM), _ranked_at(ranked, INK_FROM))
    ink = np.asarray(away / (strongest[:, None] + np.float32(LEAST_SPREAD)), dtype=np.float32)
    np.minimum(np.maximum(ink, np.float32(-1), out=ink), np.float32(1), out=ink)
    ink *= np.abs(ink)
    return _in_place(ink, patch)


def _ranked_at(ranked: Float, percentile: float) -> Float:
    """Return a percentile of each row of values in rising order, shape (n,), between two ranks in proportion."""
    below, share = divmod(percentile / 100 * (ranked.shape[1] - 1), 1)
    first, second = ranked[:, int(below)], ranked[:, min(int(below) + 1, ranked.shape[1] - 1)]
    return np.asarray(first + (second - first) * np.float32(share), dtype=np.float32)


def _greys_of(patch: Image, span: float) -> tuple[Float, Pixels]:
    """Return a patch's values in each of `GREYS`, shape (n, h w), and which pixels of it are the upper face."""
    values = np.asarray(GREYS @ patch.reshape(-1, 3).T.astype(np.float32), dtype=np.float32)
    return values, _face_of(patch.shape[0], patch.shape[1], span)


@lru_cache(maxsize=8)
def _face_of(height: int, width: int, span: float) -> Pixels:
    """Return the pixels of a patch that are the upper face, by their numbers; they are not to be changed."""
    down, right = np.arange(height) - (height - 1) / 2, np.arange(width) - (width - 1) / 2
    return np.flatnonzero(down[:, None] ** 2 + right[None] ** 2 < (FACE_REACH * width / span) ** 2)


def _in_place(values: Float, patch: Image) -> Float:
    """Return what is known of each pixel in each of several greys, (n, h w), where it is in the patch, (h, w, n)."""
    return np.asarray(values.reshape(-1, *patch.shape[:2]).transpose(1, 2, 0), dtype=np.float32)


@cache
def face_net() -> FaceNet:
    """Return the network that is shipped, loaded at the first call."""
    return FaceNet()
