"""Positions that are drawn for the network for whole boards: the start, and what may come after it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import PLACES
from vision.training.board.drawn.positions import DrawnPosition, later_position, start_position

SEEDS = st.integers(0, 2**32 - 1)

START = {
    "T1": (5, 0),
    "T5": (0, 3),
    "T7": (0, 5),
    "T12": (2, 0),
    "B1": (0, 5),
    "B5": (3, 0),
    "B7": (5, 0),
    "B12": (0, 2),
}
"""How many dark and light checkers stand where at first, seen by dark whose home is to the lower right."""


def drawn(seed: int) -> DrawnPosition:
    return later_position(np.random.default_rng(seed))


def test_a_game_starts_as_it_does_seen_from_each_of_its_sides() -> None:
    start = np.array([START.get(place, (0, 0)) for place in PLACES]).reshape(2, 12, 2)
    sides = {side.tobytes() for half in (start, start[:, ::-1]) for side in (half, half[::-1])}
    positions = [start_position(np.random.default_rng(seed)) for seed in range(60)]
    assert {position.points.tobytes() for position in positions} == sides
    assert all(position.bar == position.off == (0, 0) for position in positions)


@given(SEEDS)
def test_no_set_has_more_than_fifteen_checkers_and_hardly_a_point_both(seed: int) -> None:
    points, bar, off = drawn(seed)
    assert points.shape == (24, 2)
    assert points.min() >= 0
    assert (points.min(axis=1) > 0).sum() <= 3
    whole = points.sum(axis=0) + np.array(bar) + np.array(off)
    assert whole.tolist() == [15, 15] if points.any() or any(bar) else [0, 0]


@given(SEEDS)
def test_what_lies_on_the_bar_and_beside_the_board_are_counts(seed: int) -> None:
    position = drawn(seed)
    assert min(*position.bar, *position.off) >= 0
    assert max(*position.bar, *position.off) <= 15


def test_boards_are_bare_now_and_then_and_stacks_tall_and_bars_laden_often() -> None:
    positions = [drawn(seed) for seed in range(300)]
    assert 5 < sum(not position.points.any() for position in positions) < 50
    assert sum(position.points.max() > 5 for position in positions) > 60
    assert sum(any(position.bar) for position in positions) > 60
    assert {max(drawn(seed).bar) for seed in range(2000)} >= set(range(8))


@given(SEEDS)
def test_the_same_chance_gives_the_same_position(seed: int) -> None:
    one, other = drawn(seed), drawn(seed)
    np.testing.assert_array_equal(one.points, other.points)
    assert one[1:] == other[1:]
