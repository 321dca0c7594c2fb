"""Simulated people before a referee who is told the truth."""

from __future__ import annotations

import pytest

from controller.referee.events import (
    Danced,
    GameWon,
    MatchWon,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    Rolled,
    RollRefused,
)
from controller.rules import Breach, legal_plays
from hardware.simulated.scene import census
from tests.controller.simulation.perfect import play


@pytest.mark.parametrize("seed", range(12))
def test_a_match_without_mistakes_ends_without_a_complaint_and_as_it_was_played(seed: int) -> None:
    played = play(seed)
    kinds = {type(event) for event in played.events}
    assert not kinds & {PlayIllegal, PlayUnsure, RollRefused}
    assert isinstance(played.events[-1], MatchWon)
    judged = [event for event in played.events if isinstance(event, PlayAccepted | Danced)]
    truth = played.people.truth
    assert [(turn.player, turn.roll, turn.before) for turn in truth] == [
        (event.player, event.roll, event.before) for event in judged
    ]
    assert [turn.after for turn in truth] == [
        event.after if isinstance(event, PlayAccepted) else event.before for event in judged
    ]


@pytest.mark.parametrize(
    ("kind", "breach"),
    [
        ("wrong-distance", Breach.WRONG_DISTANCE),
        ("dice-unplayed", Breach.DICE_UNPLAYED),
        ("bar-ignored", Breach.BAR_FIRST),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_every_kind_of_slip_is_flagged_with_its_reason_and_corrected(kind: str, breach: Breach, seed: int) -> None:
    played = play(seed, length=3, slips=[(1, kind)] * 3)
    slipped = [turn for turn in played.people.truth if turn.slip]
    flagged = [event for event in played.events if isinstance(event, PlayIllegal)]
    assert slipped
    assert [(event.before, event.seen) for event in flagged] == [
        (turn.before, turn.slip[1]) for turn in slipped if turn.slip
    ]
    assert all(breach in event.explanation.breaches for event in flagged)
    corrected = [event for event in played.events if isinstance(event, PlayAccepted) and event.corrected]
    assert [event.after for event in corrected] == [turn.after for turn in slipped]


def test_a_match_goes_on_until_somebody_has_the_points() -> None:
    played = play(3, length=5)
    won = [event for event in played.events if isinstance(event, GameWon)]
    assert max(won[-1].score) >= 5
    assert sum(event.points for event in won) == sum(won[-1].score)


def test_no_checker_is_ever_lost_on_the_table() -> None:
    played = play(1)
    lying = census(played.people.scene)
    assert sum(count for (_, shade), count in lying.items() if shade == "dark") == 15
    assert sum(count for (_, shade), count in lying.items() if shade == "light") == 15


def test_every_roll_announced_is_the_roll_thrown_and_every_true_play_is_legal() -> None:
    played = play(8, length=3, slips=[(2, "wrong-distance")])
    rolled = [(event.player, event.roll) for event in played.events if isinstance(event, Rolled)]
    assert rolled == [(turn.player, turn.roll) for turn in played.people.truth]
    assert all(legal_plays(turn.before, turn.roll).allows(turn.after) for turn in played.people.truth)


def test_the_same_seed_plays_the_same_match() -> None:
    assert play(5).events == play(5).events
