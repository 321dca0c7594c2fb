"""Turns judged by hand (explain_cases.toml) against the reasons that the rules give for them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from controller.rules.breaches.explain import explain
from controller.rules.breaches.reasons import LEGAL, Breach, Explanation, Reason
from controller.rules.dice import Roll
from controller.rules.ids.position_id import parse_position_id
from controller.rules.position import BAR, OFF, START, Position, PositionError
from controller.rules.profile import AT_THE_TABLE

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("explain_cases.toml").read_text("utf-8"))["case"]
NAMES = {"bar": BAR, "off": OFF}
WAYS_TO_COUNT_OFF = ("counted", "unseen")


def point_of(word: str) -> int:
    return NAMES[word] if word in NAMES else int(word)


def counts_of(text: str, checkers: int) -> list[int]:
    """Return 26 counts by point; the checkers not named are borne off."""
    if text == "start":
        return list(START.mine)
    counts = [0] * 26
    for word in text.split():
        point, count = word.split(":")
        counts[point_of(point)] = int(count)
    counts[OFF] = checkers - sum(counts)
    return counts


def other_counts_of(text: str, checkers: int) -> list[int]:
    """Return the same for the other player, by the MOVER's points 1..24; 0 borne off, 25 the bar."""
    if text == "start":
        return [0, *START.theirs[24:0:-1], 0]
    return counts_of(text, checkers)


def position_of(mine: list[int], theirs: list[int]) -> Position:
    return Position(tuple(mine), (theirs[OFF], *theirs[24:0:-1], theirs[BAR]))


def after_of(mine: list[int], theirs: list[int], done: str, off: str) -> Position:
    """Return the position after what was done on the board; see the head of the cases' file."""
    mine, theirs = mine.copy(), theirs.copy()
    totals = sum(mine), sum(theirs)
    for word in done.split():
        moved = theirs if word.startswith("x") else mine
        source, target = word.removeprefix("x").rstrip("*").split("/")
        if source != "new":
            assert moved[point_of(source)] > 0, f"no checker for {word}"
            moved[point_of(source)] -= 1
        if target != "gone":
            moved[point_of(target)] += 1
        if word.endswith("*"):
            assert theirs[point_of(target)] > 0, f"nothing to hit for {word}"
            theirs[point_of(target)] -= 1
            theirs[BAR] += 1
    if off == "unseen":
        mine[OFF], theirs[OFF] = totals[0] - sum(mine[1:]), totals[1] - sum(theirs[1:])
    return position_of(mine, theirs)


def reason_of(text: str) -> Reason:
    words, _, dice = text.partition(" dice ")
    flag, *rest = words.split()
    other = rest[:1] == ["theirs"]
    points = [point_of(point) for word in rest[other:] for point in word.split("/")]
    return Reason(Breach[flag], tuple(points), tuple(int(die) for die in dice.split()), other)


@dataclass(frozen=True, slots=True)
class Turn:
    """One case, counted in one of the two ways."""

    before: Position
    roll: Roll
    after: Position
    reasons: tuple[Reason, ...]


def turn_of(case: dict[str, Any], off: str) -> Turn:
    checkers = case.get("checkers", 15)
    mine, theirs = counts_of(case["mine"], checkers), other_counts_of(case["theirs"], checkers)
    return Turn(
        position_of(mine, theirs),
        Roll.of(*map(int, case["roll"])),
        after_of(mine, theirs, case["done"], off),
        tuple(map(reason_of, case["reasons"])),
    )


TURNS = {
    f"{case['table']} [{off}]": turn_of(case, off)
    for case in CASES
    for off in WAYS_TO_COUNT_OFF
    if case.get("off", off) == off
}
each_turn = pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS.keys())


@each_turn
def test_the_reasons_are_those_a_director_would_give_and_no_others(turn: Turn) -> None:
    explanation = explain(turn.before, turn.roll, turn.after)
    assert set(explanation.reasons) == set(turn.reasons)
    assert len(explanation.reasons) == len(turn.reasons)


