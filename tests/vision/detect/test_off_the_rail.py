"""Checkers that do not begin at the rail are counted as those that are there."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import Arrangement, arrange
from hardware.simulated.scene.table import Scene
from tests.benchmarks.reading.boards.read_simulated import contents, learn, set_up
from vision.detect.read import read
from vision.frame import Frame
from vision.reading import PLACES

if TYPE_CHECKING:
    from hardware.simulated.scene.board import Shade
    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.calibrate.calibration import Calibration
    from vision.reading import PlaceReading

pytestmark = pytest.mark.films

LOOK = "desert"
"""A look that trains nothing."""


class Row(NamedTuple):
    """A row of checkers on a point, and how far off the rail it begins, in checkers' widths."""

    shade: Shade
    checkers: int
    off: float


@pytest.fixture(scope="module")
def known() -> tuple[Table, Calibration]:
    table = set_up(LOOK, seed=12)
    return table, learn(table)


def read_rows(known: tuple[Table, Calibration], rows: dict[int, Row]) -> dict[str, PlaceReading]:
    """Return what is read of the points (columns 1 to 24) with such rows and nothing else on the board."""
    table, calibration = known
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    for column, row in rows.items():
        columns[column - 1] = (row.shade, row.checkers)
    dark, light = (15 - sum(row.checkers for row in rows.values() if row.shade == shade) for shade in ("dark", "light"))
    rng = random.Random(4)
    scene = arrange(Scene(BoardSize(), LOOK, table.seats), Arrangement(tuple(columns), 0, 0, dark, light), rng)
    moved = []
    for checker in scene.checkers:
        if isinstance(checker.place, int):
            inwards = scene.size.checker_diameter * (1 if checker.place <= 12 else -1)
            moved.append(replace(checker, y=checker.y + inwards * rows[checker.place].off))
        else:
            moved.append(checker)
    scene = replace(scene, checkers=tuple(moved))
    points = dict(zip(PLACES, read(Frame(table.film(scene), 0.0, 0), calibration).points, strict=True))
    found = {place: reading for place, reading in points.items() if reading.best != (None, 0)}
    assert set(found) <= set(contents(scene)), "something is seen where nothing is"
    return {place: points[place] for place in contents(scene)}


@pytest.mark.parametrize(("count", "off"), [(1, 0.0), (1, 1.0), (1, 2.0), (2, 1.5), (3, 1.2)])
def test_a_row_is_counted_right_wherever_on_its_point_it_begins(
    known: tuple[Table, Calibration], count: int, off: float
) -> None:
    rows = {column: Row("dark" if column % 2 else "light", count, off) for column in (2, 5, 9, 14, 17, 23)}
    for place, reading in read_rows(known, rows).items():
        assert reading.best[1] == count, place
