"""Refereeing at a real table: the same session and desk as on the simulated one, with the devices that are set."""

from __future__ import annotations

import time as clocks
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.announce.health import Notice, notice
from controller.announce.language import language
from controller.announce.phrases import Phrases
from controller.announce.worth import Speak
from controller.config.button_meanings import button_notice, meant
from controller.config.cameras import RECORDINGS, attended_camera, camera_notice, open_camera
from controller.config.devices import Plugged, plug_in
from controller.config.service import Notifier, until_terminated
from controller.config.settings import TableSettings
from controller.config.speech import open_voice
from controller.control.opening import open_control
from controller.errors import ResumeError, TavolaError
from controller.outputs.beeps import beeps
from controller.outputs.event_lines import print_notices
from controller.outputs.match_desk import Desk
from controller.outputs.match_files import last_picture, match_file_beside
from controller.outputs.told import Told
from controller.outputs.turn_pictures import DisputedTurns
from controller.record.files import check_writable
from controller.record.journal import damage
from controller.record.journal.folder import FolderLock
from controller.record.journal.writer import LAST_PICTURE, pictures_folder
from controller.referee.events import Audience, GameWon, MatchStarted, MatchWon
from controller.referee.inputs import Ticked
from controller.referee.layout import Corner, Layout
from controller.referee.match.clock import milliseconds, next_signal
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.referee.state import Phase, Setup
from controller.rules import Player, match_for
from controller.setup.calibrate import home_of_dark, load_calibration
from controller.table.attend import attend
from controller.table.bot_questions import at_one_persons_table
from controller.table.bot_seat import Computer, computer_at, named, of_the_person
from controller.table.match_outputs import outputs, unheard
from controller.table.session import Session
from controller.table.session_start import Sitting, awaited, forget_pictures, new_match, resume
from hardware.buttons import Press, Use
from hardware.status_light import Shine
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from threading import Event as Flag

    from rich.console import Console

    from controller.announce.language import Words
    from controller.config.settings import CameraSettings, Settings
    from controller.control.server import ControlServer
    from controller.outputs.bus import Bus
    from controller.outputs.voice import Voice
    from controller.record.keeper import Keeper
    from controller.referee.events import Event
    from hardware.cameras.attended import AttendedCamera
    from hardware.cameras.camera import Camera
    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame

LAST_WORDS: Final = 8.0
"""Seconds in which what is still to be said may be said at the end."""

LOOK: Final = 0.05
"""Seconds that one look waits for a frame; buttons and orders wait that long at most."""


class RefereeingError(TavolaError, ValueError):
    """The settings do not say enough to referee."""


@dataclass(frozen=True, slots=True)
class Order:
    """What `tavola referee` is asked for.

    Attributes:
        settings: what is plugged in, and what is played for.
        resume: go on with an unfinished match.
        journal: its journal; None for the newest of the folder.
        serve: go on with an unfinished match, and when a match is over wait for the next.
    """

    settings: Settings
    resume: bool = False
    journal: Path | None = None
    serve: bool = False


@dataclass(frozen=True, slots=True)
class Refereed:
    """What came of it.

    Attributes:
        events: everything that the referee said.
        keeper: the record of the match.
        files: the files written, by what they are.
        waiting: what has to be said of what still waits to be written or said.
    """

    events: tuple[Event, ...]
    keeper: Keeper
    files: dict[str, Path]
    waiting: tuple[Notice, ...] = ()


def referee(
    order: Order,
    console: Console,
    *,
    opener: Callable[[CameraSettings], Camera] = open_camera,
    voice: Voice | None = None,
    notifier: Notifier | None = None,
) -> Refereed:
    """Referee at the table until the match is over, a recording has ended, or somebody ends it, as with Ctrl-C.

    Args:
        order: what is asked for.
        console: where it is printed.
        opener: opens the camera.
        voice: says it aloud; None opens the one that is set.
        notifier: tells systemd; None reads from the environment whether there is one.

    Raises:
        RefereeingError: "referee.no_calibration", "referee.no_home", "referee.no_size".
        OSError, VisionError: the calibration cannot be read.
        CameraChoiceError, CameraError: the camera is not set, or a recording cannot be played.
        ResumeError, JournalError: there is no match to go on with, or another program has the folder.
        OptionError: no such preset.
        LanguageError, CatalogueError: no such language.
    """
    with ExitStack() as stack:
        run = _begin(order, console, opener, voice, stack)
        notifier = notifier or Notifier()
        notifier.ready(" against ".join(run.session.state.setup.names))
        with suppress(KeyboardInterrupt):  # which is how people at the table leave off
            while run.once():
                notifier.alive()
        notifier.stopping()
        files = run.write()
        run.voice.finish(LAST_WORDS)
        waiting = unheard(run.bus, run.session, run.time)
    print_notices(console, waiting, run.words)
    for title, path in files.items():
        console.print(f"{title:<11} {path}", highlight=False, soft_wrap=True, markup=False)
    return Refereed(tuple(run.desk.events), run.desk.keeper, files, waiting)


