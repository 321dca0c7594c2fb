"""The chain from a camera's frames to the referee's events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.referee.inputs import Action, Said, Seen
from controller.referee.step import start, step
from vision.read import read
from vision.watch import WatchState, start_watching, watch

if TYPE_CHECKING:
    from controller.referee.events import Event
    from controller.referee.state import RefereeState, Setup
    from controller.rules import MatchState, Player
    from vision.calibration import Calibration
    from vision.frame import Frame
    from vision.reading import Reading


class Session:
    """A match at one table, as far as it can be seen and heard.

    Attributes:
        calibration: where the board lies and what the set looks like.
        state: what the referee knows.
        reading: what was read last, None before the first settled picture.
    """

    def __init__(
        self,
        calibration: Calibration,
        setup: Setup,
        match: MatchState,
        time: float,
    ) -> None:
        """Sit down at the table.

        Args:
            calibration: where the board lies in the picture, and what this set looks like.
            setup: what was agreed before the match.
            match: what is played for.
            time: now, in seconds on the clock of the frames.
        """
        self.calibration = calibration
        self._watched: WatchState | None = None
        self.reading: Reading | None = None
        self.state: RefereeState
        self.state, self._events = start(setup, match, time)

    def see(self, frame: Frame) -> tuple[Event, ...]:
        """Look at the next frame; return what the referee has to say."""
        if self._watched is None:
            height, width = frame.image.shape[:2]
            self._watched = start_watching(self.calibration.geometry, width, height)
        self._watched, observation = watch(self._watched, frame)
        if not observation.fresh:
            return self._take_events()
        self.reading = read(frame, self.calibration)
        self.state, events = step(self.state, Seen(self.reading))
        return self._take_events() + events

    def hear(self, player: Player, action: Action, time: float) -> tuple[Event, ...]:
        """Listen to a player; return what the referee has to say."""
        self.state, events = step(self.state, Said(time, player, action))
        return self._take_events() + events

    def _take_events(self) -> tuple[Event, ...]:
        """Return what was said before the first input, once."""
        events, self._events = self._events, ()
        return events
