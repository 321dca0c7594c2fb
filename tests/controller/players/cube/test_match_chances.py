"""The chance to win a match from a score."""

from __future__ import annotations

import pytest

from controller.players.cube.match_chances import match_chance


@pytest.mark.parametrize("crawford_over", [False, True])
def test_both_players_chances_add_up_to_one(crawford_over: bool) -> None:  # noqa: FBT001 - a parameter of the test
    for mine in range(1, 26):
        for theirs in range(1, 26):
            here = match_chance(mine, theirs, crawford_over=crawford_over)
            there = match_chance(theirs, mine, crawford_over=crawford_over)
            assert here + there == pytest.approx(1)


@pytest.mark.parametrize("crawford_over", [False, True])
def test_a_point_more_is_never_worse(crawford_over: bool) -> None:  # noqa: FBT001 - a parameter of the test
    for theirs in range(1, 26):
        chances = [match_chance(mine, theirs, crawford_over=crawford_over) for mine in range(26)]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("mine", "theirs", "crawford_over", "published"),
    [
        # Woolsey's table, as it is widely printed; the formula comes near it.
        (2, 3, False, 0.60),
        (2, 5, False, 0.75),
        (3, 5, False, 0.66),
        (4, 7, False, 0.70),
        (1, 2, False, 0.70),
        (1, 3, False, 0.75),
        (1, 5, False, 0.85),
        (1, 4, False, 0.83),
        (1, 4, True, 0.70),
        (2, 9, False, 0.91),
        (5, 9, False, 0.75),
    ],
)
def test_the_chances_are_near_published_ones(mine: int, theirs: int, crawford_over: bool, published: float) -> None:  # noqa: FBT001 - a parameter of the test
    assert match_chance(mine, theirs, crawford_over=crawford_over) == pytest.approx(published, abs=0.03)


def test_a_match_that_is_won_is_won() -> None:
    assert match_chance(0, 3, crawford_over=True) == 1
    assert match_chance(-2, 3, crawford_over=False) == 1
    assert match_chance(4, 0, crawford_over=False) == 0
