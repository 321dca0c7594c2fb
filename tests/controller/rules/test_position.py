"""Positions: what is wrong with one, and how one is made."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from controller.rules import BAR, CHECKERS, OFF, START, Position, PositionError, Problem, RulesError
from tests.controller.rules.boards import positions

EMPTY = (0,) * 26
HOME = (3, 2, 2, 2, 2, 2, 2, *(0,) * 19)


def counts(**changed: int) -> tuple[int, ...]:
    """Return fifteen checkers, all off but those named by place: p6=2, bar=1."""
    found = [0] * 26
    for name, count in changed.items():
        found[BAR if name == "bar" else int(name[1:])] = count
    found[OFF] = 15 - sum(found)
    return tuple(found)


def test_the_start_has_fifteen_checkers_and_167_pips_a_side() -> None:
    assert sum(START.mine) == sum(START.theirs) == CHECKERS
    assert START.pips() == START.turned().pips() == 167
    assert not START.problems(CHECKERS)


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (Position((0,) * 25, START.theirs), Problem.WRONG_LENGTH),
        (Position(START.mine, (0,) * 27), Problem.WRONG_LENGTH),
        (Position((16, -1, *(0,) * 24), START.theirs), Problem.NOT_A_COUNT),
        (Position(START.mine, (0, 256, *(0,) * 24)), Problem.NOT_A_COUNT),
        (Position(counts(p5=2), counts(p20=1)), Problem.SHARED_POINT),
        (Position((1, *START.mine[1:]), START.theirs), Problem.MINE_TOO_MANY),
        (Position((0, 0, 0, 3, *(0,) * 22), START.theirs), Problem.MINE_TOO_FEW),
        (Position(START.mine, (1, *START.theirs[1:])), Problem.THEIRS_TOO_MANY),
        (Position(START.mine, (0, 0, 0, 3, *(0,) * 22)), Problem.THEIRS_TOO_FEW),
        (Position((2, *HOME[1:25], 1), (2, *HOME[1:25], 1)), Problem.BOTH_CLOSED_OUT),
        (Position(counts(), counts()), Problem.BOTH_BORNE_OFF),
    ],
)
def test_each_problem_is_found_and_named(position: Position, problem: Problem) -> None:
    assert position.problems(15) == problem
    with pytest.raises(PositionError) as caught:
        Position.of(position.mine, position.theirs, 15)
    assert caught.value.key == f"position.{str(problem.name).lower()}"
    assert caught.value.params["problems"] == problem
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


def test_all_problems_of_a_position_are_listed_together() -> None:
    position = Position((0, 0, 0, 4, *(0,) * 22), (0, *(0,) * 21, 20, 0, 0, 0))
    assert position.problems(15) == Problem.SHARED_POINT | Problem.MINE_TOO_FEW | Problem.THEIRS_TOO_MANY


def test_the_number_of_checkers_is_not_looked_at_unless_it_is_told() -> None:
    position = Position((0, 3, *(0,) * 24), (0, 7, *(0,) * 24))
    assert not position.problems()
    assert position.problems(3) == Problem.THEIRS_TOO_MANY
    assert Position.of(list(position.mine), list(position.theirs)) == position


def test_one_on_the_bar_against_a_closed_board_is_sound() -> None:
    assert not Position(counts(bar=1), HOME).problems(15)


@settings(max_examples=100, deadline=None)
@given(positions())
def test_a_board_turned_twice_is_the_same_board(position: Position) -> None:
    assert position.turned().turned() == position
    assert position.turned().mine == position.theirs
    assert bool(position.problems()) == bool(position.turned().problems())
