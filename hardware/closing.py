"""A base for devices that are closed at the end of their `with` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class Closing(ABC):
    """A context manager that closes itself at its end, whatever happened; nothing is held back."""

    @abstractmethod
    def close(self) -> None:
        """End; may be called again."""

    def __enter__(self) -> Self:
        """Return the thing itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()
