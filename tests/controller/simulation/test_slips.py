"""Every kind of mistake is illegal, and for the reason that it stands for."""

from __future__ import annotations

import random

import pytest

from controller.rules import BAR, OFF, START, Breach, Position, Roll, explain, legal_plays
from controller.simulation.people.slips import SLIPS, slip_result
from tests.controller.rules.breaches.illegal_turns import self_play

REASONS = {
    "wrong-distance": Breach.WRONG_DISTANCE,
    "dice-unplayed": Breach.DICE_UNPLAYED,
    "bar-ignored": Breach.BAR_FIRST,
    "nothing-played": Breach.DICE_UNPLAYED,
    "smaller-die": Breach.LARGER_DIE,
    "closed-point": Breach.CLOSED_POINT,
    "borne-off-early": Breach.BORNE_OFF_EARLY,
    "borne-off-short": Breach.WRONG_DISTANCE,
    "backwards": Breach.BACKWARDS,
    "hit-left": Breach.HIT_NOT_ON_BAR,
    "others-moved": Breach.OTHER_MOVED,
    "checker-gone": Breach.CHECKER_MISSING,
    "checker-back": Breach.CHECKER_EXTRA,
}


def test_every_kind_of_illegal_play_has_a_slip() -> None:
    named = Breach(0)
    for reason in REASONS.values():
        named |= reason
    assert set(REASONS) == set(SLIPS)
    assert named == ~Breach.HIT_TOO_EARLY  # that is one of another game: test_games


@pytest.mark.films
@pytest.mark.parametrize("kind", sorted(SLIPS))
def test_a_slip_is_illegal_and_mostly_for_its_own_reason(kind: str) -> None:
    rng = random.Random(5)
    found = right = 0
    for before, roll in self_play(rng, 60):
        if kind not in {"smaller-die", "checker-back", "borne-off-short"} and rng.random() > 0.05:
            continue
        after = slip_result(kind, before, roll, rng)
        if after is None:
            continue
        assert not legal_plays(before, roll).allows(after)
        found += 1
        right += bool(REASONS[kind] & explain(before, roll, after).breaches)
        if found == 12:
            break
    assert found >= 2
    assert right >= 0.7 * found  # another breach may explain the same position as well


def test_where_a_mistake_is_impossible_none_is_made() -> None:
    rng = random.Random(1)
    assert slip_result("bar-ignored", START, Roll(3, 1), rng) is None
    assert slip_result("borne-off-early", START, Roll(3, 1), rng) is None
    assert slip_result("checker-back", START, Roll(3, 1), rng) is None


def test_a_hit_checker_that_is_left_stands_beside_its_hitter() -> None:
    mine, theirs = [0] * 26, [0] * 26
    mine[8], mine[6], theirs[25 - 5], theirs[OFF], mine[OFF] = 1, 1, 1, 14, 13
    before = Position(tuple(mine), tuple(theirs))
    after = slip_result("hit-left", before, Roll(3, 1), random.Random(1))
    assert after is not None
    assert after.theirs[BAR] == 0
    assert after.mine[5]
    assert after.theirs[20]
