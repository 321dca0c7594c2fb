"""GNU Backgammon as a player: what it says is done, and when it says nothing the built-in player stands in.

An engine that has died is started again at once and asked again. One that hangs has already cost time: the built-in
player answers, and the engine is started anew for the next question. After some failures it is left in peace.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from controller.engine.errors import EngineDiedError, EngineError, EngineMissingError
from controller.players.cube.decisions import is_content, may_double, offer_answer, resignation
from controller.players.errors import QuestionError
from controller.players.player import Answer, CubeAnswer, Note
from controller.rules import (
    BACKGAMMON,
    NACKGAMMON,
    Form,
    MatchId,
    OfferKind,
    is_crawford_game,
    why_no_beaver,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.engine.gnubg import CubeEquities
    from controller.players.player import ComputerPlayer, PlayQuestion, Situation
    from controller.rules import Level, Position, Roll

_Value = TypeVar("_Value")

_MOST_FAILURES: Final = 4
_KNOWN: Final = (BACKGAMMON.name, NACKGAMMON.name)
"""The variants that the engine plays by the same rules."""


class Engine(Protocol):
    """What is asked of a running engine; see `controller.engine.gnubg.Gnubg`."""

    def plays(self, position: Position, match: MatchId) -> tuple[Position, ...]:
        """Return what its favourite plays leave, the best first."""

    def cube_equities(self, position: Position, match: MatchId) -> CubeEquities:
        """Return what a double is worth to the player on roll."""

    def chances(self, position: Position, match: MatchId) -> tuple[float, ...]:
        """Return the five chances of the player on roll."""

    def close(self) -> None:
        """End it."""


class GnubgPlayer:
    """A player that asks an engine.

    It remembers only how often its engine has failed.
    """

    def __init__(self, start: Callable[[], Engine], stand_in: ComputerPlayer) -> None:
        """Play by an engine that is started when first asked.

        Args:
            start: starts an engine, or raises an EngineError.
            stand_in: who answers when the engine does not.
        """
        self._start = start
        self._stand_in = stand_in
        self._engine: Engine | None = None
        self._failures = 0

    @property
    def level(self) -> str:
        """The level's name."""
        return "gnubg"

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Return the engine's favourite among the results.

        Raises:
            QuestionError: there is no result.
        """
        if not question.results:
            raise QuestionError("players.no_results", roll=str(question.roll))
        if len(question.results) == 1:
            return Answer(question.results[0], self.level)
        situation = question.situation
        legal = set(question.results)

        def ask(engine: Engine) -> Position | None:
            liked = engine.plays(situation.position, engine_state(situation, question.roll))
            return next((result for result in liked if result in legal), None)

        return self._answered(situation, ask, lambda: self._stand_in.choose(question))

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Return whether doubling is worth more than playing on."""
        if not may_double(situation):
            return Answer(False, self.level)

        def ask(engine: Engine) -> bool:
            equities = engine.cube_equities(situation.position, engine_state(situation))
            return min(equities.taken, equities.passed) > equities.no_double

        return self._answered(situation, ask, lambda: self._stand_in.doubles(situation))

    def answer_offer(self, situation: Situation) -> Answer[CubeAnswer]:
        """Return what to do about the pending offer: of a double by its equities, of a beaver by the chances."""
        offer = situation.cube.offer

        def ask(engine: Engine) -> CubeAnswer:
            if offer is None or offer.kind is not OfferKind.DOUBLE:
                return offer_answer(situation, self._chances(engine, situation))
            theirs = replace(situation, position=situation.position.turned(), me=situation.me.other, on_roll=True)
            equities = engine.cube_equities(theirs.position, engine_state(theirs))
            if equities.taken > equities.passed:
                return CubeAnswer.PASS
            refused = why_no_beaver(situation.cube, situation.me, situation.match, situation.profile)
            return CubeAnswer.BEAVER if equities.taken < 0 and not refused else CubeAnswer.TAKE

        return self._answered(situation, ask, lambda: self._stand_in.answer_offer(situation))

    def resigns(self, situation: Situation) -> Answer[Level | None]:
        """Return what to give up the game for."""
        answer = self._answered(
            situation,
            lambda engine: (resignation(self._chances(engine, situation)),),
            lambda: _in_a_tuple(self._stand_in.resigns(situation)),
        )
        return Answer(answer.value[0], answer.by, answer.notes)

    def accepts_resignation(self, situation: Situation, level: Level) -> Answer[bool]:
        """Return whether that is enough."""
        return self._answered(
            situation,
            lambda engine: is_content(situation, self._chances(engine, situation), level),
            lambda: self._stand_in.accepts_resignation(situation, level),
        )

    def close(self) -> None:
        """End the engine; may be called more than once."""
        self._drop_engine()
        self._failures = _MOST_FAILURES
        self._stand_in.close()

    def _answered(
        self,
        situation: Situation,
        ask: Callable[[Engine], _Value | None],
        instead: Callable[[], Answer[_Value]],
    ) -> Answer[_Value]:
        """Return the engine's answer, or the other player's where there is none, with what there is to say."""
        if situation.profile.variant.name not in _KNOWN or self._failures >= _MOST_FAILURES:
            return instead()
        notes: list[Note] = []
        while self._failures < _MOST_FAILURES:
            try:
                engine = self._running(notes)
                value = ask(engine)
            except EngineError as error:
                self._drop_engine()
                self._failures = _MOST_FAILURES if isinstance(error, EngineMissingError) else self._failures + 1
                reason = error.key
                if isinstance(error, EngineDiedError):
                    continue
                break
            if value is not None:
                return Answer(value, self.level, tuple(notes))
            reason = "engine.no_legal_play"
            break
        stood_in = instead()
        params = {"reason": reason, "by": stood_in.by, "for_good": self._failures >= _MOST_FAILURES}
        note = Note("players.engine_replaced", MappingProxyType(params))
        return replace(stood_in, notes=(note, *stood_in.notes))

    def _running(self, notes: list[Note]) -> Engine:
        """Return the engine, started if need be; a start after a failure is worth a word."""
        if self._engine is None:
            self._engine = self._start()
            if self._failures:
                notes[:] = [Note("players.engine_restarted", MappingProxyType({"failures": self._failures}))]
        return self._engine

    def _drop_engine(self) -> None:
        """End the engine, if it runs."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    @staticmethod
    def _chances(engine: Engine, situation: Situation) -> tuple[float, ...]:
        """Return the five chances of the player that is asked."""
        if situation.on_roll:
            return engine.chances(situation.position, engine_state(situation))
        theirs = replace(situation, position=situation.position.turned(), me=situation.me.other, on_roll=True)
        win, gammon, backgammon, lose_gammon, lose_backgammon = engine.chances(theirs.position, engine_state(theirs))
        return (1 - win, lose_gammon, lose_backgammon, gammon, backgammon)


def _in_a_tuple(answer: Answer[_Value]) -> Answer[tuple[_Value]]:
    """Return an answer whose value may be None as one whose value is not."""
    return Answer((answer.value,), answer.by, answer.notes)


def engine_state(situation: Situation, roll: Roll | None = None) -> MatchId:
    """Return the state as the engine's ID holds it, the player that is asked on roll and no offer made."""
    match, cube = situation.match, situation.cube
    return MatchId(
        length=match.length if match.form is Form.MATCH else 0,
        score=match.score,
        cube=cube.value,
        cube_owner=cube.owner,
        on_roll=situation.me,
        decision=situation.me,
        crawford=is_crawford_game(match, situation.profile),
        roll=roll,
        jacoby=situation.profile.jacoby,
    )
