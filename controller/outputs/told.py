"""What outputs are told, and what one is: anything that hears it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.referee.events import Event


@dataclass(frozen=True, slots=True)
class Told:
    """What is told together.

    Attributes:
        events: what the referee has said, of that which everybody may hear.
        names: the players' names then.
        notices: what Tavola has to say of itself.
        files: what has to stand in files now, by path; made when it is written.
    """

    events: tuple[Event, ...] = ()
    names: tuple[str, str] = ("", "")
    notices: tuple[Notice, ...] = ()
    files: tuple[tuple[Path, Callable[[], bytes]], ...] = ()


class Listener(Protocol):
    """An output."""

    def hear(self, told: Told) -> None:
        """Do with it what this output does; it may take its time, and may be told the same again after an OSError."""
