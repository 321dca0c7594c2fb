"""Snapshot of a match: everything that a page draws, as one frozen value, and its JSON form.

Players are 0 and 1, as in every pair. A point is counted by the player who is named beside it: 1..24, 25 the bar, 0
off. Times of the match are seconds on the clock of the inputs, times of the clock whole milliseconds.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

FORMAT: Final = "tavola-page"
"""The name of the JSON form."""
VERSION: Final = 1
"""Its version: it changes when a field goes, or means something else; new fields may come."""

GROWING: Final = ("said", "turns", "games")
"""The fields that are lists which grow."""
LINES: Final = 60
"""How many of the last lines a snapshot holds."""
TURNS: Final = 400
"""How many of the last actions of the game in progress it holds."""
GAMES: Final = 130
"""How many finished games it holds: the longest match has 127."""
QUESTIONS: Final = 60
"""How many of the last doubts and disputes, and of the last settled positions, a director's snapshot holds."""


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A sentence of the referee or of Tavola.

    Attributes:
        number: counts the lines of this sitting, from 1.
        time: of the match.
        tone: "problem", "score" or "course", as `controller.announce.worth.Kind` has it; "notice" where Tavola speaks
            of itself; "order" for a line of the audit trail.
        player: whom it concerns, None for nobody in particular.
        text: the sentence, in the language of the table.
        aloud: it is worth being said aloud.
        secret: only the director is told.
    """

    number: int
    time: float
    tone: str
    player: int | None
    text: str
    aloud: bool
    secret: bool = False


@dataclass(frozen=True, slots=True)
class PointMark:
    """A place that is pointed at.

    Attributes:
        player, point: the place.
        tone: "from" and "to" where a checker wrongly left and went, "could" where a die could still be played,
            "doubt" where it is not certain what lies there.
        seen: (player's checkers, the other's) as seen, where the board differs from what should stand there.
        wanted: the same as it should be.
    """

    player: int
    point: int
    tone: str
    seen: tuple[int, int] | None = None
    wanted: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PlayArrow:
    """The way of one checker.

    Attributes:
        player: whose numbering the points follow.
        source, target: where it left and went.
        tone: "play", "wrong", "could" or "mend".
        hit: it hit a blot.
    """

    player: int
    source: int
    target: int
    tone: str
    hit: bool = False


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """What the referee has said last of a play, the dice or the board, while it matters.

    Attributes:
        kind: "legal", "illegal", "unsure", "stands", "dance", "differs", "board" or "dice".
        player: whose play it is; None for the board.
        text: the sentence.
        reasons: why it is illegal, one by one.
        marks: the places concerned, as the strip lights them.
        arrows: the ways concerned.
        must_correct: the other player may not accept it.
    """

    kind: str
    player: int | None
    text: str
    reasons: tuple[str, ...] = ()
    marks: tuple[PointMark, ...] = ()
    arrows: tuple[PlayArrow, ...] = ()
    must_correct: bool = False


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn that was played: who, with what, how."""

    player: int
    roll: str
    play: str
    arrows: tuple[PlayArrow, ...]


