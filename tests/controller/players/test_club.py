"""The players that need nothing but the program: what they choose, and that they choose what is legal."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.players.beginner import BeginnerPlayer
from controller.players.club import ClubPlayer
from controller.players.errors import LevelError, QuestionError
from controller.players.evaluation.network import load
from controller.players.levels import LEVELS, player_of
from controller.players.player import CubeAnswer, PlayQuestion
from controller.rules import (
    BAR,
    START,
    CubeState,
    Level,
    Offer,
    OfferKind,
    Player,
    Position,
    Roll,
    apply_play,
    parse_play,
)
from tests.controller.players.situations import question_of, situation_of
from tests.controller.rules.boards import from_points

if TYPE_CHECKING:
    from controller.players.player import ComputerPlayer

CLUB = player_of("club")
BEGINNER = player_of("beginner")

MIDDLE = from_points({24: 1, 20: 1, 13: 4, 9: 1, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 3, 11: 1, 8: 3, 7: 1, 6: 3, 4: 2})


@pytest.mark.parametrize(
    ("roll", "plays"),
    [
        ("31", {"8/5 6/5"}),
        ("42", {"8/4 6/4"}),
        ("61", {"13/7 8/7"}),
        ("33", {"24/21(2) 13/10(2)", "8/5(2) 6/3(2)", "24/21(2) 8/5(2)", "24/21(2) 6/3(2)", "8/5(2) 13/10(2)"}),
        ("11", {"8/7(2) 6/5(2)"}),
    ],
)
def test_the_club_opens_as_books_say(roll: str, plays: set[str]) -> None:
    question = question_of(START, Roll(int(roll[0]), int(roll[1])))
    assert CLUB.choose(question).value in {apply_play(START, parse_play(play)) for play in plays}


@pytest.mark.parametrize("player", [CLUB, BEGINNER], ids=lambda player: player.level)
def test_a_question_asked_twice_has_one_answer(player: ComputerPlayer) -> None:
    question = question_of(MIDDLE, Roll(6, 3))
    results = tuple(Random(1).sample(question.results, len(question.results)))
    shuffled = PlayQuestion(question.situation, question.roll, results)
    assert player.choose(question) == player.choose(shuffled)
    assert player.choose(question).value in question.results


def test_the_club_moves_within_two_seconds() -> None:
    question = question_of(MIDDLE, Roll(2, 2))
    assert len(question.results) > 50
    spent = time.process_time()
    CLUB.choose(question)
    assert time.process_time() - spent < 2


def test_a_forced_play_needs_no_thought() -> None:
    forced = question_of(from_points({6: 1}, {6: 1}), Roll(6, 6))
    assert CLUB.choose(forced).value == forced.results[0]


@pytest.mark.parametrize("player", [CLUB, BEGINNER], ids=lambda player: player.level)
def test_where_nothing_can_be_chosen_nothing_is(player: ComputerPlayer) -> None:
    with pytest.raises(QuestionError, match=r"players\.no_results"):
        player.choose(PlayQuestion(situation_of(START), Roll(6, 6), ()))


@pytest.mark.parametrize("player", [CLUB, BEGINNER], ids=lambda player: player.level)
def test_cube_and_resignation_follow_the_race(player: ComputerPlayer) -> None:
    ahead = from_points({6: 3, 5: 3, 4: 3, 2: 2}, {10: 2, 6: 4, 5: 4, 4: 3})
    offer = CubeState(offer=Offer(OfferKind.DOUBLE, Player.TWO, 2))
    assert player.doubles(situation_of(ahead)).value
    assert not player.doubles(situation_of(ahead.turned())).value
    assert player.answer_offer(situation_of(ahead.turned(), on_roll=False, cube=offer)).value is CubeAnswer.PASS
    assert player.answer_offer(situation_of(START, on_roll=False, cube=offer)).value is CubeAnswer.TAKE
    assert player.resigns(situation_of(START)).value is None
    lost = from_points({6: 3, 5: 3, 4: 3}, {1: 1})
    assert player.resigns(situation_of(lost)).value is None
    assert player.resigns(situation_of(lost, on_roll=False)).value is Level.SINGLE
    assert player.accepts_resignation(situation_of(lost.turned()), Level.SINGLE).value
    player.close()
    player.close()


def test_a_position_certainly_gammoned_is_given_up_as_a_gammon_and_no_less_is_accepted() -> None:
    gammoned = from_points({12: 15}, {1: 1})
    assert CLUB.resigns(situation_of(gammoned, on_roll=False)).value is Level.GAMMON
    assert not CLUB.accepts_resignation(situation_of(gammoned.turned()), Level.SINGLE).value
    assert CLUB.accepts_resignation(situation_of(gammoned.turned()), Level.GAMMON).value


def test_the_beginner_errs_where_the_club_does_not() -> None:
    rng = Random(2)
    questions = [question_of(START, Roll.of(rng.randint(1, 6), rng.randint(1, 6))) for _ in range(30)]
    other = BeginnerPlayer(load(), seed=1)
    quick = ClubPlayer(load(), ())
    assert any(BEGINNER.choose(one).value != quick.choose(one).value for one in questions)
    assert any(BEGINNER.choose(one).value != other.choose(one).value for one in questions)


def test_fifteen_on_the_bar_is_a_position_like_any_other() -> None:
    start = Position((*[0] * BAR, 15), (*[0] * BAR, 15))
    question = question_of(start, Roll(3, 3))
    assert CLUB.choose(question).value.mine[BAR] == 11


def test_every_level_has_a_player_and_no_other_name_has() -> None:
    for level in LEVELS:
        player = player_of(level)
        assert player.level == level
        player.close()
    with pytest.raises(LevelError, match=r"players\.no_such_level"):
        player_of("grandmaster")
    with pytest.raises(LevelError, match=r"players\.no_such_depth"):
        player_of("gnubg", plies=7)
