"""What players ask is answered from the state of the match, in print and aloud, in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from controller.announce.language import Words, language, languages
from controller.announce.questions import MatchAnswer, Question, answer_sentence
from controller.referee.layout import Layout
from controller.referee.options.options import preset
from controller.referee.state import Phase, PlayedTurn, RefereeState, Setup, Turn
from controller.referee.step import start
from controller.rules import START, CubeState, Player, Position, Roll, match_for

ONE, TWO = Player.ONE, Player.TWO


def rolling(length: int = 7) -> RefereeState:
    """Return a match in which Anna is to roll."""
    state, _ = start(Setup.at(("Anna", "Boris"), preset("club"), Layout()), match_for(length), 0.0)
    return replace(state, phase=Phase.ROLLING, player=ONE)


def hit() -> Position:
    """Return a position with a checker on the bar and some borne off."""
    mine = [0] * 26
    mine[25], mine[6], mine[0] = 1, 12, 2
    theirs = [0] * 26
    theirs[24], theirs[1] = 14, 1
    return Position.of(mine, theirs)


def asked(question: Question, state: RefereeState, words: Words | None = None, *, spoken: bool = False) -> str:
    return answer_sentence(MatchAnswer(question, state), words or Words(), spoken=spoken)


@pytest.mark.parametrize("spoken", [False, True])
def test_the_last_roll_is_that_of_the_turn_or_of_the_turn_before(spoken: bool) -> None:  # noqa: FBT001 - as others
    state = rolling()
    assert asked(Question.ROLL, state) == "It is Anna's turn to throw."
    thrown = replace(state, phase=Phase.PLAYING, turn=Turn(roll=Roll(5, 5)))
    said = "double fives" if spoken else "double 5"
    assert asked(Question.ROLL, thrown, spoken=spoken) == f"Anna has rolled {said}."
    over = replace(state, last=PlayedTurn(0, TWO, Roll(6, 3), START, START))
    said = "six three" if spoken else "6-3"
    assert asked(Question.ROLL, over, spoken=spoken) == f"Boris rolled {said}; now it is Anna's turn."
    for phase in (Phase.OPENING, Phase.SETTING_UP, Phase.OVER):
        assert asked(Question.ROLL, replace(state, phase=phase)) == "Nobody has thrown yet."


def test_pips_are_each_players_own_whoever_is_on_turn() -> None:
    state = replace(rolling(), position=hit())
    assert asked(Question.PIPS, state) == "Pips: Anna 97, Boris 337."
    assert asked(Question.PIPS, replace(state, player=TWO, position=hit().turned())) == "Pips: Anna 97, Boris 337."


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (7, "Anna 2, Boris 0, in a match to 7."),
        (1, "Anna 2, Boris 0, in one game."),
        (0, "Anna 2, Boris 0, for money."),
    ],
)
def test_the_score_is_said_with_what_is_played_for(length: int, said: str) -> None:
    state = rolling(length)
    assert asked(Question.SCORE, replace(state, match=replace(state.match, score=(2, 0)))) == said


def test_the_cube_is_said_with_its_owner() -> None:
    state = rolling()
    assert asked(Question.CUBE, state) == "The cube is at 1, in the middle."
    assert asked(Question.CUBE, replace(state, cube=CubeState(4, TWO))) == "The cube is at 4 and belongs to Boris."


def test_a_position_is_said_from_the_bar_home_and_its_id_is_only_written() -> None:
    state = replace(rolling(), position=hit())
    said = "Anna: 1 on the bar, 12 on 6, 2 off. Boris: 14 on 24, 1 on 1."
    assert asked(Question.POSITION, state, spoken=True) == said
    written = asked(Question.POSITION, state)
    assert written.startswith(f"{said} Position ID ")
    assert asked(Question.POSITION, rolling()).endswith("Position ID 4HPwATDgc/ABMA.")


@pytest.mark.parametrize("spoken", [False, True])
@pytest.mark.parametrize("question", list(Question))
def test_every_answer_is_in_each_language_and_in_its_own_words(question: Question, spoken: bool) -> None:  # noqa: FBT001
    state = replace(rolling(), position=hit(), turn=Turn(roll=Roll(6, 3)), phase=Phase.PLAYING)
    said = {code: asked(question, state, language(code), spoken=spoken) for code in languages()}
    assert all(said[one] != said[other] for one, other in combinations(said, 2))
    assert not any(re.search(r"[{}]|  |\.\.", text) for text in said.values())
