"""Events, notices and files as outputs are told them, and the protocol of an output: anything that hears it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from controller.referee.events import Audience

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.announce.questions import MatchAnswer
    from controller.record.transcript import MatchRecord
    from controller.referee.events import Event
    from controller.referee.state import RefereeState
    from controller.rules import Play, Player
    from vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Guide:
    """What is still to be made of a play that was announced for `player`."""

    player: Player
    play: Play


@dataclass(frozen=True, slots=True)
class SettledPicture:
    """A settled picture that was judged, and the events that this led to."""

    frame: Frame
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class MatchKnown:
    """What is known of a match when something is told.

    Attributes:
        state: what the referee knows then.
        record: the record so far.
        session: the name of the journal; empty where none is kept.
        number: that of the journal's last entry.
    """

    state: RefereeState
    record: MatchRecord
    session: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What is told together.

    Attributes:
        events: what the referee has said.
        names: the players' names then.
        notices: what Tavola has to say of itself.
        files: what has to stand in files now, by path; made when it is written.
        repeat: somebody wants to hear again what was said last, before this.
        seen: the first picture of this sitting was read.
        guide: the strip leads on through a play.
        well: whether everything that is needed works; None as before.
        settled: a picture; told at once and by itself, and only to outputs in step.
        answers: what somebody has asked about the match.
        known: what is known of the match after the events; None where only files are to be written, or a picture kept.
    """

    events: tuple[Event, ...] = ()
    names: tuple[str, str] = ("", "")
    notices: tuple[Notice, ...] = ()
    files: tuple[tuple[Path, Callable[[], bytes]], ...] = ()
    repeat: bool = False
    seen: bool = False
    guide: Guide | None = None
    well: bool | None = None
    settled: SettledPicture | None = None
    answers: tuple[MatchAnswer, ...] = ()
    known: MatchKnown | None = None

    @property
    def heard(self) -> tuple[Event, ...]:
        """The events that everybody at the table may hear."""
        return tuple(event for event in self.events if event.audience is Audience.BOTH)


class Listener(Protocol):
    """An output."""

    def hear(self, told: Told) -> None:
        """Do with it what this output does; it may take its time, and may be told the same again after an OSError."""