@dataclass(slots=True)
class _Run:
    """A table with its referee.

    Attributes:
        order, camera, session, desk, plugged, bus, server, words, voice: what belongs to it.
        left: the player whose clock button is the left one.
        began: when the referee sat down, on the clock of the frames, from which he counts; None counts as a recording
            does.
        asked_to_end: the program is asked to end.
        computer: who plays one side, None where two people play.
        time: seconds since he sat down; never goes back.
        frame: the last frame.
        stopped: somebody has ended the service.
    """

    order: Order
    camera: AttendedCamera
    session: Session
    desk: Desk
    plugged: Plugged
    bus: Bus
    server: ControlServer | None
    words: Words
    voice: Voice
    left: Player
    began: float | None
    asked_to_end: Flag
    computer: Computer | None = None
    time: float = 0.0
    frame: Frame | None = None
    stopped: bool = False

    def once(self) -> bool:
        """Do what there is to do now, and wait a moment for a frame; return whether there will be more."""
        look = self.camera.look(LOOK)
        frame = look.frame
        if frame is not None:
            self.time = max(self.time, frame.time - (self.began or 0.0))
        elif self.began is not None:
            self.time = max(self.time, clocks.monotonic() - self.began)
        events, notices = self._pressed()
        if frame is not None:
            self.frame = replace(frame, time=self.time)
            events += self.session.see(self.frame, self.camera.glimpse)
        else:
            events += self._let_time_pass()
        if self.server is not None:
            attended = attend(self.server.take(), self.session, self.time)
            self.stopped = self.stopped or attended.stop
            if attended.repeat:
                self._repeat()
            events += attended.events
        if self.computer is not None:
            events += self.computer.attend(self.session, events, self.time)
            notices += self.computer.take_notices()
        at = self.session.now(self.time)
        notices += tuple(camera_notice(told, at) for told in look.troubles)
        notices += self.plugged.mind_the_strip(at)
        self.plugged.status.shine(Shine.STEADY if self.camera.well and not self.plugged.said else Shine.BLINKING)
        self.tell(events, notices + self.session.take_notices())
        return not (look.ended or self.stopped or self.asked_to_end.is_set() or self._over())

    def tell(self, events: tuple[Event, ...], notices: tuple[Notice, ...]) -> None:
        """Pass on what the referee says, and what Tavola says of itself."""
        self.desk.tell(events)
        if self.session.reading is not None:
            self.desk.relight()
        if self.computer is not None:
            self.computer.light(self.session, self.desk)
        heard = [event for event in events if event.audience is Audience.BOTH]
        self.voice.tell(heard, self.session.state.setup.names)
        notices += self.voice.take_notices() + self.bus.take_notices(self.session.now(self.time))
        self.say(notices)
        loud = beeps(events, notices)
        if loud:
            self.plugged.buzzer.sound(loud)
        if any(isinstance(event, GameWon | MatchWon) for event in events):
            self._write_match()
        if any(isinstance(event, MatchStarted) for event in events):
            self.session.about = _about(self.order)

    def say(self, notices: tuple[Notice, ...]) -> None:
        """Print and say what Tavola has to say of itself."""
        if notices:
            self.bus.tell(Told(notices=notices))
        self.voice.note(notices)

    def write(self) -> dict[str, Path]:
        """Have the match file written and, where pictures are kept, the last one with the reading drawn over it."""
        files = {"Match file": self._write_match()}
        journal, frame = self.session.journal, self.frame
        if journal is not None and frame is not None and self.order.settings.record.keep_pictures:
            files["Picture"] = pictures_folder(journal.path) / LAST_PICTURE
            self.bus.tell(Told(files=((files["Picture"], lambda: last_picture(frame, self.session.calibration)),)))
        if journal is not None:
            files["Journal"] = journal.path
        return files

    def _pressed(self) -> tuple[tuple[Event, ...], tuple[Notice, ...]]:
        """Return what the referee says to the buttons, and what there is to be said of them."""
        events: tuple[Event, ...] = ()
        notices: tuple[Notice, ...] = ()
        for pushed in self.plugged.buttons.take():
            at = self.session.now(self.time)
            if not isinstance(pushed, Press):
                notices += (button_notice(pushed, at),)
                continue
            if pushed.use is Use.REPEAT:
                self._repeat()
            if pushed.use is Use.DIRECTOR:
                notices += (notice(at, "director.called"),)
            given = meant(pushed.use, self.session.state, self.left, at)
            given = of_the_person(given, None if self.computer is None else self.computer.me)
            if given is not None:
                events += self.session.give(given)
        return events, notices

    def _repeat(self) -> None:
        """Say again what was said last."""
        self.voice.repeat()
        phrases = Phrases(self.session.state.setup.names, self.words)
        said = (event for event in reversed(self.desk.events) if event.audience is Audience.BOTH)
        last = next((event for event in said if phrases.sentence(event)), None)
        if last is not None:
            self.bus.tell(Told((last,), self.session.state.setup.names))

    def _let_time_pass(self) -> tuple[Event, ...]:
        """Let the clock run on where no frame comes."""
        clock = self.session.state.clock
        due = next_signal(clock) if clock is not None else None
        at = self.session.now(self.time)
        if due is None or milliseconds(at) < due:
            return ()
        return self.session.give(Ticked(at))

    def _over(self) -> bool:
        """Return whether the match is over, and no other is waited for."""
        return self.session.state.phase is Phase.OVER and not self.order.serve

    def _write_match(self) -> Path:
        """Have the match file written beside its journal."""
        file = match_file_beside(
            None if self.session.journal is None else self.session.journal.path,
            self.desk.keeper.record,
            self.order.settings.record.out,
        )
        self.bus.tell(Told(files=(file,)))
        return file[0]