@each_turn
def test_the_position_before_is_one_that_a_board_can_show(turn: Turn) -> None:
    assert not turn.before.problems(sum(turn.before.mine))
    assert sum(turn.before.mine) == sum(turn.before.theirs)


@each_turn
def test_reasons_come_in_the_order_of_the_flags_and_the_higher_points_first(turn: Turn) -> None:
    reasons = explain(turn.before, turn.roll, turn.after).reasons
    keys = [(list(Breach).index(reason.breach), [-point for point in reason.points]) for reason in reasons]
    assert keys == sorted(keys)


def test_every_breach_is_judged_alone_and_there_are_cases_enough() -> None:
    alone = {turn.reasons[0].breach for turn in TURNS.values() if len(turn.reasons) == 1}
    assert alone | {Breach.HIT_TOO_EARLY} == set(Breach)  # of another game: test_game_explain
    assert len({case["table"] for case in CASES}) == len(CASES) >= 100


def test_a_legal_play_is_explained_by_the_empty_flag_which_is_false() -> None:
    assert not LEGAL
    assert not LEGAL.breaches
    assert LEGAL.breaches == Breach(0)


def test_an_explanation_holds_the_flags_of_all_its_reasons() -> None:
    both = Explanation((Reason(Breach.BAR_FIRST), Reason(Breach.CLOSED_POINT), Reason(Breach.CLOSED_POINT)))
    assert both
    assert both.breaches == Breach.BAR_FIRST | Breach.CLOSED_POINT


def test_the_last_checker_may_go_off_with_one_die_where_that_is_allowed() -> None:
    before = position_of(counts_of("6:1", 15), counts_of("5:1 12:14", 15))
    after = position_of(counts_of("", 15), counts_of("5:1 12:14", 15))
    assert explain(before, Roll(6, 1), after).breaches == Breach.DICE_UNPLAYED
    assert not explain(before, Roll(6, 1), after, AT_THE_TABLE)


@pytest.mark.parametrize(
    ("before", "roll", "after", "reason"),
    [
        # 7/4 and 8/6 with double aces: five pips
        ("97YBAGDbdisAAA", Roll(1, 1), "97YBAGDb7g4AAA", "WRONG_DISTANCE 8/6 dice 1"),
        # one checker 20/16 with 2-1: four pips
        ("5x8HACDsNojAGA", Roll(2, 1), "5x8HACDsNoiEGA", "WRONG_DISTANCE 20/16 dice 2 1"),
        # 24/22 4/3, and a blot on 23, on which nobody landed, put on the bar
        ("Yr/NAABubwCAMQ", Roll(2, 1), "sN9mAEDubgCAJQ", "OTHER_MOVED theirs 23/bar"),
        # 3/2 1/off(2) with double aces: three of four, as declared in the transcript
        ("220DAUDvOwAAAA", Roll(1, 1), "220DAUD7DQAAAA", "DICE_UNPLAYED 3/2 dice 1"),
    ],
)
def test_plays_of_real_matches_known_to_be_illegal_are_refused_for_the_right_reason(
    before: str, roll: Roll, after: str, reason: str
) -> None:
    assert explain(parse_position_id(before), roll, parse_position_id(after)).reasons == (reason_of(reason),)


@pytest.mark.parametrize("mine", [START.mine[:25], (*START.mine, 0)])
def test_counts_of_another_length_are_refused(mine: tuple[int, ...]) -> None:
    with pytest.raises(PositionError, match=r"position\.wrong_length"):
        explain(START, Roll(5, 3), Position(mine, START.theirs))
    with pytest.raises(PositionError, match=r"position\.wrong_length"):
        explain(START, Roll(5, 3), Position(START.mine, mine))
    with pytest.raises(PositionError, match=r"position\.wrong_length"):
        explain(Position(mine, START.theirs), Roll(5, 3), START)
