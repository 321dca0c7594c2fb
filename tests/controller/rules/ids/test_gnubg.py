"""GNU Backgammon's IDs of a whole state, and what becomes of an XGID in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from controller.rules import (
    START,
    ConversionError,
    GameState,
    MatchId,
    MatchIdError,
    OfferKind,
    Player,
    PositionError,
    Roll,
    RulesError,
    Xgid,
    XgidError,
    XgidSide,
    gnubg_from_xgid,
    gnubg_id,
    parse_gnubg_id,
    parse_xgid,
    xgid,
    xgid_from_gnubg,
)
from tests.controller.rules.ids.test_xgid import states
from tests.controller.rules.vectors import vectors

TURNED = "XGID=b-A-BaC-D---cB---bBcbb--A-:0:0:-1:52:0:0:1:0:10"


@pytest.mark.parametrize("vector", vectors("xgids"), ids=lambda vector: vector["what"])
def test_an_xgid_becomes_the_id_that_gnu_backgammon_makes_of_it(vector: dict[str, Any]) -> None:
    assert gnubg_id(*gnubg_from_xgid(parse_xgid(vector["xgid"]))) == vector["gnubg"]


@pytest.mark.parametrize("vector", vectors("xgids"), ids=lambda vector: vector["what"])
def test_an_id_goes_there_and_back(vector: dict[str, Any]) -> None:
    position, match = parse_gnubg_id(vector["gnubg"])
    assert gnubg_id(position, match) == vector["gnubg"]
    assert gnubg_id(*gnubg_from_xgid(xgid_from_gnubg(position, match))) == vector["gnubg"]


def test_an_xgid_comes_back_as_it_was_where_the_uppercase_player_is_on_roll() -> None:
    for vector in vectors("xgids"):
        if parse_xgid(vector["xgid"]).on_roll is XgidSide.UPPER:
            assert xgid(xgid_from_gnubg(*parse_gnubg_id(vector["gnubg"]))) == vector["xgid"]


def test_the_lowercase_player_on_roll_comes_back_as_the_uppercase_one() -> None:
    back = xgid_from_gnubg(*gnubg_from_xgid(parse_xgid(TURNED)))
    assert xgid(back) == "XGID=-a--BBCbB---bC---d-cAb-a-B:0:0:1:52:0:0:1:0:10"
    assert back.position == parse_xgid(TURNED).position


def test_the_players_can_be_kept() -> None:
    state = replace(parse_xgid(TURNED), cube_owner=XgidSide.UPPER, score=(3, 4))
    position, match = gnubg_from_xgid(state, keep_players=True)
    assert position == state.board.turned()
    assert (match.on_roll, match.cube_owner, match.score) == (Player.ONE, Player.TWO, (4, 3))
    turned = gnubg_from_xgid(state)[1]
    assert (turned.on_roll, turned.cube_owner, turned.score) == (Player.TWO, Player.ONE, (3, 4))


@settings(max_examples=150, deadline=None)
@given(states())
def test_with_the_players_kept_nothing_is_lost_but_what_gnu_backgammon_does_not_know(state: Xgid) -> None:
    if state.dice in (OfferKind.BEAVER, OfferKind.RACCOON):
        state = replace(state, dice=None)
    gnubg = gnubg_from_xgid(state, keep_players=True)
    back = xgid_from_gnubg(*parse_gnubg_id(gnubg_id(*gnubg)), max_cube=state.max_cube, beavers=state.beavers)
    dice = state.roll and (state.roll.high, state.roll.low)
    assert back == (replace(state, dice=dice) if dice else state)


def test_who_offers_a_double_is_on_roll_and_the_other_decides() -> None:
    state = parse_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:5:5:0:13:10")
    _, match = gnubg_from_xgid(state, keep_players=True)
    assert (match.on_roll, match.decision, match.doubled) == (Player.ONE, Player.TWO, True)
    assert gnubg_id(*gnubg_from_xgid(state, keep_players=True)) == "4HPwATDgc/ABMA:MBmgAVAAKAAE"
    assert xgid_from_gnubg(*parse_gnubg_id("4HPwATDgc/ABMA:MBmgAVAAKAAE")) == state


@pytest.mark.parametrize("dice", [OfferKind.BEAVER, OfferKind.RACCOON])
def test_a_beaver_has_no_gnu_backgammon_id(dice: OfferKind) -> None:
    with pytest.raises(ConversionError) as caught:
        gnubg_from_xgid(Xgid(board=START, dice=dice))
    assert caught.value.key == "gnubg_id.no_beaver"
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("match", "key"),
    [
        (MatchId(state=GameState.OVER), "xgid.game_over"),
        (MatchId(state=GameState.RESIGNED), "xgid.game_over"),
        (MatchId(state=GameState.DROPPED), "xgid.game_over"),
        (MatchId(resigned=2, decision=Player.ONE), "xgid.no_resignation"),
        (MatchId(doubled=True, decision=Player.ONE, roll=Roll(3, 1)), "xgid.double_after_roll"),
        (MatchId(doubled=True), "xgid.decision"),
        (MatchId(decision=Player.ONE), "xgid.decision"),
        (MatchId(crawford=True), "xgid.flag"),
    ],
)
def test_a_state_that_an_xgid_cannot_say_is_refused_by_name(match: MatchId, key: str) -> None:
    with pytest.raises((ConversionError, XgidError)) as caught:
        xgid_from_gnubg(START, match)
    assert caught.value.key == key


def test_a_game_not_begun_and_the_jacoby_bit_of_a_match_are_let_pass() -> None:
    state = xgid_from_gnubg(START, MatchId(state=GameState.NONE, length=3, jacoby=True, roll=Roll(5, 3)), beavers=True)
    assert state == Xgid(board=START, dice=(5, 3), length=3)


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAE:"])
def test_a_text_that_is_no_pair_of_ids_is_refused(text: str) -> None:
    with pytest.raises(ConversionError) as caught:
        parse_gnubg_id(text)
    assert caught.value.key == "gnubg_id.fields"


def test_what_is_wrong_with_either_id_is_named() -> None:
    with pytest.raises(PositionError):
        parse_gnubg_id("4HPwATDgc/ABM:cAkAAAAAAAAE")
    with pytest.raises(MatchIdError):
        parse_gnubg_id("4HPwATDgc/ABMA:cAkAAAAAAAA")
