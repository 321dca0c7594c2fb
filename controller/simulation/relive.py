"""Going on with an interrupted match: simulated people do again, unfilmed, what they had done until then.

Their chance is seeded and they act on what they hear. So they come to the same moment again when they hear, at every
beat, what the referee said in it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from controller.simulation.errors import SimulationError
from controller.simulation.table import BLINK
from controller.simulation.theatre import frames_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.referee.events import Event
    from controller.simulation.people.company import Acting
    from controller.simulation.table import Beat


class TableClock(Protocol):
    """What is needed of the theatre: its time, and how to let it go by."""

    @property
    def time(self) -> float:
        """Seconds since the beginning."""

    def skip(self, frames: int) -> None:
        """Let the time of some frames go by."""


@dataclass(frozen=True, slots=True)
class PastInput:
    """An input of the past.

    Attributes:
        time: when it came, on the theatre's clock.
        seen: a picture, or that time went by, which comes at the end of a frame; words come at the beginning of a beat.
        events: what the referee said.
    """

    time: float
    seen: bool
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class BeatState:
    """Where the people are in what they do.

    Attributes:
        beat: the beat in progress; None when they have finished.
        heard: what they have heard in it already.
        filmed: how many of its frames have been filmed.
        spoken: how many of its words have been said.
    """

    beat: Beat | None
    heard: tuple[Event, ...] = ()
    filmed: int = 0
    spoken: int = 0


def relive(acting: Acting, theatre: TableClock, past: Iterable[PastInput]) -> BeatState:
    """Let people act until the last input of the past, and return the moment at which they were interrupted.

    Raises:
        SimulationError: they have finished before, so that it is not their past ("people.other_past").
    """
    to_come = deque(past)
    beat = next(acting)
    while True:
        frames = frames_of(beat)
        end = theatre.time + frames * BLINK
        heard: tuple[Event, ...] = ()
        last, spoken = theatre.time, 0
        while to_come and to_come[0].time < end + (BLINK / 2 if to_come[0].seen else -BLINK / 2):
            one = to_come.popleft()
            heard += one.events
            last, spoken = one.time, spoken + (not one.seen)
        if not to_come:
            filmed = min(frames, round((last - theatre.time) / BLINK))
            theatre.skip(filmed)
            return BeatState(beat, heard, filmed, min(spoken, len(beat.inputs(0.0))))
        theatre.skip(frames)
        try:
            beat = acting.send(heard)
        except StopIteration:
            raise SimulationError("people.other_past") from None
