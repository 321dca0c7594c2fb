"""A match on the simulated table, from the drawn frame to the lit light and the match file."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from controller.announce.language import language
from controller.config.service import until_terminated
from controller.outputs.listeners import StripLights
from controller.outputs.pages.bench import Bench
from controller.outputs.window_view import WindowView
from controller.record.files import check_writable
from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.simulation.table import BLINK, Beat
from controller.simulation.theatre import Theatre, open_strip
from controller.table.loop import run
from controller.table.order import as_before, open_folder, setup_of, sit_down
from controller.table.pages.scene import show_scene
from controller.table.seating import seat
from controller.table.session import Session
from controller.table.simulated_company import SimulatedCompany
from controller.terminal import terminal
from firmware_bridge.lights import Lights
from hardware.simulated.film import Film
from hardware.window import Window
from vision.calibrate.calibration import calibrate
from vision.geometry.board import parse_corners
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from controller.config.simulation_settings import SimulatedSettings
    from controller.outputs.told import Listener
    from controller.table.order import Order
    from controller.table.seating import Played
    from hardware.simulated.strip.factory import SimulatedStrip


def simulate(
    order: Order[SimulatedSettings],
    console: Console | None = None,
    strip: SimulatedStrip | None = None,
    listeners: tuple[Listener, ...] = (),
    typed: Callable[[str], str] | None = None,
) -> Played:
    """Play a match on the simulated table, print it, and write the match file and a picture of the last position.

    Args:
        order: what is asked for.
        console: where it is printed; None is the terminal.
        strip: a simulated strip to use, closed at the end; None plugs in one of the kind that the settings name.
        listeners: what hears beside the terminal and the files.
        typed: asks the person who plays against the computer, see `SimulatedCompany`.

    Raises:
        SimulationError: the simulated people and the referee do not get on.
        LanguageError, CatalogueError: no such language, or one that cannot be used.
        HardwareError: unknown look, or a strip controller that does not start.
        ResumeError: there is no match to go on with, or not one of this kind.
        JournalError: another program writes into the same folder, or the journal cannot be gone on with.
    """
    console = console or terminal()
    language(order.settings.speech.language)  # one that there is not is refused before anything is opened
    check_writable(order.settings.record.out)
    with ExitStack() as stack:
        before, told = open_folder(order, stack)
        order = order if before is None else as_before(order, before)
        settings = order.settings
        theatre, lights = _set_the_stage(settings, console, strip, stack)
        window = stack.enter_context(Window("Tavola", 1 / BLINK)) if settings.simulation.window else None
        setup = setup_of(settings, Layout(shade_one=Shade.DARK))
        with console.status("Learning the board"):
            calibration = calibrate(
                theatre.film(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup), cleared=True
            )
        sitting = sit_down(settings, setup, before, theatre.time)
        if not settings.simulation.by_hand:  # people who do again what they did come to the time by themselves
            sitting = replace(sitting, shift=0.0)
        session = Session(calibration, sitting)
        bench = Bench() if settings.simulation.by_hand else None
        if bench is not None:
            theatre.tapes.append(partial(show_scene, bench, theatre))
        seated = seat(stack, settings, session, console, bench=bench)
        table = seated.table
        if window is not None:
            view = WindowView(window.take, session, language(settings.speech.language))
            theatre.tapes.append(view.take)
            table.bus.add("window", view, in_step=True)
        theatre.tapes.append(lambda frame: seated.pages.look(frame, session))
        for listener in listeners:
            table.bus.add("listener", listener)
        layout = session.state.setup.layout
        table.bus.add("lights", StripLights(lights, layout, session.past, wait=True), in_step=True)
        table.tell(theatre.time, notices=told + seated.told)
        typed = typed if settings.simulation.play else None
        waits = None
        if order.serve or seated.pages.server is not None:  # whoever has the pages open looks at them, or plays on
            waits = partial(seated.pages.say_that_they_stay, console)
        company = SimulatedCompany(settings, theatre, table, sitting.past, waits, typed, bench)
        asked_to_end = stack.enter_context(until_terminated())
        _play(company, asked_to_end.is_set, lambda: seated.pages.alive(session.now(theatre.time)))
        files = company.write()
        waiting = table.finish(theatre.time, seated.voice)
    return seated.played(files, waiting, tuple(company.people.truth))


def _play(company: SimulatedCompany, over: Callable[[], bool], alive: Callable[[], None]) -> None:
    """Let people play until they get up or it is over; while nothing is played Ctrl-C ends it as `stop` does."""
    try:
        run(company.table, company, over, alive)
    except KeyboardInterrupt:
        if not company.waiting:
            raise


def _set_the_stage(
    settings: SimulatedSettings, console: Console, strip: SimulatedStrip | None, stack: ExitStack
) -> tuple[Theatre, Lights]:
    """Return the simulated table, and the lights on its frame."""
    wanted = settings.simulation
    with console.status("Building and plugging in the strip controller") as status:
        strip = strip or open_strip(wanted.strip)
        stack.callback(strip.close)
        lights = stack.enter_context(Lights(strip.port))
        status.update("Drawing the table")
        theatre = stack.enter_context(Theatre(wanted.look, wanted.seed, strip, wanted.conditions))
        if wanted.film is not None:
            theatre.tapes.append(stack.enter_context(Film(wanted.film, 1 / BLINK)).take)
    return theatre, lights
