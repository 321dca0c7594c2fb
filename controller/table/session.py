"""The chain from what a table shows and what people say to the referee's events: judged, kept, then said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.announce.health import Notice, notice
from controller.record.journal.folder import next_journal, run_now
from controller.record.journal.writer import Journal
from controller.referee.events import MatchStarted
from controller.referee.inputs import Lifted, Said, Seen, Ticked
from controller.referee.match.clock import milliseconds, next_signal
from controller.referee.step import step
from controller.rules import Player
from controller.table.expected import expected
from controller.table.session_start import agreed_in_vain
from vision.track.spots import End
from vision.track.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.referee.events import Event
    from controller.referee.inputs import Action, Input
    from controller.referee.layout import Layout
    from controller.referee.state import RefereeState
    from controller.table.session_start import Sitting
    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame, Image
    from vision.reading import Reading
    from vision.track.dice_tracker import Touch

_WARN_EVERY: Final = 60.0
"""Seconds after which it is said again that nothing can be kept."""


class Session:
    """A match at one table, as far as it can be seen and heard.

    Attributes:
        state: what the referee knows.
        past: what he had said before an interruption.
        journal: where everything is kept; None where nothing is.
        about: further facts for the journals of matches that begin later.
    """

    def __init__(self, calibration: Calibration | None, sitting: Sitting) -> None:
        """Sit down at the table.

        Args:
            calibration: where the board lies in the picture, and what this set looks like; None at a table without
                pictures, of which only inputs are given.
            sitting: the match, new or gone on with.
        """
        self._tracker = None if calibration is None else Tracker(calibration)
        self.state: RefereeState = sitting.state
        self.past: tuple[Event, ...] = () if sitting.past is None else sitting.past.events
        self.journal = sitting.journal
        self._begun = None if sitting.journal is None or sitting.past else (sitting.journal.path, sitting.journal.entry)
        self.about: dict[str, str] = {}
        self._unwritten: list[Journal] = []
        self._shift = sitting.shift
        self._last = float("-inf")
        self._events = sitting.events
        self._notices: list[Notice] = list(sitting.notices)
        self._warned: float | None = None

    @property
    def calibration(self) -> Calibration:
        """Where the board lies and what the set looks like."""
        return self._seeing().calibration

    @property
    def journal_path(self) -> Path | None:
        """The file of the journal, None where nothing is kept."""
        return None if self.journal is None else self.journal.path

    @property
    def reading(self) -> Reading | None:
        """What was read last, None before the first settled picture."""
        return None if self._tracker is None else self._tracker.reading

    def see(self, frame: Frame, newest: Callable[[], Image | None] = lambda: None) -> tuple[Event, ...]:
        """Look at the next frame; return what the referee has to say.

        Args:
            frame: the next frame.
            newest: see `vision.track.tracker.Tracker.see`.
        """
        frame = replace(frame, time=self.now(frame.time))
        self._mind_the_clock(frame.time)
        observed = self._seeing().see(frame, expected(self.state), newest)
        self._notices.extend(Notice(fact.time, fact.key, fact.params) for fact in observed.facts)
        if observed.reading is None:
            return self._take_events()
        events = () if observed.lifted is None else self.give(self._lift(observed.lifted))
        return events + self.give(Seen(observed.reading))

    def overtake(self, image: Image) -> bool:
        """Forget what was read ahead if something moves in an image, see `vision.track.tracker.Tracker.cancel`."""
        return self._seeing().cancel(image)

    def _seeing(self) -> Tracker:
        """Return what sees.

        Raises:
            LookupError: there are no pictures at this table.
        """
        if self._tracker is None:
            raise LookupError("a table without pictures")
        return self._tracker

    def _lift(self, touch: Touch) -> Lifted:
        """Return the input that dice were picked up; nothing is told of times before the last input."""
        player = None if touch.end is None else _player_at(touch.end, self.state.setup.layout)
        return Lifted(max(self._last, touch.time), player)

    def _mind_the_clock(self, time: float) -> None:
        """Let the referee know that time has gone by, when there is something to be said of it."""
        due = next_signal(self.state.clock) if self.state.clock is not None else None
        if due is not None and milliseconds(time) >= due:
            self._events = self.give(Ticked(time))

    def hear(self, player: Player, action: Action, time: float) -> tuple[Event, ...]:
        """Listen to a player; return what the referee has to say.

        Args:
            player: who speaks.
            action: what he says.
            time: when, on the clock of the frames.
        """
        return self.give(Said(time + self._shift, player, action))

    def now(self, time: float) -> float:
        """Return a time on the clock of the frames as the match's own clock has it, for inputs to `give`."""
        return time + self._shift

    def give(self, given: Input) -> tuple[Event, ...]:
        """Let the referee judge an input, keep both, and return what he has to say.

        With what begins another match a journal of its own begins, so that the one before holds its match alone.
        """
        self._last = max(self._last, given.time)
        self.state, events = step(self.state, given)
        if self.journal is not None:
            if any(isinstance(event, MatchStarted) for event in events):
                self._turn_the_page(self.journal, given.time, events)
            else:
                self.journal.add(given, events, self.state)
            self._mind(self.journal, given.time)
        return self._take_events() + events

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what Tavola has to say of itself since this was last asked."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def unwritten(self, time: float) -> tuple[Notice, ...]:
        """Try once more to write out what waits, and return what has to be said of what still does.

        Args:
            time: now, on the clock of the frames.
        """
        journals = [*self._unwritten, *([] if self.journal is None else [self.journal])]
        for journal in journals:
            journal.flush()
        return tuple(
            notice(self.now(time), "output.waiting", name=str(journal.path), why=journal.trouble)
            for journal in journals
            if journal.waiting
        )

    def close(self) -> None:
        """Close the journals. May be called again."""
        for journal in self._unwritten:
            journal.close()
        if self.journal is not None:
            self.journal.close()

    def leave(self, error: type[BaseException] | None, *_: object) -> None:
        """Close the journals at the end of a sitting, and delete that of a match which never began for an error.

        Nobody is to go on with such a match instead of the one that was interrupted.

        Args:
            error: what kind of error has ended the sitting, None where none has.
        """
        self.close()
        if error is not None and self.journal is not None and self._begun == (self.journal.path, self.journal.entry):
            self.discard()

    def discard(self) -> None:
        """Close the journals, and delete that of the match which is on: nobody is to go on with it."""
        self.close()
        if self.journal is not None:
            self.journal.delete()

    def _take_events(self) -> tuple[Event, ...]:
        """Return what was said before the first input, once."""
        events, self._events = self._events, ()
        return events

    def _turn_the_page(self, before: Journal, time: float, events: tuple[Event, ...]) -> None:
        """Begin the journal of a new match, with who has ordered it and why."""
        before.close()
        if before.waiting:
            self._unwritten.append(before)
        path = next_journal(before.path.parent)
        self._notices.extend(agreed_in_vain(self.state.setup, self.state.match, time))
        about = {**self.about, "length": str(self.state.match.length)} if self.about else {}
        self.journal = Journal.begin(path, self.state, events, run_now(time), about)

    def _mind(self, journal: Journal, time: float) -> None:
        """Say aloud that nothing can be kept, and that it can again."""
        for old in [*self._unwritten]:
            old.close()
            if not old.waiting:
                self._unwritten.remove(old)
        if journal.trouble is None:
            if self._warned is not None:
                self._notices.append(notice(time, "journal.written"))
            self._warned = None
        elif self._warned is None or time - self._warned >= _WARN_EVERY:
            self._notices.append(notice(time, "journal.failing", why=f"{journal.path.name}: {journal.trouble}"))
            self._warned = time


def _player_at(end: End, layout: Layout) -> Player:
    """Return the player who sits at an end of the board."""
    return next(player for player in Player if layout.home(player).is_bottom is (end is End.BOTTOM))
