"""A buzzer behind one protocol, and the two that need no header: none at all, and the terminal's bell."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, Self, TextIO, runtime_checkable

from hardware.closing import Closing

if TYPE_CHECKING:
    from types import TracebackType


@runtime_checkable
class Buzzer(Protocol):
    """Something that beeps, a context manager that falls silent at its end."""

    def sound(self, beeps: int) -> None:
        """Beep some times, without waiting for it; a closed buzzer stays silent."""
        ...

    def close(self) -> None:
        """Be silent. May be called again."""
        ...

    def __enter__(self) -> Self:
        """Return the buzzer itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        ...


class BellBuzzer(Closing):
    """Rings the terminal's bell, or with no terminal does nothing: a `Buzzer`."""

    def __init__(self, terminal: TextIO | None = None) -> None:
        """Take a terminal; None is that of the program."""
        self._terminal: TextIO | None = terminal or sys.stderr

    def sound(self, beeps: int) -> None:
        """Ring some times."""
        if self._terminal is not None and self._terminal.isatty():
            self._terminal.write("\a" * beeps)
            self._terminal.flush()

    def close(self) -> None:
        """Ring no more. May be called again."""
        self._terminal = None


class SilentBuzzer(Closing):
    """No buzzer; it remembers what it would have sounded: a `Buzzer`.

    Attributes:
        sounded: how many beeps each time.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.sounded: list[int] = []
        self._closed = False

    def sound(self, beeps: int) -> None:
        """Remember it."""
        if not self._closed:
            self.sounded.append(beeps)

    def close(self) -> None:
        """Remember no more. May be called again."""
        self._closed = True
