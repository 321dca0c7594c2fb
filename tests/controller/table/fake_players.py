"""Computer players for tests: one that answers as it is told, and some that fail."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.engine.errors import EngineDiedError
from controller.players.player import Answer, CubeAnswer

if TYPE_CHECKING:
    from controller.players.player import PlayQuestion, Situation
    from controller.rules import Level, Position


@dataclass(slots=True)
class Told:
    """Answers as it is told, and remembers what it was asked.

    Attributes:
        double, accept: whether it does.
        offer: what it does about a double.
        resign: what it resigns.
        level: its name.
        asked: everything that it was asked.
        closed: how often it was closed.
    """

    double: bool = False
    accept: bool = True
    offer: CubeAnswer = CubeAnswer.TAKE
    resign: Level | None = None
    level: str = "told"
    asked: list[object] = field(default_factory=list)
    closed: int = 0

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Return the first result by the counts of its checkers."""
        self.asked.append(question)
        return Answer(min(question.results, key=lambda one: (one.mine, one.theirs)), self.level)

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Return what was told."""
        self.asked.append(situation)
        return Answer(self.double, self.level)

    def answer_offer(self, situation: Situation) -> Answer[CubeAnswer]:
        """Return what was told."""
        self.asked.append(situation)
        return Answer(self.offer, self.level)

    def resigns(self, situation: Situation) -> Answer[Level | None]:
        """Return what was told."""
        return Answer(self.resign, self.level)

    def accepts_resignation(self, situation: Situation, level: Level) -> Answer[bool]:
        """Return what was told."""
        self.asked.append((situation, level))
        return Answer(self.accept, self.level)

    def close(self) -> None:
        """Count."""
        self.closed += 1


class Hanging(Told):
    """Thinks until it is closed, and longer than anybody waits."""

    def __init__(self) -> None:
        """Begin."""
        super().__init__()
        self.ended = threading.Event()

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Hang."""
        self.ended.wait(60.0)
        return Answer(question.situation.position, self.level)

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Hang."""
        self.ended.wait(60.0)
        return Answer(value=True, by=self.level)

    def close(self) -> None:
        """End."""
        self.ended.set()


class Dying(Told):
    """Dies of every question."""

    def choose(self, question: PlayQuestion) -> Answer[Position]:
        """Die."""
        raise EngineDiedError("engine.died", status=-9)

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Die."""
        raise EngineDiedError("engine.died", status=-9)
