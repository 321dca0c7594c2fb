"""Events: all that the referee says, with the time of what caused it. Listeners make sentences of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.referee.commands import Command
    from controller.referee.evidence.throw import Doubt
    from controller.referee.options.options import Premature
    from controller.rules import Ending, Explanation, Level, Play, Player, Position, Refusal, Roll


class Audience(StrEnum):
    """Who is told of an event; every event goes to the journal and the director."""

    BOTH = "both"
    """Everybody at the table: it may be spoken and lit."""
    DIRECTOR = "director"
    """The director alone: neither spoken nor lit."""


class Sanction(StrEnum):
    """What is due for an illegal play that is not a player's first."""

    WARNING = "warning"
    PENALTY = "penalty"
    """Penalty points for the other player."""


class UnsureWhy(StrEnum):
    """What leaves a doubt about a play."""

    UNCLEAR = "unclear"
    """The picture does not show it clearly enough, or the two witnesses contradict each other."""
    BETWEEN = "between"
    """A checker may stand on either of two points next to each other."""
    TOTAL = "total"
    """A checker may be missing, or there may be one too many."""
    HIDDEN = "hidden"
    """Something lies over a place."""
    BUMPED = "bumped"
    """Several checkers stand where no play puts them: the board was bumped rather than played on."""
    BEFORE = "before"
    """The play is illegal only if the position before it was read rightly, and that is not certain."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events.

    Attributes:
        time: seconds on the clock of the inputs, when that happened which the event tells of.
        audience: who is told of it.
    """

    time: float
    audience: Audience = field(default=Audience.BOTH, kw_only=True)


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
class Remedy:
    """One checker to be moved so that the board agrees again, as its owner counts.

    Attributes:
        player: whose checker.
        source: where it stands too many, None where one is missing altogether.
        target: where it belongs, None where it has to be taken off the board.
    """

    player: Player
    source: int | None
    target: int | None


# A match and its games


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """The referee is at the table; `game` is the name of the variant that is played.

    `rules` are words for the agreed rules that a record has to tell (`controller.rules.agreed`).
    """

    names: tuple[str, str]
    length: int
    game: str = "backgammon"
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StartPositionAwaited(Event):
    """The board does not show the start position yet."""

    differences: tuple[Misplaced, ...]


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The start position stands.

    Attributes:
        number: of the game in the match, from 1.
        score: of the match.
        crawford: it is the Crawford game.
        opening: the opening roll may be thrown; not where the play after it is to be corrected.
    """

    number: int
    score: tuple[int, int]
    crawford: bool
    opening: bool = True


@dataclass(frozen=True, slots=True)
class OddStartStands(Event):
    """A start position that differs from the usual one stands, since play has begun from it."""

    differences: tuple[Misplaced, ...]


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


@dataclass(frozen=True, slots=True)
class RematchOffered(Event):
    """`player` would like another match of the same length; the other has to agree."""

    player: Player


@dataclass(frozen=True, slots=True)
class RematchWithdrawn(Event):
    """`player` does not want another match, whoever has asked for it."""

    player: Player


@dataclass(frozen=True, slots=True)
class PairingAwaited(Event):
    """A match of these players waits at this table until both have confirmed it; `length` is 0 for money."""

    names: tuple[str, str]
    length: int


@dataclass(frozen=True, slots=True)
class PairingConfirmed(Event):
    """`player` has confirmed the match that waits, which these two are to play; the other has to do so too."""

    player: Player
    names: tuple[str, str]


# The opening and the roll


@dataclass(frozen=True, slots=True)
class OpeningTie(Event):
    """Both threw the same in the opening roll: both throw again."""

    value: int
    cube: int


@dataclass(frozen=True, slots=True)
class OpeningWon(Event):
    """`player` has thrown the higher die and begins, with a roll of both dice."""

    player: Player


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A valid roll lies on the board."""

    player: Player
    roll: Roll
    opening: bool
    can_play: bool


