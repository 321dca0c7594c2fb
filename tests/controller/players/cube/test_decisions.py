"""Doubling, taking and resigning from the chances to win."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from controller.players.cube.cubeful import Owner, worth
from controller.players.cube.decisions import is_content, may_double, offer_answer, resignation, wants_to_double
from controller.players.cube.stakes import play_weights, worths
from controller.players.player import CubeAnswer
from controller.rules import (
    STANDARD,
    START,
    CubeState,
    Level,
    MatchState,
    Offer,
    OfferKind,
    Player,
    match_to,
    with_score,
)
from tests.controller.players.situations import situation_of

MONEY = situation_of(START)
BEAVERS = replace(STANDARD, beavers=True, raccoons=True)


def plain(win: float) -> tuple[float, ...]:
    """Return chances without gammons."""
    return (win, 0.0, 0.0, 0.0, 0.0)


def match_at(length: int, mine: int, theirs: int, *, crawford_over: bool = False) -> MatchState:
    """Return a match at a score of `Player.ONE` and the other."""
    return with_score(match_to(length), (mine, theirs), crawford_over=crawford_over)


def offered(kind: OfferKind = OfferKind.DOUBLE, value: int = 2) -> CubeState:
    """Return a cube with an offer of the other player."""
    return CubeState(offer=Offer(kind, Player.TWO, value))


@pytest.mark.parametrize(
    ("win", "answer"),
    [(0.15, CubeAnswer.PASS), (0.20, CubeAnswer.PASS), (0.24, CubeAnswer.TAKE), (0.4, CubeAnswer.TAKE)],
)
def test_a_money_double_is_taken_from_somewhat_less_than_a_quarter(win: float, answer: CubeAnswer) -> None:
    situation = situation_of(START, on_roll=False, cube=offered())
    assert offer_answer(situation, plain(win)) is answer


def test_gammons_make_a_take_a_pass() -> None:
    situation = situation_of(START, on_roll=False, cube=offered())
    assert offer_answer(situation, (0.3, 0.05, 0, 0, 0)) is CubeAnswer.TAKE
    assert offer_answer(situation, (0.3, 0.05, 0, 0.4, 0.05)) is CubeAnswer.PASS


@pytest.mark.parametrize(("win", "doubles"), [(0.5, False), (0.6, False), (0.74, True), (0.9, True)])
def test_money_doubles_come_at_about_seven_in_ten(win: float, doubles: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert wants_to_double(MONEY, plain(win)) is doubles


def test_who_wins_many_gammons_plays_on() -> None:
    assert not wants_to_double(MONEY, (0.95, 0.7, 0.1, 0.0, 0.0))


def test_a_redouble_needs_more_than_a_double() -> None:
    owned = situation_of(START, cube=CubeState(value=2, owner=Player.ONE, turned=True))
    both = [win / 200 for win in range(100, 200)]
    first = next(win for win in both if wants_to_double(MONEY, plain(win)))
    second = next(win for win in both if wants_to_double(owned, plain(win)))
    assert 0.65 < first < second < 0.8


def test_the_trailer_doubles_at_once_after_the_crawford_game() -> None:
    trailing = situation_of(START, match=match_at(5, 1, 4, crawford_over=True))
    assert wants_to_double(trailing, plain(0.5))
    assert may_double(trailing)


def test_nobody_doubles_in_the_crawford_game_or_with_the_cube_over_there() -> None:
    assert not may_double(situation_of(START, match=match_at(5, 1, 4)))
    assert not may_double(situation_of(START, cube=CubeState(value=2, owner=Player.TWO, turned=True)))
    assert not may_double(situation_of(START, on_roll=False))


def test_a_leader_one_point_short_does_not_double() -> None:
    leading = situation_of(START, match=match_at(5, 4, 1, crawford_over=True))
    assert not wants_to_double(leading, plain(0.7))


def test_the_leader_takes_less_where_the_match_hangs_on_it() -> None:
    # At two points short each, a taken double decides the match: the take point is about 0.3.
    situation = situation_of(START, on_roll=False, match=match_at(5, 3, 3), cube=offered())
    assert offer_answer(situation, plain(0.25)) is CubeAnswer.PASS
    assert offer_answer(situation, plain(0.36)) is CubeAnswer.TAKE


def test_a_bad_double_is_beavered_where_that_is_allowed() -> None:
    situation = situation_of(START, on_roll=False, cube=offered(), profile=BEAVERS)
    assert offer_answer(situation, plain(0.6)) is CubeAnswer.BEAVER
    assert offer_answer(situation, plain(0.35)) is CubeAnswer.TAKE
    assert offer_answer(replace(situation, profile=STANDARD), plain(0.6)) is CubeAnswer.TAKE
    match = replace(situation, match=match_at(7, 0, 0))
    assert offer_answer(match, plain(0.6)) is CubeAnswer.TAKE


def test_a_beaver_is_answered_by_what_the_game_is_then_worth() -> None:
    situation = situation_of(START, cube=offered(OfferKind.BEAVER, 4), profile=BEAVERS)
    assert offer_answer(situation, plain(0.7)) is CubeAnswer.RACCOON
    assert offer_answer(situation, plain(0.45)) is CubeAnswer.TAKE
    assert offer_answer(situation, plain(0.1)) is CubeAnswer.PASS
    assert offer_answer(replace(situation, profile=replace(BEAVERS, raccoons=False)), plain(0.7)) is CubeAnswer.TAKE


@pytest.mark.parametrize(
    ("chances", "level"),
    [
        ((0.1, 0, 0, 0, 0), None),
        ((0, 0, 0, 0, 0), Level.SINGLE),
        ((0, 0, 0, 0.3, 0), None),
        ((0, 0, 0, 1, 0), Level.GAMMON),
        ((0, 0, 0, 1, 0.2), None),
        ((0, 0, 0, 1, 1), Level.BACKGAMMON),
    ],
)
def test_only_what_is_certain_is_given_up(chances: tuple[float, ...], level: Level | None) -> None:
    assert resignation(chances) is level


def test_a_resignation_below_what_can_be_had_is_refused() -> None:
    gammonish = (1.0, 0.6, 0.0, 0.0, 0.0)
    turned = situation_of(START, cube=CubeState(value=2, owner=Player.ONE, turned=True))
    assert not is_content(turned, gammonish, Level.SINGLE)
    assert is_content(turned, gammonish, Level.GAMMON)
    assert is_content(turned, plain(0.999), Level.SINGLE)


def test_the_jacoby_rule_makes_gammons_worthless_until_the_cube_is_turned() -> None:
    jacoby = replace(STANDARD, jacoby=True)
    situation = situation_of(START, profile=jacoby)
    assert worths(situation, 1, turned=False).win == (1, 1, 1)
    assert worths(situation, 2, turned=True).win == (2, 4, 6)
    assert is_content(situation, (1.0, 0.6, 0.0, 0.0, 0.0), Level.SINGLE)
    assert wants_to_double(situation, (0.9, 0.7, 0.1, 0.0, 0.0))
    assert list(play_weights(situation)) == [2, 0.5, 0.5, -0.5, -0.5]


def test_at_double_match_point_gammons_count_nothing() -> None:
    weights = play_weights(situation_of(START, match=match_at(5, 4, 4, crawford_over=True)))
    assert list(weights) == [1, 0, 0, 0, 0]


def test_owning_the_cube_is_worth_more_than_sharing_it_and_that_more_than_facing_it() -> None:
    for match in (None, match_at(7, 0, 0), match_at(7, 4, 2)):
        situation = situation_of(START, match=match)
        for win in (0.3, 0.5, 0.7):
            chances = (win, win / 4, 0.01, (1 - win) / 4, 0.01)
            mine, shared, theirs = (
                worth(situation, chances, 1, owner) for owner in (Owner.ME, Owner.NOBODY, Owner.THEM)
            )
            assert mine >= shared >= theirs


def test_the_worth_of_the_cube_grows_with_the_chance_to_win() -> None:
    for match in (None, match_at(7, 0, 0), match_at(3, 1, 0), match_at(5, 1, 4, crawford_over=True)):
        situation = situation_of(START, match=match)
        for owner in Owner:
            values = [worth(situation, plain(win / 50), 1, owner) for win in range(51)]
            assert all(later >= sooner - 1e-9 for sooner, later in pairwise(values))
