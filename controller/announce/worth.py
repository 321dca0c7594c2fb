"""What is worth being said aloud, how urgent it is, and what it makes stale.

Not everything that is written is said: a legal play is not, since silence is the referee's consent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.referee import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping


class Speak(StrEnum):
    """How much is said aloud; everything is written in any case."""

    EVERYTHING = "everything"
    PROBLEMS = "problems"
    """Only what somebody at the table has to do something about."""
    SCORE = "score"
    """Only how games and the match stand and end."""
    NOTHING = "nothing"


class Kind(StrEnum):
    """What a sentence is, to those who choose what they hear."""

    PROBLEM = "problem"
    SCORE = "score"
    COURSE = "course"
    """The course of a game."""


class Subject(StrEnum):
    """What a sentence is about: news of the same subject, or of what follows from it, make it stale."""

    ROLL = "roll"
    DICE = "dice"
    HASTE = "haste"
    PLAY = "play"
    CUBE = "cube"
    RESIGNATION = "resignation"
    BOARD = "board"
    CLOCK = "clock"
    SCORE = "score"
    CAMERA = "camera"
    TABLE = "table"
    STRIP = "strip"
    BUTTON = "button"
    PLAYERS = "players"
    JOURNAL = "journal"
    DIRECTOR = "director"


_TURN: Final = frozenset({Subject.ROLL, Subject.DICE})
_GAME: Final = _TURN | {
    Subject.HASTE,
    Subject.PLAY,
    Subject.CUBE,
    Subject.RESIGNATION,
    Subject.BOARD,
    Subject.CLOCK,
}


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sentence is worth.

    Attributes:
        kind: what it is.
        subject: what it is about; None for what never becomes stale but by age.
        outdates: the subjects of which older sentences need not be said any more.
        spoken: it is said aloud at all.
    """

    kind: Kind
    subject: Subject | None
    outdates: frozenset[Subject] = frozenset()
    spoken: bool = True


def worth(event: ev.Event) -> Worth:
    """Return what the sentence of an event is worth."""
    if isinstance(event, ev.PlayAccepted):
        spoken = event.corrected or event.confirmed or event.doubtful
        return replace(EVENTS[ev.PlayAccepted], spoken=spoken)
    return EVENTS.get(type(event), Worth(Kind.COURSE, None))


def notice_worth(key: str) -> Worth:
    """Return what the sentence of a notice about Tavola itself is worth, by its key."""
    room = key.partition(".")[0]
    if room not in _HEARD or key in _SILENT:
        return Worth(Kind.COURSE, None, spoken=False)
    subject = Subject(room)
    return Worth(Kind.COURSE if key in _GOOD_NEWS else Kind.PROBLEM, subject, frozenset({subject}))


def wanted(kind: Kind, speak: Speak) -> bool:
    """Return whether sentences of a kind are said aloud at all."""
    return speak is Speak.EVERYTHING or (speak, kind) in {(Speak.PROBLEMS, Kind.PROBLEM), (Speak.SCORE, Kind.SCORE)}


def _row(kind: Kind, subject: Subject | None, *outdates: Subject) -> Worth:
    """Return a row of the table below."""
    return Worth(kind, subject, frozenset(outdates))


def _over(kind: Kind, subject: Subject | None) -> Worth:
    """Return the row of what ends or restarts a game: nothing that was said of it matters any more."""
    return Worth(kind, subject, _GAME)


