"""Seating of a match before people: its outputs, orders from outside and computer player, and what came of it."""

from __future__ import annotations

import time as clocks
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from controller.announce.language import language
from controller.announce.worth import Speak
from controller.config.simulation_settings import SimulatedSettings
from controller.config.speech import delivery, open_voice
from controller.control.opening import open_control
from controller.control.requests import Requests
from controller.outputs.bus import Bus
from controller.outputs.event_lines import print_notices
from controller.outputs.listeners import Files, Terminal
from controller.outputs.turn_pictures import TurnPictures
from controller.table.bot.seat import computer_at
from controller.table.hall_output import join_hall
from controller.table.loop import Table
from controller.table.order import about, agreed, computers_side
from controller.table.pages.outputs import pages_of

if TYPE_CHECKING:
    from contextlib import ExitStack
    from pathlib import Path

    from rich.console import Console

    from controller.announce.health import Notice
    from controller.config.settings import Settings
    from controller.outputs.pages.bench import Bench
    from controller.outputs.voice import Voice
    from controller.record.keeper import Keeper
    from controller.referee.events import Event
    from controller.simulation.people.people import TrueTurn
    from controller.table.pages.outputs import Pages
    from controller.table.session import Session


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a match.

    Attributes:
        events: everything that the referee said.
        keeper: the record of the match.
        files: the files written, by what they are.
        waiting: what has to be said of what still waits to be written or said.
        truth: what really happened, where people were simulated who know it.
    """

    events: tuple[Event, ...]
    keeper: Keeper
    files: dict[str, Path]
    waiting: tuple[Notice, ...] = ()
    truth: tuple[TrueTurn, ...] = ()

    @property
    def match_file(self) -> Path:
        """The match file."""
        return self.files["Match file"]

    @property
    def journal(self) -> Path:
        """The file in which everything was kept."""
        return self.files["Journal"]


@dataclass(frozen=True, slots=True)
class Seated:
    """A match at whose table everybody sits.

    Attributes:
        table: the match with whoever commands, plays and hears.
        console, settings: where it is printed, and what is wanted.
        voice: says it aloud.
        pages: show it to browsers.
        told: what has to be said of the opening.
    """

    table: Table
    console: Console
    settings: Settings
    voice: Voice
    pages: Pages
    told: tuple[Notice, ...]

    def played(self, files: dict[str, Path], waiting: tuple[Notice, ...], truth: tuple[TrueTurn, ...] = ()) -> Played:
        """Print what still waits and where everything lies, and return what came of it.

        Args:
            files: the files that were written, by what they are.
            waiting: what has to be said of what still waits.
            truth: what really happened.
        """
        print_notices(self.console, waiting, language(self.settings.speech.language))
        for title, path in files.items():
            self.console.print(f"{title:<11} {path}", highlight=False, soft_wrap=True, markup=False)
        return Played(tuple(self.table.events), self.table.keeper, files, waiting, truth)


def seat(  # noqa: PLR0913 - who sits at a table
    stack: ExitStack,
    settings: Settings,
    session: Session,
    console: Console,
    *,
    voice: Voice | None = None,
    bench: Bench | None = None,
) -> Seated:
    """Return the table of a match, at which what is told is printed, said and written where it belongs.

    Args:
        stack: closes everything at its end.
        settings: what is wanted; while a computer thinks, time stands still at a simulated table.
        session: the referee and his journal.
        console: where it is printed.
        voice: says it aloud; None opens the one that is set.
        bench: the simulated table where it is played at by hand.

    Raises:
        LevelError: there is no such computer player.
        LanguageError, CatalogueError: no such language.
        PagesError: pages are wanted and cannot be served.
        HallError, ForeignError, OSError: a hall is set and its membership cannot be used.
    """
    words, out, me = language(settings.speech.language), settings.record.out, computers_side(settings)
    session.about = about(settings)
    stack.push(session.leave)
    requests = Requests()
    server, told = open_control(out, requests)
    if server is not None:
        stack.enter_context(server)
    voice = voice or stack.enter_context(open_voice(words, Speak(settings.speech.speak), delivery(settings)))
    bus = stack.enter_context(Bus())
    bus.add("terminal", Terminal(console, words, session.past))
    bus.add("files", Files())
    bus.add("voice", voice)
    pages = pages_of(
        stack, settings.pages, words, requests, lambda: session.journal_path, bench, session.state.setup.names
    )
    pages.begin(bus, session.past, session.state.setup.names, console)
    served = "" if pages.server is None else pages.server.url
    hall = join_hall(stack, settings.hall, words, requests, bus, out, served)
    if hall is not None and pages.server is not None:
        pages.server.admission.takes = hall.takes
    if settings.record.keep_pictures:
        bus.add("pictures", TurnPictures(lambda: session.journal, clocks.time), in_step=True)
    table = Table(
        session,
        bus,
        out,
        requests,
        patient=isinstance(settings, SimulatedSettings),
        mind=lambda: voice.take_notices() + pages.take_notices(),
        admit=pages.admit,
        agreed=partial(agreed, settings),
    )
    if me is not None:
        table.computer = stack.enter_context(computer_at(me, settings.table.against, settings.table.ply))
    table.go_on(session)
    return Seated(table, console, settings, voice, pages, told)
