"""A button that both players share is the word of whoever is asked; the clock's are each player's own."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from controller.announce.health import sentence
from controller.announce.questions import Question
from controller.config.button_meanings import ANOTHER, RepeatPresses, asked, button_notice, meant, repeated
from controller.config.settings import ButtonsSettings
from controller.referee.commands import AwardMatch, PauseClock
from controller.referee.events import Doubled, MatchStarted, PlayIllegal, RematchOffered, RematchWithdrawn, Taken
from controller.referee.inputs import Button, ClockPressed, Commanded, Pressed
from controller.referee.layout import Layout
from controller.referee.options.options import ClockKind, preset
from controller.referee.state import Phase, RefereeState, Resignation, Setup, Turn
from controller.referee.step import start, step
from controller.rules import START, Breach, Explanation, Level, Player, Reason, Roll, match_to
from hardware.buttons import ButtonTrouble, Use


@pytest.fixture
def rolling() -> RefereeState:
    """Return a match to three points in which player ONE may double."""
    state, _ = start(Setup.at(("Anna", "Bruno"), preset("club"), Layout()), match_to(3), 0.0)
    return replace(state, phase=Phase.ROLLING, player=Player.ONE, first_turn=False)


def pressed(use: Use, state: RefereeState) -> Pressed:
    given = meant(use, state, Player.TWO, 9.0)
    assert isinstance(given, Pressed)
    return given


def test_each_player_has_a_clock_button_of_his_own(rolling: RefereeState) -> None:
    assert meant(Use.CLOCK_LEFT, rolling, Player.TWO, 9.0) == ClockPressed(9.0, Player.TWO)
    assert meant(Use.CLOCK_RIGHT, rolling, Player.TWO, 9.0) == ClockPressed(9.0, Player.ONE)


def test_the_cube_is_doubled_by_the_player_on_turn_and_taken_by_the_other(rolling: RefereeState) -> None:
    given = pressed(Use.CUBE, rolling)
    assert given == Pressed(9.0, Player.ONE, Button.CUBE)
    offered, events = step(rolling, given)
    assert any(isinstance(event, Doubled) for event in events)
    answer = pressed(Use.CONFIRM, offered)
    assert answer.player is Player.TWO
    assert any(isinstance(event, Taken) for event in step(offered, answer)[1])


def test_the_repeat_button_asks_for_more_each_time_that_it_is_pressed_again_soon() -> None:
    presses, asked_for = RepeatPresses(), []
    for time in (10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0, 24.0 + ANOTHER + 0.1, 30.0):
        presses, wanted = repeated(presses, time)
        asked_for.append(wanted)
    assert asked_for[:6] == [None, *Question]
    assert asked_for[6:] == [None, Question.ROLL, None, Question.ROLL]


def test_the_first_press_of_the_repeat_button_asks_for_what_is_set() -> None:
    presses, asked_for = RepeatPresses(), []
    for time in (10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 30.0):
        presses, wanted = repeated(presses, time, Question.SCORE)
        asked_for.append(wanted)
    after = [Question.CUBE, Question.POSITION, None, Question.ROLL, Question.PIPS]
    assert asked_for == [Question.SCORE, *after, Question.SCORE, Question.SCORE]


def test_what_may_be_asked_first_is_what_the_settings_offer() -> None:
    offered = ButtonsSettings.model_fields["asks"].annotation
    assert get_args(offered) == ("repeat", *Question)


def test_an_illegal_play_is_confirmed_by_the_opponent_alone(rolling: RefereeState) -> None:
    correcting = replace(rolling, phase=Phase.CORRECTING)
    assert asked(correcting, Button.CONFIRM) is Player.TWO
    assert asked(correcting, Button.UNDO) is Player.ONE


def test_a_move_in_the_others_turn_is_confirmed_by_whose_turn_it_was(rolling: RefereeState) -> None:
    moved = Explanation((Reason(Breach.OTHER_MOVED, (12, 17), (), other=True),))
    illegal = PlayIllegal(0.0, Player.ONE, Roll(6, 4), START, START, moved, by=Player.TWO)
    correcting = replace(rolling, phase=Phase.CORRECTING, turn=replace(rolling.turn, illegal=illegal))
    assert asked(correcting, Button.CONFIRM) is Player.ONE


def test_after_a_match_the_first_press_asks_for_another_and_the_second_agrees(rolling: RefereeState) -> None:
    over, _ = step(rolling, Commanded(8.0, "Emma", "no show", AwardMatch(Player.TWO)))
    asking, said = step(over, pressed(Use.CONFIRM, over))
    assert [type(event) for event in said] == [RematchOffered]
    begun, said = step(asking, pressed(Use.CONFIRM, asking))
    assert [type(event) for event in said] == [MatchStarted]
    assert (begun.phase, begun.match) == (Phase.SETTING_UP, match_to(3))
    refused, said = step(asking, pressed(Use.UNDO, asking))
    assert [type(event) for event in said] == [RematchWithdrawn]
    assert refused == over


def test_a_resignation_is_answered_by_the_other_player(rolling: RefereeState) -> None:
    resigned = replace(rolling, turn=Turn(resignation=Resignation(Player.ONE, Level.SINGLE)))
    assert asked(resigned, Button.CONFIRM) is Player.TWO
    assert asked(resigned, Button.UNDO) is Player.TWO


@pytest.mark.parametrize("phase", [Phase.ROLLING, Phase.PLAYING, Phase.ENDED, Phase.ASKING])
def test_else_it_is_the_word_of_the_player_on_turn(rolling: RefereeState, phase: Phase) -> None:
    for button in (Button.CONFIRM, Button.CUBE, Button.UNDO):
        assert asked(replace(rolling, phase=phase), button) is Player.ONE


def test_calling_the_director_stops_the_clock_where_there_is_one(rolling: RefereeState) -> None:
    assert meant(Use.DIRECTOR, rolling, Player.ONE, 9.0) is None
    options = replace(preset("tournament"), clock=ClockKind.DELAY)
    timed, _ = start(Setup.at(("Anna", "Bruno"), options, Layout()), match_to(3), 0.0)
    given = meant(Use.DIRECTOR, timed, Player.ONE, 9.0)
    assert isinstance(given, Commanded)
    assert given.command == PauseClock()
    assert given.why


def test_to_say_it_again_tells_the_referee_nothing(rolling: RefereeState) -> None:
    assert meant(Use.REPEAT, rolling, Player.ONE, 9.0) is None


@pytest.mark.parametrize("key", ["button.stuck", "button.free"])
@pytest.mark.parametrize("use", Use)
def test_a_button_that_sticks_is_named(use: Use, key: str) -> None:
    said = sentence(button_notice(ButtonTrouble(key, use, 3.0), 4.0))
    assert {"clock_left": "left", "repeat": "again"}.get(use.value, "") in said
    assert "{" not in said
