"""Points look as they did where nobody has touched them, and otherwise where checkers came or went."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH
from vision.checkers.unchanged_points import (
    MOST_SURE,
    Remembered,
    compare,
    remember,
    touched,
)
from vision.geometry.board import BoardGeometry, parse_corners
from vision.reading import PLACES, DieReading

if TYPE_CHECKING:
    from vision.frame import Image

CORNERS = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
COLUMNS = tuple((0.04 + 0.08 * (k % 12)) for k in range(24))
GEOMETRY = BoardGeometry(CORNERS, 520 / 680, 0.48, 0.52, 0.07, COLUMNS, (0.05, 0.05), 0.06)
DIE = DieReading(0.0, 0.0, 0.0, 0.0, (0,) * 6, 1000, (0, 0, 0))

LOW = [2] * len(PLACES)
TALL = [6] * len(PLACES)

Lab = np.typing.NDArray[np.float32]


def board(seed: int = 1, noise: float = 1.2) -> Lab:
    """Return a board with a pattern, seen with a camera's noise."""
    pattern = np.random.default_rng(0).uniform(30, 60, (HEIGHT // 8, WIDTH // 8, 3))
    lab = (np.kron(pattern, np.ones((8, 8, 1))) - 45) * (1, 0.5, 0.5)
    lab[..., 0] += 45
    return np.asarray(lab + np.random.default_rng(seed).normal(0, noise, lab.shape), dtype=np.float32)


def with_disc(lab: Lab, place: str, number: int, away: float = 30.0) -> Lab:
    """Return a board on which something round lies, `number` checkers from the rail, of a colour so far off."""
    index = PLACES.index(place)
    along = GEOMETRY.first[0] + number * GEOMETRY.diameter / GEOMETRY.aspect
    x, y = COLUMNS[index], along if index < 12 else 1 - along
    down, right = np.mgrid[: lab.shape[0], : lab.shape[1]]
    across, along = (right - MARGIN_X) / SURFACE_WIDTH - x, (down - MARGIN_Y) / SURFACE_HEIGHT - y
    inside = np.hypot(across, along * GEOMETRY.aspect) < 0.5 * GEOMETRY.diameter
    return np.asarray(np.where(inside[..., None], lab + np.float32(away), lab), dtype=np.float32)


def kept(lab: Lab, dice: tuple[DieReading, ...] = ()) -> Remembered:
    """Return what is kept of a board on which no checkers are seen."""
    return remember(shown(lab), np.zeros((0, 2)), dice)


def shown(lab: Lab) -> Image:
    """Return a board as a camera shows it."""
    return np.asarray(np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR) * 255 + 0.5, 0, 255), dtype=np.uint8)


def test_where_nothing_has_changed_every_point_looks_as_it_did() -> None:
    odds = compare(kept(board(1)), kept(board(2)), GEOMETRY, LOW)
    assert odds is not None
    assert max(odds) < -0.7 * MOST_SURE


@pytest.mark.parametrize("place", ["T1", "T12", "B7"])
@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_point_from_which_a_checker_has_gone_looks_otherwise_and_no_other_does(place: str, number: int) -> None:
    before, now = with_disc(board(1), place, number), board(2)
    odds = compare(kept(before), kept(now), GEOMETRY, LOW)
    assert odds is not None
    assert odds[PLACES.index(place)] > 0.8 * MOST_SURE
    assert sum(one >= 0 for one in odds) <= 3  # a checker is nearly as wide as a point


@pytest.mark.parametrize(("counts", "shaded"), [(LOW, 0), (TALL, 1)])
def test_the_more_a_point_differs_the_likelier_a_checker_came_or_went(counts: list[int], shaded: int) -> None:
    said = []
    for away in (0.0, 0.9, 2.0, 30.0):
        odds = compare(kept(with_disc(board(1), "T3", 1, away)), kept(board(2)), GEOMETRY, counts)
        assert odds is not None
        said.append(odds[PLACES.index("T3")])
    assert said == sorted(set(said))
    assert np.sign(said).tolist() == [-1, -1, shaded, 1]  # a low point may be in a shadow


@given(st.lists(st.floats(0, 500), min_size=2, max_size=30), st.integers(0, 15))
def test_what_a_distance_says_rises_with_it_and_is_bounded(distances: list[float], count: int) -> None:
    rising = np.array(sorted(distances))
    said = touched(rising, rising, [count] * len(distances))
    assert list(said) == sorted(said)
    assert -MOST_SURE <= said[0] <= said[-1] <= MOST_SURE


def test_a_die_that_was_lifted_touches_no_point() -> None:
    index = PLACES.index("T3")
    die = replace(DIE, x=COLUMNS[index], y=GEOMETRY.first[0] + 2 * GEOMETRY.diameter / GEOMETRY.aspect)
    odds = compare(kept(with_disc(board(1), "T3", 2), (die,)), kept(board(2)), GEOMETRY, LOW)
    assert odds is not None
    assert odds[index] == 0
    assert max(odds) == 0


def test_a_light_that_has_changed_everywhere_changes_no_point() -> None:
    odds = compare(kept(board(1)), kept(board(2) + np.float32(4)), GEOMETRY, LOW)
    assert odds is not None
    assert max(odds) < 0


def test_nothing_is_said_where_another_lamp_shines() -> None:
    before, now = kept(board(1)), board(2)
    now[: len(now) // 2, :, 0] += 9
    assert compare(before, kept(now), GEOMETRY, LOW) is None
