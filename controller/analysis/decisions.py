"""The decisions of a match, and the cost of each: plays, the cube, rolls and illegal plays.

Costs and luck are equities as `engine.analysis_answer` has them: 1 is the value of the game at the present cube.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.rules.dice import Roll
    from controller.rules.notation import Play
    from controller.rules.player import Player
    from controller.rules.position import Position


class DecisionKind(Enum):
    """What is decided."""

    PLAY = "play"
    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 - what a player says, and no word to come in


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """The cube as it lies: its value, and whose it is; None while it is centred."""

    value: int = 1
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that a player has decided.

    Attributes:
        game: the number of the game, as the record has it.
        turn: the number of the turn in it, those of both players counted.
        player: who has decided.
        kind: what.
        position: before it, seen by him.
        cube: before it.
        roll: the dice, of a play.
        made: what he has done; of a play, in notation.
        best: what would have been best.
        error: what it has cost, from 0.
        counts: it counts for the rates: a play with a choice, a close cube decision.
        moves: the play made.
        best_moves: the best play.
    """

    game: int
    turn: int
    player: Player
    kind: DecisionKind
    position: Position
    cube: CubeDecision
    roll: Roll | None
    made: str
    best: str
    error: float
    counts: bool
    moves: Play = ()
    best_moves: Play = ()


@dataclass(frozen=True, slots=True)
class LuckOfRoll:
    """A roll and its luck: what it brought beyond the average roll of that moment."""

    game: int
    turn: int
    player: Player
    luck: float


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    """An illegal play that stood.

    Attributes:
        game: the number of the game.
        turn: the number of the turn in it.
        player: who has made it.
        roll: the dice.
        before: the position before it, seen by him.
        after: what it left, still seen by him.
        cube: the cube at that time.
    """

    game: int
    turn: int
    player: Player
    roll: Roll
    before: Position
    after: Position
    cube: CubeDecision


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Turns of a game that could not be followed, because the record hides or garbles one of them.

    Attributes:
        game: the number of the game.
        turns: how many.
        turn: the number of the first of them in the game.
        line: the line of the file in which it stands; 0 where the match was not read from one.
    """

    game: int
    turns: int
    turn: int
    line: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything that has been found in a match.

    Attributes:
        decisions: in the order in which they were made.
        throws: every roll whose luck is known.
        illegal: the illegal plays; they are among no decisions.
        turns: how many turns each player has had that could be followed, dances among them.
        left_out: what could not be followed, by game.
    """

    decisions: tuple[Decision, ...]
    throws: tuple[LuckOfRoll, ...]
    illegal: tuple[IllegalPlay, ...]
    turns: tuple[int, int]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def lost(self) -> int:
        """How many turns could not be followed and are left out."""
        return sum(one.turns for one in self.left_out)
