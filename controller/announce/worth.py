"""Urgency of sentences that are said aloud: who wants to hear each, and which older ones it makes stale.

What each kind of event and notice is worth stands in `controller.outputs.presentation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Speak(StrEnum):
    """How much is said aloud; everything is written in any case."""

    PLAYS = "plays"
    """Everything, and legal plays too."""
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
    QUESTION = "question"


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


def wanted(kind: Kind, speak: Speak) -> bool:
    """Return whether sentences of a kind are said aloud at all."""
    return speak in {Speak.PLAYS, Speak.EVERYTHING} or (speak, kind) in {
        (Speak.PROBLEMS, Kind.PROBLEM),
        (Speak.SCORE, Kind.SCORE),
    }
