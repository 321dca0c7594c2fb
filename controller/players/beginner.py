"""A beginner: judges a play without looking ahead, and not very exactly; doubles and takes by rules of thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from controller.players.club import ClubPlayer
from controller.players.cube.decisions import may_double
from controller.players.cube.stakes import play_weights
from controller.players.errors import QuestionError
from controller.players.evaluation.boards import boards_of
from controller.players.evaluation.network import after_play, worth
from controller.players.player import Answer, CubeAnswer

if TYPE_CHECKING:
    from controller.players.evaluation.network import Networks
    from controller.players.player import PlayQuestion, Situation
    from controller.rules import Level, Position

_BLUR: Final = 0.05
"""How far off his judgement of a play is, in shares of a plain win's worth over a loss (standard deviation)."""

_DOUBLES_FROM: Final = 0.72
_TAKES_FROM: Final = 0.25
"""The chances to win from which he doubles and takes; he counts no gammons."""


class BeginnerPlayer:
    """A beginner. His errors come from a seed and the question, so that a question asked twice has one answer."""

    def __init__(self, networks: Networks, seed: int = 0) -> None:
        """Play by these networks, blurred.

        Args:
            networks: who judges.
            seed: another one makes other errors.
        """
        self._networks = networks
        self._seed = seed
        self._sober = ClubPlayer(networks, level=self.level)

    @property
    def level(self) -> str:
        """The level's name."""
        return "beginner"

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Return the result that looks best at a glance.

        Raises:
            QuestionError: there is none.
        """
        if not question.results:
            raise QuestionError("players.no_results", roll=str(question.roll))
        results = sorted(question.results, key=lambda result: (result.mine, result.theirs))
        weights = play_weights(question.situation)
        seed = crc32(f"{self._seed} {question.roll} {question.situation.position}".encode())
        blur = np.random.default_rng(seed).normal(0, _BLUR * float(weights[0]), len(results))
        seen = worth(after_play(self._networks, boards_of(results)), weights) + blur
        return Answer(results[int(seen.argmax())], self.level)

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Return whether to double."""
        return Answer(may_double(situation) and self._win(situation) >= _DOUBLES_FROM, self.level)

    def answer_offer(self, situation: Situation) -> Answer[CubeAnswer]:
        """Return what to do about the pending offer; he never redoubles at once."""
        answer = CubeAnswer.TAKE if self._win(situation) >= _TAKES_FROM else CubeAnswer.PASS
        return Answer(answer, self.level)

    def resigns(self, situation: Situation) -> Answer[Level | None]:
        """Return what to give up the game for."""
        return self._sober.resigns(situation)

    def accepts_resignation(self, situation: Situation, level: Level) -> Answer[bool]:
        """Return whether that is enough."""
        return self._sober.accepts_resignation(situation, level)

    def close(self) -> None:
        """Do nothing: nothing runs."""

    def _win(self, situation: Situation) -> float:
        """Return the chance to win."""
        return self._sober.chances(situation)[0]