@dataclass(frozen=True, slots=True)
class RollRefused(Event):
    """Dice lie on the board, but they are no valid roll of the player who has to throw (None: both, in the opening).

    `values` are the likeliest upper faces, for the log: who throws again before the other agrees that the dice were
    cocked has the worse of a dispute.
    """

    player: Player | None
    doubt: Doubt
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RollInferred(Event):
    """A die could not be read, and the play fits one value only: the roll was `roll`. Only where that is agreed."""

    player: Player
    roll: Roll


@dataclass(frozen=True, slots=True)
class PrematureRoll(Event):
    """`player` threw `roll` before the other's turn had ended; `ruling` is what was agreed for that."""

    player: Player
    roll: Roll
    ruling: Premature


@dataclass(frozen=True, slots=True)
class RollVoided(Event):
    """A roll of `player`'s does not count, as it came too early or the turn before is to be corrected after all.

    He throws again when his turn has come.
    """

    player: Player
    roll: Roll


# A turn and its play


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """`player` is to double or to throw."""

    player: Player


@dataclass(frozen=True, slots=True)
class PlayAnnounced(Event):
    """`player` plays `play` with his roll: from now on this is what the board is to show. Positions are seen by him."""

    player: Player
    roll: Roll
    before: Position
    after: Position
    play: Play


@dataclass(frozen=True, slots=True)
class PlayDiffers(Event):
    """The turn has ended with a legal play that is not the one announced; `remedies` make it that one.

    Positions are seen by `player`: before the play, as announced, and on the board.
    """

    player: Player
    roll: Roll
    before: Position
    announced: Position
    seen: Position
    play: Play
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class PlayAccepted(Event):
    """The turn has ended with a legal play.

    `corrected` tells that an illegal play was put right; `confirmed` that the players said so where the board left
    a doubt; `doubtful` that it is only the likeliest play: the other player has thrown over the doubt. `named` is the
    double played after a 1 and a 2, None where none was or several explain the board.
    """

    player: Player
    roll: Roll
    before: Position
    after: Position
    play: Play
    corrected: bool
    confirmed: bool
    doubtful: bool = False
    named: int | None = None


@dataclass(frozen=True, slots=True)
class Danced(Event):
    """The turn has ended without a play, as none was possible.

    `roll` is None where a player who was closed out did not throw.
    """

    player: Player
    roll: Roll | None
    before: Position


@dataclass(frozen=True, slots=True)
class PlayIllegal(Event):
    """The turn has ended with an illegal play.

    `seen` is the position on the board, seen by `player`. `must_correct` tells whether the other player may not accept
    it. `meant` is the legal position that was probably meant, given only where advice is agreed on, and `meant_play`
    how it is played where the game is not backgammon. `condoned`: it stands by the policy, and only the director is
    told. `unclear`: it is certain that the play is illegal, but not which illegal one it is; then `seen` is the
    likeliest, and the reasons are those that all have which may lie there: perhaps none. `by` is who alone can have
    broken the rules where that is not `player`: nothing is wrong but that checkers of the other player's were moved.
    """

    player: Player
    roll: Roll
    before: Position
    seen: Position
    explanation: Explanation
    must_correct: bool = False
    meant: Position | None = None
    condoned: bool = False
    meant_play: Play | None = None
    unclear: bool = False
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class PlayUnsure(Event):
    """The turn has ended, but the board leaves a doubt: the players are asked.

    `likeliest` is the legal position that fits best, `other` the best of any other kind, `why` what leaves the doubt.
    `play` is how the likeliest is played, where the game is not backgammon.
    """

    player: Player
    roll: Roll
    before: Position
    likeliest: Position | None
    other: Position | None
    why: UnsureWhy = UnsureWhy.UNCLEAR
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class IllegalPlayStands(Event):
    """An illegal play was not corrected before the other player threw, or he accepted it: the match goes on from it.

    `condoned`: the policy lets it stand, and only the director is told.
    """

    player: Player
    roll: Roll
    before: Position
    after: Position
    condoned: bool = False


