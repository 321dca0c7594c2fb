"""The doubling cube: every reason for and against turning it, and what each turn makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.cube import (
    NO_REFUSAL,
    CubeError,
    CubeMoment,
    CubeState,
    Offer,
    OfferKind,
    Refusal,
    automatic_double,
    beaver,
    double,
    is_dead,
    raccoon,
    take,
    why_no_answer,
    why_no_automatic_double,
    why_no_beaver,
    why_no_double,
    why_no_raccoon,
)
from controller.rules.match import MatchState, match_to, money_session, with_score
from controller.rules.player import Player
from controller.rules.profile import STANDARD, Crawford, DeadCube, OpeningTieRule, RulesProfile

ONE, TWO = Player.ONE, Player.TWO
TO_ROLL = CubeMoment(ONE)
CENTRED = CubeState()
OFFERED = CubeState(offer=Offer(OfferKind.DOUBLE, ONE, 2))
MONEY = replace(STANDARD, beavers=True, raccoons=True)
DEAD = replace(STANDARD, dead_cube=DeadCube.REFUSE)
ITALIAN = RulesProfile(backgammon_despite_borne_off=True, crawford=Crawford.ALWAYS, no_match_winning_double=True)
STAKES = RulesProfile(opening_tie=OpeningTieRule.AUTOMATIC_DOUBLE, automatic_double_limit=None, cube_cap=64)


def at(length: int, one: int, two: int, *, crawford_over: bool = False) -> MatchState:
    return with_score(match_to(length), (one, two), crawford_over=crawford_over)


def own(value: int, owner: Player | None) -> CubeState:
    return CubeState(value, owner, turned=value > 1)


@pytest.mark.parametrize(
    ("cube", "moment", "match", "profile", "refusal"),
    [
        (CENTRED, TO_ROLL, match_to(7), STANDARD, NO_REFUSAL),
        (own(2, ONE), TO_ROLL, match_to(7), STANDARD, NO_REFUSAL),
        (own(1024, ONE), TO_ROLL, money_session(), STANDARD, NO_REFUSAL),
        (own(2, TWO), TO_ROLL, match_to(7), STANDARD, Refusal.OPPONENT_OWNS_CUBE),
        (CENTRED, CubeMoment(TWO), match_to(7), STANDARD, Refusal.NOT_ON_ROLL),
        (CENTRED, CubeMoment(TWO, rolled=True), match_to(7), STANDARD, Refusal.NOT_ON_ROLL),
        (CENTRED, CubeMoment(ONE, rolled=True), match_to(7), STANDARD, Refusal.ALREADY_ROLLED),
        (CENTRED, CubeMoment(None), match_to(7), STANDARD, Refusal.FIRST_ROLL),
        (CENTRED, CubeMoment(ONE, first_roll=True), match_to(7), STANDARD, Refusal.FIRST_ROLL),
        (
            CENTRED,
            CubeMoment(ONE, rolled=True, first_roll=True),
            match_to(7),
            STANDARD,
            Refusal.FIRST_ROLL | Refusal.ALREADY_ROLLED,
        ),
        (OFFERED, TO_ROLL, match_to(7), STANDARD, Refusal.OFFER_PENDING),
        (CENTRED, TO_ROLL, match_to(7), replace(STANDARD, cube_in_play=False), Refusal.NO_CUBE),
        (CENTRED, TO_ROLL, match_to(1), STANDARD, Refusal.NO_CUBE),
        # The Crawford rule, three ways.
        (CENTRED, TO_ROLL, at(7, 6, 5), STANDARD, Refusal.CRAWFORD_GAME),
        (CENTRED, TO_ROLL, at(7, 5, 6), STANDARD, Refusal.CRAWFORD_GAME),
        (CENTRED, TO_ROLL, at(7, 5, 6, crawford_over=True), STANDARD, NO_REFUSAL),
        (
            CENTRED,
            TO_ROLL,
            at(7, 5, 6, crawford_over=True),
            replace(STANDARD, crawford=Crawford.ALWAYS),
            Refusal.CRAWFORD_GAME,
        ),
        (CENTRED, TO_ROLL, at(7, 5, 6), replace(STANDARD, crawford=Crawford.OFF), NO_REFUSAL),
        # The cap.
        (own(16, ONE), TO_ROLL, money_session(), replace(STANDARD, cube_cap=32), NO_REFUSAL),
        (own(32, ONE), TO_ROLL, money_session(), replace(STANDARD, cube_cap=32), Refusal.CUBE_CAP),
        (own(64, ONE), TO_ROLL, money_session(), STAKES, Refusal.CUBE_CAP),
        # A dead cube: the present value already wins the match for the player.
        (own(2, ONE), TO_ROLL, at(7, 5, 0), DEAD, Refusal.DEAD_CUBE),
        (own(2, ONE), TO_ROLL, at(7, 5, 0), STANDARD, NO_REFUSAL),
        (own(2, ONE), TO_ROLL, at(7, 4, 6, crawford_over=True), DEAD, NO_REFUSAL),
        (own(4, ONE), TO_ROLL, money_session(), DEAD, NO_REFUSAL),
        # The match has been won.
        (CENTRED, TO_ROLL, at(7, 7, 5), STANDARD, Refusal.MATCH_OVER),
        # No double that makes a plain win win the match ...
        (
            CENTRED,
            TO_ROLL,
            at(7, 5, 6, crawford_over=True),
            ITALIAN,
            Refusal.CRAWFORD_GAME | Refusal.MATCH_WINNING,
        ),
        (CENTRED, TO_ROLL, at(7, 5, 3), ITALIAN, Refusal.MATCH_WINNING),
        (CENTRED, TO_ROLL, at(7, 4, 4), ITALIAN, NO_REFUSAL),
        (own(2, ONE), TO_ROLL, at(7, 3, 3), ITALIAN, Refusal.MATCH_WINNING),
        # ... nor one that wipes out a lead greater than the cube.
        (CENTRED, TO_ROLL, at(9, 1, 3), ITALIAN, Refusal.MATCH_WINNING),
        (CENTRED, TO_ROLL, at(9, 2, 3), ITALIAN, NO_REFUSAL),
        (CENTRED, TO_ROLL, at(9, 1, 4), ITALIAN, NO_REFUSAL),
        (own(2, ONE), TO_ROLL, at(15, 1, 4), ITALIAN, Refusal.MATCH_WINNING),
        (CENTRED, TO_ROLL, at(9, 3, 1), ITALIAN, NO_REFUSAL),
        (CENTRED, TO_ROLL, money_session(), ITALIAN, NO_REFUSAL),
        # Several reasons are all named.
        (
            own(2, TWO),
            CubeMoment(TWO, rolled=True),
            at(7, 6, 0),
            replace(STANDARD, cube_cap=2),
            Refusal.OPPONENT_OWNS_CUBE | Refusal.NOT_ON_ROLL | Refusal.CRAWFORD_GAME | Refusal.CUBE_CAP,
        ),
    ],
)
def test_a_double_is_refused_for_every_reason_that_holds(
    cube: CubeState, moment: CubeMoment, match: MatchState, profile: RulesProfile, refusal: Refusal
) -> None:
    assert why_no_double(cube, ONE, moment, match, profile) == refusal
    if refusal:
        with pytest.raises(CubeError) as refused:
            double(cube, ONE, moment, match, profile)
        assert refused.value.params == {"reasons": refusal}
    else:
        assert double(cube, ONE, moment, match, profile).offer == Offer(OfferKind.DOUBLE, ONE, 2 * cube.value)


@pytest.mark.parametrize(("value", "points"), [(1, 6), (2, 5), (4, 5), (8, 0)])
def test_a_cube_is_dead_for_who_already_wins_the_match_with_a_plain_win(value: int, points: int) -> None:
    assert is_dead(own(value, ONE), ONE, at(7, points, 0))


@pytest.mark.parametrize(("value", "points"), [(1, 5), (2, 4), (4, 2), (1, 0)])
def test_a_cube_is_alive_for_who_needs_more_than_a_plain_win(value: int, points: int) -> None:
    assert not is_dead(own(value, ONE), ONE, at(7, points, 0))


def test_who_takes_owns_the_cube_at_the_new_value() -> None:
    assert take(OFFERED, TWO) == CubeState(2, TWO, turned=True)


@pytest.mark.parametrize(
    ("cube", "player", "refusal"),
    [
        (OFFERED, TWO, NO_REFUSAL),
        (OFFERED, ONE, Refusal.OWN_OFFER),
        (CENTRED, ONE, Refusal.NO_OFFER),
    ],
)
def test_only_the_other_player_answers_an_offer(cube: CubeState, player: Player, refusal: Refusal) -> None:
    assert why_no_answer(cube, player) == refusal
    if refusal:
        with pytest.raises(CubeError):
            take(cube, player)


def test_a_beaver_doubles_again_and_who_beavers_keeps_the_cube() -> None:
    beavered = beaver(OFFERED, TWO, money_session(), MONEY)
    assert beavered.offer == Offer(OfferKind.BEAVER, TWO, 4)
    assert take(beavered, ONE) == CubeState(4, TWO, turned=True)


def test_a_raccoon_doubles_once_more_and_who_beavered_keeps_the_cube() -> None:
    raccooned = raccoon(beaver(OFFERED, TWO, money_session(), MONEY), ONE, money_session(), MONEY)
    assert raccooned.offer == Offer(OfferKind.RACCOON, ONE, 8)
    assert take(raccooned, TWO) == CubeState(8, TWO, turned=True)


@pytest.mark.parametrize(
    ("cube", "player", "match", "profile", "refusal"),
    [
        (OFFERED, TWO, money_session(), MONEY, NO_REFUSAL),
        (OFFERED, ONE, money_session(), MONEY, Refusal.OWN_OFFER),
        (OFFERED, TWO, money_session(), STANDARD, Refusal.OPTION_OFF),
        (OFFERED, TWO, match_to(5), MONEY, Refusal.MONEY_ONLY),
        (CENTRED, TWO, money_session(), MONEY, Refusal.NO_OFFER),
        (OFFERED, TWO, money_session(), replace(MONEY, cube_cap=2), Refusal.CUBE_CAP),
        (CubeState(offer=Offer(OfferKind.BEAVER, ONE, 4)), TWO, money_session(), MONEY, Refusal.NO_OFFER),
    ],
)
def test_a_beaver_answers_a_double_in_money_play_where_the_profile_allows_it(
    cube: CubeState, player: Player, match: MatchState, profile: RulesProfile, refusal: Refusal
) -> None:
    assert why_no_beaver(cube, player, match, profile) == refusal
    if refusal:
        with pytest.raises(CubeError) as refused:
            beaver(cube, player, match, profile)
        assert refused.value.key == "cube.no_beaver"


@pytest.mark.parametrize(
    ("offer", "profile", "refusal"),
    [
        (Offer(OfferKind.BEAVER, TWO, 4), MONEY, NO_REFUSAL),
        (Offer(OfferKind.BEAVER, TWO, 4), replace(MONEY, raccoons=False), Refusal.OPTION_OFF),
        (Offer(OfferKind.DOUBLE, TWO, 4), MONEY, Refusal.NO_OFFER),
        (Offer(OfferKind.BEAVER, ONE, 4), MONEY, Refusal.OWN_OFFER),
        (Offer(OfferKind.BEAVER, TWO, 4), replace(MONEY, cube_cap=4), Refusal.CUBE_CAP),
    ],
)
def test_a_raccoon_answers_a_beaver(offer: Offer, profile: RulesProfile, refusal: Refusal) -> None:
    cube = CubeState(offer=offer)
    assert why_no_raccoon(cube, ONE, money_session(), profile) == refusal
    if refusal:
        with pytest.raises(CubeError):
            raccoon(cube, ONE, money_session(), profile)


@pytest.mark.parametrize(("limit", "ties", "value"), [(1, 1, 2), (1, 3, 2), (2, 3, 4), (None, 3, 8), (None, 7, 64)])
def test_ties_of_the_opening_roll_double_the_cube_in_the_centre_up_to_the_limit(
    limit: int | None, ties: int, value: int
) -> None:
    profile = replace(STAKES, automatic_double_limit=limit)
    cube = CENTRED
    for _ in range(ties):
        cube = automatic_double(cube, money_session(), profile)
    assert cube == CubeState(value, automatic_doubles=value.bit_length() - 1)


def test_a_tie_is_rolled_again_and_nothing_else_where_automatic_doubles_are_not_played() -> None:
    automatic = replace(STANDARD, opening_tie=OpeningTieRule.AUTOMATIC_DOUBLE)
    cases = {
        Refusal.OPTION_OFF: (money_session(), STANDARD),
        Refusal.MONEY_ONLY: (match_to(5), automatic),
        Refusal.NO_CUBE: (money_session(), replace(automatic, cube_in_play=False)),
    }
    for refusal, (match, profile) in cases.items():
        assert why_no_automatic_double(CENTRED, match, profile) == refusal
        assert automatic_double(CENTRED, match, profile) == CENTRED


@pytest.mark.parametrize("value", [0, 3, -2, 6])
def test_the_value_is_a_power_of_two(value: int) -> None:
    with pytest.raises(CubeError):
        CubeState(value)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), cap=st.sampled_from([None, 4, 64]), length=st.sampled_from([0, 3, 11]))
def test_a_game_of_cube_actions_keeps_the_cube_within_its_rules(
    data: st.DataObject, cap: int | None, length: int
) -> None:
    match = match_to(length) if length else money_session()
    profile = replace(MONEY, cube_cap=cap)
    cube = CENTRED
    for _ in range(12):
        player = data.draw(st.sampled_from(Player))
        action = data.draw(st.sampled_from(["double", "take", "beaver", "raccoon"]))
        before = cube
        try:
            if action == "double":
                cube = double(cube, player, CubeMoment(player), match, profile)
            elif action == "take":
                cube = take(cube, player)
            elif action == "beaver":
                cube = beaver(cube, player, match, profile)
            else:
                cube = raccoon(cube, player, match, profile)
        except CubeError:
            continue
        assert cube.value >= before.value
        assert cap is None or cube.value <= cap
        if cube.offer is None:
            assert before.offer is not None
            assert cube.value == before.offer.value
            assert cube.turned
            assert cube.owner is not None
        else:
            assert cube.owner is before.owner
            assert cube.value == before.value
            assert cube.offer.by is player
            assert not (length and cube.offer.kind is not OfferKind.DOUBLE)
