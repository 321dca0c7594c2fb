"""A set's colour model: both kinds of checkers, and the board without anything on it.

Densities are per cubic unit of CIE Lab, so that those of checkers and of the board can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.features.rim_edges import BAND, planes_of
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, column_centre

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.int16]

BIN: Final = 4.0
"""Side of a cell of a colour table in Lab units."""

_CELLS: Final = (28, 56, 56)
"""Cells of a colour table along L (from -4), a and b (from -112)."""

_ORIGIN: Final = np.array([-4.0, -112.0, -112.0], dtype=np.float32)
"""L, a and b of the first cell's corner."""

UNIFORM: Final = float(np.log(1 / 4.0e5))
"""Log-density of a colour of which nothing is known: uniform over the solid of visible colours."""

_SURPRISE: Final = 0.02
"""Share of pixels that are of any colour whatever: glints, print, dirt."""


BLOWN_OUT: Final = 92.0
"""Lightness, 0..100, from which a grey pixel may be one in which the camera counts no more light."""


@dataclass(frozen=True, slots=True, eq=False)
class ColourModel:
    """The colours that one kind of checker shows.

    Attributes:
        table: log-density, float32, one cell for `BIN` units of L, a and b.
        mean: the middle colour in Lab.
    """

    table: Float
    mean: tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The rectified board as it would look empty.

    Attributes:
        lab: expected colour of every pixel, shape (h, w, 3), Lab.
        spread: how far the colour strays, in Lab units, shape (h, w).
        known: where the colour is known at all, shape (h, w).
        bare: where the playing surface itself was seen, and it is known that nothing lay on it, shape (h, w). Less than
            `known`, which takes in what is inferred from other points. None where nobody had cleared the board, as in
            a film: dice may lie anywhere then.
        finer: the bare board as sharp as the camera saw it, see `vision.dice.pattern_removal.bare_board_finer`;
        likewise None.
    """

    lab: Float
    spread: Float
    known: Mask
    bare: Mask | None = None
    finer: Image | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """The colours of a set and its board.

    Attributes:
        dark: of the darker checkers.
        light: of the lighter checkers.
        background: the board without checkers.
    """

    dark: ColourModel
    light: ColourModel
    background: Background


def table_shape() -> tuple[int, int, int]:
    """Return how many cells a colour table has along L, a and b."""
    return _CELLS


@dataclass(frozen=True, slots=True, eq=False)
class Densities:
    """Log-densities of every pixel's colour, each of shape (h, w).

    Attributes:
        dark: of the dark checkers.
        light: of the light checkers.
        empty: of the board without checkers.
    """

    dark: Float
    light: Float
    empty: Float


@dataclass(frozen=True, slots=True, eq=False)
class EmptyColours:
    """The source of `Densities.empty`, worked out once for a board.

    Attributes:
        planes: expected L, a and b of every pixel, each of shape (h, w).
        narrow: what the square of a difference is multiplied by.
        height: density of the expected colour; 0 where it is not known.
        floor: density of any colour whatever.
    """

    planes: tuple[Float, ...]
    narrow: Float
    height: Float
    floor: Float


def empty_colours(background: Background) -> EmptyColours:
    """Return what colours an empty board shows."""
    spread, known = background.spread, background.known
    height = (1 - _SURPRISE) * 0.65 / ((2 * np.pi) ** 1.5 * spread * spread * spread)
    return EmptyColours(
        planes=tuple(planes_of(background.lab)),
        narrow=np.asarray(-0.5 / (spread * spread), dtype=np.float32),
        height=np.asarray(np.where(known, height, 0), dtype=np.float32),
        floor=np.asarray(np.where(known, _SURPRISE, 1) * np.exp(UNIFORM), dtype=np.float32),
    )


def densities_of(appearance: Appearance, lab: Float, empty: EmptyColours | None = None) -> Densities:
    """Return how well the colour of every pixel of a rectified picture, in Lab, suits checkers and board.

    Args:
        appearance: what they look like.
        lab: the picture, shape (h, w, 3).
        empty: see `empty_colours`, where it has been worked out for this board before.
    """
    cells = _cells_of(lab)
    return Densities(
        _at_cells(appearance.dark.table, cells),
        _at_cells(appearance.light.table, cells),
        empty_density(empty_colours(appearance.background) if empty is None else empty, lab),
    )


def learn_colour(samples: Float) -> ColourModel:
    """Learn the colours of one kind of checker from pixels of it, shape (n, 3), Lab; of no pixels, nothing is known."""
    cells = np.clip(((samples - _ORIGIN) / BIN).astype(np.int64), 0, np.array(_CELLS) - 1)
    flat = np.ravel_multi_index((cells[:, 0], cells[:, 1], cells[:, 2]), _CELLS)
    counts = np.bincount(flat, minlength=int(np.prod(_CELLS))).astype(np.float32).reshape(_CELLS)
    # Light changes lightness more than hue; the kernel is a little wider along L.
    counts = _smoothed(counts, (1.6, 1.0, 1.0))
    density = counts / max(1.0, float(counts.sum())) / BIN**3
    table = np.log((1 - _SURPRISE) * density + _SURPRISE * np.exp(UNIFORM))
    middle = np.median(samples, axis=0) if len(samples) else np.array([50.0, 0.0, 0.0])
    return ColourModel(np.ascontiguousarray(table, dtype=np.float32), tuple(float(v) for v in middle))  # type: ignore[arg-type]  # three channels


def mirroring(dark: ColourModel, light: ColourModel) -> ColourModel:
    """Return the colours of the dark set where a polished checker may mirror a lamp.

    Where the camera counts no more light, nothing is left of a checker's own colour: what is blown out is as likely of
    the one set as of the other, unless the light set is so bright by itself.

    Args:
        dark: as learned.
        light: likewise.
    """
    if light.mean[0] >= BLOWN_OUT - BIN:
        return dark
    lightness, first, second = (
        origin + BIN * np.arange(count) for origin, count in zip(_ORIGIN.tolist(), _CELLS, strict=True)
    )
    grey = [np.abs(axis + BIN / 2) <= BIN for axis in (first, second)]
    out = (lightness[:, None, None] >= BLOWN_OUT) & grey[0][:, None] & grey[1]
    return ColourModel(np.where(out, np.maximum(dark.table, light.table), dark.table), dark.mean)


def _smoothed(counts: Float, sigmas: tuple[float, ...]) -> Float:
    """Return a colour table smoothed by so many cells along L, a and b; beyond its edges there is nothing."""
    for axis, sigma in enumerate(sigmas):
        rows = np.moveaxis(counts, axis, -1).reshape(-1, _CELLS[axis])
        smooth = cv2.GaussianBlur(rows, (0, 0), sigmaX=sigma, sigmaY=1e-6, borderType=cv2.BORDER_CONSTANT)
        moved = [c for i, c in enumerate(_CELLS) if i != axis]
        counts = np.asarray(np.moveaxis(smooth.reshape(*moved, _CELLS[axis]), -1, axis), dtype=np.float32)
    return counts


def colour_density(model: ColourModel, lab: Float) -> Float:
    """Return the log-density of every pixel's colour under a model, shape (h, w); `lab` has shape (h, w, 3)."""
    return _at_cells(model.table, _cells_of(lab))


