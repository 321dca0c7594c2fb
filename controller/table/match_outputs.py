"""The outputs that every match before people has: it is printed, said and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.outputs.bus import Bus
from controller.outputs.listeners import Files, Terminal

if TYPE_CHECKING:
    from contextlib import ExitStack

    from rich.console import Console

    from controller.announce.language import Words
    from controller.outputs.voice import Voice
    from controller.referee.events import Event


def outputs(stack: ExitStack, console: Console, words: Words, voice: Voice, past: tuple[Event, ...] = ()) -> Bus:
    """Return the bus of a match, on which what is told is printed, said and written where it belongs.

    Args:
        stack: closes it at its end.
        console: where it is printed.
        words: the language.
        voice: says it.
        past: what was said before an interruption.
    """
    bus = stack.enter_context(Bus())
    bus.add("terminal", Terminal(console, words, past))
    bus.add("files", Files())
    bus.add("voice", voice)
    return bus
