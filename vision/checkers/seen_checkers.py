"""Checkers one by one: where each that is seen lies, on which place, and of which set it looks.

The network for whole boards says so in a map over its canvas. Counts of places are another answer of it; this one says
what lies beside a die, or that checkers of both sets lie on one point, as no play leaves it but a player may.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.checkers.canvas import HEIGHT, WIDTH, off_canvas, on_canvas
from vision.geometry.layout import standing_at
from vision.reading import IN_A_ROW, MAX_COUNT, PLACES, PlaceReading, Shade, content_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

CELL: Final = 8
"""Pixels of the canvas, across and down, to one of the map's."""

LIKELY: Final = 0.5
"""Chance, 0..1, from which a checker lies somewhere."""

BESIDE: Final = 0.5
"""How far from the middle of a point, in points, its checkers lie at most."""

APART: Final = 4.0
"""By how many nats each must look rather of its own set for a point to have checkers of both, which hardly a point has;
2 to 6."""

SPREAD: Final = 0.14
"""How far looks stray within a set at least, in their own units; 0.1 to 0.3: a few checkers may agree by chance."""

DOUBT: Final = -600
"""Score of contents of a shared point other than the counted one, in centinats."""

SAME: Final = 0.5
"""How far from where a checker of a row is thought to be, in diameters, one that is seen is the same."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCheckers:
    """Checkers whose upper faces are seen, n of them.

    Attributes:
        at: where the middle of each upper face appears, board coordinates, shape (n, 2).
        looks: numbers that are near each other for checkers of the same set, shape (n, k).
    """

    at: Double
    looks: Float


def checkers_in(seen: Float) -> SeenCheckers:
    """Return the checkers that a map shows.

    Args:
        seen: for every `CELL` by `CELL` pixels of the canvas the chances of a die's, of a cube's and of a checker's
            middle, three numbers about dice and cubes, the offset of a checker from theirs across and down in cells,
            and how it looks, shape (8 + k, h, w).
    """
    chance = np.ascontiguousarray(seen[2])
    there = (chance >= LIKELY) & (chance >= np.asarray(cv2.dilate(chance, np.ones((3, 3), dtype=np.uint8))))
    row, column = np.nonzero(there)
    found = seen[:, row, column]
    middles = (np.stack([column, row], axis=1) + 0.5 + found[6:8].T) * CELL - 0.5
    at = off_canvas(np.asarray(middles, dtype=np.float64))
    return SeenCheckers(at, np.asarray(found[8:].T, dtype=np.float32))


def points_of(checkers: SeenCheckers, geometry: BoardGeometry) -> list[int | None]:
    """Return on which of `reading.PLACES` each checker lies, None where on none: on the bar, or beside the board."""
    half, reach = len(PLACES) // 2, BESIDE * geometry.pitch
    lying: list[int | None] = []
    for x, y in checkers.at.tolist():
        row = geometry.columns[:half] if y < 0.5 else geometry.columns[half:]
        nearest = min(range(half), key=lambda number: abs(row[number] - x))
        lying.append(nearest + half * (y >= 0.5) if abs(row[nearest] - x) <= reach else None)
    return lying


def with_hidden_ones(checkers: SeenCheckers, points: Sequence[PlaceReading], geometry: BoardGeometry) -> Double:
    """Return where checkers appear, those too that are counted on a point and not seen: a die may lie on them.

    Args:
        checkers: what is seen one by one.
        points: 24 readings in the order of PLACES.
        geometry: where the points are.

    Returns:
        Board coordinates of upper faces, shape (n, 2).
    """
    lying = np.array(points_of(checkers, geometry))
    appear = [checkers.at]
    for number, point in enumerate(points):
        here = checkers.at[lying == number]
        in_row = min(point.best[1], IN_A_ROW)
        if len(here) < in_row:
            row = standing_at(geometry, {PLACES[number]: in_row})
            away = np.linalg.norm(row[:, None] - here * [1, geometry.aspect], axis=2).min(axis=1, initial=np.inf)
            appear.append(row[away > SAME * geometry.diameter] / [1, geometry.aspect])
    return np.concatenate(appear)


def where_seen(checkers: SeenCheckers, geometry: BoardGeometry, standing: Mapping[str, int]) -> Double:
    """Return where checkers that lie in rows on points appear, those that are not seen where the layout has them.

    Args:
        checkers: what is seen one by one.
        geometry: the layout.
        standing: see `vision.geometry.layout.standing_at`.

    Returns:
        As from `standing_at`.
    """
    thought = standing_at(geometry, standing)
    if not len(checkers.at):
        return thought
    seen = checkers.at * [1, geometry.aspect]
    away = np.linalg.norm(thought[:, None] - seen, axis=2)
    near = away.min(axis=1) <= SAME * geometry.diameter
    return np.where(near[:, None], seen[away.argmin(axis=1)], thought)


def leads(checkers: SeenCheckers, lying: Sequence[int | None], shades: Sequence[Shade | None]) -> Float:
    """Return by how many nats each checker looks rather dark than light, shape (n,).

    Both sets are taken to be spread alike about their medians along the line between these (Fisher's discriminant).

    Args:
        checkers: what is seen.
        lying: on which point each lies, see `points_of`.
        shades: whose checkers stand on each of PLACES, None where nobody's; a few may be wrong.

    Returns:
        0 for all where fewer than two checkers of a set are seen.
    """
    of = np.array([None if place is None else shades[place] for place in lying], dtype=object)
    dark, light = (checkers.looks[of == shade] for shade in (Shade.DARK, Shade.LIGHT))
    if min(len(dark), len(light)) < 2:
        return np.zeros(len(lying), dtype=np.float32)
    line = np.median(dark, axis=0) - np.median(light, axis=0)
    along = checkers.looks @ line / max(float(np.linalg.norm(line)), SPREAD)
    middles = [float(np.median(along[of == shade])) for shade in (Shade.DARK, Shade.LIGHT)]
    stray = [along[of == shade] - middle for shade, middle in zip((Shade.DARK, Shade.LIGHT), middles, strict=True)]
    spread = float(np.square(np.concatenate(stray)).mean()) + SPREAD**2
    return np.asarray((along - sum(middles) / 2) * (middles[0] - middles[1]) / spread, dtype=np.float32)


def brightness_of_sets(
    canvas: Image, checkers: SeenCheckers, lying: Sequence[int | None], shades: Sequence[Shade | None]
) -> tuple[float, float] | None:
    """Return how bright the checkers of the dark and of the light set are in a picture, 0..255, medians.

    Args:
        canvas: see `canvas.to_canvas`.
        checkers: what is seen in it.
        lying: on which point each lies, see `points_of`.
        shades: whose checkers stand on each of PLACES, None where nobody's.

    Returns:
        The means of blue, green and red; None where checkers of one set only are seen.
    """
    grey = cv2.blur(canvas.mean(axis=2), (CELL, CELL))  # well within a checker's rim
    column, row = np.rint(on_canvas(checkers.at)).astype(int).T
    seen = grey[row.clip(0, HEIGHT - 1), column.clip(0, WIDTH - 1)]
    dark, light = (
        seen[[place is not None and shades[place] is shade for place in lying]] for shade in (Shade.DARK, Shade.LIGHT)
    )
    return (float(np.median(dark)), float(np.median(light))) if len(dark) and len(light) else None


def with_mixed_points(
    points: tuple[PlaceReading, ...], checkers: SeenCheckers, geometry: BoardGeometry
) -> tuple[tuple[PlaceReading, ...], frozenset[str]]:
    """Return the readings of the points, and the names of those on which checkers of both shades are seen.

    A shared point is read as the checkers of the shade that has more there.

    Args:
        points: 24 readings in the order of PLACES.
        checkers: what is seen one by one.
        geometry: where the points are.
    """
    lying = points_of(checkers, geometry)
    nats = leads(checkers, lying, [point.best[0] for point in points])
    readings, names = list(points), []
    for place in sorted({place for place in lying if place is not None}):
        here = nats[[n for n, on in enumerate(lying) if on == place]]
        if not (here.max() > APART and here.min() < -APART):
            continue
        names.append(PLACES[place])
        dark = int((here > 0).sum())
        shade, count = max((Shade.DARK, dark), (Shade.LIGHT, len(here) - dark), key=lambda one: one[1])
        scores = [DOUBT] * (2 * MAX_COUNT + 1)
        scores[content_index(shade, count)] = 0
        readings[place] = PlaceReading(tuple(scores))
    return tuple(readings), frozenset(names)
