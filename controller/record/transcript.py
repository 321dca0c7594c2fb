"""The record of a match as data: what a transcript says of players, games, rolls, plays and the cube.

A record keeps what was written or said, whether or not it is legal: judging is the work of `replay`. Every action
knows the row and the line it was read from (0 where it was not read from a file); two records that say the same are
equal wherever their lines stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from controller.rules.match import Form, MatchState
from controller.rules.variant import BACKGAMMON, Variant

if TYPE_CHECKING:
    from controller.rules.dice import Roll
    from controller.rules.player import Player
    from controller.rules.position import Position
    from controller.rules.scoring import Ending, Level


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedAction:
    """Something that a player did in a game.

    Attributes:
        player: who did it.
        row: the number of the transcript's row; 0 if not read from one.
        line: the number of the file's line, from 1; 0 if not read from one.
    """

    player: Player
    row: int = field(default=0, compare=False)
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAndPlay(RecordedAction):
    """A roll and the play made with it.

    Attributes:
        roll: the dice.
        play: the play in the usual notation, as written; may be empty where `after` tells the play.
        after: the position that an illegal play has left, seen by the player who made it; None where the notation
            tells it.
        other_readings: further positions that a file's dump of `after` can mean.
        declared_illegal: the play is known not to be legal, and stands.
        named: the double that was played after a 1 and a 2, in acey-deucey; None where none was, or the board tells
            several.
    """

    roll: Roll
    play: str
    after: Position | None = None
    other_readings: tuple[Position, ...] = field(default=(), compare=False)
    declared_illegal: bool = False
    named: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dance(RecordedAction):
    """A turn in which no move was possible; without a roll where a closed-out player did not roll at all."""

    roll: Roll | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAlone(RecordedAction):
    """A roll after which nothing is written.

    That may be a dance, a forced play that a server made by itself, or the roll on which a player resigned. Without a
    roll nothing was rolled.
    """

    roll: Roll | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPlay(RecordedAction):
    """A play that the transcript hides, as some do for a player who gives up."""

    roll: Roll | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Double(RecordedAction):
    """A double (or redouble) offered: the value of the cube if it is taken; None where none is written."""

    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beaver(RecordedAction):
    """An immediate redouble by the player doubled, who keeps the cube."""

    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raccoon(RecordedAction):
    """An immediate redouble by the player beavered."""

    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(RecordedAction):
    """The offer is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(RecordedAction):
    """The offer is passed; the game is lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(RecordedAction):
    """The game is resigned, at a level where one is known."""

    level: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable(RecordedAction):
    """A cell or line that is none of the others, as it stands."""

    text: str


TURNS: Final = (RollAndPlay, Dance, RollAlone, HiddenPlay, Unreadable)
"""What stands for a turn, whether or not it can be read."""


def is_turn(action: RecordedAction) -> bool:
    """Return whether an action stands for a turn in which dice were, or may have been, thrown."""
    if isinstance(action, Dance | RollAlone):
        return action.roll is not None
    return isinstance(action, TURNS)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won a game and for how many points, as written; sites may cap them at the points needed.

    Attributes:
        winner: who has won.
        points: what the game counts; 0 where the match was awarded or lost on time in it, as the score stays as it is.
        wins_match: it is said to win the match.
        ending: how the game ended; None where that is not known.
    """

    winner: Player
    points: int
    wins_match: bool = False
    ending: Ending | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game.

    Attributes:
        number: its number in the match, from 1; numbers may be missing from an excerpt.
        score: the points of both players before the game.
        crawford: it is the Crawford game.
        actions: everything that happened, in order.
        outcome: its end; None where the record breaks off.
        cube: the value of the cube at its start, more than 1 after automatic doubles.
        line: the line of its heading; 0 if not read from a file.
        start: the position from which it was played, seen by `Player.ONE`; None for the usual one.
    """

    number: int
    score: tuple[int, int]
    crawford: bool
    actions: tuple[RecordedAction, ...]
    outcome: Outcome | None
    cube: int = 1
    line: int = field(default=0, compare=False)
    start: Position | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match or a money session.

    Attributes:
        players: the names; `Player.ONE` is the left column of a transcript.
        length: the points that win the match; 0 for a money session.
        games: the games that the record holds.
        tags: further facts by name, such as ("Event", "..."), in the order written.
        remarks: further lines of comment.
        variant: the game that is played.
    """

    players: tuple[str, str]
    length: int
    games: tuple[GameRecord, ...]
    tags: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    variant: Variant = BACKGAMMON

    def tag(self, name: str) -> str | None:
        """Return the value of a tag, whatever the case of its name; None where there is none."""
        return next((value for key, value in self.tags if key.casefold() == name.casefold()), None)

    def before(self, game: GameRecord) -> MatchState:
        """Return the match before one of its games, by the score that the game is headed with."""
        form = Form.MATCH if self.length else Form.MONEY
        one_short = self.length > 0 and self.length - 1 in game.score
        return MatchState(form, self.length, game.score, game.number - 1, crawford_over=one_short and not game.crawford)
