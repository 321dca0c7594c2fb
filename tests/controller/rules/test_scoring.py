"""What finished games are worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.cube import CubeState, Offer, OfferKind
from controller.rules.match import MatchState, match_to, money_session
from controller.rules.player import Player
from controller.rules.position import Counts, Position
from controller.rules.profile import STANDARD, RulesProfile
from controller.rules.scoring import (
    Ending,
    GameResult,
    Level,
    ScoringError,
    all_borne_off,
    borne_off,
    checkers_left,
    dropped,
    level_of_loss,
    lost_on_time,
    points_for,
    resigned,
    ruled,
)
from controller.rules.variant import ACEY_DEUCEY, DUTCH

LENIENT = replace(STANDARD, backgammon_despite_borne_off=True)
JACOBY = replace(STANDARD, jacoby=True)


def counts(**places: int) -> Counts:
    """Return 26 counts from names such as off=1, bar=2, p24=3."""
    numbers = {"off": 0, "bar": 25} | {f"p{point}": point for point in range(1, 25)}
    by_index = {numbers[name]: number for name, number in places.items()}
    return tuple(by_index.get(index, 0) for index in range(26))


WON = counts(off=15)


@pytest.mark.parametrize(
    ("loser", "standard", "despite_borne_off"),
    [
        (counts(off=1, p6=14), Level.SINGLE, Level.SINGLE),
        (counts(off=14, bar=1), Level.SINGLE, Level.BACKGAMMON),
        (counts(off=1, p19=1, p3=13), Level.SINGLE, Level.BACKGAMMON),
        (counts(off=1, p18=1, p3=13), Level.SINGLE, Level.SINGLE),
        (counts(p6=15), Level.GAMMON, Level.GAMMON),
        (counts(p18=1, p6=14), Level.GAMMON, Level.GAMMON),
        (counts(p19=1, p6=14), Level.BACKGAMMON, Level.BACKGAMMON),
        (counts(p24=1, p6=14), Level.BACKGAMMON, Level.BACKGAMMON),
        (counts(bar=1, p6=14), Level.BACKGAMMON, Level.BACKGAMMON),
        # Three checkers a side.
        (counts(off=2, p1=1), Level.SINGLE, Level.SINGLE),
        (counts(p1=3), Level.GAMMON, Level.GAMMON),
        (counts(p22=3), Level.BACKGAMMON, Level.BACKGAMMON),
        # Who began with fewer than fifteen can still lose a gammon.
        (counts(p6=14), Level.GAMMON, Level.GAMMON),
    ],
)
def test_the_level_depends_on_what_the_loser_has_borne_off_and_left_behind(
    loser: Counts, standard: Level, despite_borne_off: Level
) -> None:
    assert level_of_loss(loser, STANDARD) is standard
    assert level_of_loss(loser, LENIENT) is despite_borne_off


@pytest.mark.parametrize(
    ("match", "cube", "profile", "points"),
    [
        (match_to(7), CubeState(), STANDARD, (1, 2, 3)),
        (match_to(7), CubeState(4, Player.ONE, turned=True), STANDARD, (4, 8, 12)),
        (money_session(), CubeState(2, Player.TWO, turned=True), STANDARD, (2, 4, 6)),
        (money_session(), CubeState(), STANDARD, (1, 2, 3)),
        # Jacoby: only after the cube has been turned do gammons count; in a match they always do.
        (money_session(), CubeState(), JACOBY, (1, 1, 1)),
        (money_session(), CubeState(2, Player.TWO, turned=True), JACOBY, (2, 4, 6)),
        (match_to(7), CubeState(), JACOBY, (1, 2, 3)),
        # An automatic double is no turn of the cube.
        (money_session(), CubeState(2, automatic_doubles=1), JACOBY, (2, 2, 2)),
        # Without a cube nobody could ever turn it: Jacoby would forbid gammons altogether.
        (money_session(), CubeState(), replace(JACOBY, cube_in_play=False), (1, 2, 3)),
    ],
)
def test_points_are_the_level_times_the_cube(
    match: MatchState, cube: CubeState, profile: RulesProfile, points: tuple[int, int, int]
) -> None:
    assert tuple(points_for(level, cube, match, profile) for level in Level) == points


def test_a_game_borne_off_counts_its_level() -> None:
    cube = CubeState(2, Player.TWO, turned=True)
    result = borne_off(Position(WON, counts(p6=15)), Player.TWO, cube, match_to(5), STANDARD)
    assert result == GameResult(Player.TWO, Ending.BORNE_OFF, Level.GAMMON, 2, 4)


def test_a_game_under_jacoby_remembers_the_level_that_does_not_count() -> None:
    result = borne_off(Position(WON, counts(bar=15)), Player.ONE, CubeState(), money_session(), JACOBY)
    assert (result.level, result.points) == (Level.BACKGAMMON, 1)


@pytest.mark.parametrize("winner", [counts(off=14, p1=1), counts(), counts(off=14, bar=1)])
def test_a_game_is_not_over_before_the_last_checker_is_off(winner: Counts) -> None:
    assert not all_borne_off(winner)
    with pytest.raises(ScoringError) as refused:
        borne_off(Position(winner, WON), Player.ONE, CubeState(), match_to(5), STANDARD)
    assert refused.value.key == "scoring.not_borne_off"


@pytest.mark.parametrize(
    ("cube", "winner", "points"),
    [
        (CubeState(1, offer=Offer(OfferKind.DOUBLE, Player.ONE, 2)), Player.ONE, 1),
        (CubeState(4, Player.TWO, Offer(OfferKind.DOUBLE, Player.TWO, 8), turned=True), Player.TWO, 4),
        (CubeState(1, offer=Offer(OfferKind.BEAVER, Player.TWO, 4)), Player.TWO, 2),
        (CubeState(1, offer=Offer(OfferKind.RACCOON, Player.ONE, 8)), Player.ONE, 4),
    ],
)
def test_who_drops_loses_the_stake_before_the_offer(cube: CubeState, winner: Player, points: int) -> None:
    result = dropped(cube)
    assert (result.winner, result.points, result.ending, result.level) == (winner, points, Ending.DROPPED, Level.SINGLE)


def test_nothing_can_be_dropped_that_is_not_offered() -> None:
    with pytest.raises(ScoringError):
        dropped(CubeState())


def test_a_resignation_counts_its_level_times_the_cube() -> None:
    cube = CubeState(4, Player.ONE, turned=True)
    result = resigned(Level.BACKGAMMON, Player.ONE, cube, match_to(25), STANDARD)
    assert result == GameResult(Player.TWO, Ending.RESIGNED, Level.BACKGAMMON, 4, 12)


def test_a_resigned_gammon_counts_single_under_jacoby_too() -> None:
    assert resigned(Level.GAMMON, Player.ONE, CubeState(), money_session(), JACOBY).points == 1


def test_a_ruling_gives_any_number_of_points_from_none() -> None:
    assert ruled(Player.TWO, 0, CubeState()).points == 0
    result = ruled(Player.ONE, 5, CubeState(2), Level.GAMMON)
    assert result == GameResult(Player.ONE, Ending.RULING, Level.GAMMON, 2, 5)
    with pytest.raises(ScoringError):
        ruled(Player.ONE, -1, CubeState())


LOSERS = st.lists(st.integers(0, 25), min_size=1, max_size=15).map(
    lambda places: tuple(places.count(index) for index in range(26))
)


@settings(max_examples=150, deadline=None)
@given(loser=LOSERS, cube=st.builds(CubeState, st.sampled_from([1, 2, 4, 64]), turned=st.booleans()))
def test_a_gammon_never_counts_less_than_a_single_game_nor_jacoby_more_than_none(
    loser: Counts, cube: CubeState
) -> None:
    position = Position(WON, loser)
    plain = borne_off(position, Player.ONE, cube, money_session(), STANDARD)
    jacoby = borne_off(position, Player.ONE, cube, money_session(), JACOBY)
    lenient = borne_off(position, Player.ONE, cube, money_session(), LENIENT)
    assert cube.value <= jacoby.points <= plain.points <= lenient.points <= 3 * cube.value
    assert plain.points == cube.value * plain.level
    assert jacoby.points == (plain.points if cube.turned else cube.value)
    assert (plain.level is Level.SINGLE) == (loser[0] > 0)


def test_in_acey_deucey_each_checker_that_the_loser_has_left_is_paid() -> None:
    profile = RulesProfile(variant=ACEY_DEUCEY, cube_in_play=False)
    lost = Position((15, *[0] * 25), counts(off=11, bar=4), (0, 3))
    result = borne_off(lost, Player.ONE, CubeState(2), money_session(), profile)
    assert (result.level, result.points) == (Level.SINGLE, 8)
    assert checkers_left(lost.theirs) == 4
    assert resigned(Level.GAMMON, Player.TWO, CubeState(), money_session(), profile, left=4).points == 4
    assert lost_on_time(Player.TWO, CubeState(2), left=4).points == 8


def test_who_has_never_entered_a_checker_loses_a_backgammon_in_dutch_backgammon() -> None:
    assert level_of_loss(counts(bar=15), RulesProfile(variant=DUTCH)) is Level.BACKGAMMON