def _cells_of(lab: Float) -> Cells:
    """Return the cells of a colour table in which the pixels' colours are: (h, w, 2): along b, and along L and a.

    The table holds every colour that a picture can show.
    """
    # A half less, as OpenCV rounds; what lies on a cell's edge is in the upper one.
    starts = (-_ORIGIN / BIN - 0.5 + 1e-5).tolist()
    lightness, first, second = (
        cv2.addWeighted(plane, 1 / BIN, plane, 0.0, start, dtype=cv2.CV_16S)
        for plane, start in zip(planes_of(lab), starts, strict=True)
    )
    return np.asarray(cv2.merge([second, cv2.addWeighted(lightness, _CELLS[1], first, 1.0, 0.0)]), dtype=np.int16)


def _at_cells(table: Float, cells: Cells) -> Float:
    """Return the values of a colour table in some cells, shape (h, w)."""
    # OpenCV gathers pixels faster than NumPy entries.
    nothing = np.empty(0, dtype=np.int16)
    values = cv2.remap(table.reshape(-1, _CELLS[2]), cells, nothing, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=np.float32)


def empty_density(empty: EmptyColours, lab: Float) -> Float:
    """Return the log-density of every pixel's colour if nothing stood there; shape (h, w).

    A shadow darkens the board: darker than expected counts half of what any other difference does.
    """
    planes = planes_of(lab)
    result = np.empty(planes[0].shape, dtype=np.float32)
    for top in range(0, len(result), BAND):
        rows = slice(top, top + BAND)
        away = (plane[rows] - usual[rows] for plane, usual in zip(planes, empty.planes, strict=True))
        lightness, first, second = away
        square = np.maximum(np.float32(0.8) * lightness, np.float32(-0.5) * lightness)
        square *= square
        for other in (first, second):
            square += np.multiply(other, other, out=other)
        square *= empty.narrow[rows]
        density = np.exp(square, out=square)
        density *= empty.height[rows]
        density += empty.floor[rows]
        np.log(density, out=result[rows])
    return result


