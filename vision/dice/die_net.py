"""Two small networks that tell dice and doubling cubes from what is neither, and read their faces.

They look at square patches of the picture, at full resolution, round a spot: any turn of the die is fine. The first
sees a box with what is round it, and knows best whether there is one; the second sees little more than its upper face,
half as large again, and knows best what it shows. Where the board's geometry is known, patches are stretched so that
what lies flat on the board has its true proportions; a die that leans has not. How the networks were trained, and how
well they read, is in `vision/models/README.md`.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.features.levels import levelled
from vision.runtime.onnx_file import MODELS, Net

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Double, Float
    from vision.frame import Image

Pixels = npt.NDArray[np.intp]

SPAN: Final = 2.4
"""Width of the patches of the network that sees a box, in sides of the die that is looked for."""

CLOSE_SPAN: Final = 1.6
"""The same of the network that sees little more than a face."""

PATCH: Final = 48
"""Width of a patch in a network's pixels."""

NONE: Final = 0
"""Index of "nothing with its upper face in the middle"; the faces of dice have their values as indexes."""

COCKED: Final = 7
"""Index of a die that leans."""

FIRST_CUBE: Final = 8
"""Index of a doubling cube that shows 2; 4 to 64 follow."""

CLASSES: Final = 14
"""How many classes there are: nothing, six faces, a leaning die, six faces of a cube."""

GREYS: Final = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, -1, 1], [1, -0.5, -0.5]], dtype=np.float32)
"""Of what greys are made, as shares of blue, green and red: one channel, red against green, blue against yellow."""

FACE_REACH: Final = 0.5
"""What lies so near to a patch's middle, in sides, is the upper face, when a grey is stretched to it."""

LEAST_SPREAD: Final = 6.0
"""Added to a grey's spread in the upper face, or to its strongest ink, in 0..255, so that noise is not blown up."""

MOST_SPREADS: Final = 2.5
"""How many spreads from the mean of the upper face a grey reaches."""

INK_FROM: Final = 97.0
"""Percentile of the upper face's greys, or 100 less it, that is its strongest ink: the one pip of a usual die covers
some 6 % of what lies within `FACE_REACH`, so that this is in the midst of it."""

MODEL: Final = MODELS / "dice.onnx"
CLOSE_MODEL: Final = MODELS / "dice_close.onnx"


class Crop(NamedTuple):
    """A crop of a picture for a network.

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
    stretch: Double = stretches_of(jacobian[None])[0]
    return stretch


def stretches_of(jacobians: Double) -> Double:
    """Return the stretches of many linear maps, both of shape (n, 2, 2); see `stretch_of`."""
    values, vectors = np.linalg.eigh(jacobians @ jacobians.transpose(0, 2, 1))
    lengths = np.sqrt(np.maximum(values, 1e-12))
    level = lengths / np.sqrt(lengths.prod(axis=1, keepdims=True))
    return np.asarray((vectors * level[:, None]) @ vectors.transpose(0, 2, 1), dtype=np.float64)


def cut(image: Image, crop: Crop, span: float = SPAN, out: int = PATCH) -> Image:
    """Return the patch that a crop shows; beyond the picture's edge its last pixels go on.

    Args:
        image: shape (h, w, 3), uint8.
        crop: where.
        span: width of the patch in sides.
        out: width of the patch in pixels.

    Returns:
        Shape (out, out, 3), uint8.
    """
    scale = span * crop.side / out
    ((across, aslant), (askew, down)) = ((1.0, 0.0), (0.0, 1.0)) if crop.stretch is None else crop.stretch.tolist()
    (x, y), shrink = (crop.px, crop.py), int(scale)
    if shrink > 1:  # without this, fine texture would turn into noise
        reach = [scale * (abs(one) + abs(two)) * out / 2 + 2 * shrink for one, two in ((across, aslant), (askew, down))]
        left, top = (max(0, math.floor(at - far)) for at, far in zip((x, y), reach, strict=True))
        right, bottom = (math.ceil(at + far) for at, far in zip((x, y), reach, strict=True))
        part = image[top:bottom, left:right]
        if part.shape[0] >= shrink and part.shape[1] >= shrink:
            width, height = part.shape[1] // shrink, part.shape[0] // shrink
            part = part[: height * shrink, : width * shrink]
            image = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
            x, y = (x - left + 0.5) / shrink - 0.5, (y - top + 0.5) / shrink - 0.5
            scale /= shrink
    half = scale * (out - 1) / 2  # from the patch's first pixel to its middle
    matrix = (
        (scale * across, scale * aslant, x - half * (across + aslant)),
        (scale * askew, scale * down, y - half * (askew + down)),
    )
    patch = cv2.warpAffine(
        image,
        np.array(matrix, dtype=np.float64),
        (out, out),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, dtype=np.uint8)


def in_grey(patch: Image, span: float) -> list[Image]:
    """Return a patch in several greys, each stretched to what is seen of it in the upper face.

    Red pips on a dark or a blue body may stand out in one channel and in no other; a lamp's white glare is in every
    channel, but not in what two differ by; and beside a bright table hardly any pip stands out that is not white or
    black.

    Args:
        patch: shape (h, w, 3), uint8.
        span: its width in sides of the die.

    Returns:
        As many patches as `GREYS` has, likewise.
    """
    values, face = _greys_of(patch, span)
    within = values[:, face]
    middle, spread = within.mean(axis=1, keepdims=True), within.std(axis=1, keepdims=True)
    level = (values - middle) / (spread + np.float32(LEAST_SPREAD))
    return _drawn_grey(_in_place(level / MOST_SPREADS, patch))


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


def in_strong_ink(patch: Image, span: float) -> list[Image]:
    """Return a patch in the greys of `in_grey` as its strong ink alone, see `strong_ink`.

    Returns:
        As many patches as `GREYS` has, likewise; the body's grey becomes 128, and what is as strong as the strongest
        ink, or stronger, 1 or 255.
    """
    return _drawn_grey(strong_ink(patch, span))


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


def _drawn_grey(level: Float) -> list[Image]:
    """Return a patch for each of several greys, (h, w, n): -1, and what is less, is black, 1 white."""
    grey = (128.5 + 127 * np.clip(level, -1, 1)).astype(np.uint8)
    return [np.repeat(grey[..., k : k + 1], 3, axis=2) for k in range(level.shape[2])]


class DieNet:
    """One of the networks, loaded."""

    def __init__(self, model: Path = MODEL, span: float = SPAN) -> None:
        """Load a model file in the ONNX format.

        Args:
            model: the file.
            span: width of the patches that it has learned from, in sides of a die.
        """
        self._net = Net(model)
        self.span: Final = span

    def judge(self, image: Image, crops: Sequence[Crop | tuple[float, float, float]]) -> Float:
        """Classify spots of a picture: whether a die or a cube lies there and which face it shows.

        Args:
            image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
            crops: where to look; spots may be off by 0.2 sides, sides by a fifth.

        Returns:
            Natural logarithms of probabilities, shape (n, `CLASSES`), see `classify`.
        """
        return self.classify([cut(image, Crop(*crop), self.span) for crop in crops])

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
        return self._net.answer(levelled(patches)).reshape(len(patches), CLASSES)


@cache
def first_net() -> DieNet:
    """Return the network that sees a box and what is round it, loaded at the first call."""
    return DieNet()


@cache
def close_net() -> DieNet:
    """Return the network that sees little more than an upper face, loaded at the first call."""
    return DieNet(CLOSE_MODEL, CLOSE_SPAN)
