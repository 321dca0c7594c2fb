"""A simulated strip in this process: a null modem, with a model of the controller at its other end.

For systems without pseudo-terminals or a C compiler, and for tests that want a controller of another kind. The model
answers as the compiled core does (see `strip_model`); the contract tests run the same cases against both.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

from firmware_bridge.errors import LinkLost, PortUnavailable
from hardware.closing import Closing
from hardware.simulated.strip.model import StripModel
from hardware.simulated.strip.record import LatchRecord, from_grb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.simulated.strip.model import StripLogic
    from hardware.simulated.strip.record import Latched, Rgb

BUFFER: Final = 4096
"""Bytes of replies that wait for a host which does not read, as in a pseudo-terminal."""

_TICK: Final = 0.005
_END: Final = 5.0


class MemoryStrip(Closing):
    """The strip controller in memory, with real time; the same to look at as `StripProcess`."""

    def __init__(self, model: StripLogic | None = None) -> None:
        """Plug it in.

        Args:
            model: the controller; None takes a `StripModel` as it is made.
        """
        self._model = StripModel() if model is None else model
        self._record = LatchRecord(self._model.leds)
        self._changed = threading.Condition(threading.RLock())  # guards everything here
        self._start = time.monotonic()
        self._latched_at = 0.0
        self._waiting = True
        self._is_plugged = True
        self._port: MemoryPort | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="memory-strip", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """What a person would call it, as `Candidate.name`."""
        return "memory"

    def port(self) -> Sequence[MemoryStrip]:
        """Name this strip while it is plugged in: a finder, to be given to `Lights` as it is."""
        with self._changed:
            return (self,) if self._is_plugged else ()

    def open(self) -> MemoryPort:
        """Open the null modem, as `Candidate.open`.

        Raises:
            PortUnavailable: "port.absent" while it is unplugged, "port.busy" while it is open.
        """
        with self._changed:
            if not self._is_plugged:
                raise PortUnavailable("port.absent", port=self.name)
            if self._port is not None and self._port.is_open:
                raise PortUnavailable("port.busy", port=self.name)
            self._port = MemoryPort(self.name, self._changed, self._serve)
            return self._port

    @property
    def latched(self) -> Latched:
        """The colours that the strip shows, and since when; while it is unplugged those that it showed last."""
        return self._record.latest

    @property
    def history(self) -> tuple[Latched, ...]:
        """What the strip has shown, oldest first, as far back as is kept."""
        return self._record.history

    @property
    def errors(self) -> str:
        """What the strip has complained of: it never does."""
        return ""

    def wait_for(self, predicate: Callable[[tuple[Rgb, ...]], bool], timeout: float) -> bool:
        """Wait until the colours fulfil a predicate; return whether they do after at most `timeout` seconds."""
        return self._record.wait_for(predicate, timeout)

    def plug(self) -> None:
        """Plug the strip in; it starts anew. Does nothing while it is plugged in."""
        with self._changed:
            if not self._is_plugged and not self._closed:
                self._is_plugged = True
                self.reset(1)

    def unplug(self) -> None:
        """Pull the plug: the port is gone at once."""
        with self._changed:
            self._is_plugged = False
            if self._port is not None:
                self._port.close()

    def reset(self, cause: int = 2) -> None:
        """Restart the controller behind an open port, as a reset button does.

        Args:
            cause: what it will give as the cause (`messages.ResetCause`).
        """
        with self._changed:
            self._start = time.monotonic()
            self._model.restart(cause)

    def close(self) -> None:
        """End the strip. May be called again."""
        with self._changed:
            self.unplug()
            self._closed = True
            self._changed.notify_all()
        self._thread.join(_END)

    # ---- the controller's side ----

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                if self._is_plugged:
                    self._serve(b"")
                self._changed.wait(_TICK)

    def _serve(self, data: bytes) -> None:
        """Let the controller work: time, bytes from the wire, colours, then replies, as the program on a PC does."""
        now = time.monotonic()
        self._model.tick(int((now - self._start) * 1000))
        port = self._port
        replies = self._model.feed(data, 0 if port is None else port.room)
        self._waiting = self._model.dirty() or self._waiting
        # 30 us a light, then 300 us of silence: no sooner do real lights take the next colours.
        if self._waiting and now - self._latched_at >= (30 * self._model.leds + 300) / 1e6:
            self._record.add(from_grb(now, self._model.render()))
            self._latched_at = now
            self._waiting = False
        if replies and port is not None:
            port.deliver(replies)


class MemoryPort:
    """The host's end of the null modem; see `firmware_bridge.port.Port`."""

    def __init__(self, name: str, changed: threading.Condition, serve: Callable[[bytes], None]) -> None:
        """Open it; `MemoryStrip.open` does.

        Args:
            name: what a person would call it.
            changed: guards both ends of the wire.
            serve: the other end, which takes what is written.
        """
        self._name = name
        self._changed = changed
        self._serve = serve
        self._inbox = bytearray()
        self._woken = False
        self.is_open = True

    @property
    def room(self) -> int:
        """Bytes that may still be delivered."""
        return BUFFER - len(self._inbox)

    def deliver(self, data: bytes) -> None:
        """Let bytes come in from the other end."""
        with self._changed:
            self._inbox += data
            self._changed.notify_all()

    def read(self, timeout: float) -> bytes:
        """Return what has come in, as `Port.read`."""
        with self._changed:
            self._changed.wait_for(lambda: self._inbox or self._woken or not self.is_open, timeout)
            self._check()
            self._woken = False
            data = bytes(self._inbox)
            self._inbox.clear()
            return data

    def write(self, data: bytes) -> None:
        """Send bytes, as `Port.write`."""
        with self._changed:
            self._check()
            self._serve(data)

    def wake(self) -> None:
        """End a `read` that waits, as `Port.wake`."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """Let the port go, as `Port.close`; the strip calls it too, when its plug is pulled."""
        with self._changed:
            self.is_open = False
            self._changed.notify_all()

    def _check(self) -> None:
        if not self.is_open:
            raise LinkLost("port.gone", port=self._name)
