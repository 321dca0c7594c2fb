"""The board's proportions from one picture: aspect, checker size, bar and columns, fitted to the discs seen."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.features.rim_edges import edge_directions, gradients, rim_evidence, thin_edges, to_lab
from vision.geometry.board import (
    RECT_MARGIN,
    RECT_WIDTH,
    BoardGeometry,
    column_centre,
    rectify,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.arrays import Double, Float
    from vision.features.rim_edges import RimDirections, Slopes
    from vision.frame import Image
    from vision.geometry.board import Corners

ASPECTS: Final = tuple(float(v) for v in np.geomspace(0.7, 1.15, 8))
"""Proportions of boards tried first; pictures squeezed to a square are among them."""

DIAMETERS: Final = (30.0, 33.0, 36.0, 39.0, 42.0, 45.0)
"""Checker diameters tried first, in rectified pixels: 0.65 to 1.05 of a point."""

STEPS: Final = (0.06, 0.03, 0.015)
"""By how much aspect and diameter are varied to find clearer circles, one step after the other: the aspect in shares of
itself, the diameter in shares of 50 pixels; 0.01 to 0.1. The first is for those that are known roughly, and as far as
the network for whole boards strays. `python -m tests.benchmarks.reading.locating.find_corners` tells how it does."""

STRONG: Final = 0.5
"""Rim evidence, 0..1, of a disc that is hardly ever found where none is."""

FAINT: Final = 0.42
"""Rim evidence, 0..1, from which something may be a checker, or hide the board."""

ALIGNED: Final = 0.5
"""How well the checkers of a row must agree on where the row begins: 1 where they touch without gaps."""


LEAST_TO_STRETCH: Final = 4
"""Fewer discs in one half do not tell how wide its points are."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle that may be a checker, in rectified pixels, with its rim evidence 0..1."""

    x: int
    y: int
    rim: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Proportions under which the most and clearest discs are seen.

    Attributes:
        aspect: depth of the playing surface over its width.
        diameter: of a checker in rectified pixels.
        clarity: mean rim evidence of the clearest discs.
    """

    aspect: float
    diameter: float
    clarity: float


def find_discs(rim: Float, diameter: float, most: int) -> list[Disc]:
    """Return up to `most` local maxima of the rim evidence, clearest first, none overlapping by half."""
    left = rim.copy()
    found = []
    reach = round(0.8 * diameter)
    for _ in range(most):
        y, x = divmod(int(left.argmax()), left.shape[1])
        value = float(left[y, x])
        if value <= 0:
            break
        found.append(Disc(x, y, value))
        cv2.circle(left, (x, y), reach, 0.0, -1)
    return found


def fit_proportions(image: Image, corners: Corners, discs: int = 24, about: tuple[float, float] | None = None) -> Fit:
    """Find the aspect of the board and the size of its checkers: those that give the clearest circles.

    Args:
        image: the picture.
        corners: of the playing surface.
        discs: how many of the clearest discs are counted.
        about: roughly what they are, where that is known: the aspect, and a checker's diameter in widths of the
            surface. Else all usual ones are tried first.

    Returns:
        The best fit.
    """

    @lru_cache(maxsize=3)  # those of one step
    def directions(aspect: float) -> RimDirections:
        return edge_directions(*gradients(to_lab(rectify(image, corners, aspect))))

    def fitted(aspect: float, diameter: float) -> Fit:
        found = find_discs(rim_evidence(directions(aspect), diameter / 2), diameter, discs)
        return Fit(aspect, diameter, sum(disc.rim for disc in found) / discs)

    def clearest(aspects: Iterable[float], diameters: Iterable[float]) -> Fit:
        return max(itertools.starmap(fitted, itertools.product(aspects, diameters)), key=lambda fit: fit.clarity)

    best = Fit(about[0], about[1] * RECT_WIDTH, 0.0) if about else clearest(ASPECTS, DIAMETERS)
    for step in STEPS if about else STEPS[1:]:
        aspects = [best.aspect * (1 + i * step) for i in (-1, 0, 1)]
        best = clearest(aspects, [best.diameter + j * step * 50 for j in (-1, 0, 1)])
    return best


@dataclass(frozen=True, slots=True, eq=False)
class Circles:
    """View of a board if it and its checkers have some proportions.

    Attributes:
        fit: the proportions.
        board: the rectified picture, shape (h, w, 3), uint8, blue-green-red.
        lab: the same in Lab, shape (h, w, 3).
        slopes: of its lightness and colours, see `vision.features.rim_edges.Slopes`.
        rim: rim evidence for a checker centred at each pixel, shape (h, w).
        discs: the clearest circles, clearest first.
    """

    fit: Fit
    board: Image
    lab: Float
    slopes: Slopes
    rim: Float
    discs: list[Disc]

    def layout(self, corners: Corners, discs: Sequence[Disc]) -> BoardGeometry:
        """Return the layout that some of the discs, and the edges that stand upright, suit best."""
        return fit_layout(corners, self.fit, discs, upright_edges(*thin_edges(*self.slopes)))


def circles_under(fit: Fit, image: Image, corners: Corners, most: int) -> Circles:
    """Return what is seen of a board under some proportions.

    Args:
        fit: the proportions.
        image: the picture.
        corners: of the playing surface.
        most: how many discs are looked for.
    """
    board = rectify(image, corners, fit.aspect)
    lab = to_lab(board)
    slopes = gradients(lab)
    rim = rim_evidence(edge_directions(*slopes), fit.diameter / 2)
    return Circles(fit, board, lab, slopes, rim, find_discs(rim, fit.diameter, most))


def fit_layout(corners: Corners, fit: Fit, discs: Sequence[Disc], upright_edges: Float) -> BoardGeometry:
    """Find the bar, the columns and the first checkers from the discs seen.

    Args:
        corners: of the playing surface.
        fit: the proportions.
        discs: circles found, clear ones.
        upright_edges: for every column of the rectified picture the share of its rows with an upright edge, shape (w,).

    Returns:
        The geometry.
    """
    xs = np.array([(disc.x - RECT_MARGIN) / RECT_WIDTH for disc in discs])
    weights = np.array([disc.rim for disc in discs])
    left, right, shift = _fit_bar(xs, weights, upright_edges)
    columns = _fit_columns(discs, left, right, shift, fit)
    diameter = fit.diameter / RECT_WIDTH
    spacing = _fit_spacing(discs, columns, fit)
    bottom = RECT_MARGIN + RECT_WIDTH * fit.aspect
    middle = (RECT_MARGIN + bottom) / 2
    on_points = [disc for disc in discs if _on_a_column(disc, columns, fit, middle)]
    first = (
        _fit_first([disc.y - RECT_MARGIN for disc in on_points if disc.y < middle], spacing, fit.diameter),
        _fit_first([bottom - disc.y for disc in on_points if disc.y >= middle], spacing, fit.diameter),
    )
    return BoardGeometry(
        corners=corners,
        aspect=fit.aspect,
        bar_left=left,
        bar_right=right,
        diameter=diameter,
        columns=columns,
        first=(first[0] / RECT_WIDTH, first[1] / RECT_WIDTH),
        spacing=spacing / RECT_WIDTH,
    )


def _on_a_column(disc: Disc, columns: Sequence[float], fit: Fit, middle: float) -> bool:
    row = columns[:12] if disc.y < middle else columns[12:]
    return min(abs(disc.x - RECT_MARGIN - x * RECT_WIDTH) for x in row) < 0.25 * fit.diameter


def _fit_first(offsets: Sequence[float], spacing: float, diameter: float) -> float:
    """Return how far from the rail the first checkers of a row appear, all lengths in rectified pixels.

    A frame may hide part of the first checker, so that only those farther in are clear; since neighbours touch, they
    tell where it is all the same.

    Args:
        offsets: distances from the rail of clear discs on the row's points.
        spacing: of neighbours.
        diameter: of a checker.
    """
    usual = 0.5 * diameter
    near = [offset / spacing for offset in offsets if offset < 4.5 * spacing]
    # Two imagined checkers that touch the rail keep a single odd one from deciding.
    turns = np.exp(2j * np.pi * np.array([*near, usual / spacing, usual / spacing]))
    mean = complex(turns.mean())
    if abs(mean) < ALIGNED:
        return usual
    return float((np.angle(mean) / (2 * np.pi) % 1.0) * spacing)


def _fit_spacing(discs: Sequence[Disc], columns: Sequence[float], fit: Fit) -> float:
    """Return how far neighbours in a column are from each other, in rectified pixels: usually about a diameter."""
    gaps: list[float] = []
    middle = RECT_MARGIN + RECT_WIDTH * fit.aspect / 2
    for number, x in enumerate(columns):
        near = [d.y for d in discs if abs(d.x - RECT_MARGIN - x * RECT_WIDTH) < 0.25 * fit.diameter]
        rows = sorted(y for y in near if (y < middle) == (number < 12))
        gaps += [b - a for a, b in itertools.pairwise(rows)]
    touching = [gap for gap in gaps if 0.78 < gap / fit.diameter < 1.2]
    # Imagined neighbours keep a few odd ones from deciding.
    return float(np.median([*touching, *([1.02 * fit.diameter] * 3)]))


def upright_edges(ex: Float, ey: Float) -> Float:
    """Return for every column of the picture the share of rows with an upright edge within a pixel of it."""
    upright = ((np.abs(ex) > 0.3) & (np.abs(ex) > 3 * np.abs(ey))).astype(np.uint8)
    near = cv2.dilate(upright, np.ones((1, 3), dtype=np.uint8))
    inside = near[RECT_MARGIN:-RECT_MARGIN]
    return np.asarray(inside.mean(axis=0), dtype=np.float32)


def _fit_bar(xs: Float, weights: Float, upright: Float) -> tuple[float, float, float]:
    """Return board x of the bar's left and right edge, and the common displacement of the checkers."""
    best, result = -1e9, (0.468, 0.532, 0.0)
    sigma = 0.009
    shifts = (-0.016, -0.008, 0.0, 0.008, 0.016)
    moved = np.array(shifts)[:, None, None]
    for width in np.arange(0.018, 0.125, 0.004):
        for middle in np.arange(0.47, 0.5301, 0.005):
            left, right = middle - width / 2, middle + width / 2
            centres = np.array([column_centre(left, right, column) for column in range(12)] + [middle])
            edge = upright[round(RECT_MARGIN + left * RECT_WIDTH)] + upright[round(RECT_MARGIN + right * RECT_WIDTH)]
            prior = 2.0 * edge - 0.3 * ((width - 0.06) / 0.04) ** 2 - 0.3 * ((middle - 0.5) / 0.015) ** 2
            near = np.abs(xs[:, None] - centres - moved).min(axis=2)
            for shift, met in zip(shifts, (weights * np.exp(-0.5 * (near / sigma) ** 2)).sum(axis=1), strict=True):
                score = float(met + prior - 20 * abs(shift))
                if score > best:
                    best, result = score, (float(left), float(right), float(shift))
    return result


