"""A match on the simulated table, from the drawn frame to the lit light and the match file."""

from __future__ import annotations

import time as clocks
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.announce.language import language
from controller.config.speech import open_voice
from controller.control.opening import open_control
from controller.errors import ResumeError
from controller.outputs.event_lines import print_notices
from controller.outputs.listeners import StripLights
from controller.outputs.turn_pictures import TurnPictures
from controller.outputs.window_view import WindowView
from controller.record.files import check_writable
from controller.record.journal.folder import FolderLock
from controller.record.journal.reader import read_journal
from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.referee.state import Phase, Setup
from controller.rules import match_for
from controller.simulation.table import BLINK, Beat
from controller.simulation.theatre import Theatre, open_strip
from controller.table.bot.questions import at_one_persons_table
from controller.table.bot.seat import computer_at, named
from controller.table.loop import Table, run
from controller.table.match_outputs import outputs
from controller.table.session import Session
from controller.table.session_start import Sitting, awaited, forget_pictures, new_match, resume
from controller.table.simulated_company import SimulatedCompany
from controller.terminal import terminal
from firmware_bridge.lights import Lights
from hardware.simulated.film import Film
from hardware.window import Window
from vision.calibrate.calibration import calibrate
from vision.geometry.board import parse_corners
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from controller.announce.health import Notice
    from controller.record.keeper import Keeper
    from controller.referee.events import Event
    from controller.simulation.people.people import TrueTurn
    from controller.table.simulated_options import SimulatedOptions
    from hardware.simulated.strip.factory import SimulatedStrip

NAMES: Final = ("Anna", "Boris")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a simulated match.

    Attributes:
        events: everything that the referee said.
        keeper: the record of the match.
        truth: what really happened, as the simulated people know it.
        match_file, picture: the files written.
        journal: the file in which everything was kept.
        waiting: what has to be said of what still waits to be written or said.
    """

    events: tuple[Event, ...]
    keeper: Keeper
    truth: tuple[TrueTurn, ...]
    match_file: Path
    picture: Path
    journal: Path
    waiting: tuple[Notice, ...] = ()


def simulate(options: SimulatedOptions, console: Console | None = None, strip: SimulatedStrip | None = None) -> Played:
    """Play a match on the simulated table, print it, and write the match file and a picture of the last position.

    Args:
        options: what is asked for.
        console: where it is printed; None is the terminal.
        strip: a simulated strip to use, closed at the end; None plugs in one of the kind that the options name.

    Raises:
        SimulationError: the simulated people and the referee do not get on.
        OptionError: no such preset or option.
        LanguageError, CatalogueError: no such language, or one that cannot be used.
        HardwareError: unknown look, or a strip controller that does not start.
        ResumeError: there is no match to go on with, or not one of this kind.
        JournalError: another program writes into the same folder, or the journal cannot be gone on with.
    """
    console = console or terminal()
    agreed = with_words(preset(options.preset), options.agreed)
    if options.against is not None:
        agreed = at_one_persons_table(agreed)
    names = named(NAMES, options.me, options.against or "", NAMES)
    setup, words = Setup.at(names, agreed, Layout(shade_one=Shade.DARK)), language(options.language)
    check_writable(options.out)
    with ExitStack() as stack:
        stack.enter_context(FolderLock(options.out))
        waiting, notices = awaited(options.out, options.journal, wanted=options.resume)
        notices += forget_pictures(options.out, clocks.time(), options.keep_days)
        if waiting is not None and (options.resume or options.serve):
            options, notices = replace(options.of(read_journal(waiting)), resume=True), ()
        theatre, lights = _set_the_stage(options, console, strip, stack)
        window = stack.enter_context(Window("Tavola", 1 / BLINK)) if options.window else None
        calibration = calibrate(
            theatre.film(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup), cleared=True
        )
        sitting = _sit_down(options, setup, theatre.time, waiting)
        session, past = Session(calibration, sitting), () if sitting.past is None else sitting.past.events
        stack.callback(session.close)
        server, trouble = open_control(options.out)
        if server is not None:
            stack.enter_context(server)
        voice = stack.enter_context(open_voice(words, options.speak))
        bus = outputs(stack, console, words, voice, past)
        if window is not None:
            view = WindowView(window.take, session, words)
            theatre.tapes.append(view.take)
            bus.add("window", view, in_step=True)
        for listener in options.listeners:
            bus.add("listener", listener)
        bus.add("lights", StripLights(lights, session.state.setup.layout, past, wait=True), in_step=True)
        if options.keep_days:
            bus.add("pictures", TurnPictures(lambda: session.journal, clocks.time), in_step=True)
        table = Table(session, bus, options.out, server, patient=True, mind=voice.take_notices)
        if options.against is not None:
            table.computer = stack.enter_context(computer_at(options.computer, options.against, options.ply))
        table.go_on(session, past)
        table.tell(theatre.time, notices=notices + trouble)
        company = SimulatedCompany(options, theatre, table, sitting.past)
        run(table, company)
        match_file, picture = company.write()
        unheard = table.finish(theatre.time, voice)
    print_notices(console, unheard, words)
    journal = session.journal.path if session.journal else options.out
    for title, path in (("Match file", match_file), ("Picture", picture), ("Journal", journal)):
        console.print(f"{title:<11} {path}", highlight=False, soft_wrap=True)
    truth = tuple(company.people.truth)
    return Played(tuple(table.events), table.keeper, truth, match_file, picture, journal, unheard)


def _set_the_stage(
    options: SimulatedOptions, console: Console, strip: SimulatedStrip | None, stack: ExitStack
) -> tuple[Theatre, Lights]:
    """Return the simulated table, and the lights on its frame."""
    with console.status("Building and plugging in the strip controller") as status:
        strip = strip or open_strip(options.strip)
        stack.callback(strip.close)
        lights = stack.enter_context(Lights(strip.port))
        status.update("Drawing the table")
        theatre = stack.enter_context(Theatre(options.look, options.seed, strip, options.conditions))
        if options.film is not None:
            theatre.tapes.append(stack.enter_context(Film(options.film, 1 / BLINK)).take)
    return theatre, lights


def _sit_down(options: SimulatedOptions, setup: Setup, time: float, waiting: Path | None) -> Sitting:
    """Return a new match, or the one that waits if that was asked for.

    A resumed match goes on at the time at which it stopped, to which the simulated people come by themselves.
    """
    if not options.resume or waiting is None:
        return new_match(setup, match_for(options.length), time, folder=options.out, about=options.about())
    sitting = resume(waiting, time)
    if sitting.state.phase is Phase.OVER:
        raise ResumeError("resume.over", name=str(waiting))
    return replace(sitting, shift=0.0)
