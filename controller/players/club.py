"""The built-in player: the networks, some look-ahead, and the cube by formula. It needs nothing but numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.players.cube.decisions import is_content, may_double, offer_answer, resignation, wants_to_double
from controller.players.cube.stakes import play_weights
from controller.players.errors import QuestionError
from controller.players.evaluation.boards import boards_of
from controller.players.evaluation.lookahead import Effort, LookaheadStep, best_result, means_over_rolls
from controller.players.evaluation.network import Networks, other_side
from controller.players.player import Answer, CubeAnswer
from controller.rules import Payoff

if TYPE_CHECKING:
    from controller.players.evaluation.network import Probabilities
    from controller.players.player import PlayQuestion, Situation
    from controller.rules import Level, Position

EFFORT: Final[Effort] = (LookaheadStep(10, 0.12), LookaheadStep(4, 0.03))
"""How hard the built-in player thinks: ten plays one roll deep, the best four of them two rolls deep."""


class ClubPlayer:
    """The built-in player. It remembers nothing, so that a question asked twice has one answer."""

    def __init__(self, networks: Networks, effort: Effort = EFFORT, level: str = "club") -> None:
        """Play by these networks.

        Args:
            networks: who judges.
            effort: how hard to think about plays.
            level: the name that answers are given under.
        """
        self._networks = networks
        self._effort = effort
        self._level = level

    @property
    def level(self) -> str:
        """The level's name."""
        return self._level

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Return the result that is worth most.

        Raises:
            QuestionError: there is none.
        """
        if not question.results:
            raise QuestionError("players.no_results", roll=str(question.roll))
        results = sorted(question.results, key=lambda result: (result.mine, result.theirs))
        if len(results) == 1:
            return Answer(results[0], self._level)
        weights = play_weights(question.situation)
        best = best_result(self._networks, boards_of(results), weights, self._effort)
        return Answer(results[best], self._level)

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Return whether to double."""
        doubles = may_double(situation) and wants_to_double(situation, self.chances(situation))
        return Answer(doubles, self._level)

    def answer_offer(self, situation: Situation) -> Answer[CubeAnswer]:
        """Return what to do about the pending offer."""
        return Answer(offer_answer(situation, self.chances(situation)), self._level)

    def resigns(self, situation: Situation) -> Answer[Level | None]:
        """Return what to give up the game for; a game that pays by the checkers left is played out."""
        if situation.profile.variant.payoff is not Payoff.LEVELS:
            return Answer(None, self._level)
        return Answer(resignation(self.chances(situation)), self._level)

    def accepts_resignation(self, situation: Situation, level: Level) -> Answer[bool]:
        """Return whether that is enough."""
        return Answer(is_content(situation, self.chances(situation), level), self._level)

    def close(self) -> None:
        """Do nothing: nothing runs."""

    def chances(self, situation: Situation) -> list[float]:
        """Return the five chances of the player that is asked, one roll ahead; see `evaluation.network`."""
        seen = situation.position if situation.on_roll else situation.position.turned()
        chances: Probabilities = means_over_rolls(self._networks, boards_of([seen]))
        if not situation.on_roll:
            chances = other_side(chances)
        return [float(chance) for chance in chances[0]]