def _fit_half(discs: Sequence[Disc], centres: Double, shift: float) -> Double:
    """Return board x of the columns of one half, wider or narrower and moved as its discs say.

    The outer points do not always reach the frame, nor the inner ones the bar.

    Args:
        discs: circles found.
        centres: of the half's six columns if the points fill it.
        shift: the common displacement of checkers in both halves.
    """
    middle, pitch = float(centres.mean()), float(centres[1] - centres[0])
    mine = [(x, d.rim) for d in discs if abs((x := (d.x - RECT_MARGIN) / RECT_WIDTH) - middle) < 3.4 * pitch]
    if len(mine) < LEAST_TO_STRETCH:
        return centres + shift
    xs, weights = np.array([x for x, _ in mine]), np.array([rim for _, rim in mine])
    steps = np.arange(6) - 2.5
    best, result = -np.inf, centres + shift
    for stretch in np.arange(0.88, 1.061, 0.01):
        for move in np.arange(-0.028, 0.0281, 0.004):
            tried = middle + move + steps * pitch * stretch
            near = np.abs(xs[:, None] - tried[None]).min(axis=1)
            prior = 0.5 * ((stretch - 1) / (0.05 if stretch < 1 else 0.02)) ** 2 + 0.5 * (move / 0.012) ** 2
            score = float((weights * np.exp(-0.5 * (near / 0.009) ** 2)).sum()) - prior
            if score > best:
                best, result = score, tried
    return np.asarray(result, dtype=np.float64)


def _fit_columns(discs: Sequence[Disc], left: float, right: float, shift: float, fit: Fit) -> tuple[float, ...]:
    """Return board x at which the checkers of every point appear, by a line through those of each half row."""
    middle = RECT_MARGIN + RECT_WIDTH * fit.aspect / 2
    columns: list[float] = []
    halves = [
        _fit_half(discs, np.array([column_centre(left, right, column) for column in half]), shift)
        for half in (range(6), range(6, 12))
    ]
    for row in (-1, 1):
        for centres in halves:
            known, seen = list(centres), list(centres)
            for disc in discs:
                x = (disc.x - RECT_MARGIN) / RECT_WIDTH
                nearest = int(np.abs(centres - x).argmin())
                if (disc.y - middle) * row > 0 and abs(centres[nearest] - x) < 0.025:
                    known.append(centres[nearest])
                    seen.append(x)
            slope, offset = np.polyfit(known, seen, 1)
            columns.extend(float(slope * centre + offset) for centre in centres)
    return tuple(columns)
