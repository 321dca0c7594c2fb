"""Orders of the director. Positions are seen by player ONE, whoever is on turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.referee.options.options import Options
    from controller.rules import MatchState, Player, Position, Roll


@dataclass(frozen=True, slots=True)
class SetPosition:
    """The game goes on from `position`, seen by player ONE."""

    position: Position


@dataclass(frozen=True, slots=True)
class SetRoll:
    """The player on turn has rolled `roll`; None: he has not rolled yet."""

    roll: Roll | None


@dataclass(frozen=True, slots=True)
class SetTurn:
    """It is `player`'s turn, and he has not rolled yet; before the opening roll: he has won it."""

    player: Player


@dataclass(frozen=True, slots=True)
class SetScore:
    """The score of the match; `crawford_over` None leaves as it is whether the Crawford game was played."""

    score: tuple[int, int]
    crawford_over: bool | None = None


@dataclass(frozen=True, slots=True)
class SetCube:
    """The cube shows `value` and belongs to `owner` (None: centred); what was offered is withdrawn."""

    value: int
    owner: Player | None


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to an earlier settled position: its number, or None for the one before the last turn."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """What is on the board stands: the play in doubt, the illegal one, or a board that has come to differ."""


@dataclass(frozen=True, slots=True)
class Overrule:
    """The last verdict was wrong: an illegal play was legal, or one taken for legal was not and is to be corrected."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The last play, which was illegal and stood, is to be corrected after all; what was thrown since is withdrawn."""


@dataclass(frozen=True, slots=True)
class Warn:
    """`player` is warned."""

    player: Player


@dataclass(frozen=True, slots=True)
class Penalise:
    """The other player gets `points`, as a penalty for `player`."""

    player: Player
    points: int


@dataclass(frozen=True, slots=True)
class AwardGame:
    """The game goes to `winner` for `points`."""

    winner: Player
    points: int


@dataclass(frozen=True, slots=True)
class AwardMatch:
    """The match goes to `winner`, whatever the score."""

    winner: Player


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A new match begins at this table: who plays, for what, and what is agreed; None for what was agreed before."""

    names: tuple[str, str]
    match: MatchState
    options: Options | None = None


@dataclass(frozen=True, slots=True)
class PairMatch:
    """A match waits at this table, and begins when both players have confirmed it; None takes back one that waits."""

    match: NewMatch | None


@dataclass(frozen=True, slots=True)
class Appoint:
    """The referee may speak at a table where he is silent otherwise, or may not any more."""

    speaks: bool = True


@dataclass(frozen=True, slots=True)
class SetClock:
    """From this game on the players' time counts; only before its opening roll, and where it did not count yet."""


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Both clocks stop."""


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """The clock goes on."""


@dataclass(frozen=True, slots=True)
class AdjustClock:
    """`player` gets so many seconds of reserve more, or less where negative."""

    player: Player
    seconds: float


Command = (
    SetPosition
    | SetRoll
    | SetTurn
    | SetScore
    | SetCube
    | Undo
    | Accept
    | Overrule
    | Correct
    | Warn
    | Penalise
    | AwardGame
    | AwardMatch
    | NewMatch
    | PairMatch
    | Appoint
    | SetClock
    | PauseClock
    | ResumeClock
    | AdjustClock
)
