"""Choices of simulated people, throws and plays: by chance, by a simple judgement, or as once played.

Whoever chooses is asked in the order of play. `Simple` and `Chance` throw honest dice; `Script` throws what the match
had, and stops where its record does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from controller.rules import STANDARD, GamePlays, Player, legal_plays
from controller.simulation.errors import SimulationError
from controller.simulation.people import doubling
from controller.simulation.people.games import best_play

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from controller.rules import Level, Position, Roll, RulesProfile

Word = Literal["double", "take", "drop"]
"""What is said of the cube."""


class Chooser(Protocol):
    """Says what people throw and play."""

    def begin(self, game: int, /) -> bool:
        """Begin a game, from 1; return whether there is one."""

    def opening(self, rng: random.Random, /) -> tuple[int, int]:
        """Return the dice of player ONE and of player TWO for the opening roll."""

    def dice(self, rng: random.Random, /) -> tuple[int, int]:
        """Return the dice of whoever is on turn."""

    def play(self, before: Position, roll: Roll, /) -> Position:
        """Return the legal result that is wanted; `before` itself where there is none."""

    def corrected(self, shown: Position, /) -> Position:
        """Return the result that is wanted instead of one that was called illegal; the same where it was wanted."""

    def doubles(self, position: Position, /) -> bool:
        """Return whether the player doubles who sees this position and is on turn."""

    def takes(self, position: Position, /) -> bool:
        """Return whether the other one takes."""

    def resigns(self) -> tuple[Player, Level] | None:
        """Return who resigns now and what, before a throw; None where the game goes on."""

    def is_over(self, position: Position, /) -> bool:
        """Return whether they get up now, before a throw, with the game unfinished."""


@dataclass(slots=True)
class Simple:
    """People who play what `evaluator` likes most, and double by the race.

    Attributes:
        profile: the rules of the game that they play.
    """

    profile: RulesProfile = field(default=STANDARD, kw_only=True)

    def begin(self, game: int) -> bool:
        """Begin any game."""
        return game > 0

    def opening(self, rng: random.Random) -> tuple[int, int]:
        """Throw a die each."""
        return rng.randint(1, 6), rng.randint(1, 6)

    def dice(self, rng: random.Random) -> tuple[int, int]:
        """Throw two dice."""
        return rng.randint(1, 6), rng.randint(1, 6)

    def play(self, before: Position, roll: Roll) -> Position:
        """Return the result that is worth most."""
        return best_play(before, roll, self.profile)

    def corrected(self, shown: Position) -> Position:
        """Stand by what was wanted."""
        return shown

    def doubles(self, position: Position) -> bool:
        """Double with a lead in the race."""
        return doubling.doubles(position)

    def takes(self, position: Position) -> bool:
        """Take where the lead is not too large."""
        return doubling.takes(position)

    def resigns(self) -> tuple[Player, Level] | None:
        """Never resign."""
        return None

    def is_over(self, _position: Position) -> bool:
        """Play to the end."""
        return False


@dataclass(slots=True)
class Chance(Simple):
    """People who play any legal play.

    Attributes:
        rng: their choice; not that of the dice, so that the same dice come up whoever plays.
    """

    rng: random.Random

    def play(self, before: Position, roll: Roll) -> Position:
        """Return any result."""
        plays = legal_plays(before, roll, self.profile)
        if plays.is_dance:
            return before
        if isinstance(plays, GamePlays):
            return plays.play_staged(self.rng.choice(plays.staged_rolls), self._any)
        return self._any(plays)

    def _any(self, results: Iterable[Position]) -> Position:
        """Return any of some positions."""
        return self.rng.choice(sorted(results, key=lambda after: (after.mine, after.theirs, after.unentered)))


@dataclass(frozen=True, slots=True)
class ScriptTurn:
    """A turn of a match that was played: who, with which dice, from where to where, as he sees it."""

    player: Player
    roll: Roll
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class ScriptGame:
    """A game that was played.

    Attributes:
        parts: turns, and what was said of the cube: "double" is followed by "take" or "drop".
        resigned: who resigned at its end, and what; None where nobody did.
    """

    parts: tuple[ScriptTurn | Word, ...]
    resigned: tuple[Player, Level] | None = None


@dataclass(slots=True)
class Script:
    """People who play a match again. They get up where it breaks off, or where the table is not as it was then.

    Attributes:
        games: the games.
    """

    games: tuple[ScriptGame, ...]
    _game: ScriptGame = field(default_factory=lambda: ScriptGame(()))
    _next: int = 0

    def begin(self, game: int) -> bool:
        """Begin a game, if there is one that begins with a turn."""
        if game > len(self.games) or not isinstance(next(iter(self.games[game - 1].parts), None), ScriptTurn):
            return False
        self._game, self._next = self.games[game - 1], 0
        return True

    def opening(self, _rng: random.Random) -> tuple[int, int]:
        """Throw what decided the opening: the higher die is his who began."""
        first = self._turn()
        high, low = first.roll.high, first.roll.low
        return (high, low) if first.player is Player.ONE else (low, high)

    def dice(self, rng: random.Random) -> tuple[int, int]:
        """Throw what was thrown, either die first."""
        roll = self._turn().roll
        return (roll.high, roll.low) if rng.random() < 0.5 else (roll.low, roll.high)

    def play(self, before: Position, roll: Roll) -> Position:
        """Return what was played."""
        turn = self._turn()
        self._next += 1
        return turn.after if (turn.before, turn.roll) == (before, roll) else before

    def corrected(self, shown: Position) -> Position:
        """Stand by what was played."""
        return shown

    def doubles(self, _position: Position) -> bool:
        """Double where a word comes next."""
        return self._part() == "double"

    def takes(self, _position: Position) -> bool:
        """Take if it was taken; pass over both words."""
        self._next += 2
        return self._game.parts[self._next - 1] == "take"

    def resigns(self) -> tuple[Player, Level] | None:
        """Resign where the turns are at an end and it was resigned."""
        return self._game.resigned if self._part() is None else None

    def is_over(self, position: Position) -> bool:
        """Get up where nothing more is written, or where what is written begins from another position."""
        here = self._part()
        return here is None or (isinstance(here, ScriptTurn) and here.before != position)

    def _part(self) -> ScriptTurn | Word | None:
        """Return what comes next."""
        return self._game.parts[self._next] if self._next < len(self._game.parts) else None

    def _turn(self) -> ScriptTurn:
        """Return the next turn.

        Raises:
            SimulationError: no turn comes next; `is_over` says so before.
        """
        here = self._part()
        if not isinstance(here, ScriptTurn):
            raise SimulationError("people.off_script")
        return here
