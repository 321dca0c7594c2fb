"""Refereeing at a real table: the loop of every table, with the camera and the devices that are set."""

from __future__ import annotations

import time as clocks
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from controller.announce.health import Notice, notice
from controller.announce.language import language
from controller.announce.questions import Question
from controller.config.button_meanings import ANOTHER, RepeatPresses, button_notice, meant, repeated
from controller.config.cameras import RECORDINGS, attended_camera, camera_notice, open_camera
from controller.config.devices import plug_in
from controller.config.service import Notifier, until_terminated
from controller.control.orders import Request
from controller.outputs.listeners import Beeps, Status, StripLights
from controller.outputs.match_files import last_picture
from controller.record.files import check_writable
from controller.record.journal.writer import LAST_PICTURE, pictures_folder
from controller.referee.inputs import Ticked
from controller.referee.match.clock import milliseconds, next_signal
from controller.referee.state import Phase
from controller.rules import Player
from controller.table.bot.seat import of_the_person
from controller.table.loop import Moment, Table, run
from controller.table.order import RefereeingError, as_before, at_the_board, open_folder, sit_down
from controller.table.seating import seat
from controller.table.session import Session
from hardware.buttons import Press, Use

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path
    from threading import Event as Signal

    from rich.console import Console

    from controller.config.devices import Plugged
    from controller.config.settings import CameraSettings, Settings
    from controller.outputs.bus import Bus
    from controller.outputs.voice import Voice
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.table.order import Order
    from controller.table.pages.outputs import Pages
    from controller.table.seating import Played
    from hardware.cameras.attended import AttendedCamera
    from hardware.cameras.camera import Camera
    from vision.frame import Frame

LOOK: Final = 0.05
"""Seconds that one look waits for a frame; buttons and orders wait that long at most."""


def referee(
    order: Order[Settings],
    console: Console,
    *,
    opener: Callable[[CameraSettings], Camera] = open_camera,
    voice: Voice | None = None,
    clock: Callable[[], float] = clocks.monotonic,
) -> Played:
    """Referee at the table until the match is over, a recording has ended, or somebody ends it, as with Ctrl-C.

    Args:
        order: what is asked for.
        console: where it is printed.
        opener: opens the camera.
        voice: says it aloud; None opens the one that is set.
        clock: returns seconds, as the times of a camera's frames have them; never goes backwards.

    Raises:
        RefereeingError: "referee.no_calibration", "referee.no_home"; "watch.no_roll", a film is watched and ends
            without one.
        OSError, VisionError: the calibration cannot be read.
        CameraChoiceError, CameraError: the camera is not set, or a recording cannot be played.
        ResumeError, JournalError: there is no match to go on with, or another program has the folder.
        OptionError: no such preset.
        LanguageError, CatalogueError: no such language.
    """
    calibration, setup = at_the_board(order.settings)
    language(order.settings.speech.language)  # one that there is not is refused before anything is opened
    out = order.settings.record.out
    check_writable(out)
    with ExitStack() as stack:
        before, told = open_folder(order, stack)
        order = order if before is None else as_before(order, before)
        settings, camera = order.settings, order.settings.camera
        plugged = plug_in(settings, stack)
        filming = stack.enter_context(attended_camera(camera, calibration.size, opener=opener, clock=clock))
        session = Session(calibration, sit_down(settings, setup, before, 0.0, order.watched))
        asked_to_end = stack.enter_context(until_terminated())
        seated = seat(stack, settings, session, console, voice=voice)
        table = seated.table
        _add_devices(table.bus, plugged, StripLights(plugged.lights, session.state.setup.layout, session.past))
        left = Player.TWO if settings.buttons.left == "white" else Player.ONE
        began = None if camera.kind in RECORDINGS else clock()
        asks = None if settings.buttons.asks == "repeat" else Question(settings.buttons.asks)
        devices = _Devices(filming, plugged, session, left, order.me, clock, began, asks, seated.pages.admit)
        table.tell(0.0, notices=told + plugged.notices + seated.told)
        notifier = Notifier()
        notifier.ready(" against ".join(session.state.setup.names))

        over = partial(_is_over, session, asked_to_end, serve=order.serve)
        left_off = _left_off(table, devices, over, partial(_live, notifier, seated.pages, devices))
        notifier.stopping()
        if order.watched and not (left_off or asked_to_end.is_set()) and table.keeper.is_empty:
            session.discard()
            raise RefereeingError("watch.no_roll", name=str(camera.file))
        files = _written(table, devices, out, pictures=bool(settings.record.keep_pictures))
        waiting = table.finish(devices.time, seated.voice)
    return seated.played(files, waiting)


