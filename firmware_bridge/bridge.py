"""The bridge: one thread that finds the port, feeds the link and writes what it says.

All decisions are the link's (`link.step`); here are only the port, the clock and the waiting.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from firmware_bridge import link as links
from firmware_bridge.errors import BridgeClosed, LinkLost, PortError, PortUnavailable, WriteStalled
from firmware_bridge.link_state import LinkReason, LinkState, Opened, PortFound, PortLost, Received, Tick, Want

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.errors import BridgeError
    from firmware_bridge.link_state import Input, Link, LinkEvent, LinkSettings, Lit, Step
    from firmware_bridge.port import Candidate, Finder, Port

_log: Final = logging.getLogger(__name__)

POLL: Final = 0.02
"""Seconds between looks for a port that is not there."""

PATIENCE: Final = 0.5
"""Seconds before a port is tried again that is busy, forbidden, or has something else than our controller."""

_AT_ONCE: Final = frozenset({"port.absent", "port.gone", "device.silent", "hello.silent"})
"""Reasons that a next try may mend at once."""

_TROUBLES: Final = ("retries", "strays", "crc_errors", "frame_errors", "naks", "wrong_digests", "resyncs", "lost")
"""The counters whose every step is logged."""

_EVENTS_KEPT: Final = 256
_JOIN: Final = 5.0
_LONGEST_READ: Final = 0.25  # so that a clock that jumps back cannot keep the link waiting


class Bridge:
    """Keeps the controller showing what is wanted, in a thread of its own."""

    def __init__(
        self, finder: Finder, settings: LinkSettings, lit: Lit, *, clock: Callable[[], float], seed: int
    ) -> None:
        """Start the thread.

        Args:
            finder: names the candidates for the controller's port.
            settings: what the link expects.
            lit: what is to be shown at first.
            clock: seconds that never go back, such as `time.monotonic`.
            seed: where the nonces come from (`link.new_link`).
        """
        self._finder = finder
        self._clock = clock
        self._changed = threading.Condition(threading.RLock())  # guards everything below
        self._link = links.new_link(settings, lit, seed)
        self._wanted: tuple[Lit, int] = (self._link.wanted, self._link.number)
        self._port: Port | None = None
        self._events: deque[LinkEvent] = deque(maxlen=_EVENTS_KEPT)
        self._ended = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="firmware-bridge", daemon=True)
        self._thread.start()

    @property
    def link(self) -> Link:
        """The link as of now, frozen; it knows already what was last wanted."""
        with self._changed:
            lit, number = self._wanted
            return replace(self._link, wanted=lit, number=number)

    def want(self, lit: Lit) -> None:
        """Have this shown from now on. Returns at once; what was wanted before and is not sent yet is forgotten.

        Raises:
            BridgeClosed: "bridge.closed" after `close`, "bridge.stopped" if the thread has ended by a fault.
        """
        with self._changed:
            self._check()
            if lit == self._wanted[0]:
                return
            self._wanted = (lit, self._wanted[1] + 1)
            if self._port is not None:
                self._port.wake()

    def wait_shown(self, timeout: float) -> bool:
        """Wait until the controller is known to show the newest wanted state.

        Args:
            timeout: longest wait in seconds.

        Returns:
            Whether it does.

        Raises:
            BridgeClosed: as `want`.
        """
        return self._wait(lambda: self.link.is_shown, timeout)

    def wait_for(self, state: LinkState, timeout: float) -> bool:
        """Wait until the link is in a state; return whether it is after at most `timeout` seconds.

        Raises:
            BridgeClosed: as `want`.
        """
        return self._wait(lambda: self._link.state is state, timeout)

    def take_events(self) -> tuple[LinkEvent, ...]:
        """Return what has happened to the link since this was last called, oldest first; at most the last 256."""
        with self._changed:
            events = tuple(self._events)
            self._events.clear()
            return events

    def close(self) -> None:
        """End the thread and let the port go. The controller goes to its safe state by itself. May be called again."""
        self._closing.set()
        with self._changed:
            if self._port is not None:
                self._port.wake()
            self._changed.notify_all()
        self._thread.join(_JOIN)

    def _check(self) -> None:
        if self._closing.is_set():
            raise BridgeClosed("bridge.closed")
        if self._ended:
            raise BridgeClosed("bridge.stopped")

    def _wait(self, holds: Callable[[], bool], timeout: float) -> bool:
        with self._changed:
            self._check()
            self._changed.wait_for(lambda: holds() or self._closing.is_set() or self._ended, timeout)
            self._check()
            return holds()

    # ---- the thread ----

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self._look_round()
        finally:
            self._step(PortLost(LinkReason("bridge.closed" if self._closing.is_set() else "bridge.stopped")))
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _look_round(self) -> None:
        """Use each candidate that there is, one after the other."""
        candidates = self._finder()
        for candidate in candidates:
            if not self._closing.is_set():
                self._serve(candidate)
        if not candidates:
            self._closing.wait(POLL)

    def _serve(self, candidate: Candidate) -> None:
        """Use one candidate until it is lost."""
        self._step(PortFound())
        began = self._clock()
        try:
            port = candidate.open()
        except (PortUnavailable, PortError) as error:
            _log.debug("%s: not opened after %.3f s: %s", candidate.name, self._clock() - began, error)
            self._step(PortLost(_reason(error)))
        else:
            try:
                self._talk(port)
            except LinkLost as error:
                _log.info("%s: lost after %.1f s: %s", candidate.name, self._clock() - began, error)
                self._step(PortLost(_reason(error)))
            finally:
                with self._changed:
                    self._port = None
                port.close()
        reason = self._link.reason
        self._closing.wait(POLL if reason is not None and reason.key in _AT_ONCE else PATIENCE)

    def _talk(self, port: Port) -> None:
        with self._changed:
            self._port = port
        self._step(Opened(), port)
        while self._link.state is not LinkState.LOST and not self._closing.is_set():
            due = links.deadline(self._link) or 0.0
            data = port.read(min(max(0.0, due - self._clock()), _LONGEST_READ))
            self._step(Received(data) if data else Tick(), port)

    def _step(self, given: Input, port: Port | None = None) -> None:
        """Give the link what is wanted, then an input; write what it says."""
        with self._changed:
            lit, number = self._wanted
            before = self._link
        now = self._clock()
        inputs: tuple[Input, ...] = (given,) if number == before.number else (given, Want(lit, number))
        for one in inputs:
            result = links.step(self._link, now, one)
            _log_step(self._link, result, now)
            with self._changed:
                self._link = result.link
                self._events.extend(result.events)
                self._changed.notify_all()
            if result.send and port is not None:
                _write(port, result.send)


def _write(port: Port, data: bytes) -> None:
    try:
        port.write(data)
    except WriteStalled as error:  # as good as lost on the way: the link repeats it, a delimiter first
        _log.info("%s", error)


def _log_step(before: Link, result: Step, now: float) -> None:
    """Log what a step has changed: the state and why, and what was sent again, refused or thrown away."""
    after = result.link
    open_before = before.state in (LinkState.HELLO, LinkState.LIVE)
    waited = now - (before.pending.sent_at if before.pending else before.sent_at) if open_before else 0.0
    for event in result.events:
        level = logging.INFO if LinkState.LIVE in (before.state, event.state) else logging.DEBUG
        why = "" if event.reason is None else f"{event.reason.key} {dict(event.reason.params)}"
        states = f"{before.state.value} -> {event.state.value}"
        _log.log(level, "%s, %.3f s after what was sent %s", states, waited, why)
    if not _log.isEnabledFor(logging.DEBUG):
        return
    for name in _TROUBLES:
        count = getattr(after.statistics, name)
        if count != getattr(before.statistics, name):
            _log.debug("%s: %d, %.3f s after what was sent", name, count, waited)


def _reason(error: BridgeError) -> LinkReason:
    return LinkReason(error.key, tuple(error.params.items()))
