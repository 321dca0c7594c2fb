"""The match on the terminal: every event as a line that a person would read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from controller.announce.health import sentence
from controller.others_text import shown
from controller.outputs.presentation import EVENTS, NOTICES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from controller.announce.health import Notice
    from controller.announce.language import Words
    from controller.announce.phrases import Phrases
    from controller.referee import events as ev


def print_events(console: Console, phrases: Phrases, events: Iterable[ev.Event]) -> None:
    """Print what is said of events, with the time of the match before it; events without a sentence are left out."""
    for event in events:
        said = shown(phrases.sentence(event))
        if said:
            line = Text(f"{_clock(event.time)}  ", style="dim")
            line.append(said, style=EVENTS[type(event)].style)
            console.print(line, soft_wrap=True, highlight=False)


def print_notices(console: Console, notices: Iterable[Notice], words: Words | None = None) -> None:
    """Print what Tavola has to say of itself, in a language; None for English."""
    for one in notices:
        line = Text(f"{_clock(one.time)}  ", style="dim")
        line.append(shown(sentence(one, words)), style=NOTICES[one.key].style)
        console.print(line, soft_wrap=True, highlight=False)


def print_line(console: Console, said: str) -> None:
    """Print an answer, which belongs to no time of the match."""
    console.print(Text(f"        {shown(said)}", style="italic"), soft_wrap=True, highlight=False)


def _clock(seconds: float) -> str:
    """Return minutes and seconds."""
    return f"{int(seconds) // 60:3d}:{int(seconds) % 60:02d}"