@dataclass(frozen=True, slots=True)
class BoardCounts:
    """Checkers by place, each player's from his own side: 26 counts, 0 off, 25 the bar."""

    one: tuple[int, ...]
    two: tuple[int, ...]
    unentered: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class ShownDice:
    """The roll that lies on the board."""

    player: int
    values: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownCube:
    """The cube: its value and owner, and what is offered by whom."""

    value: int
    owner: int | None
    offered: int | None = None
    offered_by: int | None = None
    in_play: bool = True


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Both players' time at one moment, in milliseconds.

    Attributes:
        reserve: what each has left.
        delay: the free time of a move.
        delay_left: what is left of it in the move in progress.
        running: whose time runs, None for nobody's.
        mover: whose move is timed.
        paused: the director has stopped the clocks.
        flagged: whose time has run out.
    """

    reserve: tuple[int, int]
    delay: int
    delay_left: int
    running: int | None
    mover: int | None
    paused: bool
    flagged: int | None


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One action of the record.

    Attributes:
        player: who did it.
        kind: "play", "dance", "roll", "double", "beaver", "raccoon", "take", "drop" or "resign".
        roll: the dice as a match file writes them, empty where none belong to it.
        play: the play as a match file writes it.
        value: the cube's, where it was turned.
        illegal: the play was illegal and stands.
    """

    player: int
    kind: str
    roll: str = ""
    play: str = ""
    value: int | None = None
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, or the one in progress where nobody has won it yet."""

    number: int
    score: tuple[int, int]
    crawford: bool
    winner: int | None
    points: int


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A doubt or a dispute, for the director.

    Attributes:
        number: that of the settled position from which the turn was played; an undo leads back to it.
        time: of the match.
        game: its number.
        player: whose play it was.
        kind: as in `ShownVerdict`.
        text: the sentence.
        since: the journal's entry with which it was first asked about the turn; kept pictures are of it and later ones.
        entry: the last one.
        open: it waits for a decision.
    """

    number: int
    time: float
    game: int
    player: int | None
    kind: str
    text: str
    since: int
    entry: int
    open: bool = False


@dataclass(frozen=True, slots=True)
class SettledPlace:
    """A position to which the match can go back: the start of a game or of a turn."""

    number: int
    opening: bool
    player: int
    position_id: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ForDirector:
    """What only the director is shown."""

    questions: tuple[OpenQuestion, ...] = ()
    settled: tuple[SettledPlace, ...] = ()
    silent: bool = False


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match that waits at the table for both players.

    Attributes:
        names: the players'.
        length: points that win, 0 for money.
        confirmed: who has confirmed it already.
    """

    names: tuple[str, str]
    length: int
    confirmed: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a page draws.

    Attributes:
        session: the name of the journal.
        number: of the journal's last entry.
        at: seconds since 1970 when it was made.
        time: of the match.
        names: the players'.
        length: points that win the match, 0 for money.
        game: the name of the variant.
        game_number: from 1.
        score: points of both.
        crawford: it is the Crawford game.
        phase: what is waited for, as `controller.referee.state.Phase` has it.
        turn: who is on turn, None before the opening roll and after the match.
        winner: who has won the match.
        home: the quadrant of the picture in which player 0 has his home.
        dark: who plays the dark checkers.
        board: the checkers as last read.
        position_id: the same as GNU Backgammon writes it, seen by the player on turn; empty where it cannot be written.
        pips: both pip counts.
        dice, cube, clock: as they are; None where there are none.
        resignation: (who, how many times the cube) that waits for an answer.
        verdict: the last one, while it matters.
        last: the last turn.
        well: everything that is needed works.
        said: the last lines.
        turns: the actions of the game in progress.
        turns_before: how many of them were left out at the front.
        games: games that are over.
        next: the match that waits for both players; None where none does.
        director: what only the director is shown; None for everybody else.
    """

    session: str
    number: int
    at: float
    time: float
    names: tuple[str, str]
    length: int
    game: str
    game_number: int
    score: tuple[int, int]
    crawford: bool
    phase: str
    turn: int | None
    winner: int | None
    home: str
    dark: int
    board: BoardCounts
    position_id: str
    pips: tuple[int, int]
    dice: ShownDice | None
    cube: ShownCube
    clock: ClockReading | None
    resignation: tuple[int, int] | None
    verdict: ShownVerdict | None
    last: LastTurn | None
    well: bool
    said: tuple[SaidLine, ...]
    turns: tuple[RecordedTurn, ...]
    turns_before: int
    games: tuple[FinishedGame, ...]
    next: NextMatch | None = None
    director: ForDirector | None = None


def to_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return the JSON form of a snapshot: objects, lists, strings, numbers, true, false and null."""
    plain = {"format": FORMAT, "version": VERSION, **asdict(snapshot)}
    return {name: _listed(value) for name, value in plain.items()}


def _listed(value: Any) -> Any:
    """Return a value with lists for tuples, as it comes back from JSON."""
    if isinstance(value, dict):
        return {name: _listed(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_listed(one) for one in value]
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value
