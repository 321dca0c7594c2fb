"""The outputs of a match, plugged together, and what is said at its end of what they have not done yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.announce.health import Notice, notice
from controller.outputs.bus import Bus
from controller.outputs.listeners import Files, Terminal

if TYPE_CHECKING:
    from rich.console import Console

    from controller.announce.language import Words
    from controller.table.session import Session

FINISHING: Final = 20.0
"""Seconds in which what waits is done at the end; the last picture is read anew, and a small computer takes long."""


def outputs(console: Console, words: Words) -> Bus:
    """Return the bus of a match: what is told is printed, and written where it belongs."""
    bus = Bus()
    bus.add("terminal", Terminal(console, words))
    bus.add("files", Files())
    return bus


def unheard(bus: Bus, session: Session, time: float) -> tuple[Notice, ...]:
    """Wait for the outputs and the journal, and return what has to be said of what still waits.

    Args:
        bus: the outputs.
        session: the match.
        time: now, on the clock of the frames.
    """
    left = bus.finish(FINISHING)
    at = session.now(time)
    told = tuple(notice(at, "output.waiting", name=one.name, why=one.trouble or "it hangs") for one in left)
    return told + session.unwritten(time)
