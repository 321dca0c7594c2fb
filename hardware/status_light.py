"""A status light behind one protocol: it shines, blinks or is dark; and the one that is nowhere."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from hardware.closing import Closing

if TYPE_CHECKING:
    from types import TracebackType


class Shine(StrEnum):
    """What it does."""

    DARK = "dark"
    """Nobody referees."""
    STEADY = "steady"
    """All is well."""
    BLINKING = "blinking"
    """Something that is needed does not work."""


@runtime_checkable
class StatusLight(Protocol):
    """A light, a context manager that makes it dark at its end."""

    def shine(self, how: Shine) -> None:
        """Shine, blink or be dark; returns at once. A closed light stays dark."""
        ...

    def close(self) -> None:
        """Be dark. May be called again."""
        ...

    def __enter__(self) -> Self:
        """Return the light itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        ...


class NoStatusLight(Closing):
    """No light; it remembers what it would have done: a `StatusLight`.

    Attributes:
        shone: what it did, one entry a change.
    """

    def __init__(self) -> None:
        """Be dark."""
        self.shone: list[Shine] = [Shine.DARK]
        self._closed = False

    def shine(self, how: Shine) -> None:
        """Remember it."""
        if not self._closed and how is not self.shone[-1]:
            self.shone.append(how)

    def close(self) -> None:
        """Be dark. May be called again."""
        self.shine(Shine.DARK)
        self._closed = True
