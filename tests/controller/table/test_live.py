"""A real table is refereed as the simulated one is: from a film the same record comes out, whatever the camera does."""

from __future__ import annotations

import errno
import io
import os
import queue
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from unittest.mock import MagicMock

import cv2
import numpy as np
import pytest
from rich.console import Console

from controller.announce.health import notice
from controller.cli.main import main
from controller.config.cameras import open_camera
from controller.config.devices import NoLights, Plugged
from controller.config.service import Notifier
from controller.config.settings import (
    CameraSettings,
    LightsSettings,
    RecordSettings,
    Settings,
    SpeechSettings,
    TableSettings,
)
from controller.errors import ResumeError
from controller.outputs import listeners
from controller.record.journal import writer as journal
from controller.record.journal.folder import FolderLock
from controller.record.journal.pictures import forget
from controller.record.journal.reader import read_journal
from controller.record.keeper import Keeper
from controller.rules import Player
from controller.table import live as refereeing
from controller.table import loop
from controller.table.live import referee
from controller.table.order import Order, RefereeingError
from controller.table.seating import Played
from hardware.buttons import ButtonTrouble, Press, Use
from hardware.buzzer import SilentBuzzer
from hardware.cameras.attended import AttendedCamera
from hardware.cameras.camera import CameraError
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.camera_faults import CameraFault, FaultyCamera
from hardware.simulated.film import Film
from hardware.status_light import NoStatusLight, Shine
from tests.controller.table.filmed import Filmed, film_a_match, write_board
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.announce.health import Notice
    from controller.outputs.told import Told
    from controller.referee.events import Event
    from controller.table.session import Session
    from hardware.buttons import Pushed
    from hardware.cameras.attended import Poll
    from hardware.cameras.camera import Camera

pytestmark = pytest.mark.films

TURNS = 2


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Filmed:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("controller.table.simulated_company.SLIPS", ((1, "wrong-distance"),))  # soon: the film is short
        return film_a_match(tmp_path_factory.mktemp("film"), TURNS, Console(file=io.StringIO()))


def settings(
    folder: Path, board: Path | None, camera: CameraSettings, black: str = "Black", white: str = "White"
) -> Settings:
    return Settings(
        table=TableSettings(calibration=board, black=black, white=white),
        camera=camera,
        lights=LightsSettings(kind="none"),
        speech=SpeechSettings(speak="nothing"),
        record=RecordSettings(out=folder),
    )


