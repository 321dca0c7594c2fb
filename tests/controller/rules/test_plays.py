"""Legal plays: the rules by hand, against a plain peer, and against GNU Backgammon's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.rules import (
    BAR,
    OFF,
    START,
    LegalPlays,
    Position,
    PositionError,
    Roll,
    find_play,
    format_play,
    legal_plays,
    parse_position_id,
)
from controller.rules.profile import AT_THE_TABLE
from tests.benchmarks.refereeing.plays.corpus import best_corpus, read_cases
from tests.benchmarks.refereeing.plays.legal_plays import faults
from tests.benchmarks.refereeing.plays.plain_plays import off_table, plain_plays
from tests.controller.rules.boards import from_points, positions, rolls, shared_points

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

# Opening position: final positions of each roll.
OPENING = {
    "21": 15, "31": 16, "41": 14, "51": 8, "61": 10, "32": 17, "42": 18, "52": 8, "62": 14, "43": 17, "53": 9,
    "63": 14, "54": 9, "64": 14, "65": 7, "11": 42, "22": 75, "33": 73, "44": 52, "55": 4, "66": 11,
}  # fmt: skip


def board(mine: dict[int, int], theirs: dict[int, int] | None = None, checkers: int = 15) -> Position:
    """Return a position from the points that hold checkers; the opponent has one on the bar if none is named."""
    return from_points(mine, theirs or {BAR: 1}, checkers)


def written(position: Position, high: int, low: int) -> set[str]:
    """Return every legal play as it is written."""
    roll = Roll(high, low)
    return {format_play(find_play(position, roll, after)) for after in legal_plays(position, roll)}


@pytest.mark.parametrize("roll", OPENING)
def test_the_opening_roll_leaves_as_many_positions_as_everybody_counts(roll: str) -> None:
    assert len(legal_plays(START, Roll.of(int(roll[0]), int(roll[1])))) == OPENING[roll]


def test_the_opening_rolls_leave_447_positions_in_all() -> None:
    assert sum(len(legal_plays(START, Roll.of(*map(int, roll)))) for roll in OPENING) == sum(OPENING.values()) == 447


def test_every_answer_of_gnu_backgammon_at_hand_is_ours() -> None:
    wrong = 0
    hard = 0
    for case in read_cases(best_corpus()):
        wrong += bool(faults(case, legal_plays(case.position, case.roll)))
        hard += case.part == "hard"
    assert wrong == 0
    assert hard >= 800


# Both dice, or the larger


def test_when_either_die_can_be_played_but_not_both_the_larger_must_be() -> None:
    position = board({13: 1}, {25 - 6: 2})  # 13/7 and 13/12 are open, from either the 6-point is closed
    plays = legal_plays(position, Roll(6, 1))
    assert written(position, 6, 1) == {"13/7"}
    assert (plays.dice_used, plays.pips) == (1, 6)


def test_the_smaller_die_is_played_when_the_larger_cannot_be() -> None:
    position = board({13: 1}, {25 - 7: 2, 25 - 6: 2})
    plays = legal_plays(position, Roll(6, 1))
    assert written(position, 6, 1) == {"13/12"}
    assert (plays.dice_used, plays.pips) == (1, 1)


def test_a_move_that_wastes_the_other_die_is_not_legal() -> None:
    position = board({24: 1, 8: 1}, {25 - 18: 2, 25 - 13: 2})  # after 8/3 no 6 could be played
    assert written(position, 6, 5) == {"24/19 8/2"}


def test_a_doublet_is_played_as_often_as_it_can_be() -> None:
    position = board({24: 1}, {25 - 9: 2})
    plays = legal_plays(position, Roll(5, 5))
    assert written(position, 5, 5) == {"24/14"}
    assert (plays.dice_used, plays.pips) == (2, 10)


# The bar


def test_a_checker_on_the_bar_must_enter_before_another_moves() -> None:
    position = board({BAR: 1, 6: 2}, {25 - 22: 2})
    assert written(position, 3, 1) == {"bar/24 6/3", "bar/21"}


def test_two_on_the_bar_use_both_dice() -> None:
    assert written(board({BAR: 2, 6: 2}), 3, 1) == {"bar/24 bar/22"}


def test_nothing_else_moves_when_only_one_of_two_can_enter() -> None:
    position = board({BAR: 2, 6: 2}, {25 - 22: 2})
    plays = legal_plays(position, Roll(3, 1))
    assert written(position, 3, 1) == {"bar/24"}
    assert (plays.dice_used, plays.pips) == (1, 1)


def test_a_closed_board_is_a_dance() -> None:
    position = board({BAR: 1, 6: 2}, dict.fromkeys(range(1, 7), 2))
    plays = legal_plays(position, Roll(6, 6))
    assert plays.is_dance
    assert (plays.dice_used, plays.pips, len(plays), list(plays)) == (0, 0, 0, [])
    assert position not in plays
    assert plays.allows(position)
    assert not plays.allows(START)


def test_an_unchanged_position_is_not_allowed_when_something_can_be_played() -> None:
    plays = legal_plays(START, Roll(3, 1))
    assert not plays.is_dance
    assert not plays.allows(START)
    assert all(plays.allows(after) for after in plays)


# Hits


def test_a_blot_that_is_hit_goes_to_the_bar() -> None:
    plays = legal_plays(board({13: 1}, {25 - 10: 1, 25 - 9: 2}), Roll(3, 1))
    assert set(plays) == {board({10: 1}, {25 - 9: 2, BAR: 1})}


def test_two_checkers_on_one_blot_hit_it_once() -> None:
    assert board({4: 2}, {BAR: 1}) in legal_plays(board({8: 1, 6: 1}, {25 - 4: 1}), Roll(4, 2))
    assert written(board({24: 2}, {25 - 20: 1, 25 - 16: 2}), 4, 4) == {"24/20*(2)"}


def test_a_checker_may_hit_on_its_way_or_go_round_the_blot() -> None:
    assert written(board({24: 1}, {25 - 18: 1, 25 - 13: 1}), 6, 5) == {"24/18*/13*", "24/13*"}


# Bearing off


def test_nobody_bears_off_while_a_checker_is_outside() -> None:
    assert written(board({7: 2, 6: 1}), 6, 5) == {"7/2 7/1", "7/1 6/1"}


def test_nobody_bears_off_while_a_checker_is_on_the_bar() -> None:
    assert written(board({BAR: 1, 6: 1}), 6, 5) == {"bar/14", "bar/19 6/1"}


def test_the_right_to_bear_off_can_be_earned_within_the_turn() -> None:
    assert written(board({7: 1, 6: 1}), 6, 1) == {"7/1 6/5", "7/off"}


def test_a_larger_die_bears_off_from_the_highest_point() -> None:
    assert written(board({3: 1, 2: 1}), 6, 5) == {"3/off 2/off"}


def test_a_larger_die_bears_off_from_no_other_point() -> None:
    assert written(board({5: 1, 3: 1}), 4, 1) == {"5/1 3/2", "5/off"}


def test_an_exact_die_bears_off_below_other_checkers() -> None:
    assert "6/5 2/off" in written(board({6: 2, 2: 1}), 2, 1)


def test_one_may_move_inside_instead_of_bearing_off() -> None:
    assert written(board({6: 1, 4: 1}), 4, 1) == {"6/5 4/off", "6/2 4/3", "6/1"}


def test_a_die_that_bears_off_counts_in_full() -> None:
    assert legal_plays(board({4: 2}), Roll(6, 5)).pips == 11


def test_no_die_is_used_once_all_are_off() -> None:
    plays = legal_plays(board({2: 2}), Roll(6, 6))
    assert (plays.dice_used, plays.pips) == (2, 12)
    assert set(plays) == {board({})}


# The very last checker


LAST = parse_position_id("ICBCAAQAAAAAAA")


def test_the_last_checker_must_use_both_dice_where_it_can() -> None:
    assert written(LAST, 6, 1) == {"6/5*/off"}


def test_the_lenient_option_lets_the_last_checker_go_with_one_die() -> None:
    strict = legal_plays(LAST, Roll(6, 1))
    lenient = legal_plays(LAST, Roll(6, 1), AT_THE_TABLE)
    assert isinstance(lenient, LegalPlays)
    unhit = Position((15, *(0,) * 25), LAST.theirs)
    assert lenient - strict == {unhit}
    assert (lenient.dice_used, lenient.pips) == (strict.dice_used, strict.pips) == (2, 7)
    assert format_play(find_play(LAST, Roll(6, 1), unhit, AT_THE_TABLE)) == "6/off"


@pytest.mark.parametrize(
    ("position", "roll"),
    [
        (board({6: 2}, {20: 1}), Roll(6, 1)),  # two checkers: the strict rule holds for both
        (board({7: 1}, {19: 1}), Roll(6, 1)),  # not home: no die alone bears it off
        (board({BAR: 1}, {19: 1}), Roll(6, 1)),
        (board({6: 1}, {20: 1}), Roll(1, 1)),  # a doublet plays the same die on
    ],
)
def test_the_lenient_option_changes_nothing_else(position: Position, roll: Roll) -> None:
    assert legal_plays(position, roll, AT_THE_TABLE) == legal_plays(position, roll)


def test_either_die_may_bear_the_last_checker_off_leniently() -> None:
    position = board({2: 1}, {24: 1})
    assert written(position, 2, 1) == {"2/1*/off"}
    after = Position((15, *(0,) * 25), position.theirs)
    assert after in legal_plays(position, Roll(2, 1), AT_THE_TABLE)


# As a set


def test_the_plays_are_a_set_of_positions() -> None:
    plays, others = legal_plays(START, Roll(3, 1)), legal_plays(START, Roll(1, 1))
    plain: AbstractSet[Position] = set(plays)
    anything: object = "24/18"
    assert plays == plain
    assert hash(plays) == hash(frozenset(plain))
    assert plays & others == plain & set(others)
    assert plays | others == plain | set(others)
    assert isinstance(plays - others, frozenset)
    assert plays <= plain
    assert plays.isdisjoint({START})
    assert anything not in plays
    assert repr(plays) == "<LegalPlays 31: 16 results with 2 dice>"


@pytest.mark.parametrize(
    "after",
    [
        Position((0,) * 25, START.theirs),
        Position((-1, 1, *START.mine[2:]), START.theirs),
        Position(START.mine, (1, *START.theirs[1:])),
        Position(START.mine, (0,) * 3),
    ],
)
def test_what_is_no_position_is_in_no_set_of_plays(after: Position) -> None:
    assert after not in legal_plays(START, Roll(3, 1))
    assert after not in legal_plays(board({24: 2, 13: 1}, {20: 1, 6: 1}), Roll(3, 1))


@pytest.mark.parametrize(
    ("position", "key"),
    [
        (Position(START.mine[:25], START.theirs), "position.wrong_length"),
        (Position(START.mine, START.theirs[:25]), "position.wrong_length"),
        (Position((-1, *START.mine[1:]), START.theirs), "position.not_a_count"),
        (Position((256, *START.mine[1:]), START.theirs), "position.not_a_count"),
        (Position((255, *START.mine[1:]), START.theirs), "position.not_a_count"),
    ],
)
def test_counts_that_cannot_be_are_refused(position: Position, key: str) -> None:
    with pytest.raises(PositionError) as caught:
        legal_plays(position, Roll(3, 1))
    assert caught.value.key == key


# For all positions and rolls


@settings(max_examples=400, deadline=None)
@given(positions(), rolls)
@example(LAST, Roll(6, 1))
def test_the_plain_peer_finds_the_same_from_either_side_of_the_table(position: Position, roll: Roll) -> None:
    plays = legal_plays(position, roll)
    for side in (1, -1):
        boards, dice_used, pips = plain_plays(position, roll, side)
        assert set(plays) == {off_table(list(found), side) for found in boards}
        assert (plays.dice_used, plays.pips) == (dice_used, pips)


@settings(max_examples=200, deadline=None)
@given(positions(), rolls)
def test_plays_keep_every_checker_and_lose_the_pips_of_the_dice(position: Position, roll: Roll) -> None:
    plays = legal_plays(position, roll)
    results = list(plays)
    assert len(results) == len(set(results)) == len(plays)
    for after in results:
        assert after in plays
        assert sum(after.mine) == sum(position.mine)
        assert sum(after.theirs) == sum(position.theirs)
        assert not shared_points(after)
        moved = position.pips() - after.pips()
        assert moved == plays.pips or (after.mine[OFF] > position.mine[OFF] and 0 < moved < plays.pips)
        assert after.theirs[BAR] - position.theirs[BAR] == sum(position.theirs[1:25]) - sum(after.theirs[1:25])


@settings(max_examples=200, deadline=None)
@given(positions(), rolls, st.integers(1, 25), st.integers(0, 24))
def test_a_position_with_one_checker_elsewhere_is_legal_only_if_it_is_listed(
    position: Position, roll: Roll, source: int, target: int
) -> None:
    plays = legal_plays(position, roll)
    listed = set(plays)
    for after in [position, *listed]:
        if after.mine[source]:
            mine = list(after.mine)
            mine[source] -= 1
            mine[target] += 1
            moved = Position(tuple(mine), after.theirs)
            assert (moved in plays) == (moved in listed)
            assert plays.allows(moved) == (moved in listed or (plays.is_dance and moved == position))


def test_a_set_of_plays_remembers_its_question() -> None:
    plays = legal_plays(START, Roll(6, 5))
    assert isinstance(plays, LegalPlays)
    assert (plays.before, plays.roll) == (START, Roll(6, 5))
