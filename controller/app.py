"""Where everything meets: a match on the simulated table, from the drawn frame to the lit light and the match file."""

from __future__ import annotations

import random
import time as clocks
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
from rich.console import Console

from controller.announce.phrases import Speaker
from controller.desk import Desk
from controller.errors import ResumeError
from controller.keeping import Sitting, new_match, resume, unfinished
from controller.notices import notice
from controller.pictures import DisputedTurns
from controller.printer import print_events, print_notices
from controller.record.files import write_whole
from controller.record.journal_folder import FolderLock
from controller.record.journal_pictures import forget_old
from controller.record.journal_reader import read_journal
from controller.record.mat_writer import write_mat
from controller.referee.inputs import Seen
from controller.referee.layout import Layout
from controller.referee.sight import start_contents
from controller.referee.state import Phase, Setup
from controller.rules import match_to
from controller.session import Session
from controller.simulation.people import People
from controller.simulation.relive import Moment, Past, relive
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre, open_strip
from firmware_bridge.lights import Lights
from vision.calibration import calibrate
from vision.geometry import parse_corners
from vision.overlay import draw_overlay
from vision.read import read
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from controller.notices import Notice
    from controller.record.journal_reader import JournalContents
    from controller.record.keeper import Keeper
    from controller.referee.events import Event
    from controller.simulation.people import Acting, TrueTurn
    from controller.simulation.slips import Slip
    from controller.simulation.theatre import StripKind
    from hardware.simulated.strip import SimulatedStrip

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
        out: the folder for match file, journal and picture.
        resume: go on with an unfinished match, whatever else is said here of the match.
        journal: its journal; None for the newest of the folder.
        keep_days: for how many days pictures of disputed turns are kept; 0 keeps none.
    """

    length: int
    seed: int
    look: str
    strip: StripKind
    out: Path
    resume: bool = False
    journal: Path | None = None
    keep_days: float = 0.0

    def about(self) -> dict[str, str]:
        """Return what a journal has to know so that the match can be gone on with."""
        return {
            "command": "simulate",
            "length": str(self.length),
            "seed": str(self.seed),
            "look": self.look,
            "strip": self.strip,
        }

    def of(self, contents: JournalContents) -> Options:
        """Return these options for the match of a journal.

        Raises:
            ResumeError: the match was not simulated ("resume.not_simulated").
        """
        about = contents.about
        strips: tuple[StripKind, ...] = ("auto", "process", "memory")
        try:
            strip = strips[strips.index(about["strip"])]
            return replace(self, length=int(about["length"]), seed=int(about["seed"]), look=about["look"], strip=strip)
        except (KeyError, ValueError):
            raise ResumeError("resume.not_simulated", name=str(contents.path)) from None


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a simulated match.

    Attributes:
        events: everything that the referee said.
        keeper: the record of the match.
        truth: what really happened, as the simulated people know it.
        match_file, picture: the files written.
        journal: the file in which everything was kept.
    """

    events: tuple[Event, ...]
    keeper: Keeper
    truth: tuple[TrueTurn, ...]
    match_file: Path
    picture: Path
    journal: Path


def simulate(options: Options, console: Console | None = None, strip: SimulatedStrip | None = None) -> Played:
    """Play a match on the simulated table, print it, and write the match file and a picture of the last position.

    Args:
        options: what is asked for.
        console: where it is printed; None is the terminal.
        strip: a simulated strip to use, closed at the end; None plugs in one of the kind that the options name.

    Raises:
        SimulationError: the simulated people and the referee do not get on.
        HardwareError: unknown look, or a strip controller that does not start.
        ResumeError: there is no match to go on with, or not one of this kind.
        JournalError: another program writes into the same folder, or the journal cannot be gone on with.
    """
    console = console or Console()
    setup = Setup(NAMES, Layout(shade_one=Shade.DARK))
    options.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.enter_context(FolderLock(options.out))
        waiting, notices = unfinished(options.out) if options.journal is None else (options.journal, ())
        notices += _forget_old(options)
        if options.resume:
            if waiting is None:
                raise ResumeError("resume.nothing", name=str(options.out))
            options, notices = options.of(read_journal(waiting)), ()
        with console.status("Building and plugging in the strip controller") as status:
            strip = strip or open_strip(options.strip)
            stack.callback(strip.close)
            lights = stack.enter_context(Lights(strip.port))
            status.update("Drawing the table")
            theatre = stack.enter_context(Theatre(options.look, options.seed, strip))
            status.update("Calibrating on the start position")
            calibration = calibrate(
                theatre.film(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup)
            )
        sitting = _sit_down(options, setup, theatre.time, waiting)
        session = Session(calibration, sitting, DisputedTurns() if options.keep_days else None)
        stack.callback(session.close)
        people = People(theatre.scene, theatre.seats, random.Random(options.seed), slips=list(SLIPS))
        desk = Desk(setup.layout, lights, lambda said: print_events(console, Speaker(NAMES), said))
        print_notices(console, notices)
        acting, moment = _take_seats(people, theatre, desk, sitting)
        for _ in _perform(acting, moment, theatre, session, desk):
            print_notices(console, session.take_notices())
        played = _write(options, people, theatre, session, desk)
    for title, path in (("Match file", played.match_file), ("Picture", played.picture), ("Journal", played.journal)):
        console.print(f"{title:<11} {path}", highlight=False, soft_wrap=True)
    return played


def _forget_old(options: Options) -> tuple[Notice, ...]:
    """Delete the pictures of disputed turns whose time has come."""
    if not options.keep_days:
        return ()
    count = forget_old(options.out, clocks.time(), options.keep_days)
    return (notice(0.0, "pictures.forgotten", count=count),) if count else ()


def _sit_down(options: Options, setup: Setup, time: float, waiting: Path | None) -> Sitting:
    """Return a new match, or the one that waits if that was asked for.

    A resumed match goes on at the time at which it stopped, to which the simulated people come by themselves.
    """
    if not options.resume or waiting is None:
        return new_match(setup, match_to(options.length), time, folder=options.out, about=options.about())
    sitting = resume(waiting, time)
    if sitting.state.phase is Phase.OVER:
        raise ResumeError("resume.over", name=str(waiting))
    return replace(sitting, shift=0.0)


def _take_seats(people: People, theatre: Theatre, desk: Desk, sitting: Sitting) -> tuple[Acting, Moment]:
    """Let the people begin, or come to where they were; return what they do, and the moment at which they are."""
    acting = people.play_match()
    if sitting.past is None:
        return acting, Moment(next(acting, None))
    desk.recall(sitting.past.events)
    past = (Past(entry.time, isinstance(entry.given, Seen), entry.events) for entry in sitting.past.entries)
    return acting, relive(acting, theatre, past)


def _perform(acting: Acting, moment: Moment, theatre: Theatre, session: Session, desk: Desk) -> Iterator[None]:
    """Let the people play on in front of the camera, and tell them and the desk what the referee says, beat by beat."""
    while moment.beat is not None:
        beat = moment.beat
        events: tuple[Event, ...] = ()
        for player, action in beat.said[moment.spoken :]:
            events += session.hear(player, action, theatre.time)
        for frame in theatre.frames(beat, moment.filmed):
            events += session.see(frame)
        desk.tell(events)
        if session.reading is not None:
            desk.relight()
        yield None
        try:
            moment = Moment(acting.send(moment.heard + events))
        except StopIteration:
            return


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
    journal = session.journal.path if session.journal else options.out
    return Played(tuple(desk.events), desk.keeper, tuple(people.truth), match_file, picture, journal)
