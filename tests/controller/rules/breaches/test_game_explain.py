"""Why a turn is illegal, in the games that begin beside the board."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.rules import (
    ACEY_DEUCEY,
    BACKGAMMON,
    BAR,
    DUTCH,
    HAND,
    START,
    Breach,
    GamePlays,
    Position,
    PositionError,
    Reason,
    Roll,
    RulesProfile,
    apply_play,
    explain,
    legal_plays,
    parse_play,
)

DUTCH_RULES = RulesProfile(variant=DUTCH)
AMERICAN = RulesProfile(variant=ACEY_DEUCEY)
EUROPEAN = RulesProfile(variant=ACEY_DEUCEY, european_acey_deucey=True)


def at(mine: dict[int, int], theirs: dict[int, int], *, hand: int = 0, home: bool = False) -> Position:
    """Return a position of fifteen checkers a side; those not named are borne off."""
    counts = [[there.get(point, 0) for point in range(26)] for there in (mine, theirs)]
    counts[0][BAR] += hand
    for one in counts:
        one[0] = 15 - sum(one)
    return Position(tuple(counts[0]), tuple(counts[1]), (hand, 0), (home or any(counts[0][:7]), True))


def after(position: Position, text: str) -> Position:
    """Return the position after moves that the board allows, whatever the dice."""
    return apply_play(position, parse_play(text, most=10))


def test_a_dutch_player_who_moves_before_all_are_in_leaves_checkers_beside_the_board() -> None:
    position = at({24: 12}, {12: 15}, hand=3)
    moved = after(position, "24/20 24/19")
    explanation = explain(position, Roll(5, 4), moved, DUTCH_RULES)
    assert explanation.reasons == (Reason(Breach.BAR_FIRST, (HAND, 24, 19, 24, 20), (5, 4)),)
    hit = at({24: 11, BAR: 1}, {12: 15}, hand=3)
    (reason,) = explain(hit, Roll(5, 4), after(hit, "24/20 24/19"), DUTCH_RULES).reasons
    assert reason.points[0] == BAR
    as_liked = replace(DUTCH_RULES, enter_all_first=False)
    assert not explain(position, Roll(5, 4), moved, as_liked)


def test_a_hit_before_a_checker_is_home_is_told_as_such() -> None:
    position = at({24: 15}, {5: 1, 12: 14})
    hit = after(position, "24/20* 24/21")
    (reason,) = explain(position, Roll(4, 3), hit, DUTCH_RULES).reasons
    assert reason == Reason(Breach.HIT_TOO_EARLY, (24, 20), (4,))
    assert not explain(at({24: 14, 6: 1}, {5: 1, 12: 14}), Roll(4, 3), after(
        at({24: 14, 6: 1}, {5: 1, 12: 14}), "24/20* 24/21"
    ), DUTCH_RULES)  # fmt: skip


def test_a_closed_point_stays_one_for_a_player_who_may_not_hit() -> None:
    position = at({24: 15}, {5: 2, 12: 13})
    there = at({24: 13, 20: 1, 21: 1}, {5: 2, 12: 13})
    (reason,) = explain(position, Roll(4, 3), there, DUTCH_RULES).reasons
    assert reason.breach is Breach.CLOSED_POINT


def test_in_acey_deucey_what_was_hit_comes_first_and_what_was_never_in_play_does_not() -> None:
    position = at({24: 12, BAR: 1}, {12: 15}, hand=2)
    (reason,) = explain(position, Roll(5, 4), after(position, "24/20 24/19"), AMERICAN).reasons
    assert reason == Reason(Breach.BAR_FIRST, (25, 24, 19, 24, 20), (5, 4))
    (entered,) = explain(position, Roll(5, 4), after(position, "hand/20 hand/21"), AMERICAN).reasons
    assert entered.breach is Breach.BAR_FIRST
    free = replace(AMERICAN, hit_must_reenter=False)
    assert not explain(position, Roll(5, 4), after(position, "24/20 24/19"), free)
    assert not explain(position, Roll(5, 4), after(position, "bar/20 hand/21"), AMERICAN)


def test_a_double_left_out_is_dice_unplayed_and_a_wrong_one_a_wrong_distance() -> None:
    position = at({24: 15}, {12: 15})
    only = after(position, "24/22 24/23")
    (reason,) = explain(position, Roll(2, 1), only, AMERICAN).reasons
    assert reason.breach is Breach.DICE_UNPLAYED
    assert len(reason.dice) == 4
    mixed = after(position, "24/22 24/23 24/18(3) 24/19")
    named = explain(position, Roll(2, 1), mixed, AMERICAN, named=6)
    assert Breach.WRONG_DISTANCE in named.breaches
    assert not explain(position, Roll(2, 1), after(position, "24/22 24/23 24/18(4)"), AMERICAN)
    fives = explain(position, Roll(2, 1), after(position, "24/22 24/23 24/18(4)"), AMERICAN, named=5)
    assert fives


def test_only_exact_numbers_bear_off_in_the_european_game() -> None:
    position = at({4: 2, 1: 2}, {12: 15})
    off = after(position, "4/off 4/1")
    assert not explain(position, Roll(6, 3), off, AMERICAN)
    assert Breach.WRONG_DISTANCE in explain(position, Roll(6, 3), off, EUROPEAN).breaches


def test_other_games_are_explained_as_backgammon() -> None:
    wrong = after(START, "13/7 13/8")
    profile = RulesProfile(variant=BACKGAMMON)
    assert explain(START, Roll(3, 1), wrong, profile) == explain(START, Roll(3, 1), wrong)


def test_a_position_of_another_length_is_refused() -> None:
    with pytest.raises(PositionError):
        explain(DUTCH.start, Roll(3, 1), Position((0,), (0,)), DUTCH_RULES)


@pytest.mark.parametrize("profile", [DUTCH_RULES, replace(DUTCH_RULES, enter_all_first=False), AMERICAN])
def test_every_illegal_turn_has_a_reason_and_no_legal_one_has(profile: RulesProfile) -> None:
    rng = random.Random(11)
    position, turns = profile.variant.start, 0
    while any(position.mine[1:]) and any(position.theirs[1:]) and turns < 80:
        roll, turns = Roll.of(rng.randint(1, 6), rng.randint(1, 6)), turns + 1
        plays = legal_plays(position, roll, profile)
        assert isinstance(plays, GamePlays)
        there = position
        if not plays.is_dance:
            there = plays.play_staged(rng.choice(plays.staged_rolls), lambda some: rng.choice(sorted(some, key=str)))
        assert not explain(position, roll, there, profile)
        spoilt = _spoilt(there, rng)
        if not plays.allows(spoilt):
            assert explain(position, roll, spoilt, profile).reasons
        position = there.turned()


def _spoilt(position: Position, rng: random.Random) -> Position:
    """Return the position with one checker on the board moved a little, onto an empty point or one of its own."""
    mine = list(position.mine)
    places = [point for point in range(1, 25) if mine[point]]
    free = [point for point in range(1, 25) if not position.theirs[25 - point]]
    if places:
        mine[rng.choice(places)] -= 1
        mine[rng.choice(free)] += 1
    return replace(position, mine=tuple(mine))