def _left_off(table: Table, devices: _Devices, over: Callable[[], bool], alive: Callable[[], None]) -> bool:
    """Referee until it is over; return whether a director, or people at the table by Ctrl-C, left off before."""
    try:
        run(table, devices, over, alive)
    except KeyboardInterrupt:
        return True
    return table.stopped


def _add_devices(bus: Bus, plugged: Plugged, lights: StripLights) -> None:
    """Let the devices on the board's frame hear what is told."""
    bus.add("lights", lights)
    bus.add("buzzer", Beeps(plugged.buzzer))
    bus.add("status", Status(plugged.status))


@dataclass(slots=True)
class _Devices:
    """Camera and buttons of a real table: the source of its loop.

    Attributes:
        camera, plugged, session: what belongs to it.
        left: the player whose clock button is the left one.
        me: whose checkers a computer plays, None where two people play.
        clock: returns seconds.
        began: when the referee sat down, on the clock of the frames, from which he counts; None counts as a recording
            does.
        asks: what the first press of the repeat button asks for, None for hearing again.
        admit: admits the device that asks to be the director's, where his button is pressed twice, so that nobody who
            calls him admits a stranger; returns whether one asks.
        time: seconds since he sat down; never goes back.
        frame: the last frame.
    """

    camera: AttendedCamera
    plugged: Plugged
    session: Session
    left: Player
    me: Player | None
    clock: Callable[[], float]
    began: float | None
    asks: Question | None = None
    admit: Callable[[], bool] = lambda: False
    time: float = 0.0
    frame: Frame | None = None
    _notices: tuple[Notice, ...] = field(default=())
    _called: float = float("-inf")
    _repeats: RepeatPresses = field(default=RepeatPresses())

    def moments(self) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what the camera and the buttons give, frame by frame, until a recording has ended."""
        ended = False
        while not ended:
            look = self.camera.look(LOOK)
            ended, frames = look.ended, () if look.frame is None else (self._timed(look.frame),)
            if frames:
                self.frame = frames[-1]
            elif self.began is not None:
                self.time = max(self.time, self.clock() - self.began)
            at = self.session.now(self.time)
            self._notices += tuple(camera_notice(told, at) for told in look.troubles) + self.plugged.mind_the_strip(at)
            well = self.camera.well and not self.plugged.said
            yield Moment(self._words(at, clock=not frames), frames, self.camera.glimpse, well=well)

    def _timed(self, frame: Frame) -> Frame:
        """Return a frame with the time since the referee sat down, which it is now."""
        self.time = max(self.time, frame.time - (self.began or 0.0))
        return replace(frame, time=self.time)

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what there is to be said of camera, buttons and strip since this was last asked."""
        notices, self._notices = self._notices, ()
        return notices

    def _words(self, at: float, *, clock: bool) -> Iterator[Input | Request | Question]:
        """Yield what the buttons say, and that time has gone by where no frame tells it and it is worth saying."""
        for pushed in self.plugged.buttons.take():
            if not isinstance(pushed, Press):
                self._notices += (button_notice(pushed, at),)
                continue
            if pushed.use is Use.REPEAT:
                self._repeats, wanted = repeated(self._repeats, pushed.time, self.asks)
                yield wanted or Request.REPEAT
            if pushed.use is Use.DIRECTOR:
                twice, self._called = pushed.time - self._called < ANOTHER, pushed.time
                if twice and self.admit():
                    self._notices += (notice(at, "pages.admitted"),)
                    continue
                self._notices += (notice(at, "director.called"),)
            given = of_the_person(meant(pushed.use, self.session.state, self.left, at), self.me)
            if given is not None:
                yield given
        running = self.session.state.clock
        due = next_signal(running) if clock and running is not None else None
        if due is not None and milliseconds(at) >= due:
            yield Ticked(at)


def _live(notifier: Notifier, pages: Pages, devices: _Devices) -> None:
    """Give whoever watches over the table a sign of life."""
    notifier.alive()
    pages.alive(devices.session.now(devices.time))
    pages.look(devices.frame, devices.session)


def _is_over(session: Session, asked_to_end: Signal, *, serve: bool) -> bool:
    """Return whether the match is over and no other is waited for, or the system has asked the program to end."""
    return asked_to_end.is_set() or (session.state.phase is Phase.OVER and not serve)


def _written(table: Table, devices: _Devices, out: Path, *, pictures: bool) -> dict[str, Path]:
    """Have the match file written and, where pictures are kept, the last one with the reading drawn over it."""
    journal, frame = table.session.journal, devices.frame
    if journal is None:
        return {"Match file": table.write(out)}
    if frame is None or not pictures:
        return {"Match file": table.write(out), "Journal": journal.path}
    picture = pictures_folder(journal.path) / LAST_PICTURE
    written = table.write(out, (picture, lambda: last_picture(frame, table.session.calibration)))
    return {"Match file": written, "Picture": picture, "Journal": journal.path}
