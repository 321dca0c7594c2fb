"""Where everything meets: a match on the simulated table, from the drawn frame to the lit light and the match file."""

from __future__ import annotations

import random
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
from rich.console import Console

from controller.announce.phrases import Speaker
from controller.desk import Desk
from controller.printer import print_events
from controller.record.files import write_whole
from controller.record.mat_writer import write_mat
from controller.referee.layout import Layout
from controller.referee.sight import start_contents
from controller.referee.state import Setup
from controller.rules import match_to
from controller.session import Session
from controller.simulation.people import People
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre, open_strip
from firmware_bridge.lights import Lights
from vision.calibration import calibrate
from vision.geometry import parse_corners
from vision.overlay import draw_overlay
from vision.read import read
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from controller.record.keeper import Keeper
    from controller.referee.events import Event
    from controller.simulation.people import TrueTurn
    from controller.simulation.slips import Slip
    from controller.simulation.theatre import StripKind

NAMES: Final = ("Anna", "Boris")
SLIPS: Final[tuple[tuple[int, Slip], ...]] = ((4, "wrong-distance"), (9, "dice-unplayed"))
"""The mistakes of the default script: the turn from which each is made at the first chance, and its kind."""


@dataclass(frozen=True, slots=True)
class Options:
    """What `tavola simulate` is asked for.

    Attributes:
        length: the points to win.
        seed: of dice, players and camera noise.
        look: the name of the board's look.
        strip: how the strip controller is simulated.
        out: the folder for match file and picture.
    """

    length: int
    seed: int
    look: str
    strip: StripKind
    out: Path


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a simulated match.

    Attributes:
        events: everything that the referee said.
        keeper: the record of the match.
        truth: what really happened, as the simulated people know it.
        match_file, picture: the files written.
    """

    events: tuple[Event, ...]
    keeper: Keeper
    truth: tuple[TrueTurn, ...]
    match_file: Path
    picture: Path


def simulate(options: Options, console: Console | None = None) -> Played:
    """Play a match on the simulated table, print it, and write the match file and a picture of the last position.

    Raises:
        SimulationError: the simulated people and the referee do not get on.
        HardwareError: unknown look, or a strip controller that does not start.
    """
    console = console or Console()
    setup = Setup(NAMES, Layout(shade_one=Shade.DARK))
    options.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        with console.status("Building and plugging in the strip controller") as status:
            strip = open_strip(options.strip)
            stack.callback(strip.close)
            lights = stack.enter_context(Lights(strip.port))
            status.update("Drawing the table")
            theatre = stack.enter_context(Theatre(options.look, options.seed, strip))
            status.update("Calibrating on the start position")
            calibration = calibrate(
                theatre.film(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup)
            )
        session = Session(calibration, setup, match_to(options.length), theatre.time)
        people = People(theatre.scene, theatre.seats, random.Random(options.seed), slips=list(SLIPS))
        desk = Desk(setup.layout, lights, lambda said: print_events(console, Speaker(NAMES), said))
        _perform(people, theatre, session, desk)
        played = _write(options, people, theatre, session, desk)
    console.print(f"Match file  {played.match_file}", highlight=False, soft_wrap=True)
    console.print(f"Picture     {played.picture}", highlight=False, soft_wrap=True)
    return played


def _perform(people: People, theatre: Theatre, session: Session, desk: Desk) -> None:
    """Let the people play their match in front of the camera, and tell them and the desk what the referee says."""
    acting = people.play_match()
    beat = next(acting, None)
    while beat is not None:
        events: tuple[Event, ...] = ()
        for player, action in beat.said:
            events += session.hear(player, action, theatre.time)
        for frame in theatre.frames(beat):
            events += session.see(frame)
        desk.tell(events)
        try:
            beat = acting.send(events)
        except StopIteration:
            beat = None


def _write(options: Options, people: People, theatre: Theatre, session: Session, desk: Desk) -> Played:
    """Write the match file and the picture of the last position with the reading drawn over it."""
    match_file = options.out / "match.mat"
    write_whole(match_file, write_mat(desk.keeper.record).encode())
    picture = options.out / "final.png"
    frame = theatre.film(Beat(people.scene))
    last = read(frame, session.calibration, with_cube=True)
    overlay = draw_overlay(frame.image, last, session.calibration.geometry)
    _, encoded = cv2.imencode(".png", overlay)
    write_whole(picture, encoded.tobytes())
    return Played(tuple(desk.events), desk.keeper, tuple(people.truth), match_file, picture)
