"""Every game played to its end by simulated people before a referee who sees perfectly."""

from __future__ import annotations

import pytest

from controller.referee.events import (
    Danced,
    DoubleNamed,
    FurtherRollLost,
    GameWon,
    MatchWon,
    OpeningWon,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    RollRefused,
    RollsAgain,
    StakeDoubled,
)
from controller.referee.options.options import CLUB
from controller.referee.options.words import with_words
from controller.rules import Breach, Level, checkers_left
from hardware.simulated.scene.table import census
from tests.controller.simulation.perfect import play

pytestmark = pytest.mark.films

GAMES = ("nackgammon", "hypergammon", "dutch", "acey-deucey")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_without_a_complaint_and_as_it_was_played(game: str, seed: int) -> None:
    played = play(seed, options=with_words(CLUB, [f"game={game}"]))
    assert isinstance(played.events[-1], MatchWon)
    assert not {type(event) for event in played.events} & {PlayIllegal, PlayUnsure, RollRefused}
    judged = [event for event in played.events if isinstance(event, PlayAccepted | Danced)]
    assert [(turn.player, turn.roll, turn.before) for turn in played.people.truth] == [
        (event.player, event.roll, event.before) for event in judged
    ]
    assert [turn.after for turn in played.people.truth] == [
        event.after if isinstance(event, PlayAccepted) else event.before for event in judged
    ]


@pytest.mark.parametrize("game", GAMES)
def test_slips_are_flagged_and_corrected_in_every_game(game: str) -> None:
    slips = [(3, "wrong-distance"), (5, "dice-unplayed")]
    played = play(4, slips=slips, options=with_words(CLUB, [f"game={game}"]))
    slipped = [turn for turn in played.people.truth if turn.slip]
    flagged = [event for event in played.events if isinstance(event, PlayIllegal)]
    assert slipped
    assert [(event.before, event.seen) for event in flagged] == [
        (turn.before, turn.slip[1]) for turn in slipped if turn.slip
    ]


def test_a_dutch_player_who_hits_before_he_may_is_told_so() -> None:
    for seed in range(12):
        played = play(seed, slips=[(2, "hit-too-early")], options=with_words(CLUB, ["game=dutch"]))
        flagged = [event for event in played.events if isinstance(event, PlayIllegal)]
        if flagged:
            assert flagged[0].explanation.breaches == Breach.HIT_TOO_EARLY
            return
    pytest.fail("nobody had the chance to hit too early")


def test_who_wins_the_opening_of_a_game_from_beside_the_board_throws_both_dice_again() -> None:
    played = play(1, options=with_words(CLUB, ["game=dutch"]))
    (won,) = [event for event in played.events if isinstance(event, OpeningWon)]
    first = next(event for event in played.events if isinstance(event, PlayAccepted | Danced))
    assert first.player is won.player
    assert first.before.pips() == 375


@pytest.mark.parametrize("words", [(), ("european_acey_deucey=yes",), ("stake_doubles_on_acey_deucey=yes",)])
def test_in_acey_deucey_the_winner_scores_the_checkers_left_times_the_stake(words: tuple[str, ...]) -> None:
    played = play(3, options=with_words(CLUB, ["game=acey-deucey", *words]))
    won = next(event for event in played.events if isinstance(event, GameWon))
    last = played.people.truth[-1]
    stakes = [event.value for event in played.events if isinstance(event, StakeDoubled)]
    assert won.level is Level.SINGLE
    assert won.points == checkers_left(last.after.theirs) * (stakes[-1] if stakes else 1)


def test_doubles_are_named_or_told_by_the_board_and_earn_a_roll_where_all_was_played() -> None:
    events = [event for seed in range(3) for event in play(seed, options=with_words(CLUB, ["game=acey-deucey"])).events]
    assert any(isinstance(event, DoubleNamed) for event in events)
    assert any(isinstance(event, RollsAgain) for event in events)
    assert any(isinstance(event, FurtherRollLost) for event in events)


def test_with_a_clock_dice_are_lifted_before_a_further_roll() -> None:
    played = play(2, options=with_words(CLUB, ["game=acey-deucey", "turn_end=clock"]))
    assert isinstance(played.events[-1], MatchWon)
    assert any(isinstance(event, RollsAgain) for event in played.events)


@pytest.mark.parametrize("game", ["dutch", "acey-deucey"])
def test_no_checker_is_lost_between_hand_board_and_tray(game: str) -> None:
    lying = census(play(6, options=with_words(CLUB, [f"game={game}"])).people.scene)
    for shade in ("dark", "light"):
        assert sum(count for (_, of), count in lying.items() if of == shade) == 15
