"""Full points on traced tables, as `tables` has them of simulated ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.checkers.close_net import STEPS
from vision.reading import IN_A_ROW, PLACES
from vision.training.board.drawn.chance import one_of
from vision.training.board.drawn.positions import DrawnPosition
from vision.training.close.tables import (
    MOST,
    PICTURES,
    SAME_FIT,
    RowLayout,
    fitted,
    full_seen,
    rows_seen,
    some_of,
    strips_of,
)
from vision.training.traced.drawn_builds import drawn_build
from vision.training.traced.labels import corners_of
from vision.training.traced.lying import ROW, Lying, LyingChecker, stack
from vision.training.traced.prints import column_middle
from vision.training.traced.tables import STRAIGHTENED, perhaps_relit, source_of, table_of, taken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.simulated.scene.board import Shade
    from vision.frame import Image
    from vision.training.close.tables import CloseStrips
    from vision.training.traced.builds import TracedBuild
    from vision.training.traced.tables import TracedTable

SHAPES: Final = ((960, 720), (1120, 840), (1280, 960))
"""Sizes of pictures: a checker is at least about as wide on them as on a strip."""

SHADES: Final[tuple[Shade, Shade]] = ("dark", "light")

_Points = tuple[tuple[int, list[tuple[float, float, int]]], ...]
"""Of each point whose checkers lie there, and how each lies, as from `lying.stack`."""


def traced_strips(number: int, pictures: int = PICTURES) -> CloseStrips:
    """Return the close strips of a traced table's pictures; everything follows from the number.

    Raises:
        SceneError: `scene.no_mitsuba` where the extra `photo` is not installed.
    """
    build = drawn_build(number)
    chance, rng = source_of(number, build, 400), random.Random(f"traced {number}")
    table = table_of(build, number, one_of(chance, SHAPES), STRAIGHTENED)
    points: _Points = tuple(
        (int(chance.integers(2)), stack(build, rng.choice(MOST), chance)) for _ in range(len(PLACES))
    )
    layout = RowLayout(build.depth, build.bar_width, build.diameter, build.thickness, ROW, _columns(build))
    corners = np.asarray(table.camera.project(corners_of(build)), dtype=np.float64) - 0.5
    left = {place: IN_A_ROW if rng.random() < 0.5 else rng.choice((0, 0, 0, 1, 2, 3)) for place in range(len(PLACES))}
    picture = _taken(table, points, left, 0)
    fit = fitted(layout, table.camera, corners, picture, rng)
    rows = {place: SHADES[points[place][0]] for place, count in left.items() if count == IN_A_ROW}
    seen = rows_seen(picture, fit, rows, rng)
    parts = []
    for nth in range(1, pictures + 1):
        lit = perhaps_relit(table, chance)
        left = {place: some_of(len(lying), rng) for place, (_, lying) in enumerate(points)}
        picture = _taken(lit, points, left, nth)
        full = {place: (SHADES[points[place][0]], _heights(points[place][1][:count])) for place, count in left.items()}
        seen_by = fit if rng.random() < SAME_FIT else fitted(layout, table.camera, corners, picture, rng)
        parts.append(full_seen(picture, seen_by, full, seen, rng))
    return strips_of(parts, seen)


def _columns(build: TracedBuild) -> tuple[float, ...]:
    return tuple(column_middle(build, place % 12) for place in range(len(PLACES)))


def _heights(lying: list[tuple[float, float, int]]) -> list[int]:
    """Return how many checkers lie on each other at each step of a line, as `tables.heights_of`."""
    heights, layers = [0] * STEPS, [0] * len(lying)
    for _, _, layer in lying:
        heights[layers[layer]] += 1
        layers[layer] += 1
    return heights


def _taken(table: TracedTable, points: _Points, left: Mapping[int, int], number: int) -> Image:
    """Return a picture of the table with so many checkers left on each point."""
    build, checkers = table.build, []
    counts = np.zeros((len(PLACES), 2), dtype=np.int64)
    for place, (owner, lying) in enumerate(points):
        sign, column = (1 if place < 12 else -1), column_middle(build, place % 12)
        counts[place, owner] = left[place]
        for nth, (x, away, layer) in enumerate(lying[: left[place]]):
            at = (column + x, sign * (build.depth / 2 - away), layer * build.thickness + 0.05 * (nth + 1))
            checkers.append(LyingChecker(owner, PLACES[place], at, 2.4 * (nth + place)))
    position = DrawnPosition(counts, (0, 0), (0, 0))
    return taken(table, Lying(position, tuple(checkers), (), None, None), number)