def learn_background(lab: Float, covered: Mask, bar_left: float, bar_right: float) -> Background:
    """Work out the empty board from a picture of it with checkers on.

    Points alternate between two colours, so what a checker hides is seen on the other points of the same row and
    colour; what is hidden on all of them stays unknown.

    Args:
        lab: the rectified picture in Lab, shape (h, w, 3).
        covered: where something may stand, shape (h, w).
        bar_left: board x of the bar's left edge.
        bar_right: board x of the bar's right edge.

    Returns:
        The board as it would look empty.
    """
    smooth = np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.5), dtype=np.float32)
    result = smooth.copy()
    spread = np.full(covered.shape, 5.0, dtype=np.float32)
    known = ~covered
    height = covered.shape[0]
    half = height // 2
    width = round(RECT_WIDTH * (bar_left + 1 - bar_right) / 12)
    lefts = [
        round(RECT_MARGIN + RECT_WIDTH * column_centre(bar_left, bar_right, column) - width / 2) for column in range(12)
    ]
    for rows in (slice(0, half), slice(half, height)):
        for parity in (0, 1):
            columns = lefts[parity::2]
            stack = np.stack([smooth[rows, x : x + width] for x in columns])
            hidden = np.stack([covered[rows, x : x + width] for x in columns])
            middle, stray, seen = _masked_median(stack, hidden)
            for x in columns:
                area = (rows, slice(x, x + width))
                fill = covered[area] & seen
                result[area] = np.where(fill[..., None], middle, result[area])
                spread[area] = np.where(fill, np.maximum(stray, 8.0), spread[area])
                known[area] |= fill
    return Background(np.asarray(result, dtype=np.float32), spread, known)


def _masked_median(stack: Float, hidden: Mask) -> tuple[Float, Float, Mask]:
    """Return median, spread and presence of the values of `stack`, shape (n, h, w, 3), that are not `hidden`."""
    count = (~hidden).sum(axis=0)
    middle_at = np.maximum(count - 1, 0)[None] // 2

    def median(values: Float, at: npt.NDArray[np.intp]) -> Float:
        return np.asarray(np.take_along_axis(np.sort(values, axis=0), at, axis=0)[0], dtype=np.float32)

    far = np.float32(1e3)
    middle = median(
        np.where(hidden[..., None], far, stack), np.broadcast_to(middle_at[..., None], (1, *stack.shape[1:]))
    )
    away = np.abs(stack - middle).max(axis=-1)
    stray = median(np.where(hidden, far, away), middle_at)
    seen = count > 0
    return middle, np.asarray(np.where(seen, 1.5 * stray, 8.0), dtype=np.float32), np.asarray(seen, dtype=np.bool_)


def brightness(model: ColourModel) -> float:
    """Return the mean of red, green and blue of a set's middle colour, 0..1; the lower of two sets is the dark one."""
    pixel = np.array([[model.mean]], dtype=np.float32)
    return float(np.clip(cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR), 0, 1).mean())