@pytest.mark.timeout(600)
def test_a_film_of_a_match_gives_the_same_record(
    filmed: Filmed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["referee", "--film", str(filmed.film), "--calibration", str(filmed.board), "--out", str(tmp_path)]
    assert main([*typed, "--black", "Anna", "--white", "Boris", "--length", "1"]) == 0
    assert (tmp_path / "match-0001.mat").read_text("utf-8") == filmed.played.match_file.read_text("utf-8")
    said = capsys.readouterr().out
    assert "Illegal play by Boris" in said
    # No pictures are to be kept, and what is kept is for its owner alone.
    assert not list(tmp_path.rglob("*.png"))
    assert {oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir() if file.is_file()} == {"0o600"}


@pytest.mark.timeout(600)
def test_a_film_is_watched_without_a_calibration_and_gives_the_same_record(filmed: Filmed, tmp_path: Path) -> None:
    typed = ["watch", str(filmed.film), "--out", str(tmp_path), "--black", "Anna", "--white", "Boris", "--length", "1"]
    assert main(typed) == 0
    assert (tmp_path / "match-0001.mat").read_text("utf-8") == filmed.played.match_file.read_text("utf-8")
    assert (tmp_path / "match-0001.journal").exists()


@pytest.mark.timeout(600)
def test_a_folder_of_pictures_gives_the_same_record(filmed: Filmed, tmp_path: Path) -> None:
    (tmp_path / "stills").mkdir()
    for frame in filmed.frames():
        cv2.imwrite(str(tmp_path / "stills" / f"{frame.number:05}.jpg"), frame.image)
    camera = CameraSettings(kind="stills", file=tmp_path / "stills", rate=10.0)
    order = Order(settings(tmp_path / "out", filmed.board, camera, "Anna", "Boris"))
    refereed = referee(order, Console(file=io.StringIO()))
    assert refereed.keeper.record == filmed.played.keeper.record


class Stagehand:
    """Shows the frames of a film to a live camera, one a look, and lets it fail on the way.

    Attributes:
        now: seconds on a clock that goes by what is shown.
        away: seconds for which the camera has shown nothing, all together.
    """

    def __init__(self, frames: list[Frame], faults: dict[int, CameraFault]) -> None:
        """Take frames, and the faults before some of them."""
        self.frames = frames
        self.faults = faults
        self.at = 0
        self.now = self.away = 0.0
        self.allowed: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.opened = 0

    def __call__(self, wanted: CameraSettings) -> Camera:
        """Open the camera."""
        self.opened += 1
        return Filming(self)

    def next(self) -> Frame:
        """Return the next frame when it is looked for."""
        self.allowed.get(timeout=200)
        if self.at in self.faults:
            fault = self.faults.pop(self.at)
            if fault is not CameraFault.GARBAGE:
                return FaultyCamera([fault]).read()
            self.faults[self.at] = CameraFault.GONE  # and after some garbage it is gone
            return Frame(np.zeros(0, dtype=np.uint8), self.now, 0)
        if self.at >= len(self.frames):
            raise CameraError("camera.gone", name="film")
        frame = self.frames[self.at]
        self.at += 1
        self.now = frame.time + self.away
        return replace(frame, time=self.now)


class Filming(FaultyCamera):
    """One opening of a stagehand's camera."""

    def __init__(self, stagehand: Stagehand) -> None:
        """Open it."""
        super().__init__([])
        self.stagehand = stagehand

    def read(self) -> Frame:
        """Return the next frame."""
        return self.stagehand.next()


@pytest.mark.timeout(600)
def test_a_camera_that_fails_again_and_again_leaves_the_match_intact(
    filmed: Filmed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = filmed.frames()
    middle = len(frames) // 2
    faults = {20: CameraFault.GONE, middle: CameraFault.GARBAGE, middle + 15: CameraFault.SPOILT}
    stagehand = Stagehand(frames, faults)
    look = AttendedCamera.look

    def one_by_one(self: AttendedCamera, wait: float) -> Poll:
        stagehand.allowed.put(None)
        seen = look(self, 100.0 if stagehand.at < len(frames) else wait)
        if seen.frame is None:  # only the frames, and their absence, make time go by
            stagehand.away += 0.5
            stagehand.now += 0.5
        return seen if stagehand.at < len(frames) or seen.frame is not None else replace(seen, ended=True)

    monkeypatch.setattr(AttendedCamera, "look", one_by_one)
    text = io.StringIO()
    order = Order(settings(tmp_path, filmed.board, CameraSettings(), "Anna", "Boris"))
    shone: list[Shine] = []
    monkeypatch.setattr(NoStatusLight, "shine", lambda self, how: shone.append(how))
    refereed = referee(order, Console(file=text, width=200), opener=stagehand, clock=lambda: stagehand.now)
    assert {Shine.STEADY, Shine.BLINKING} <= set(shone)
    assert stagehand.opened >= 3
    assert text.getvalue().count("The camera is lost") >= 2
    assert text.getvalue().count("The camera is back.") >= 2
    assert refereed.keeper.record == filmed.played.keeper.record


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a folder with three pictures of a table that is set up, and its calibration."""
    folder = tmp_path_factory.mktemp("still")
    with open_camera(CameraSettings(kind="simulated", rate=60.0)) as camera:
        frames = [camera.read() for _ in range(6)]
    (folder / "pictures").mkdir()
    for frame in frames:
        cv2.imwrite(str(folder / "pictures" / f"{frame.number}.png"), frame.image)
    return folder / "pictures", write_board(folder / "board.json", frames[0])


@pytest.fixture
def table(still: tuple[Path, Path], tmp_path: Path) -> Settings:
    return settings(tmp_path, still[1], CameraSettings(kind="stills", file=still[0], rate=10.0))


class Scripted(SimulatedButtons):
    """Buttons that say what they are told to, one thing at each look."""

    def __init__(self, script: list[Pushed]) -> None:
        """Take what they are to say."""
        super().__init__()
        self.script = script

    def take(self) -> tuple[Pushed, ...]:
        """Say the next thing."""
        return (self.script.pop(0),) if self.script else ()


class Reciter:
    """Keeps what it is to say aloud."""

    def __init__(self) -> None:
        """Nothing was said."""
        self.events: list[Event] = []
        self.notices: list[Notice] = []
        self.repeated = 0

    def hear(self, told: Told) -> None:
        """Say it."""
        assert told.names in {("Black", "White"), ("", "")}
        self.repeated += told.repeat
        self.events += told.heard
        self.notices += told.notices

    def take_notices(self) -> tuple[Notice, ...]:
        """Say that it cannot speak, once."""
        return (notice(0.0, "speaker.back"),) if len(self.events) == 1 else ()

    def finish(self, seconds: float) -> bool:
        """Have said it all."""
        return True


@pytest.mark.parametrize(
    ("apart", "asking", "told"),
    [(1.0, True, "pages.admitted"), (5.0, True, "director.called"), (1.0, False, "director.called")],
)
def test_the_directors_button_pressed_twice_admits_a_device_that_asks(apart: float, asking: bool, told: str) -> None:  # noqa: FBT001 - an example
    presses: list[Pushed] = [Press(Use.DIRECTOR, 1.0), Press(Use.DIRECTOR, 1.0 + apart)]
    plugged = Plugged(NoLights(), Scripted(presses), SilentBuzzer(), NoStatusLight())
    session, camera = cast("Session", SimpleNamespace(state=SimpleNamespace(clock=None))), cast("AttendedCamera", None)
    devices = refereeing._Devices(camera, plugged, session, Player.ONE, None, lambda: 0.0, None, admit=lambda: asking)
    said = []
    for _ in presses.copy():
        assert [*devices._words(1.0, clock=False)] == []
        said += [one.key for one in devices.take_notices()]
    assert said == ["director.called", told]


def test_buttons_buzzer_and_voice_belong_to_the_match(table: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    buzzer = SilentBuzzer()
    script: list[Pushed] = [
        Press(Use.CLOCK_LEFT, 1.0),
        Press(Use.REPEAT, 1.1),
        Press(Use.DIRECTOR, 1.2),
        ButtonTrouble("button.stuck", Use.CUBE, 1.3),
    ]
    plugged = Plugged(NoLights(), Scripted(script), buzzer, NoStatusLight())
    monkeypatch.setattr(refereeing, "plug_in", lambda *given: plugged)
    text, voice = io.StringIO(), Reciter()
    refereed = referee(Order(table), Console(file=text, width=200), voice=voice)  # type: ignore[arg-type]
    said = text.getvalue()
    assert "The director is called" in said
    assert "A button (cube) sticks" in said
    assert voice.repeated == 1
    assert {"director.called", "button.stuck"} <= {told.key for told in voice.notices}
    assert [type(event) for event in voice.events] == [type(event) for event in refereed.events]
    assert buzzer.sounded == [3, 3]
    assert isinstance(plugged.status, NoStatusLight)
    assert plugged.status.shone == [Shine.DARK, Shine.STEADY]
    assert said.count("Black against White, one game.") == 2


class Broken(SilentBuzzer):
    """A buzzer with a mistake in it."""

    def sound(self, beeps: int) -> None:
        """Make it."""
        raise KeyError(beeps)


class Stuck(NoLights):
    """A strip that hangs."""

    def __init__(self) -> None:
        """Hang until it is let go."""
        self.go = threading.Event()

    def show(self, cells: object) -> None:
        """Hang."""
        self.go.wait(60)


def test_a_buzzer_that_fails_and_a_strip_that_hangs_are_spoken_of_and_delay_nobody(
    table: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lights, script = Stuck(), [Press(Use.DIRECTOR, 1.2), Press(Use.DIRECTOR, 1.3)]
    plugged = Plugged(lights, Scripted([*script]), Broken(), NoStatusLight())
    monkeypatch.setattr(refereeing, "plug_in", lambda *given: plugged)
    monkeypatch.setattr(loop, "FINISHING", 0.5)
    text, voice = io.StringIO(), Reciter()
    refereed = referee(Order(table), Console(file=text, width=200), voice=voice)  # type: ignore[arg-type]
    lights.go.set()
    assert text.getvalue().count("the output (buzzer) fails") == 1
    assert [(one.key, dict(one.facts)["name"]) for one in refereed.waiting] == [("output.waiting", "lights")]
    assert tuple(voice.events) == refereed.events
    assert len(read_journal(refereed.files["Journal"]).entries) > 1
    assert refereed.files["Match file"].exists()


@pytest.fixture
def start(table: Settings, tmp_path: Path) -> Path:
    """Return a film that shows the start position alone."""
    assert table.camera.file is not None
    shown = [cv2.imread(str(path)) for path in sorted(table.camera.file.iterdir())]
    with Film(tmp_path / "start.avi", 10.0) as film:
        for number, image in enumerate(shown * 3):
            assert image is not None
            film.take(Frame(np.asarray(image, dtype=np.uint8), number / 10, number))
    return tmp_path / "start.avi"


def left_in(folder: Path) -> list[str]:
    """Return what lies in a folder of matches."""
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


def test_a_film_in_which_no_game_begins_is_told_of_in_one_line_and_leaves_no_match(
    table: Settings, start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    still = Order(table.model_copy(update={"record": RecordSettings(out=tmp_path / "kept")}))
    kept = referee(still, Console(file=io.StringIO())).files.values()
    assert all(path.exists() for path in kept)  # at a table, a game may begin when somebody goes on
    out = tmp_path / "out"
    for typed in ([], ["--calibration", str(table.table.calibration)]):
        assert main(["watch", str(start), "--out", str(out), *typed]) == 2
        said = capsys.readouterr()
        assert "start.avi: no game has begun in this film" in said.err
        assert said.err.count("\n") == 1
        assert "Match file" not in said.out
        assert left_in(out) == []


def test_a_film_is_not_blamed_where_whoever_watches_it_leaves_off(
    table: Settings, start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AttendedCamera, "look", MagicMock(side_effect=KeyboardInterrupt))
    out = tmp_path / "out"
    assert main(["watch", str(start), "--calibration", str(table.table.calibration), "--out", str(out)]) == 0
    assert "match-0001.journal" in left_in(out)


def test_a_film_writes_nothing_where_another_tavola_keeps_its_matches(
    start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FolderLock(tmp_path / "out"):
        assert main(["watch", str(start), "--out", str(tmp_path / "out")]) == 2
    assert "another Tavola" in capsys.readouterr().err
    assert left_in(tmp_path / "out") == []


def test_without_a_calibration_or_a_home_it_is_said(table: Settings, tmp_path: Path) -> None:
    console = Console(file=io.StringIO())
    bare = table.model_copy(update={"table": TableSettings()})
    with pytest.raises(RefereeingError, match="no_calibration"):
        referee(Order(bare), console)
    assert table.table.calibration is not None
    quiet = tmp_path / "quiet.json"
    quiet.write_text(table.table.calibration.read_text("utf-8").replace("home of dark", "something else"), "utf-8")
    with pytest.raises(RefereeingError, match="no_home"):
        referee(Order(table.model_copy(update={"table": TableSettings(calibration=quiet)})), console)
    told = TableSettings(calibration=quiet, home_of_black="bottom-right")
    assert referee(Order(table.model_copy(update={"table": told})), console).events


def test_a_match_that_was_left_off_is_gone_on_with(table: Settings) -> None:
    text = io.StringIO()
    console = Console(file=text, width=200)
    with pytest.raises(ResumeError, match="nothing"):
        referee(Order(table, resume=True), console)
    first = referee(Order(table), console)
    again = referee(Order(table, resume=True), console)
    assert again.files["Journal"] == first.files["Journal"]
    assert "Going on with the match" in text.getvalue()
    third = referee(Order(table), console)
    assert third.files["Journal"] != first.files["Journal"]
    served = referee(Order(table, serve=True), console)
    assert served.files["Journal"] == third.files["Journal"]


def test_whoever_leaves_off_with_ctrl_c_finds_everything_written(
    table: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = AttendedCamera.look
    looks: list[Poll] = []

    def impatient(self: AttendedCamera, wait: float) -> Poll:
        if len(looks) == 2:
            raise KeyboardInterrupt
        looks.append(look(self, wait))
        return looks[-1]

    monkeypatch.setattr(AttendedCamera, "look", impatient)
    files = referee(Order(table), Console(file=io.StringIO())).files
    assert set(files) == {"Match file", "Journal"}
    assert all(path.is_file() for path in files.values())


def test_what_the_command_line_says_counts_before_the_settings(
    table: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    orders: list[Order[Settings]] = []

    def noted(order: Order[Settings], _console: Console) -> Played:
        orders.append(order)
        return Played((), Keeper(), {})

    monkeypatch.setattr(refereeing, "referee", noted)
    file = tmp_path / "table.toml"
    file.write_text(
        "[table]\nwhite = 'Someone'\nblack = 'Bruno'\nlength = 3\npreset = 'money'\n[camera]\nwidth = 640\n",
        encoding="utf-8",
    )
    typed = ["referee", "--settings", str(file), "--white", "Anna", "--film", "x.avi", "--preset", "casual"]
    assert main([*typed, "--out", str(tmp_path)]) == 0
    told = orders[0].settings
    assert (told.table.white, told.table.black) == ("Anna", "Bruno")
    assert (told.table.length, told.table.preset, told.camera.width) == (3, "casual", 640)
    assert (told.camera.kind, told.lights.kind, told.buttons.kind) == ("video", "none", "none")
    assert told.record.out == tmp_path
    assert (told.speech.speak, told.speech.language) == ("nothing", "en")
    assert main([*typed, "--speak", "score", "--language", "it"]) == 0
    assert orders[1].settings.speech == SpeechSettings(speak="score", language="it")
    assert main([*typed[:3], "--resume", "j.journal"]) == 0
    assert (orders[2].resume, str(orders[2].journal)) == (True, "j.journal")
    assert main([*typed, "--resume"]) == 2
    assert "beside --resume" in capsys.readouterr().err


def test_the_referee_writes_in_the_language_of_the_table(table: Settings) -> None:
    text = io.StringIO()
    told = table.model_copy(update={"speech": SpeechSettings(language="it", speak="nothing")})
    referee(Order(told), Console(file=text, width=200))
    assert "Black contro White" in text.getvalue()


def test_a_sign_of_life_is_given_in_time() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0tavola-test")
        listening.settimeout(5.0)
        now = [0.0]
        environment = {"NOTIFY_SOCKET": "@tavola-test", "WATCHDOG_USEC": "1000000"}
        notifier = Notifier(environment, lambda: now[0])
        notifier.ready("Anna against Bruno")
        assert listening.recv(100) == b"READY=1\nSTATUS=Anna against Bruno"
        given = []
        for _ in range(20):
            notifier.alive()
            now[0] += 0.1
        notifier.stopping()
        while (got := listening.recv(100)) != b"STOPPING=1":
            given.append(got)
    assert 4 <= len(given) <= 6
    notifier.alive()  # nobody listens any more
    Notifier({}).ready("nobody listens")


def test_a_service_says_that_it_is_ready_and_ends_when_it_is_told_to(still: tuple[Path, Path], tmp_path: Path) -> None:
    file, listened = tmp_path / "table.toml", tmp_path / "notify"
    file.write_text(
        f"[table]\ncalibration = '{still[1]}'\n[camera]\nkind = 'simulated'\nrate = 5.0\n"
        "[lights]\nkind = 'none'\n[speech]\nspeak = 'nothing'\n",
        encoding="utf-8",
    )
    typed = [
        sys.executable,
        "-m",
        "controller.cli.main",
        "referee",
        "--settings",
        str(file),
        "--out",
        str(tmp_path / "out"),
    ]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(listened))
        listening.settimeout(60.0)
        environment = {**os.environ, "NOTIFY_SOCKET": str(listened), "WATCHDOG_USEC": "500000"}
        running = subprocess.Popen(
            [*typed, "--serve"], env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        try:
            assert listening.recv(200).startswith(b"READY=1")
            for _ in range(3):
                assert listening.recv(200) == b"WATCHDOG=1"
            typed = [sys.executable, "-m", "controller.cli.main", "ctl", "--out", str(tmp_path / "out"), "status"]
            asked = subprocess.run(typed, capture_output=True, text=True, timeout=60, check=False)
            running.send_signal(signal.SIGTERM)
            said, _ = running.communicate(timeout=60)
        finally:
            running.kill()
            running.wait(10)
    assert running.returncode == 0
    assert "Journal" in said
    assert "Black against White" in asked.stdout, asked.stderr


def test_a_thread_that_is_not_the_first_is_never_asked_to_end(table: Settings) -> None:
    done: list[bool] = []
    run: Callable[[], None] = lambda: done.append(bool(referee(Order(table), Console(file=io.StringIO())).files))  # noqa: E731
    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert done == [True]


def full(path: Path, content: bytes, *, private: bool = False) -> None:
    """Find the disk full."""
    assert content
    assert private
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def test_a_disk_that_is_full_ends_no_match_and_what_still_waits_is_said_at_the_end(
    table: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "write_whole", full)
    text = io.StringIO()
    refereed = referee(Order(table), Console(file=text, width=200))
    assert refereed.events
    said = text.getvalue()
    assert [one.key for one in refereed.waiting] == ["output.waiting"]
    assert "still not written or said (files)" in said
    assert f"{refereed.files['Match file']}: No space left on device" in said
    assert not refereed.files["Match file"].exists()
    assert len(read_journal(refereed.files["Journal"]).entries) > 1


def test_a_journal_that_still_waits_is_said_at_the_end(table: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(journal, "open_to_write", refuse)
    text = io.StringIO()
    refereed = referee(Order(table), Console(file=text, width=200))
    assert refereed.events
    assert "the match is not being kept on the disk" in text.getvalue()
    assert f"still not written or said ({refereed.files['Journal']}): database or disk is full" in text.getvalue()


def test_a_last_picture_is_kept_where_pictures_are_and_is_forgotten_with_them(table: Settings) -> None:
    keeping = table.model_copy(update={"record": table.record.model_copy(update={"keep_pictures": 5.0})})
    refereed = referee(Order(keeping), Console(file=io.StringIO()))
    assert cv2.imread(str(refereed.files["Picture"])) is not None
    assert refereed.files["Picture"].stat().st_mode & 0o777 == 0o600
    assert refereed.files["Picture"].parent.stat().st_mode & 0o777 == 0o700
    assert forget(refereed.files["Journal"], 0.0, "asked to") == 1
    assert not refereed.files["Picture"].exists()
    assert "Picture" not in referee(Order(table), Console(file=io.StringIO())).files


@pytest.mark.parametrize("kind", ["a file", "below a file", "read-only"])
def test_a_folder_that_cannot_be_written_is_found_out_before_anything_is_opened(table: Settings, kind: str) -> None:
    (table.record.out / "file").touch()
    file = table.record.out / "file"
    out, named = {
        "a file": (file, file),
        "below a file": (file / "x", file),  # what lies in the way
        "read-only": (Path("/proc"), Path("/proc")),
    }[kind]
    record = RecordSettings(out=out)

    def never(_settings: CameraSettings) -> Camera:
        raise AssertionError

    with pytest.raises(OSError, match=rf"'{re.escape(str(named))}'$"):
        referee(Order(table.model_copy(update={"record": record})), Console(file=io.StringIO()), opener=never)


@pytest.mark.parametrize("damage", ["a flipped bit", "half of it", "another schema"])
def test_a_damaged_journal_is_said_and_left_as_it_is_and_a_new_match_begins(table: Settings, damage: str) -> None:
    first = referee(Order(table), Console(file=io.StringIO())).files["Journal"]
    content = bytearray(first.read_bytes())
    if damage == "a flipped bit":
        content[content.index(b"Seen")] ^= 0x80
    elif damage == "half of it":
        del content[len(content) // 2 :]
    else:
        content[content.index(b"CREATE TABLE entries") + 8] ^= 0x80
    first.write_bytes(content)
    text = io.StringIO()
    second = referee(Order(table), Console(file=text, width=200))
    assert "match-0001.journal cannot be gone on with" in text.getvalue()
    assert second.files["Journal"].name == "match-0002.journal"
    assert second.files["Match file"].name == "match-0002.mat"
    assert first.read_bytes() == content
