"""Being a service of systemd: to say that the referee is ready and alive, and to end when he is told to."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_SHARE: Final = 0.4
"""How much of the watchdog's time may pass between two signs of life: systemd advises half of it."""


class Notifier:
    """Tells systemd how the referee is doing; where there is no systemd, nothing.

    See sd_notify(3): datagrams to the socket that the environment names.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Read where systemd listens, and how often it wants to hear something.

        Args:
            environment: variables by name.
            clock: returns seconds; never goes backwards.
        """
        self._address = environment.get("NOTIFY_SOCKET", "")
        watchdog = environment.get("WATCHDOG_USEC", "")
        self._every = _SHARE * int(watchdog) / 1e6 if watchdog.isdecimal() else None
        self._clock = clock
        self._next = clock()

    def ready(self, status: str) -> None:
        """Say that the referee is at the table."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Give a sign of life when one is due."""
        if self._every is not None and self._clock() >= self._next:
            self._next = self._clock() + self._every
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the referee is leaving."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)  # a systemd that does not listen must not hold a match up
            try:
                sender.sendto(message.encode(), address)
            except OSError:
                return


@contextmanager
def until_terminated() -> Iterator[threading.Event]:
    """Give an event that is set when the program is asked to end (SIGTERM); only a main thread can be asked."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def ask(_number: int, _where: Any) -> None:
        asked.set()

    before = signal.signal(signal.SIGTERM, ask)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGTERM, before)
