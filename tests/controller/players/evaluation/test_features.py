"""What the networks are shown of a board."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from controller.players.evaluation.boards import boards_of, turned
from controller.players.evaluation.features import CONTACT_INPUTS, RACE_INPUTS, contact_inputs, is_race, race_inputs
from controller.rules import BAR, START, Position, Roll, legal_plays
from tests.controller.players.evaluation.test_moves import some_positions
from tests.controller.rules.boards import from_points

# Where the measures of contact begin in a row, and which of them are the exposure of the other side's blots.
_FIRST = 24 * 8
_PER_SIDE = (CONTACT_INPUTS - _FIRST) // 2
_HITS = _FIRST + 9 + 6


def hitting_rolls(position: Position) -> int:
    """Return how many of the 36 rolls can hit, by the rules."""
    return sum(
        any(after.theirs[BAR] > position.theirs[BAR] for after in legal_plays(position, Roll.of(one, two)))
        for one in range(1, 7)
        for two in range(1, 7)
    )


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({24: 1, 6: 2}, {7: 1, 5: 2}),  # six away
        ({24: 1, 6: 2}, {8: 1, 5: 2}),  # seven away
        ({24: 1, 6: 2}, {8: 1, 7: 2, 5: 2}),  # the same with a point in between
        ({24: 1, 20: 1, 6: 2}, {8: 1, 13: 1}),  # two blots and two hitters
        ({BAR: 1, 24: 2, 13: 2}, {3: 1, 5: 2, 6: 2}),  # one on the bar
        ({BAR: 2, 24: 2, 13: 2}, {3: 1, 5: 2, 6: 2}),  # two on the bar
        ({BAR: 1, 24: 2, 13: 2}, {11: 1, 5: 2, 6: 2}),  # a blot for whoever has entered
    ],
)
def test_the_shots_at_blots_are_those_of_the_rules(mine: dict[int, int], theirs: dict[int, int]) -> None:
    position = from_points(mine, theirs)
    inputs = contact_inputs(boards_of([position]))
    assert inputs[0, _HITS] == pytest.approx(hitting_rolls(position) / 36)


def test_the_shots_in_random_positions_are_nearly_those_of_the_rules() -> None:
    # The measure asks whether a roll reaches a blot, the rules whether the whole roll can be played so.
    positions = [one for one in Random(3).sample(some_positions(), 120) if not is_race(boards_of([one]))[0]]
    measured = 36 * contact_inputs(boards_of(positions))[:, _HITS]
    told = np.array([hitting_rolls(position) for position in positions])
    assert np.mean(np.abs(measured - told) < 0.5) > 0.9
    assert float(np.abs(measured - told).max()) <= 6


def test_a_turned_board_has_the_sides_exchanged() -> None:
    boards = boards_of(some_positions())
    seen, other = contact_inputs(boards), contact_inputs(turned(boards))
    np.testing.assert_array_equal(seen[:, _FIRST : _FIRST + _PER_SIDE], other[:, _FIRST + _PER_SIDE :])
    seen, other = race_inputs(boards), race_inputs(turned(boards))
    np.testing.assert_array_equal(seen[:, _FIRST : _FIRST + 9], other[:, _FIRST + 9 :])


def test_the_rows_are_as_long_as_is_said() -> None:
    boards = boards_of([START])
    assert contact_inputs(boards).shape == (1, CONTACT_INPUTS)
    assert race_inputs(boards).shape == (1, RACE_INPUTS)


def test_a_race_is_where_nobody_can_be_hit_any_more() -> None:
    positions = some_positions()
    for position, race in zip(positions, is_race(boards_of(positions)), strict=True):
        rear_mine = max((point for point in range(1, 26) if position.mine[point]), default=0)
        rear_theirs = max((point for point in range(1, 26) if position.theirs[point]), default=0)
        assert bool(race) == (rear_mine + rear_theirs < 25), position