def _begin(
    order: Order, console: Console, opener: Callable[[CameraSettings], Camera], voice: Voice | None, stack: ExitStack
) -> _Run:
    """Open everything, sit down and say what there is to be said first; for what may be raised see `referee`."""
    settings = order.settings
    calibration, setup = _prepare(order)
    words = language(settings.speech.language)
    out = settings.record.out
    check_writable(out)
    stack.enter_context(FolderLock(out))
    waiting, told = awaited(out, order.journal, wanted=order.resume)
    told += forget_pictures(out, clocks.time(), settings.record.keep_pictures)
    plugged = plug_in(settings, stack)
    camera = stack.enter_context(attended_camera(settings.camera, calibration.size, opener=opener))
    recorded = settings.camera.kind in RECORDINGS
    going_on = waiting is not None and (order.resume or order.serve)
    sitting = _sit_down(order, setup, 0.0, waiting if going_on else None)
    order = _as_before(order, sitting)
    settings = order.settings
    told = plugged.notices if going_on else told + plugged.notices
    session = Session(calibration, sitting, DisputedTurns() if settings.record.keep_pictures else None)
    session.about = _about(order)
    stack.callback(session.close)
    server, trouble = open_control(out)
    if server is not None:
        stack.enter_context(server)
    asked_to_end = stack.enter_context(until_terminated())
    bus = stack.enter_context(outputs(console, words))
    desk = Desk(
        session.state.setup.layout,
        plugged.lights,
        lambda said: bus.tell(Told(said, session.state.setup.names)),
        wait=False,
    )
    if sitting.past is not None:
        desk.recall(sitting.past.events)
    left = Player.TWO if settings.buttons.left == "white" else Player.ONE
    voice = voice or stack.enter_context(open_voice(words, Speak(settings.speech.speak)))
    began = None if recorded else clocks.monotonic()
    run = _Run(order, camera, session, desk, plugged, bus, server, words, voice, left, began, asked_to_end)
    me = _me(order)
    if me is not None:
        run.computer = stack.enter_context(computer_at(me, settings.table.against, settings.table.ply))
        run.computer.recall(() if sitting.past is None else sitting.past.events)
    run.say(told + trouble)
    return run


def _prepare(order: Order) -> tuple[Calibration, Setup]:
    """Return the calibration, and who plays which checkers from where."""
    table = order.settings.table
    if table.calibration is None:
        raise RefereeingError("referee.no_calibration")
    calibration = load_calibration(table.calibration)
    home = Corner(table.home_of_black) if table.home_of_black else home_of_dark(table.calibration)
    if home is None:
        raise RefereeingError("referee.no_home", name=str(table.calibration))
    layout = Layout(home_one=home, shade_one=Shade.DARK)
    agreed, me = with_words(preset(table.preset), (f"game={table.game}", *table.options.split())), _me(order)
    usual = TableSettings()
    names = named((table.black, table.white), me, table.against, (usual.black, usual.white))
    return calibration, Setup.at(names, agreed if me is None else at_one_persons_table(agreed), layout)


def _as_before(order: Order, sitting: Sitting) -> Order:
    """Return an order with the computer player against whom an interrupted match was begun."""
    about = {} if sitting.past is None else sitting.past.about
    if "against" not in about:
        return order
    table = order.settings.table.model_dump() | {name: about[name] for name in ("against", "ply", "computer_plays")}
    with damage.entry(sitting.past.path.name if sitting.past is not None else "", 0):
        update = {"table": TableSettings.model_validate(table, strict=False)}
    return replace(order, settings=order.settings.model_copy(update=update))


def _me(order: Order) -> Player | None:
    """Return whose checkers a computer plays, None where two people play."""
    table = order.settings.table
    if table.against == "person":
        return None
    return Player.ONE if table.computer_plays == "black" else Player.TWO


def _sit_down(order: Order, setup: Setup, time: float, waiting: Path | None) -> Sitting:
    """Return a new match, or the one that waits."""
    settings = order.settings
    if waiting is None:
        return new_match(setup, match_for(settings.table.points), time, folder=settings.record.out, about=_about(order))
    sitting = resume(waiting, time)
    if sitting.state.phase is Phase.OVER:
        raise ResumeError("resume.over", name=str(waiting))
    return sitting


def _about(order: Order) -> dict[str, str]:
    """Return what a journal has to know besides."""
    table = order.settings.table
    against: dict[str, str] = {}
    if table.against != "person":
        against = {"against": table.against, "ply": str(table.ply), "computer_plays": table.computer_plays}
    return {"command": "referee", "camera": order.settings.camera.kind, **against}
