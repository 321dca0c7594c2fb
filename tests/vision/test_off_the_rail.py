"""Checkers that do not begin at the rail are counted as those that are there."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from hardware.simulated.board import BoardSize
from hardware.simulated.checkers import Arrangement, arrange
from hardware.simulated.scene import Scene
from tests.peers.read_simulated import contents, learn, set_up
from vision.counting import either
from vision.frame import Frame
from vision.geometry import RECT_MARGIN, RECT_WIDTH, BoardGeometry, parse_corners
from vision.places import IN_LINE, NEVER, line_scores
from vision.read import read
from vision.reading import PLACES

if TYPE_CHECKING:
    from hardware.simulated.board import Shade
    from tests.peers.read_simulated import Table
    from vision.calibration import Calibration
    from vision.geometry import Float
    from vision.reading import PlaceReading

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


STEP = 20.0
"""Spacing of the drawn profiles, pixels."""

BOARD = BoardGeometry(
    corners=parse_corners([(0, 0), (560, 0), (560, 448), (0, 448)]),
    aspect=0.8,
    bar_left=0.47,
    bar_right=0.53,
    diameter=STEP / RECT_WIDTH,
    columns=tuple(0.04 * (1 + place % 12) for place in range(24)),
    first=(0.5 * STEP / RECT_WIDTH, 0.5 * STEP / RECT_WIDTH),
    spacing=STEP / RECT_WIDTH,
)


def best_counts(steps: list[float]) -> set[int]:
    """Return the likeliest lengths of lines where clear discs lie so many steps from the first place at the rail."""
    profiles: Float = np.full((300, 2, 24), -8, dtype=np.float32)
    for step in steps:
        at = round(RECT_MARGIN + STEP * (0.5 + step))
        profiles[at - 2 : at + 3] = 8
    scores = line_scores(profiles, BOARD)
    assert scores.shape == (2, 24, IN_LINE + 1)
    return {int(best) for best in scores.argmax(axis=2).ravel()}


@pytest.mark.parametrize(
    "steps", [[], [0.0], [1.0], [2.4], [0.0, 1.0], [1.5, 2.5], [0.0, 2.0], [0.0, 1.0, 3.5], [1.2, 2.2, 3.2]]
)
def test_lines_may_begin_off_the_rail_and_have_a_gap(steps: list[float]) -> None:
    assert best_counts(steps) == {len(steps)}


def test_rows_that_are_pushed_to_the_rail_are_judged_as_if_others_were_not_thought_of() -> None:
    profiles: Float = np.full((300, 2, 24), -8, dtype=np.float32)
    for step in range(3):
        profiles[round(RECT_MARGIN + STEP * (0.5 + step))] = 8
    np.testing.assert_array_equal(
        line_scores(profiles, BOARD).max(axis=2), line_scores(profiles, BOARD, NEVER).max(axis=2)
    )


def test_two_judgements_are_weighed_by_the_odds_that_a_row_begins_off_the_rail() -> None:
    chances = np.array([[0.9, 0.1], [0.2, 0.8]], dtype=np.float32)
    at, off = (np.log(chances[k : k + 1]).repeat(3, axis=0) for k in range(2))
    both = np.exp(either(at, off, np.array([-50.0, 0.0, 50.0], dtype=np.float32)))
    np.testing.assert_allclose(both, [[0.9, 0.1], [0.55, 0.45], [0.2, 0.8]], atol=1e-5)


def test_what_lies_beyond_the_point_is_none_of_its_line() -> None:
    assert best_counts([0.0, 8.0]) == {1}
    assert best_counts([7.0]) == {0}
