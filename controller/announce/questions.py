"""Questions that players ask of a match in progress, and the answers as sentences, in print and aloud."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from controller.announce.phrases import Phrases
from controller.referee.state import Phase
from controller.rules import BAR, OFF, Player, position_id

if TYPE_CHECKING:
    from controller.announce.language import Words
    from controller.referee.state import RefereeState
    from controller.rules import Position


class Question(StrEnum):
    """What can be asked."""

    ROLL = "roll"
    PIPS = "pips"
    SCORE = "score"
    CUBE = "cube"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class MatchAnswer:
    """A question, and the state of the match that answers it.

    Attributes:
        question: what was asked.
        state: what the referee knew then.
    """

    question: Question
    state: RefereeState


_NOBODYS_TURN: Final = frozenset({Phase.SETTING_UP, Phase.OPENING, Phase.OVER})


def answer_sentence(answer: MatchAnswer, words: Words, *, spoken: bool = False) -> str:
    """Return an answer as a sentence.

    Args:
        answer: what was asked, and of which match.
        words: the language.
        spoken: it is said aloud, and not printed.
    """
    state = answer.state
    phrases = Phrases(state.setup.names, words, spoken)
    match answer.question:
        case Question.ROLL:
            on_turn = None if state.phase in _NOBODYS_TURN else state.player
            before = None if state.last is None else (state.last.player, state.last.roll)
            return phrases.last_roll(on_turn, state.turn.roll, before)
        case Question.PIPS:
            return phrases.pips(*(state.seen_by(player).pips() for player in Player))
        case Question.SCORE:
            return phrases.standing(state.match.score, state.match.length)
        case Question.CUBE:
            return phrases.cube(state.cube.value, state.cube.owner)
        case Question.POSITION:
            places = [_places(state.seen_by(player)) for player in Player]
            return phrases.board(places[0], places[1], position_id(state.position))


def _places(position: Position) -> list[tuple[int, int]]:
    """Return where the checkers of the player on roll stand, from the bar home, and how many on each."""
    on_bar, _ = position.on_the_bar()
    points = [(point, position.mine[point]) for point in range(BAR - 1, OFF - 1, -1) if position.mine[point]]
    return [(BAR, on_bar), *points] if on_bar else points
