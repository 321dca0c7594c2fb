"""The outputs of a match beside voice and pictures: terminal, files, lights, buzzer and status light."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from controller.announce.phrases import Phrases
from controller.announce.questions import answer_sentence
from controller.outputs.event_lines import print_events, print_line, print_notices
from controller.outputs.light_patterns import guide, pattern
from controller.outputs.presentation import beeps
from controller.record.files import PRIVATE_FOLDER, write_whole
from controller.referee.events import Audience, SideChosen
from controller.referee.layout import mirrored
from hardware.status_light import Shine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rich.console import Console

    from controller.announce.language import Words
    from controller.outputs.light_patterns import Light
    from controller.outputs.told import Told
    from controller.referee.events import Event
    from controller.referee.layout import Layout
    from firmware_bridge.cells import Cell
    from firmware_bridge.strip_map import Cells
    from hardware.buzzer import Buzzer
    from hardware.status_light import StatusLight

SHOWN_WITHIN: Final = 1.0
"""Seconds within which the strip should show a pattern; a simulated match waits that long, a real one never does."""


@dataclass(slots=True)
class Terminal:
    """Prints what is said, in a language.

    Attributes:
        last: what was said last, to be printed again when somebody asks.
    """

    console: Console
    words: Words
    last: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        """Of what was said before an interruption only the last sentence is wanted again."""
        self._remember(self.last, Phrases(("", ""), self.words))

    def hear(self, told: Told) -> None:
        """Print it.

        Raises:
            OSError: the terminal has gone.
        """
        phrases = Phrases(told.names, self.words)
        if told.repeat:
            print_events(self.console, phrases, self.last)
        print_events(self.console, phrases, told.heard)
        print_notices(self.console, told.notices, self.words)
        for answer in told.answers:
            print_line(self.console, answer_sentence(answer, self.words))
        self._remember(told.heard, phrases)

    def _remember(self, events: tuple[Event, ...], phrases: Phrases) -> None:
        """Remember the last event that has a sentence."""
        said = (event for event in reversed(events) if event.audience is Audience.BOTH and phrases.sentence(event))
        last = next(said, None)
        self.last = self.last[-1:] if last is None else (last,)


@dataclass(frozen=True, slots=True)
class Files:
    """Writes what has to stand in files.

    Attributes:
        unwritten: what could not be written yet; a later content of the same file takes the place of an older one.
    """

    unwritten: dict[Path, Callable[[], bytes]] = field(default_factory=dict)

    def hear(self, told: Told) -> None:
        """Write it, and first of all what could not be written before.

        Raises:
            OSError: something cannot be written; it is remembered.
        """
        self.unwritten.update(told.files)
        failed: OSError | None = None
        for path, make in [*self.unwritten.items()]:
            try:
                path.parent.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
                write_whole(path, make(), private=True)
            except OSError as error:
                failed = error
            else:
                del self.unwritten[path]
        if failed is not None:
            raise failed


class Strip(Protocol):
    """A strip of lights: `firmware_bridge.lights.Lights`, or something where there is none."""

    def show(self, cells: Cells) -> None:
        """Show a pattern; returns at once."""

    def wait_shown(self, timeout: float) -> bool:
        """Wait until it is shown; return whether it is."""


class StripLights:
    """Shows on the strip what events, and plays that were announced, look like.

    After an interruption the strip is dark until the first picture was read, which must show no light that goes out
    later: that would look as if something lay on the frame.

    Attributes:
        late: patterns that the strip did not acknowledge in time, where it is waited for.
    """

    def __init__(self, strip: Strip, layout: Layout, past: tuple[Event, ...] = (), *, wait: bool = False) -> None:
        """Take the strip.

        Args:
            strip: shows the patterns.
            layout: how the table is set up.
            past: what was said before an interruption.
            wait: wait after each pattern until it is shown, so that a simulated camera can see it.
        """
        self._strip = strip
        self._layout = layout
        self._wait = wait
        self.late = 0
        patterns = (pattern(event, layout) for event in reversed(past))
        self._last: dict[Light, Cell] | None = next((shown for shown in patterns if shown is not None), None)
        if past:
            self._show({})

    def hear(self, told: Told) -> None:
        """Show it."""
        for event in told.events:
            if isinstance(event, SideChosen):
                self._layout = mirrored(self._layout)
            shown = pattern(event, self._layout)
            if shown is not None:
                self._last = None
                self._show(shown)
        if told.seen and self._last is not None:
            self._show(self._last)
            self._last = None
        if told.guide is not None:
            self._last = None
            self._show(guide(self._layout, told.guide.player, told.guide.play))

    def _show(self, shown: dict[Light, Cell]) -> None:
        """Show a pattern, and wait for it where the strip is waited for."""
        self._strip.show(shown)
        if self._wait and not self._strip.wait_shown(SHOWN_WITHIN):
            self.late += 1


@dataclass(frozen=True, slots=True)
class Beeps:
    """Beeps for what people should look up for."""

    buzzer: Buzzer

    def hear(self, told: Told) -> None:
        """Beep, if it is worth it."""
        loud = beeps(told.events, told.notices)
        if loud:
            self.buzzer.sound(loud)


@dataclass(frozen=True, slots=True)
class Status:
    """Shines while all is well, and blinks while something that is needed does not work."""

    light: StatusLight

    def hear(self, told: Told) -> None:
        """Shine or blink."""
        if told.well is not None:
            self.light.shine(Shine.STEADY if told.well else Shine.BLINKING)
