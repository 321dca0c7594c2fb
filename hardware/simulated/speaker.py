"""A simulated speaker: its sentences can be read, it takes as long as is wished, and it can be broken."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.closing import Closing
from hardware.speaker import SpeakerClosedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.speaker import SpeakerError


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence that was begun.

    Attributes:
        sentence: what was to be said.
        began: when, in seconds on the speaker's clock.
        whole: False if it was broken off.
    """

    sentence: str
    began: float
    whole: bool


class SimulatedSpeaker(Closing):
    """A loudspeaker without a sound, a `hardware.speaker.Speaker`.

    Attributes:
        heard: everything that was begun, in its order.
        trouble: raised by the next sentences instead of saying them, None while the speaker works.
        seconds_per_letter: the pace.
    """

    def __init__(self, seconds_per_letter: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Plug in a speaker.

        Args:
            seconds_per_letter: the pace; 0 says everything at once, and 0.06 is about that of a person.
            clock: returns the time in seconds; never goes backwards.
        """
        self.heard: list[Heard] = []
        self.trouble: SpeakerError | None = None
        self.seconds_per_letter = seconds_per_letter
        self._clock = clock
        self._changed = threading.Condition()
        self._saying = False
        self._hushed = False
        self._closed = False

    def say(self, sentence: str) -> bool:
        """Say a sentence, in its own time.

        Raises:
            SpeakerClosedError: the speaker has been closed.
            SpeakerError: what `trouble` says.
        """
        with self._changed:
            if self._closed:
                raise SpeakerClosedError("speaker.closed")
            if self.trouble is not None:
                raise self.trouble
            began = self._clock()
            self._saying, self._hushed = True, False
            self._changed.wait_for(lambda: self._hushed, len(sentence) * self.seconds_per_letter)
            self._saying = False
            self.heard.append(Heard(sentence, began, whole=not self._hushed))
            return not self._hushed

    def hush(self) -> None:
        """Break off the sentence that is being said."""
        with self._changed:
            self._hushed = self._saying
            self._changed.notify_all()

    def close(self) -> None:
        """Break off what is being said; nothing is said any more."""
        with self._changed:
            self._closed = True
            self._hushed = self._saying
            self._changed.notify_all()
