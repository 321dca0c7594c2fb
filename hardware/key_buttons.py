"""Keys in the terminal as buttons. A key that is held repeats itself; that is one press, and at length a stuck key."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import sys
import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from hardware.buttons import Contact, Patience, Use, moved, settled
from hardware.closing import Closing

try:
    import termios
    import tty
except ImportError:  # not a POSIX system: keys cannot be read one by one there
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardware.buttons import Pushed

_log: Final = logging.getLogger(__name__)

KEYS: Final[Mapping[str, Use]] = MappingProxyType(
    {
        "a": Use.CLOCK_LEFT,
        "l": Use.CLOCK_RIGHT,
        "y": Use.CONFIRM,
        "\r": Use.CONFIRM,
        "\n": Use.CONFIRM,
        "c": Use.CUBE,
        "n": Use.UNDO,
        "d": Use.DIRECTOR,
        "r": Use.REPEAT,
    }
)
"""The keys, and the buttons that they are."""

HELP: Final = "a left clock, l right clock, y or Enter confirm, n refuse, c cube, d director, r repeat (rr roll...)"
"""The keys in one line."""

REPEATS: Final = 0.6
"""Seconds within which a key that is held comes again: most keyboards wait half a second before they repeat."""


class KeyButtons(Closing):
    """Keys of a terminal, `hardware.buttons.Buttons`."""

    def __init__(
        self,
        handle: int | None = None,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the keys.

        Args:
            handle: of the terminal, or of a pipe; None is the program's own input.
            patience: how long a key may be held.
            clock: returns seconds; never goes backwards.
        """
        self._handle = sys.stdin.fileno() if handle is None else handle
        self._clock = clock
        self._patience = Patience(0.0, (patience or Patience()).stuck)
        self._contacts = {use: Contact(use) for use in Use}
        self._until: dict[Use, float] = {}
        self._before: Any = None
        self._open = True
        if termios is not None and os.isatty(self._handle):
            self._before = termios.tcgetattr(self._handle)
            tty.setcbreak(self._handle)

    def take(self) -> tuple[Pushed, ...]:
        """Return what has happened since this was last asked."""
        now = self._clock()
        told = self._released(now)
        for key in self._typed():
            use = KEYS.get(key.casefold())
            if use is not None:
                self._until[use] = now + REPEATS
                self._contacts[use], new = moved(self._contacts[use], now, self._patience, down=True)
                told += new
        for use, contact in self._contacts.items():
            self._contacts[use], new = settled(contact, now, self._patience)
            told += new
        return tuple(sorted(told, key=lambda one: one.time))

    def close(self) -> None:
        """Give the terminal back as it was. May be called again."""
        self._open = False
        if self._before is not None and termios is not None:
            with contextlib.suppress(OSError, termios.error):  # a terminal that was closed needs nothing back
                termios.tcsetattr(self._handle, termios.TCSADRAIN, self._before)
            self._before = None

    def _released(self, now: float) -> list[Pushed]:
        """Let go the keys that have not come again."""
        told: list[Pushed] = []
        for use, until in [*self._until.items()]:
            if now >= until:
                del self._until[use]
                self._contacts[use], new = moved(self._contacts[use], until, self._patience, down=False)
                told += new
        return told

    def _typed(self) -> str:
        """Return what was typed."""
        if not self._open or not select.select([self._handle], [], [], 0)[0]:
            return ""
        try:
            typed = os.read(self._handle, 256)
        except OSError as error:
            _log.info("the terminal was closed: %s", error)
            typed = b""
        self._open = bool(typed)
        return typed.decode(errors="replace")
