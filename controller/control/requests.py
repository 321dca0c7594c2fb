"""Requests that wait until the referee has time for them, whichever way they came."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.control.errors import ControlError
from controller.control.wire import Answered, Asked

if TYPE_CHECKING:
    from collections.abc import Callable

_log: Final = logging.getLogger(__name__)

_BUSY: Final = 30.0
"""Seconds within which the referee has to take up a request; then it is withdrawn."""
_AT_WORK: Final = 5.0
"""Seconds more that an answer may take when he has taken it up."""
_REMEMBERED: Final = 64
"""Requests of which the answer is remembered, for whoever asks the same again."""


class Ask:
    """A request that waits for its answer.

    Attributes:
        asked: the request.
    """

    def __init__(self, asked: Asked, there: Callable[[], bool] = lambda: True) -> None:
        """Begin to wait.

        Args:
            asked: the request.
            there: returns whether its client still waits.
        """
        self.asked = asked
        self._waiting = [there]
        self._changed = threading.Condition()
        self._answered: Answered | None = None
        self._taken = self._withdrawn = False

    def take_up(self) -> bool:
        """Begin with it; return whether it is still wanted. What has been taken up must be answered."""
        with self._changed:
            self._withdrawn = self._withdrawn or not any(there() for there in self._waiting)
            self._taken = not self._withdrawn
            return self._taken

    def answer(self, answered: Answered) -> None:
        """Send the answer."""
        with self._changed:
            self._answered = answered
            self._changed.notify_all()

    def join(self, there: Callable[[], bool]) -> bool:
        """Wait for the same answer as another client; return whether there will be one."""
        with self._changed:
            self._waiting.append(there)
            return not self._withdrawn

    def wait(self, seconds: float) -> Answered | None:
        """Return the answer, None where none comes within some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._answered is not None, seconds)
            return self._answered

    def withdraw(self) -> bool:
        """Give it up; return whether it is certain that nothing will come of it."""
        with self._changed:
            self._withdrawn = self._withdrawn or not self._taken
            return self._withdrawn


class Requests:
    """A queue of requests, of which each counts once however often it comes."""

    def __init__(self) -> None:
        """Begin with none."""
        self._asks: queue.SimpleQueue[Ask] = queue.SimpleQueue()
        self._known: OrderedDict[str, Ask] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, wait: float = 0.0) -> list[Ask]:
        """Return the requests that wait, or that come within some seconds; each must be answered."""
        found: list[Ask] = []
        with suppress(queue.Empty):
            if wait:
                found.append(self._asks.get(timeout=wait))
            while True:
                found.append(self._asks.get_nowait())
        return [ask for ask in found if ask.take_up()]

    def answer_to(
        self, asked: Asked, there: Callable[[], bool] = lambda: True, ends: Callable[[], bool] = lambda: False
    ) -> Answered:
        """Let a request wait, and return the referee's answer, or why there is none. Called in any thread.

        Args:
            asked: the request.
            there: returns whether its client still waits; a request whose client has gone is not carried out.
            ends: returns whether nobody will take up a request any more.
        """
        ask = self._put(asked, there)
        until = time.monotonic() + _BUSY
        while time.monotonic() < until and not ends():
            answered = ask.wait(0.2)
            if answered is not None:
                return answered
        if not ends():
            _log.warning("the referee has not answered within %g s: %s", _BUSY, " ".join(asked.words))
        if ask.withdraw():
            return Answered(trouble=trouble(ControlError("control.withdrawn")))
        return ask.wait(_AT_WORK) or Answered(trouble=trouble(ControlError("control.no_answer")))

    def _put(self, asked: Asked, there: Callable[[], bool]) -> Ask:
        """Let a request wait; one that has come before is not carried out again, but answered as it was."""
        with self._lock:
            known = self._known.get(asked.id) if asked.id else None
            if known is not None and known.asked == asked and known.join(there):
                return known
            ask = Ask(asked, there)
            if asked.id:
                self._known[asked.id] = ask
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
            self._asks.put(ask)
            return ask