@dataclass(frozen=True, slots=True)
class LastPlayLegal(Event):
    """A player has asked, and the last play was legal as far as the referee knows."""

    player: Player


# The board and the record


@dataclass(frozen=True, slots=True)
class TurnMended(Event):
    """A later picture shows that the play of an earlier turn had been misread; the record is put right.

    `number` is that of the settled position from which the turn was played (`settled.Settled`); `before` and `after`
    are seen by `player`. `play` is None where the right position is no legal result.
    """

    number: int
    player: Player
    roll: Roll
    before: Position
    after: Position
    play: Play | None


@dataclass(frozen=True, slots=True)
class Desync(Event):
    """The board does not show what it should: what was expected and is seen, and what would mend it."""

    differences: tuple[Misplaced, ...]
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class BoardAgrees(Event):
    """The board shows again what it should."""


# Games that begin beside the board


@dataclass(frozen=True, slots=True)
class SideChosen(Event):
    """`player`, who begins, has chosen to play the other way round."""

    player: Player


@dataclass(frozen=True, slots=True)
class DoubleNamed(Event):
    """`player`, who has rolled 1 and 2, plays double `value` after them."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class RollsAgain(Event):
    """`player` has played all that his roll gave him, and rolls again.

    `named` is the double that he played, None where several explain the board or none was to be named. `unclear`: the
    board would also fit another double, which could not all be played and earned no roll.
    """

    player: Player
    named: int | None = None
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class FurtherRollLost(Event):
    """`player` could not play all that his roll gave him: he does not roll again."""

    player: Player


@dataclass(frozen=True, slots=True)
class StakeDoubled(Event):
    """1 and 2 were rolled: the stake is `value` now."""

    value: int


# The cube


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
class CubeSeen(Event):
    """The cube was seen to move, as if `player` offered it at `value`: a question, to be confirmed or refused."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class Beavered(Event):
    """`player` was doubled, redoubles at once to `value` and keeps the cube."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class Raccooned(Event):
    """`player` was beavered and redoubles at once to `value`."""

    player: Player
    value: int


# A resignation


@dataclass(frozen=True, slots=True)
class ResignationOffered(Event):
    """`player` offers to lose a single game, a gammon or a backgammon."""

    player: Player
    level: Level


@dataclass(frozen=True, slots=True)
class ResignationRefused(Event):
    """`player` does not accept what was offered, or has himself withdrawn it: the game goes on."""

    player: Player


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """`player` has lost the game as he offered: the other has accepted."""

    player: Player
    level: Level


# The clock


@dataclass(frozen=True, slots=True)
class TimeLow(Event):
    """`player` has only so many seconds of reserve left."""

    player: Player
    seconds: int


@dataclass(frozen=True, slots=True)
class OvertimeBegun(Event):
    """`player` has used up his time and has `seconds` more; `again` is how often he gets them again."""

    player: Player
    seconds: int
    again: int


@dataclass(frozen=True, slots=True)
class TimeLost(Event):
    """`player` has used up his time."""

    player: Player


# Offences and the director


@dataclass(frozen=True, slots=True)
class OffenceRepeated(Event):
    """An illegal play was `player`'s `count`th of the match: `due` is what the rules have for that."""

    player: Player
    count: int
    due: Sanction


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """The director has given the other player `points`, as a penalty for `player`; `score` is what that makes it."""

    player: Player
    points: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The director has given an order, and it was carried out: one line of the audit trail."""

    who: str
    why: str
    command: Command


@dataclass(frozen=True, slots=True)
class RulingRefused(Event):
    """The director has given an order that makes no sense now; nothing was changed. Part of the audit trail too."""

    who: str
    why: str
    command: Command


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The match goes on from the settled position `number`; what was recorded after it does not count."""

    number: int
