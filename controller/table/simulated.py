"""Where everything meets: a match on the simulated table, from the drawn frame to the lit light and the match file."""

from __future__ import annotations

import random
import time as clocks
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.announce.language import language
from controller.config.speech import open_voice
from controller.control.opening import open_control
from controller.errors import ResumeError
from controller.outputs.event_lines import print_notices
from controller.outputs.match_desk import Desk
from controller.outputs.match_files import last_picture, match_file_beside
from controller.outputs.told import Told
from controller.outputs.turn_pictures import DisputedTurns
from controller.record.files import check_writable
from controller.record.journal.folder import FolderLock
from controller.record.journal.reader import read_journal
from controller.record.journal.writer import LAST_PICTURE
from controller.referee.commands import Appoint
from controller.referee.events import Danced, MatchStarted, MatchWon, PlayAccepted
from controller.referee.evidence.likelihood import start_contents
from controller.referee.inputs import Commanded, Lifted, Seen, Ticked
from controller.referee.layout import Layout
from controller.referee.options.options import CubeBySight, Tell, TurnEnd, preset
from controller.referee.options.words import with_words
from controller.referee.state import Phase, Setup
from controller.rules import match_for
from controller.simulation.alone import seats_with
from controller.simulation.choosing import Simple
from controller.simulation.people import People
from controller.simulation.relive import Moment, Past, relive
from controller.simulation.table import BLINK, Beat
from controller.simulation.theatre import Theatre, open_strip
from controller.table.attend import attend
from controller.table.bot_questions import at_one_persons_table
from controller.table.bot_seat import Computer, computer_at, is_of, named
from controller.table.match_outputs import outputs, unheard
from controller.table.session import Session
from controller.table.session_start import Sitting, awaited, forget_pictures, new_match, resume
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
    from controller.announce.language import Words
    from controller.control.server import ControlServer
    from controller.outputs.bus import Bus
    from controller.outputs.voice import Voice
    from controller.record.keeper import Keeper
    from controller.referee.events import Event
    from controller.simulation.company import Acting
    from controller.simulation.people import TrueTurn
    from controller.simulation.slips import Slip
    from controller.table.simulated_options import Options
    from hardware.simulated.strip.factory import SimulatedStrip

NAMES: Final = ("Anna", "Boris")
LAST_WORDS: Final = 10.0
"""Seconds at most in which what is left to be said may be said after the match."""

SLIPS: Final[tuple[tuple[int, Slip], ...]] = ((4, "wrong-distance"), (9, "dice-unplayed"))
"""The mistakes of the default script: the turn from which each is made at the first chance, and its kind."""
_EPILOGUE: Final = 12
"""Frames that a film shows of the table when everything is over."""


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


def simulate(options: Options, console: Console | None = None, strip: SimulatedStrip | None = None) -> Played:
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
        calibration = calibrate(
            theatre.film(Beat(theatre.scene)), parse_corners(theatre.corners), start_contents(setup), cleared=True
        )
        sitting = _sit_down(options, setup, theatre.time, waiting)
        session = Session(calibration, sitting, DisputedTurns() if options.keep_days else None)
        stack.callback(session.close)
        table = _lay_the_table(options, (theatre, session, lights), (console, words), notices, stack)
        if sitting.past is None:
            table.tell(_appointed(session, theatre.time))
        played = _write(options, _play(options, table, sitting), table)
        while options.serve and not table.stopped and _wait_for_a_match(options, table):
            options = replace(options, seed=options.seed + 1)
            played = _write(options, _play(options, table, Sitting(session.state)), table)
        table.voice.finish(LAST_WORDS)
        table.note(())
        played = replace(played, waiting=unheard(table.bus, session, theatre.time))
    print_notices(console, played.waiting, words)
    for title, path in (("Match file", played.match_file), ("Picture", played.picture), ("Journal", played.journal)):
        console.print(f"{title:<11} {path}", highlight=False, soft_wrap=True)
    return played


def _appointed(session: Session, time: float) -> tuple[Event, ...]:
    """Let a director appoint a referee who is silent without it; return what he says then."""
    if session.state.setup.options.tell is not Tell.SILENT:
        return ()
    order = Commanded(session.now(time), "the director", "a monitor was asked for", Appoint())
    return session.give(order)


@dataclass(slots=True)
class _Table:
    """The simulated table with its referee, and whoever commands him.

    Attributes:
        theatre, session, desk, server, bus, words, voice: what belongs to it.
        computer: who plays one side, None where two people play.
        stopped: somebody has ended the service.
    """

    theatre: Theatre
    session: Session
    desk: Desk
    server: ControlServer | None
    bus: Bus
    words: Words
    voice: Voice
    computer: Computer | None = None
    stopped: bool = False

    def attend(self, wait: float = 0.0) -> tuple[Event, ...]:
        """Do what was commanded, or is within some seconds; return what the referee says to it."""
        if self.server is None:
            return ()
        attended = attend(self.server.take(wait), self.session, self.theatre.time)
        self.stopped = self.stopped or attended.stop
        if attended.repeat:
            self.voice.repeat()
        return attended.events

    def think(self, heard: tuple[Event, ...]) -> tuple[Event, ...]:
        """Let the computer say what it has to, while the time stands still; return what the referee says to it."""
        if self.computer is None:
            return ()
        return self.computer.attend(self.session, heard, self.theatre.time, wait=True)

    def tell(self, events: tuple[Event, ...]) -> None:
        """Pass on what the referee says, and what Tavola says of itself."""
        self.desk.tell(events)
        if self.session.reading is not None:
            self.desk.relight()
        notices = self.session.take_notices()
        if self.computer is not None:
            self.computer.light(self.session, self.desk)
            notices += self.computer.take_notices()
        self.note(notices)

    def note(self, notices: tuple[Notice, ...]) -> None:
        """Print and say what Tavola says of itself."""
        self.voice.note(notices)
        notices += self.voice.take_notices() + self.bus.take_notices(self.session.now(self.theatre.time))
        if notices:
            self.bus.tell(Told(notices=notices))


