"""Looking ahead, in endings whose chances can be counted out."""

from __future__ import annotations

import numpy as np
import pytest

from controller.players.evaluation.boards import boards_of
from controller.players.evaluation.lookahead import (
    LookaheadStep,
    best_result,
    looked_ahead,
    means_over_rolls,
    other_weights,
)
from controller.players.evaluation.network import MONEY, load
from controller.rules import Roll, legal_plays
from tests.controller.rules.boards import from_points


def test_one_roll_decides_exactly_where_the_other_bears_off_next() -> None:
    # One checker on the 6-point: 27 of the 36 rolls bear it off.
    last_roll = from_points({6: 1}, {1: 1})
    win = means_over_rolls(load(), boards_of([last_roll]), depth=2)[0, 0]
    assert win == pytest.approx(27 / 36, abs=1e-5)


def test_two_rolls_ahead_a_two_roll_ending_is_exact() -> None:
    # Three on the ace point need two rolls unless a doublet comes: 6/36, or the other fails (he bears off with any).
    ending = from_points({1: 3}, {1: 1})
    win = means_over_rolls(load(), boards_of([ending]), depth=2)[0, 0]
    assert win == pytest.approx(6 / 36, abs=1e-5)
    # Two checkers each on the ace point: who rolls wins.
    even = from_points({1: 4}, {1: 4})
    # 6/36 at once; else the other fails 30/36 of the time, and then it is won.
    win = means_over_rolls(load(), boards_of([even]), depth=3)[0, 0]
    assert win == pytest.approx(6 / 36 + 30 / 36 * 30 / 36, abs=1e-5)


def test_the_mover_is_looked_ahead_from_the_other_side() -> None:
    done = from_points({}, {3: 2})
    waiting = from_points({1: 1}, {6: 1})
    chances = looked_ahead(load(), boards_of([done, waiting]), MONEY, 2)
    assert chances[:, 0] == pytest.approx([1, 9 / 36], abs=1e-5)


def test_the_other_player_plays_for_the_opposite() -> None:
    np.testing.assert_array_equal(other_weights(MONEY), MONEY)
    uneven = np.array([1, 0.5, 0.25, -0.125, 0], np.float32)
    np.testing.assert_array_equal(other_weights(uneven), np.array([1, 0.125, 0, -0.5, -0.25], np.float32))


@pytest.mark.parametrize("widths", [(), (8,), (8, 3)])
def test_bearing_off_two_beats_bearing_off_one(widths: tuple[int, ...]) -> None:
    position = from_points({6: 1, 2: 1, 1: 1}, {1: 2})
    results = sorted(legal_plays(position, Roll(6, 2)), key=lambda one: one.mine)
    best = results[best_result(load(), boards_of(results), MONEY, tuple(LookaheadStep(width, 0.1) for width in widths))]
    assert best == from_points({1: 1}, {1: 2})
