"""The bus: every output hears everything in its order, and none holds up the match or another output.

Each output has a queue and a thread of its own, and whatever it raises is caught here alone. What the system refuses
(an OSError: a full disk, a terminal that has gone) is tried again, at first after a second and then ever more seldom;
any other error is a mistake of the output, and it goes on with what comes next. A queue is bounded: of an output that
hangs the oldest is left out. What has failed is logged, counted, and said once until it works again.

An output may also hear in step, in the thread of whoever tells, behind the same boundary: one that a simulated camera
has to see, or that belongs to the journal's thread. What the system refuses it is tried again with what is told next.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, Self

from controller.announce.health import notice

if TYPE_CHECKING:
    from types import TracebackType

    from controller.announce.health import Notice
    from controller.outputs.told import Listener, Told

MOST: Final = 1000
"""What may wait for an output."""
FIRST_PAUSE: Final = 1.0
"""Seconds after which is tried again what the system has refused; they double with every further time..."""
LONGEST_PAUSE: Final = 60.0
"""... up to these."""
_ENDING: Final = 1.0
"""Seconds that an output has to leave off."""

_log: Final = logging.getLogger(__name__)


class Output:
    """A listener with its queue and, unless it hears in step, its thread.

    Attributes:
        name: what it is called when something is said of it.
        in_step: it hears in the thread of whoever tells.
        failures: how often it has failed.
        left_out: how much it has not heard as it did not keep up, or failed by a mistake of its own.
        trouble: why it fails at the moment; empty while all is well.
    """

    def __init__(self, name: str, listener: Listener, most: int = MOST, *, in_step: bool = False) -> None:
        """Begin to listen.

        Args:
            name: what it is called.
            listener: what hears.
            most: how much may wait for it.
            in_step: it hears in the thread of whoever tells.
        """
        self.name = name
        self.in_step = in_step
        self.failures = 0
        self.left_out = 0
        self.trouble = ""
        self._listener = listener
        self._waiting: deque[Told] = deque()
        self._most = most
        self._changed = threading.Condition()
        self._said = False
        self._hurry = False
        self._closed = False
        self._thread: threading.Thread | None = None
        if not in_step:
            self._thread = threading.Thread(target=self._run, name=f"output-{name}", daemon=True)
            self._thread.start()

    @property
    def waiting(self) -> int:
        """How much it has still to hear."""
        return len(self._waiting)

    def tell(self, told: Told) -> None:
        """Let something wait for it, and return at once; in step, let it hear first what waits."""
        with self._changed:
            if len(self._waiting) >= self._most:
                del self._waiting[1]  # the first is being heard
                self.left_out += 1
                self.trouble = self.trouble or "it does not keep up"
            self._waiting.append(told)
            self._changed.notify_all()
        if self.in_step:
            self._hear_all()

    def take_notice(self, at: float) -> Notice | None:
        """Return what there is to be said of it, once."""
        with self._changed:
            if bool(self.trouble) == self._said:
                return None
            self._said = not self._said
            if self.trouble:
                return notice(at, "output.failing", name=self.name, why=self.trouble)
            return notice(at, "output.works", name=self.name)

    def finish(self, seconds: float) -> bool:
        """Try everything that waits once more, and wait for it some seconds; return whether all was heard."""
        if self.in_step:
            return self._hear_all()
        with self._changed:
            self._hurry = True
            self._changed.notify_all()
            return self._changed.wait_for(lambda: not self._waiting or not self._hurry, seconds) and not self._waiting

    def close(self) -> None:
        """Leave off, whatever waits. May be called again."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(_ENDING)

    def _hear_all(self) -> bool:
        """Hear what waits, up to what the system refuses; return whether all was heard."""
        while self._waiting and not self._closed:
            if self._hear_first():
                return False
        return not self._waiting

    def _run(self) -> None:
        """Hear what waits, one after the other."""
        pause = 0.0
        while True:
            with self._changed:
                if pause:
                    self._changed.wait_for(lambda: self._closed or self._hurry, pause)
                self._changed.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
            again = self._hear_first()
            with self._changed:
                pause = min(LONGEST_PAUSE, pause * 2 or FIRST_PAUSE) if again else 0.0
                self._hurry = self._hurry and not again
                self._changed.notify_all()

    def _hear_first(self) -> bool:
        """Let the listener hear what waits first, and count what comes of it; return whether to try it again."""
        trouble, again = self._hear(self._waiting[0])
        with self._changed:
            self.trouble = trouble
            self.failures += bool(trouble)
            self.left_out += bool(trouble) and not again
            if not again:
                self._waiting.popleft()
            self._changed.notify_all()
        return again

    def _hear(self, told: Told) -> tuple[str, bool]:
        """Let the listener hear something; return what is wrong, and whether it is to be tried again."""
        try:
            self._listener.hear(told)
        except OSError as error:
            _log.info("%s: %s", self.name, error)
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error}", True
        except Exception as error:  # noqa: BLE001 - the boundary of an output
            _log.warning("%s has failed", self.name, exc_info=not self.trouble)
            return f"{type(error).__name__}: {error}", False
        return "", False


class Bus:
    """Tells all outputs."""

    def __init__(self) -> None:
        """Begin with no output."""
        self._outputs: list[Output] = []

    def add(self, name: str, listener: Listener, most: int = MOST, *, in_step: bool = False) -> Output:
        """Let a listener hear what is told from now on, and return the output it is now.

        Args:
            name: what it is called when something is said of it.
            listener: what hears.
            most: how much may wait for it.
            in_step: it hears in the thread of whoever tells; it must be quick, or he has the time.
        """
        output = Output(name, listener, most, in_step=in_step)
        self._outputs.append(output)
        return output

    def tell(self, told: Told) -> None:
        """Tell every output; returns at once. Pictures are told only to those in step: they would pile up."""
        for output in self._outputs:
            if told.settled is None or output.in_step:
                output.tell(told)

    def take_notices(self, at: float) -> tuple[Notice, ...]:
        """Return what there is to be said of the outputs since this was last asked.

        Args:
            at: now, on the match's own clock.
        """
        return tuple(said for output in self._outputs if (said := output.take_notice(at)) is not None)

    def finish(self, seconds: float) -> tuple[Output, ...]:
        """Wait until everything was heard, some seconds at most; return the outputs for which something still waits."""
        until = time.monotonic() + seconds
        return tuple(one for one in self._outputs if not one.finish(max(0.0, until - time.monotonic())))

    def close(self) -> None:
        """Let all outputs leave off. May be called again."""
        with ExitStack() as stack:
            for output in self._outputs:
                stack.callback(output.close)

    def __enter__(self) -> Self:
        """Return the bus itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let what waits be heard, for a moment, and close."""
        self.finish(_ENDING)
        self.close()
