"""What the referee says: every event of a match, with the time of what caused it. Listeners make sentences of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.referee.throw import Doubt
    from controller.rules import Ending, Explanation, Level, Play, Player, Position, Refusal, Roll


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events.

    Attributes:
        time: seconds on the clock of the inputs, when that happened which the event tells of.
    """

    time: float


@dataclass(frozen=True, slots=True)
class Misplaced:
    """One difference between the board and what should stand on it, as one player counts.

    Attributes:
        player: whose numbering `point` follows.
        point: 1..24 or 25 for the bar.
        expected: (own checkers, the other's checkers) that should stand there.
        seen: the same as seen.
    """

    player: Player
    point: int
    expected: tuple[int, int]
    seen: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """The referee is at the table."""

    names: tuple[str, str]
    length: int


@dataclass(frozen=True, slots=True)
class StartPositionAwaited(Event):
    """The board does not show the start position yet."""

    differences: tuple[Misplaced, ...]


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The start position stands: the opening roll may be thrown."""

    number: int
    score: tuple[int, int]
    crawford: bool


@dataclass(frozen=True, slots=True)
class OpeningTie(Event):
    """Both threw the same in the opening roll: both throw again."""

    value: int
    cube: int


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A valid roll lies on the board."""

    player: Player
    roll: Roll
    opening: bool
    can_play: bool


@dataclass(frozen=True, slots=True)
class RollRefused(Event):
    """Dice lie on the board, but they are no valid roll of the player who has to throw (None: both, in the opening)."""

    player: Player | None
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class PlayAccepted(Event):
    """The turn has ended with a legal play.

    `corrected` tells that an illegal play was put right; `confirmed` that the players said so where the board left
    a doubt.
    """

    player: Player
    roll: Roll
    before: Position
    after: Position
    play: Play
    corrected: bool
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Danced(Event):
    """The turn has ended without a play, as none was possible."""

    player: Player
    roll: Roll
    before: Position


@dataclass(frozen=True, slots=True)
class PlayIllegal(Event):
    """The turn has ended with an illegal play, which has to be corrected.

    `seen` is the position on the board, seen by `player`.
    """

    player: Player
    roll: Roll
    before: Position
    seen: Position
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class PlayUnsure(Event):
    """The turn has ended, but the board leaves a doubt: the players are asked.

    `likeliest` is the legal position that fits best, `other` the best of any other kind.
    """

    player: Player
    roll: Roll
    before: Position
    likeliest: Position | None
    other: Position | None


@dataclass(frozen=True, slots=True)
class IllegalPlayStands(Event):
    """An illegal play was not corrected before the other player threw, or he accepted it: the match goes on from it."""

    player: Player
    roll: Roll
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """`player` is to double or to throw."""

    player: Player


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """`player` offers the cube at `value`."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """`player` takes the cube, which shows `value` from now on."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """`player` passes: the game is lost at the value before the double."""

    player: Player


@dataclass(frozen=True, slots=True)
class CubeRefused(Event):
    """A cube action that the rules do not allow, with the reasons."""

    player: Player
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """A game is over."""

    winner: Player
    level: Level
    ending: Ending
    points: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchWon(Event):
    """The match is over."""

    winner: Player
    score: tuple[int, int]
