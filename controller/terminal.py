"""The terminal: what is printed there is shown and not obeyed."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from rich.console import Console, RenderHook
from rich.segment import Segment

from controller.others_text import shown

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, ConsoleRenderable, RenderResult

_LAYOUT = "\n\t"
"""What a text of several lines is laid out with."""


def terminal() -> Console:
    """Return the console of this program's output; printing raises `OSError` where nothing can be printed."""
    console = _Console(markup=False)  # names of files and people may have anything in brackets
    console.push_render_hook(_Hook())
    return console


class _Console(Console):
    """Says as other files do that nobody reads what is printed."""

    def on_broken_pipe(self) -> None:
        """Say so."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


class _Hook(RenderHook):
    """Has everything that is printed shown."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Return what is to be printed instead."""
        return [_Shown(one) for one in renderables]


class _Shown:
    """Something printable of which the texts are shown; the sequences by which it is coloured are left."""

    def __init__(self, printable: ConsoleRenderable) -> None:
        """Take it."""
        self._printable = printable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield its parts."""
        for part in console.render(self._printable, options):
            yield part if part.control else Segment(shown(part.text, _LAYOUT), part.style)
