"""The chain from a camera's frames, and from what people say, to the referee's events: judged, kept, then said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.announce.health import Notice, notice
from controller.record.journal.folder import next_journal, run_now
from controller.record.journal.writer import Journal
from controller.referee.events import MatchStarted
from controller.referee.inputs import Said, Seen, Ticked
from controller.referee.match.clock import milliseconds, next_signal
from controller.referee.state import Phase
from controller.referee.step import step
from controller.table.camera_monitor import AGAIN, Stand, oversee
from controller.table.dice_tracker import Lying, lifted, mind_arms, needs_cube, with_what_stays
from controller.table.dice_vote import LOOKS, in_doubt, together
from controller.table.read_ahead import Ahead, OvertakenError, as_settled, heeding, may_be_read
from controller.table.session_start import agreed_in_vain
from vision.calibrate.preparation import prepare
from vision.detect.read import read_and_remember
from vision.dice.support import with_what_was_there
from vision.features.changed_areas import PARTS, parts_of
from vision.features.unchanged_points import compare, with_former_discs
from vision.locate.occlusion import look_for_hands
from vision.runtime.memory import keep_freed_memory
from vision.track.motion import Motion, WatchState, moves_since, start_watching, take_for_clear, watch
from vision.track.temporal_filter import steady, without_new_sharing

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.referee.events import Event
    from controller.referee.inputs import Action, Input
    from controller.referee.state import RefereeState
    from controller.rules import Player
    from controller.table.session_start import Sitting
    from vision.calibrate.calibration import Calibration
    from vision.calibrate.preparation import Prepared
    from vision.detect.read import Known
    from vision.features.unchanged_points import Remembered
    from vision.frame import Frame, Image
    from vision.reading import Reading
    from vision.track.motion import Observation

DOUBTFUL: Final = 0.8
"""Seconds after which a hand that does not move at all may be none."""

_THROWING: Final = frozenset({Phase.OPENING, Phase.ROLLING})
"""Where a throw is waited for, and dice in doubt are looked at again."""

_PLAYING: Final = frozenset({Phase.PLAYING, Phase.ENDED, Phase.CORRECTING, Phase.ASKING})
"""Where the same goes for dice beside those of the roll: the other player may have thrown."""

LOCAL: Final = 0.4
"""Share of the parts of the board (`vision.features.changed_areas.PARTS`) up to which something may have changed where
neither board nor camera has moved. Twelve simulated boards, moved in four ways by as little as
`vision.locate.registration.LEAST_MOVE`, looked otherwise in 0.77 of theirs at least; in a turn 0.29 at most of 41."""

_WARN_EVERY: Final = 60.0
"""Seconds after which it is said again that nothing can be kept."""


class Session:
    """A match at one table, as far as it can be seen and heard.

    Attributes:
        calibration: where the board lies and what the set looks like.
        state: what the referee knows.
        reading: what was read last, None before the first settled picture.
        journal: where everything is kept; None where nothing is.
        about: further facts for the journals of matches that begin later.
    """

    def __init__(self, calibration: Calibration, sitting: Sitting) -> None:
        """Sit down at the table.

        Args:
            calibration: where the board lies in the picture, and what this set looks like.
            sitting: the match, new or gone on with.
        """
        keep_freed_memory()
        self.calibration = calibration
        self._stand = Stand(calibration)
        self.state: RefereeState = sitting.state
        self.reading: Reading | None = None
        self.journal = sitting.journal
        self.about: dict[str, str] = {}
        self._unwritten: list[Journal] = []
        self._shift = sitting.shift
        self._watched: WatchState | None = None
        self._observed: Observation | None = None
        self._lying = Lying()
        self._doubted: float | None = None
        self._looks: tuple[Reading, ...] = ()
        self._seen: dict[float, Remembered] = {}
        self._last = float("-inf")
        self._prepared: Prepared | None = None
        self._ahead: Ahead | None = None
        self._changed = parts_of(None)
        self._known: Known | None = None
        self._events = sitting.events
        self._notices: list[Notice] = list(sitting.notices)
        self._warned: float | None = None

    def see(self, frame: Frame, newest: Callable[[], Image | None] = lambda: None) -> tuple[Event, ...]:
        """Look at the next frame; return what the referee has to say.

        Args:
            frame: the next frame.
            newest: returns the newest picture that has come since, as large as the frame; None where none has. What is
                read ahead is given up where something moves in it.
        """
        if self._shift:
            frame = replace(frame, time=frame.time + self._shift)
        if self._watched is None:
            height, width = frame.image.shape[:2]
            self._watched = start_watching(self.calibration.geometry, width, height)
        before = self._observed
        self._watched, observation = watch(self._watched, frame)
        self._observed = observation
        self._lying = mind_arms(self._lying, frame, observation, self.state, self.calibration.geometry)
        self._mind_the_clock(frame.time)
        settled = observation.motion is Motion.SETTLED
        if not settled:
            self._looks = ()
        since = self._watched.still_since
        read = self._ahead is not None and self._ahead.since == since
        if self._stand.readable and not read and may_be_read(observation, before, frame.time - since):
            self._read_ahead(frame, self._watched, newest)
            return self._take_events()
        # To the watch, a camera that was moved looks as if something reached in from everywhere.
        looked = self._stand.looked
        if (observation.fresh and not (read and self._stands())) or (
            settled and observation.hand and (since > looked or frame.time >= looked + AGAIN)
        ):
            self._oversee(frame)
        again = (self.state.looking or self._looks) and settled and not observation.hand
        clear = settled and observation.hand and self._has_no_hand(frame, self._watched)
        if not (observation.fresh or again or clear) or not self._stand.readable:
            return self._take_events()
        return self._read(frame, self._watched)

    def _ready_for(self, frame: Frame) -> Prepared:
        """Return what reading needs, worked out anew where board or camera has moved since."""
        height, width = frame.image.shape[:2]
        ready = self._prepared
        if ready is None or ready.calibration is not self.calibration or ready.size != (width, height):
            ready = self._prepared = prepare(self.calibration, (width, height))
        return ready

    def _has_no_hand(self, frame: Frame, watched: WatchState) -> bool:
        """Look closely, once in every stillness, at what the watch takes for a hand that does not move.

        It may be the light of lamps, which blink and breathe for as long as the referee waits.
        """
        if frame.time - watched.still_since < DOUBTFUL or self._doubted == watched.still_since:
            return False
        self._doubted = watched.still_since
        geometry = self.calibration.geometry
        if look_for_hands(frame.image, geometry.corners, geometry.aspect).any():
            return False
        self._watched = take_for_clear(watched, frame)
        return True

    def _read_ahead(self, frame: Frame, watched: WatchState, newest: Callable[[], Image | None]) -> None:
        """Read a picture that has been still for a moment as if it had settled already, unless something moves."""
        with_cube = needs_cube(self._lying, frame, self.state, self.calibration.geometry)
        prepared, before = self._ready_for(frame), self._known
        heed = heeding(newest, watched, frame)
        try:
            read = read_and_remember(frame, prepared, with_cube=with_cube, before=before, heed=heed)
        except OvertakenError:
            return
        self._know(read.known)
        self._ahead = Ahead(frame, watched.still_since, prepared, with_cube, read.reading, read.seen, before)

    def overtake(self, image: Image) -> bool:
        """Forget what was read ahead if something moves in a picture that came before it was read to its end.

        For who knows of that picture only afterwards, as on a simulated clock; else see `see`.

        Args:
            image: the picture.

        Returns:
            Whether it was forgotten.
        """
        ahead, watched = self._ahead, self._watched
        if ahead is None or watched is None or not moves_since(watched, ahead.frame.image, image):
            return False
        self._known, self._ahead = ahead.before, None
        return True

    def _know(self, known: Known) -> None:
        """Remember what is known of the picture that was read last."""
        self._known = known
        self._changed |= known.changed

    def _read_settled(self, frame: Frame, watched: WatchState) -> tuple[Reading, Remembered]:
        """Return what a settled picture shows, once from what was read ahead where that holds."""
        with_cube = needs_cube(self._lying, frame, self.state, self.calibration.geometry)
        prepared = self._ready_for(frame)
        ahead, self._ahead = self._ahead, None
        read = as_settled(ahead, frame, watched.still_since, prepared, with_cube=with_cube)
        if read is None:
            again = self._looks or self.state.looking  # then the camera's noise has to be another one
            anew = read_and_remember(frame, prepared, with_cube=with_cube, before=None if again else self._known)
            self._know(anew.known)
            read = anew.reading, anew.seen
        reading, seen = read
        before = None if self.state.base is None else self._seen.get(self.state.base.time)
        if before is not None:
            dice = with_what_was_there(reading.dice, before, self.calibration.geometry, prepared.stand)
            reading = replace(reading, dice=dice)
        return reading, seen

    def _read(self, frame: Frame, watched: WatchState) -> tuple[Event, ...]:
        """Read a settled picture, and let the referee know what was picked up before it, and what it shows."""
        lying, geometry = self._lying, self.calibration.geometry
        reading, seen = self._read_settled(frame, watched)
        looks = (*self._looks, reading) if self.state.phase in _THROWING | _PLAYING else ()
        reading = together(looks or (reading,))
        known = self.state.dice.lying if self.state.phase in _PLAYING else ()
        self._looks = looks if len(looks) < LOOKS and in_doubt(reading, known) else ()
        if self._looks:
            return ()
        reading = steady(self.reading, reading)
        self.reading = self._compared(with_what_stays(lying, frame, reading, self.state, geometry), seen)
        self._lying = Lying(frame.image, self.reading)
        taken = lifted(lying, self.reading, self.state, self._last)
        events = () if taken is None else self.give(taken)
        events += self.give(Seen(self.reading))
        base = self.state.base
        self._seen = {time: one for time, one in self._seen.items() if base is not None and time == base.time}
        return events

    def _compared(self, reading: Reading, seen: Remembered) -> Reading:
        """Return a reading that says what has changed since the referee's last settled picture; keep its own."""
        base = self.state.base
        before = None if base is None else self._seen.get(base.time)
        likeness = None if before is None else compare(before, seen, self.calibration.geometry)
        self._seen[reading.time] = seen if before is None else with_former_discs(seen, before)
        if base is None or likeness is None:
            return reading
        compared = replace(reading, since=base.time, stirred=likeness.stirred, altered=likeness.altered)
        return without_new_sharing(compared, base)

    def _mind_the_clock(self, time: float) -> None:
        """Let the referee know that time has gone by, when there is something to be said of it."""
        due = next_signal(self.state.clock) if self.state.clock is not None else None
        if due is not None and milliseconds(time) >= due:
            self._events = self.give(Ticked(time))

    def _stands(self) -> bool:
        """Return whether what was read ahead shows that board and camera stand as they did when the dice were thrown.

        A verdict waits for the answer then: but for a few places the board looks as it did when it was last overseen.
        """
        return self.state.phase in _PLAYING and float(self._changed.mean()) <= LOCAL

    def _oversee(self, frame: Frame) -> None:
        """Mind where board and camera stand; after a move the watch begins anew."""
        self._stand, said = oversee(self._stand, frame)
        self._changed = np.full(PARTS, not self._stand.well)
        self._notices.extend(said)
        if self._stand.calibration is not self.calibration:
            self.calibration = self._stand.calibration
            self._seen = {}
            height, width = frame.image.shape[:2]
            self._watched = start_watching(self.calibration.geometry, width, height)

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
        """Let the referee judge an input, keep both, and return what he has to say."""
        self._last = max(self._last, given.time)
        self.state, events = step(self.state, given)
        if self.journal is not None:
            self.journal.add(given, events, self.state)
            self._turn_the_page(given.time, events)
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

    def _take_events(self) -> tuple[Event, ...]:
        """Return what was said before the first input, once."""
        events, self._events = self._events, ()
        return events

    def _turn_the_page(self, time: float, events: tuple[Event, ...]) -> None:
        """Begin the journal of a new match, if one has begun."""
        begun = [index for index, event in enumerate(events) if isinstance(event, MatchStarted)]
        if self.journal is None or not begun:
            return
        self.journal.close()
        if self.journal.waiting:
            self._unwritten.append(self.journal)
        path = next_journal(self.journal.path.parent)
        self._notices.extend(agreed_in_vain(self.state.setup, self.state.match, time))
        about = {**self.about, "length": str(self.state.match.length)} if self.about else {}
        self.journal = Journal.begin(path, self.state, events[begun[0] :], run_now(time), about)

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
