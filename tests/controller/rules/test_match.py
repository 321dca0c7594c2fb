"""Matches, money sessions and single games; the Crawford game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.cube import CubeState
from controller.rules.match import (
    Form,
    MatchError,
    MatchState,
    after_game,
    after_time_loss,
    award,
    is_crawford_game,
    match_to,
    money_session,
    with_penalty,
    with_score,
)
from controller.rules.player import Player
from controller.rules.profile import STANDARD, Crawford, TimeLoss
from controller.rules.scoring import Ending, GameResult, Level, lost_on_time

ALWAYS = replace(STANDARD, crawford=Crawford.ALWAYS)
OFF = replace(STANDARD, crawford=Crawford.OFF)


def won(winner: Player, points: int) -> GameResult:
    return GameResult(winner, Ending.BORNE_OFF, Level.SINGLE, 1, points)


@pytest.mark.parametrize("length", [1, 5, 7, 25, 64])
def test_a_match_has_a_length_from_1_to_64(length: int) -> None:
    assert match_to(length).points_short(Player.ONE) == length


@pytest.mark.parametrize(
    ("form", "length"),
    [(Form.MATCH, 0), (Form.MATCH, 65), (Form.MATCH, -3), (Form.MONEY, 5), (Form.MONEY, -1)],
)
def test_other_lengths_are_refused(form: Form, length: int) -> None:
    with pytest.raises(MatchError) as refused:
        MatchState(form, length)
    assert refused.value.key == "match.length"


def test_a_score_below_zero_is_refused() -> None:
    with pytest.raises(MatchError):
        MatchState(score=(0, -1))


def test_the_winner_is_who_reaches_the_length_and_his_score_keeps_all_points() -> None:
    match = after_game(after_game(match_to(3), won(Player.TWO, 2)), won(Player.TWO, 4))
    assert match.score == (0, 6)
    assert match.winner is Player.TWO
    assert match.is_over
    assert match.games_played == 2


def test_no_game_follows_the_end_of_a_match() -> None:
    with pytest.raises(MatchError) as refused:
        after_game(after_game(match_to(1), won(Player.ONE, 1)), won(Player.ONE, 1))
    assert refused.value.key == "match.already_over"


def test_a_money_session_has_a_running_score_and_no_end() -> None:
    match = money_session()
    for _ in range(30):
        match = after_game(match, won(Player.ONE, 6))
    assert match.score == (180, 0)
    assert match.winner is None
    assert not match.is_over
    assert match.points_short(Player.ONE) is None


@pytest.mark.parametrize(
    ("length", "games", "first", "always"),
    [
        # The first game with a player one short is the Crawford game, wherever it falls.
        (5, [("A", 4), ("B", 1), ("B", 1)], [False, True, False], [False, True, True]),
        # The trailer reaching one short brings no second one.
        (5, [("A", 4), ("B", 2), ("B", 2)], [False, True, False], [False, True, True]),
        # It can be skipped over: the last game brings two points at once.
        (3, [("A", 1), ("A", 2)], [False, False], [False, False]),
        # Nobody short by one: none at all.
        (7, [("A", 2), ("B", 2), ("A", 2)], [False, False, False], [False, False, False]),
        # In a match to 1 there is none.
        (1, [("A", 1)], [False], [False]),
    ],
)
def test_the_crawford_game_is_the_first_with_a_player_one_short(
    length: int, games: list[tuple[str, int]], first: list[bool], always: list[bool]
) -> None:
    match = match_to(length)
    seen: list[tuple[bool, bool, bool]] = []
    for winner, points in games:
        seen.append((is_crawford_game(match, STANDARD), is_crawford_game(match, ALWAYS), is_crawford_game(match, OFF)))
        match = after_game(match, won(Player.ONE if winner == "A" else Player.TWO, points))
    assert [one for one, _, _ in seen] == first
    assert [one for _, one, _ in seen] == always
    assert not any(one for _, _, one in seen)


def test_penalty_points_in_a_game_leave_it_the_crawford_game_or_none_as_it_began() -> None:
    before = with_score(match_to(5), (3, 0))
    playing = with_penalty(before, Player.ONE, 1, playing=True)
    assert not is_crawford_game(playing, STANDARD)
    assert is_crawford_game(after_game(playing, won(Player.TWO, 1)), STANDARD)
    between = with_penalty(before, Player.ONE, 1, playing=False)
    assert is_crawford_game(with_penalty(between, Player.TWO, 2, playing=True), STANDARD)
    assert not is_crawford_game(after_game(between, won(Player.TWO, 1)), STANDARD)


def test_money_knows_no_crawford_game() -> None:
    assert not is_crawford_game(money_session(), ALWAYS)


def test_running_out_of_time_loses_the_match_by_default_and_the_game_by_option() -> None:
    result = lost_on_time(Player.ONE, CubeState(value=2, owner=Player.TWO, turned=True))
    assert (result.winner, result.ending, result.points) == (Player.TWO, Ending.TIME, 2)
    match = with_score(match_to(7), (5, 1))
    lost = after_time_loss(match, result, STANDARD)
    assert lost.winner is Player.TWO
    assert lost.score == (5, 1)
    by_option = after_time_loss(match, result, replace(STANDARD, time_loss=TimeLoss.GAME))
    assert by_option.winner is None
    assert by_option.score == (5, 3)
    assert after_time_loss(money_session(), result, STANDARD).score == (0, 2)


def test_a_match_can_be_awarded_once() -> None:
    match = award(match_to(5), Player.ONE)
    assert match.winner is Player.ONE
    assert match.score == (0, 0)
    with pytest.raises(MatchError):
        award(match, Player.TWO)


def test_a_corrected_score_brings_a_match_back_and_may_say_that_the_crawford_game_is_over() -> None:
    match = with_score(award(match_to(5), Player.ONE), (4, 2))
    assert match.winner is None
    assert is_crawford_game(match, STANDARD)
    assert not is_crawford_game(with_score(match, (4, 2), crawford_over=True), STANDARD)


GAMES = st.lists(st.tuples(st.sampled_from(Player), st.integers(1, 6)), max_size=30)


@settings(max_examples=150, deadline=None)
@given(length=st.integers(1, 25), games=GAMES)
def test_a_score_never_falls_and_a_match_has_at_most_one_crawford_game(
    length: int, games: list[tuple[Player, int]]
) -> None:
    match = match_to(length)
    crawford_games = 0
    for winner, points in games:
        if match.is_over:
            break
        crawford_games += is_crawford_game(match, STANDARD)
        after = after_game(match, won(winner, points))
        assert after.score[winner] == match.score[winner] + points
        assert after.score[winner.other] == match.score[winner.other]
        assert after.is_over == (after.score[winner] >= length)
        assert after.winner in (None, winner)
        match = after
    assert crawford_games <= 1
    assert not match.is_over or not is_crawford_game(match, ALWAYS)
