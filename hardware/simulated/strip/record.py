"""A record of what a simulated strip showed: the colours that it latched, with the time of each."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

Rgb = tuple[int, int, int]
"""Red, green and blue of one light, 0..255."""

KEPT: Final = 4096
"""Latched states that a record keeps; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Latched:
    """One state that the strip latched.

    Attributes:
        time: seconds on the clock of `time.monotonic`.
        colours: red, green and blue of each light, in the order of the strip.
    """

    time: float
    colours: tuple[Rgb, ...]


def from_grb(time: float, grb: bytes) -> Latched:
    """Return the state of a run of bytes as the strip takes them: green, red, blue of each light."""
    return Latched(time, tuple((grb[at + 1], grb[at], grb[at + 2]) for at in range(0, len(grb), 3)))


class LatchRecord:
    """The states that a strip latched, newest last; safe to use from several threads."""

    def __init__(self, leds: int) -> None:
        """Begin with a strip that has just got its power, and is dark."""
        self._changed = threading.Condition()
        self._states: deque[Latched] = deque([from_grb(time.monotonic(), bytes(3 * leds))], maxlen=KEPT)

    def add(self, state: Latched) -> None:
        """Note a state."""
        with self._changed:
            self._states.append(state)
            self._changed.notify_all()

    @property
    def latest(self) -> Latched:
        """The state that the strip shows."""
        with self._changed:
            return self._states[-1]

    @property
    def history(self) -> tuple[Latched, ...]:
        """The states that are still kept, oldest first."""
        with self._changed:
            return tuple(self._states)

    def wait_for(self, predicate: Callable[[tuple[Rgb, ...]], bool], timeout: float) -> bool:
        """Wait until the strip shows colours for which the predicate holds.

        Args:
            predicate: takes the colours of all lights.
            timeout: longest wait in seconds.

        Returns:
            Whether it does.
        """
        with self._changed:
            return self._changed.wait_for(lambda: predicate(self._states[-1].colours), timeout)