def _play(options: Options, table: _Table, sitting: Sitting) -> People:
    """Let people play a match, or the rest of one, and return them."""
    theatre = table.theatre
    people = People(theatre.scene, theatre.seats, random.Random(options.seed), slips=list(SLIPS))
    agreed = table.session.state.setup.options
    people.profile = table.session.state.setup.profile
    people.chooser = Simple(profile=people.profile)
    people.computer = options.me
    people.games = None if options.length else 1
    people.seats = seats_with(theatre.seats, options.me)
    people.clock = agreed.turn_end is TurnEnd.CLOCK
    people.doubles = agreed.cube_by_sight is CubeBySight.AFTER_PAUSE and options.length != 1
    people.doubles = people.doubles and people.profile.cube_in_play
    acting = people.play_match()
    if sitting.past is None:
        moment = Moment(next(acting, None))
    else:
        entries = sitting.past.entries
        table.desk.recall(sitting.past.events)
        theatre.skip(round((entries[0].time - theatre.time) / BLINK))
        if table.computer is not None:
            table.computer.recall(sitting.past.events)
        past = (
            # What the computer says comes at the end of a frame, as what is seen does.
            Past(
                entry.time,
                isinstance(entry.given, Seen | Ticked | Lifted) or is_of(entry.given, people.computer),
                entry.events,
            )
            for entry in entries
        )
        moment = relive(acting, theatre, past)
    _perform(acting, moment, table, options.turns)
    if options.film is not None:
        for _ in range(_EPILOGUE):
            theatre.film(Beat(people.scene))
    return people


def _wait_for_a_match(options: Options, table: _Table) -> bool:
    """Wait until a new match is ordered; return False when the service is ended instead."""
    table.session.about = replace(options, seed=options.seed + 1).about()
    table.note(forget_pictures(options.out, clocks.time(), options.keep_days))
    while not table.stopped:
        events = table.attend(wait=0.2)
        table.tell(events)
        if any(isinstance(event, MatchStarted) for event in events):
            return True
    return False


def _set_the_stage(
    options: Options, console: Console, strip: SimulatedStrip | None, stack: ExitStack
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
        if options.window:
            theatre.tapes.append(stack.enter_context(Window("Tavola", 1 / BLINK)).take)
    return theatre, lights


def _lay_the_table(
    options: Options,
    parts: tuple[Theatre, Session, Lights],
    screen: tuple[Console, Words],
    notices: tuple[Notice, ...],
    stack: ExitStack,
) -> _Table:
    """Return the table with its voice and its ear for commands, and say what there is to be said first."""
    (theatre, session, lights), (console, words) = parts, screen
    server, trouble = open_control(options.out)
    if server is not None:
        stack.enter_context(server)
    voice = stack.enter_context(open_voice(words, options.speak))
    bus = stack.enter_context(outputs(console, words))

    def say(said: tuple[Event, ...]) -> None:
        bus.tell(Told(said, session.state.setup.names))
        voice.tell(said, session.state.setup.names)

    desk = Desk(session.state.setup.layout, lights, say)
    table = _Table(theatre, session, desk, server, bus, words, voice)
    if options.against is not None:
        table.computer = stack.enter_context(computer_at(options.computer, options.against, options.ply))
    table.note(notices + trouble)
    return table


def _sit_down(options: Options, setup: Setup, time: float, waiting: Path | None) -> Sitting:
    """Return a new match, or the one that waits if that was asked for.

    A resumed match goes on at the time at which it stopped, to which the simulated people come by themselves.
    """
    if not options.resume or waiting is None:
        return new_match(setup, match_for(options.length), time, folder=options.out, about=options.about())
    sitting = resume(waiting, time)
    if sitting.state.phase is Phase.OVER:
        raise ResumeError("resume.over", name=str(waiting))
    return replace(sitting, shift=0.0)


def _perform(acting: Acting, moment: Moment, table: _Table, turns: int | None) -> None:
    """Let the people play on in front of the camera, and tell them and the desk what the referee says.

    They get up when the match is over, also where a director has decided it over their heads, or after some turns.
    """
    played = 0
    while moment.beat is not None and not table.stopped:
        beat = moment.beat
        events = table.attend()
        for given in beat.inputs(table.session.now(table.theatre.time))[moment.spoken :]:
            events += table.session.give(given)
        for frame in table.theatre.frames(beat, moment.filmed):
            events += table.session.see(frame)
        events += table.think(events)
        table.tell(events)
        try:
            moment = Moment(acting.send(moment.heard + events))
        except StopIteration:
            return
        played += sum(isinstance(event, PlayAccepted | Danced) for event in events)
        if any(isinstance(event, MatchWon) for event in events) or (turns is not None and played >= turns):
            return


def _write(options: Options, people: People, table: _Table) -> Played:
    """Have the match file written, and the picture of the last position with the reading drawn over it."""
    session, desk = table.session, table.desk
    written = match_file_beside(
        None if session.journal is None else session.journal.path, desk.keeper.record, options.out
    )
    picture, frame = options.out / LAST_PICTURE, table.theatre.film(Beat(people.scene))
    table.bus.tell(Told(files=(written, (picture, lambda: last_picture(frame, session.calibration)))))
    journal = session.journal.path if session.journal else options.out
    return Played(tuple(desk.events), desk.keeper, tuple(people.truth), written[0], picture, journal)