EVENTS: Final[Mapping[type[ev.Event], Worth]] = MappingProxyType(
    {
        ev.MatchStarted: _over(Kind.SCORE, Subject.SCORE),
        ev.StartPositionAwaited: _row(Kind.PROBLEM, Subject.BOARD, Subject.BOARD),
        ev.GameStarted: _over(Kind.SCORE, Subject.SCORE),
        ev.OpeningTie: _row(Kind.COURSE, Subject.ROLL, *_TURN),
        ev.Rolled: _row(Kind.COURSE, Subject.ROLL, *_TURN, Subject.HASTE, Subject.CUBE, Subject.RESIGNATION),
        ev.OpeningWon: _row(Kind.COURSE, Subject.ROLL, *_TURN),
        ev.DoubleNamed: _row(Kind.COURSE, Subject.ROLL),
        ev.RollsAgain: _row(Kind.COURSE, Subject.PLAY),
        ev.FurtherRollLost: _row(Kind.COURSE, Subject.PLAY),
        ev.StakeDoubled: _row(Kind.SCORE, Subject.CUBE, Subject.CUBE),
        ev.SideChosen: _row(Kind.PROBLEM, Subject.BOARD, Subject.BOARD),
        ev.RollRefused: _row(Kind.PROBLEM, Subject.DICE, *_TURN),
        ev.RollInferred: _row(Kind.COURSE, Subject.ROLL, *_TURN),
        ev.PrematureRoll: _row(Kind.PROBLEM, Subject.HASTE, Subject.HASTE),
        ev.RollVoided: _row(Kind.COURSE, Subject.HASTE, Subject.HASTE, *_TURN),
        ev.PlayAccepted: _row(Kind.COURSE, Subject.PLAY, Subject.PLAY, *_TURN),
        ev.Danced: _row(Kind.COURSE, Subject.PLAY, Subject.PLAY, *_TURN),
        ev.PlayIllegal: _row(Kind.PROBLEM, Subject.PLAY, Subject.PLAY, *_TURN),
        ev.PlayAnnounced: _row(Kind.COURSE, Subject.PLAY, Subject.PLAY),
        ev.PlayDiffers: _row(Kind.PROBLEM, Subject.PLAY, Subject.PLAY, *_TURN),
        ev.PlayUnsure: _row(Kind.PROBLEM, Subject.PLAY, Subject.PLAY, *_TURN),
        ev.IllegalPlayStands: _row(Kind.COURSE, Subject.PLAY, Subject.PLAY, *_TURN),
        ev.LastPlayLegal: _row(Kind.COURSE, Subject.PLAY),
        ev.TurnMended: _row(Kind.PROBLEM, None),
        ev.Desync: _row(Kind.PROBLEM, Subject.BOARD, Subject.BOARD),
        ev.BoardAgrees: _row(Kind.COURSE, Subject.BOARD, Subject.BOARD),
        ev.OddStartStands: _row(Kind.COURSE, Subject.BOARD, Subject.BOARD),
        ev.TurnStarted: _row(Kind.COURSE, None, *_TURN),
        ev.Doubled: _row(Kind.COURSE, Subject.CUBE, Subject.CUBE),
        ev.Taken: _row(Kind.COURSE, Subject.CUBE, Subject.CUBE),
        ev.Dropped: _row(Kind.COURSE, Subject.CUBE, Subject.CUBE),
        ev.CubeRefused: _row(Kind.PROBLEM, Subject.CUBE, Subject.CUBE),
        ev.CubeSeen: _row(Kind.PROBLEM, Subject.CUBE, Subject.CUBE),
        ev.Beavered: _row(Kind.COURSE, Subject.CUBE, Subject.CUBE),
        ev.Raccooned: _row(Kind.COURSE, Subject.CUBE, Subject.CUBE),
        ev.ResignationOffered: _row(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION),
        ev.ResignationRefused: _row(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION),
        ev.Resigned: _row(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION),
        ev.TimeLow: _row(Kind.PROBLEM, Subject.CLOCK, Subject.CLOCK),
        ev.OvertimeBegun: _row(Kind.PROBLEM, Subject.CLOCK, Subject.CLOCK),
        ev.TimeLost: _row(Kind.PROBLEM, Subject.CLOCK, Subject.CLOCK),
        ev.GameWon: _over(Kind.SCORE, Subject.SCORE),
        ev.MatchWon: _over(Kind.SCORE, Subject.SCORE),
        ev.RematchOffered: _row(Kind.PROBLEM, Subject.RESIGNATION, Subject.RESIGNATION),
        ev.RematchWithdrawn: _row(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION),
        ev.Ruled: _row(Kind.COURSE, Subject.DIRECTOR),
        ev.RulingRefused: _row(Kind.PROBLEM, Subject.DIRECTOR),
        ev.OffenceRepeated: _row(Kind.PROBLEM, Subject.DIRECTOR),
        ev.Penalised: _row(Kind.SCORE, Subject.SCORE),
        ev.Undone: _over(Kind.COURSE, Subject.DIRECTOR),
    }
)
"""Every kind of event: what its sentence is, what it is about, and of what older sentences are stale after it."""

_HEARD: Final = frozenset({"camera", "table", "strip", "button", "journal", "director", "players"})
"""The rooms whose notices concern whoever sits at the table; the others are for whoever looks after the computer."""

_SILENT: Final = frozenset({"journal.resumed", "journal.unfinished", "journal.unreadable"})
"""Notices of those rooms that are for the latter, too."""

_GOOD_NEWS: Final = frozenset(
    {"camera.back", "camera.resized", "table.back", "table.fitted", "strip.back", "button.free", "journal.written"}
    | {"players.replaced", "players.restarted"}
)
"""Notices that call for nothing to be done."""
