"""The protocol of a computer player: the questions of a table, and the answers that it gets.

A question holds everything that the answer may depend on; no player remembers a game. So a question may be asked
again after a restart, and an answer is checked like a person's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.rules import CubeState, Level, MatchState, Player, Position, Roll, RulesProfile

Value_co = TypeVar("Value_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A game in progress, as the computer player that is asked sees it.

    Attributes:
        position: the checkers, seen by the player that is asked (`mine` is his), whoever is on roll.
        me: which player of the match is asked.
        on_roll: whether it is his turn. False when he answers a double or a resignation.
        match: form, length and score before this game; whether the Crawford game has been played.
        cube: value, owner and pending offer.
        profile: the rules played by, the variant among them.
    """

    position: Position
    me: Player
    on_roll: bool
    match: MatchState
    cube: CubeState
    profile: RulesProfile


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """Which play of a roll?

    Attributes:
        situation: the game before the play; `on_roll` is true.
        roll: the dice.
        results: every position that a legal play may leave, seen by the mover as `LegalPlays` gives them; at least
            one. For a turn of several rolls these may be the results of all of them.
    """

    situation: Situation
    roll: Roll
    results: tuple[Position, ...]


class CubeAnswer(Enum):
    """What is done about a double or a beaver."""

    TAKE = "take"
    PASS = "pass"  # noqa: S105 - the cube is passed, no word
    BEAVER = "beaver"
    """Redouble at once and keep the cube; only in answer to a double, where the rules allow it."""
    RACCOON = "raccoon"
    """Redouble at once; only in answer to a beaver, where the rules allow it."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something about the player itself that the people should hear, such as that its engine was replaced.

    Attributes:
        key: what happened, a stable name such as "players.engine_restarted".
        params: what the sentence needs, by name.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Answer(Generic[Value_co]):
    """An answer.

    Attributes:
        value: the answer itself.
        by: the level that gave it; another than was asked when an engine had to be replaced.
        notes: what there is to announce besides, in order; mostly nothing.
    """

    value: Value_co
    by: str
    notes: tuple[Note, ...] = ()


class ComputerPlayer(Protocol):
    """A computer player; every question is answered within its level's time, whatever its engine does."""

    @property
    def level(self) -> str:
        """The level's name, such as "club"."""

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Return one of the question's results.

        Raises:
            QuestionError: there is no result to choose from.
        """

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Return whether he doubles before this roll of his; false wherever the rules forbid it."""

    def answer_offer(self, situation: Situation) -> Answer[CubeAnswer]:
        """Return what he does about the other player's pending double or beaver."""

    def resigns(self, situation: Situation) -> Answer[Level | None]:
        """Return how much he would give up the game for; None to play on."""

    def accepts_resignation(self, situation: Situation, level: Level) -> Answer[bool]:
        """Return whether he is content to win this much instead of playing on."""

    def close(self) -> None:
        """End what runs for this player; he may be closed more than once and is not asked afterwards."""
