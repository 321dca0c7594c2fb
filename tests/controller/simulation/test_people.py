"""Simulated people before a referee who is told the truth."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from controller.record.keeper import Keeper
from controller.record.replay import replay
from controller.record.transcript import Dance, RollAndPlay
from controller.referee.commands import AdjustClock, Appoint, AwardGame, AwardMatch, SetRoll
from controller.referee.events import (
    Audience,
    Danced,
    GameWon,
    IllegalPlayStands,
    MatchWon,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    PrematureRoll,
    Rolled,
    RollRefused,
    Ruled,
    TurnStarted,
)
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.rules import Breach, Ending, Player, legal_plays
from hardware.simulated.scene.table import census
from tests.controller.simulation.perfect import Play, play

if TYPE_CHECKING:
    from controller.referee.commands import Command
    from vision.reading import Reading


@pytest.mark.films
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


@pytest.mark.films
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


def test_money_sessions_have_no_end_and_people_get_up_after_some_games() -> None:
    played = play(3, length=0, options=preset("money"), doubles=True)
    won = [event for event in played.events if isinstance(event, GameWon)]
    assert len(won) == 2
    assert not any(isinstance(event, MatchWon) for event in played.events)
    assert played.state.match.score == tuple(sum(one.points for one in won if one.winner is side) for side in Player)


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


def as_played(played: Play) -> bool:
    """Return whether the record of a match is what has really happened, the score included."""
    record = Keeper().heard(played.events).record
    turns = [
        (number, action.player, action.roll)
        for number, game in enumerate(record.games, 1)
        for action in game.actions
        if isinstance(action, RollAndPlay | Dance)
    ]
    won = [event for event in played.events if isinstance(event, GameWon)]
    replay(record)
    return (
        turns == [(turn.game, turn.player, turn.roll) for turn in played.people.truth]
        and isinstance(played.events[-1], MatchWon)
        and len(won) == len(record.games)
    )


@pytest.mark.films
@pytest.mark.parametrize("seed", range(4))
def test_a_tournament_is_played_by_the_clock_before_a_referee_whom_the_director_has_appointed(seed: int) -> None:
    played = play(seed, length=3, slips=[(3, "wrong-distance"), (5, "dice-unplayed")], options=preset("tournament"))
    assert as_played(played)
    assert not {type(event) for event in played.events} & {PlayUnsure, RollRefused, PrematureRoll, IllegalPlayStands}
    flagged = [event for event in played.events if isinstance(event, PlayIllegal)]
    assert [event.seen for event in flagged] == [turn.slip[1] for turn in played.people.truth if turn.slip]
    ordered = [event.command for event in played.events if isinstance(event, Ruled)]
    assert ordered == [Appoint()]


def test_people_hear_only_what_is_said_at_the_table() -> None:
    people = play(1).people
    acting = people.play_match()
    next(acting)
    told = TurnStarted(1.0, Player.ONE)
    acting.send((told, replace(told, audience=Audience.DIRECTOR)))
    assert people._heard == [told]


@pytest.mark.films
@pytest.mark.parametrize("name", ["club", "tournament", "casual"])
@pytest.mark.parametrize("seed", range(3))
def test_a_roll_that_is_announced_wrongly_is_contested_and_put_right(name: str, seed: int) -> None:
    def misread(seen: Reading) -> Reading:
        dice = tuple(
            replace(one, scores=one.scores[1:] + one.scores[:1]) if round(1000 * one.x) % 9 == seed else one
            for one in seen.dice
        )
        return replace(seen, dice=dice)

    played = play(seed, length=2, slips=[(3, "wrong-distance")], options=preset(name), misread=misread)
    assert as_played(played)
    ordered = [event for event in played.events if isinstance(event, Ruled)]
    assert sum(isinstance(event.command, SetRoll) for event in ordered) >= 3
    assert {event.who for event in ordered} <= {"the players", "Carla"}
    illegal = [event for event in played.events if isinstance(event, PlayIllegal)]
    assert len(illegal) == sum(turn.slip is not None for turn in played.people.truth)


def test_a_referee_who_reads_no_roll_is_told_of_it() -> None:
    def blind(seen: Reading) -> Reading:
        cocked = tuple(replace(one, flat=-600) if one.value == 6 else one for one in seen.dice)
        return replace(seen, dice=cocked)

    played = play(2, options=preset("club"), misread=blind)
    assert as_played(played)
    assert any(isinstance(event, RollRefused) for event in played.events)


@pytest.mark.films
def test_a_referee_who_never_sees_the_dice_of_a_roll_is_told_of_it_and_of_the_end_of_its_turn() -> None:
    def blind(seen: Reading) -> Reading:
        return replace(seen, dice=()) if any(one.value == 6 for one in seen.dice) else seen

    played = play(2, options=preset("club"), misread=blind)
    assert as_played(played)
    assert isinstance(played.events[-1], MatchWon)
    ruled = [event for event in played.events if isinstance(event, Ruled)]
    assert len(ruled) >= sum(6 in (turn.roll.high, turn.roll.low) for turn in played.people.truth)


@pytest.mark.films
def test_people_double_and_take_with_the_cube_alone_and_pass_aloud() -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        played = play(seed, length=5, doubles=True)
        kinds = [type(event).__name__ for event in played.events]
        seen.update(kinds)
        for before, kind in pairwise(kinds):
            assert before == "CubeSeen" or kind != "Doubled"
        assert isinstance(played.events[-1], MatchWon)
        won = [event for event in played.events if isinstance(event, GameWon)]
        assert sum(event.points for event in won) == sum(won[-1].score)
    assert seen["Doubled"] == seen["Taken"] + seen["Dropped"]
    assert seen["Taken"]
    assert seen["Dropped"]
    assert not seen["PlayIllegal"]


def test_where_the_cube_is_not_seen_people_say_what_they_mean() -> None:
    played = play(2, length=5, doubles=True, misread=lambda reading: replace(reading, cube=None))
    kinds = {type(event).__name__ for event in played.events}
    assert "CubeSeen" not in kinds
    assert {"Doubled", "MatchWon"} <= kinds


@pytest.mark.films
@pytest.mark.parametrize("words", ["policy=condone", "tell=when-asked"])
def test_people_get_on_with_a_referee_who_keeps_illegal_plays_to_himself(words: str) -> None:
    options = with_words(preset("club"), [words])
    played = play(3, slips=[(3, "wrong-distance")], options=options)
    assert as_played(played)
    (slipped,) = [turn for turn in played.people.truth if turn.slip]
    condoned = words == "policy=condone"
    assert (slipped.after == slipped.slip[1] if slipped.slip else False) is condoned
    flagged = [event for event in played.events if isinstance(event, PlayIllegal)]
    assert flagged[0].audience is Audience.DIRECTOR
    assert any(event.audience is Audience.BOTH for event in flagged) is not condoned


@pytest.mark.films
@pytest.mark.parametrize("beat", [3, 10, 17, 24, 32, 59])
def test_a_game_that_is_awarded_while_they_play_is_over_and_they_set_up_the_next(beat: int) -> None:
    played = play(1, length=0, options=preset("money"), doubles=True, orders={beat: AwardGame(Player.TWO, 3)})
    awarded, other = (event.ending for event in played.events if isinstance(event, GameWon))
    assert awarded is Ending.RULING
    assert other is not Ending.RULING
    assert played.people.truth[-1].game == 2


@pytest.mark.films
@pytest.mark.parametrize("order", [AwardMatch(Player.ONE), AdjustClock(Player.ONE, -1800)])
@pytest.mark.parametrize("beat", [10, 32, 59])
def test_they_get_up_where_a_director_or_the_clock_ends_the_match(order: Command, beat: int) -> None:
    played = play(1, length=5, options=preset("tournament"), orders={beat: order})
    assert isinstance(played.events[-1], MatchWon)
    assert not any(isinstance(event, GameWon) for event in played.events)
