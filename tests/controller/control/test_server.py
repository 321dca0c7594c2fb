"""A running referee is commanded over a local socket that is its owner's alone."""

from __future__ import annotations

import re
import shlex
import socket
import stat
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from controller.cli.main import main
from controller.control.errors import ControlError
from controller.control.opening import open_control
from controller.control.server import ControlServer
from controller.control.wire import LONGEST, Answered, Asked, check_path, decode_answer, encode_request, socket_path
from controller.record.journal.folder import journals, next_journal
from controller.record.journal.reader import read_journal
from controller.referee import events as ev
from controller.referee.inputs import Commanded
from controller.referee.layout import Layout
from controller.referee.state import Phase, Setup
from controller.rules import match_to
from controller.table.attend import attend
from controller.table.session import Session
from controller.table.session_start import new_match
from tests.controller.record.matches import story
from tests.paths import ROOT
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.calibrate.calibration import Calibration

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no local sockets here")
TAVOLA = Path(sys.executable).with_name("tavola")


@contextmanager
def referee(folder: Path, played: int = 0) -> Iterator[Session]:
    """Yield a referee in the middle of a match who attends to what he is asked, in a thread."""
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(cast("Calibration", None), new_match(setup, match_to(1), 0.0, journal=next_journal(folder)))
    for one in story().entries[:played]:
        session.give(one.given)
    stop = threading.Event()
    now = story().entries[played - 1].given.time if played else 0.0

    def work() -> None:
        while not stop.is_set():
            if attend(server.take(0.05), session, now).stop:
                stop.set()

    with ControlServer(folder / "tavola.sock") as server:
        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield session
        finally:
            stop.set()
            thread.join(10)
            session.close()


@pytest.fixture(autouse=True)
def no_folder_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sockets lie beside the journals."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


def ctl(folder: Path, *words: str) -> int:
    """Run `tavola ctl` in this process."""
    return main(["ctl", "--out", str(folder), "--by", "Carla", *words])


def test_the_state_of_the_match_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with referee(tmp_path, 40):
        assert ctl(tmp_path, "status") == 0
        told = capsys.readouterr().out
        assert "Anna against Boris" in told
        assert "Score" in told
        assert ctl(tmp_path, "--json", "status") == 0
        assert '"players": ["Anna", "Boris"]' in capsys.readouterr().out


def test_an_order_is_obeyed_and_lands_in_the_journal_with_who_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with referee(tmp_path, 60) as session:
        assert session.state.phase is not Phase.SETTING_UP
        assert ctl(tmp_path, "set", "score", "0", "0", "--why", "written down wrongly") == 0
        assert capsys.readouterr().out.strip()
        (path,) = journals(tmp_path)
        last = read_journal(path).entries[-1]
        assert isinstance(last.given, Commanded)
        assert (last.given.who, last.given.why) == ("Carla", "written down wrongly")
        assert isinstance(last.events[0], ev.Ruled)


def test_a_match_can_be_awarded_and_a_new_one_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with referee(tmp_path, 60) as session:
        assert ctl(tmp_path, "award", "match", "Boris", "--why", "Anna has left") == 0
        assert "Boris wins the match" in capsys.readouterr().out
        assert session.state.phase is Phase.OVER
        assert ctl(tmp_path, "new", "match", "Carl", "Dora", "5", "--why", "next round") == 0
        assert session.state.setup.names == ("Carl", "Dora")
        assert ctl(tmp_path, "status") == 0
        assert "Carl against Dora, to 5 points" in capsys.readouterr().out
        assert len(journals(tmp_path)) == 2


def test_what_makes_no_sense_is_refused_in_one_line_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with referee(tmp_path, 10) as session:
        before = session.state
        for words, answer in (
            (("dance",), "does not know the word 'dance'"),
            (("undo",), "an order wants a reason"),
            (("double", "Carl"), "there is no player 'Carl'; there are 1, Anna, and 2, Boris"),
        ):
            assert ctl(tmp_path, *words) == 2
            said = capsys.readouterr().err
            assert answer in said
            assert said.count("\n") == 1
        assert session.state == before


def test_where_no_referee_listens_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ctl(tmp_path, "status") == 2
    assert "no referee listens there" in capsys.readouterr().err


def test_only_the_owner_can_use_the_socket(tmp_path: Path) -> None:
    with ControlServer(tmp_path / "a.sock") as server:
        mode = server.path.stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert stat.S_IMODE(mode) == 0o600
    assert not (tmp_path / "a.sock").exists()
    server.close()


def test_a_socket_left_by_a_dead_program_is_replaced_and_that_of_a_living_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.sock"
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    dead.bind(str(path))
    dead.close()
    with ControlServer(path), pytest.raises(ControlError, match=r"control\.in_use"):
        ControlServer(path)
    path.write_text("not a socket at all", "utf-8")
    server, notices = open_control(tmp_path / "nowhere")
    assert server is None
    assert [one.key for one in notices] == ["control.closed"]
    with pytest.raises(OSError, match="in use"):
        ControlServer(path)
    assert path.read_text("utf-8") == "not a socket at all"


def exchange(path: Path, sent: bytes) -> bytes:
    """Send bytes to a referee and return what he answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(10)
        line.connect(str(path))
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        return line.recv(4096)


@pytest.mark.films
@pytest.mark.parametrize(
    "sent", [b"", b"\n", b"hello\n", b"[]\n", b'{"words": 1}\n', b'{"words": [1], "who": "a"}\n', b"\xff\n"]
)
def test_what_is_no_request_disturbs_nobody(sent: bytes, tmp_path: Path) -> None:
    with referee(tmp_path, 5) as session:
        before = session.state
        assert "no message of this program" in decode_answer(exchange(tmp_path / "tavola.sock", sent)).trouble
        assert session.state == before
        assert ctl(tmp_path, "status") == 0


def test_a_line_without_end_is_cut_off(tmp_path: Path) -> None:
    with referee(tmp_path), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(10)
        line.connect(str(tmp_path / "tavola.sock"))
        with pytest.raises(OSError, match=r"Broken pipe|reset"):  # noqa: PT012 - the pipe breaks when it is full
            for _ in range(64):
                line.sendall(b"x" * LONGEST)
                time.sleep(0.01)


def test_a_socket_lies_in_the_users_own_folder_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert socket_path(Path("out")) == Path("out/tavola.sock")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    one, other = socket_path(Path("out")), socket_path(Path("elsewhere/out"))
    assert one.parent == other.parent == tmp_path
    assert one != other
    with pytest.raises(ControlError, match=r"control\.path_too_long"):
        check_path(tmp_path / ("long" * 40))


@pytest.mark.films
def test_requests_come_through_as_they_were_sent(tmp_path: Path) -> None:
    asked = Asked(("set", "turn", "Zoë ~ \\ \n"), "Carla", "weil „so“")
    with ControlServer(tmp_path / "a.sock") as server:
        thread = threading.Thread(target=exchange, args=(server.path, encode_request(asked)))
        thread.start()
        (ask,) = server.take(10)
        assert ask.asked == asked
        ask.answer(Answered())
        server.close()
        thread.join(10)
    assert server.take() == []


RECIPE = re.search(r"```console\n(.*?)```", (ROOT / "docs" / "tour.md").read_text("utf-8"), flags=re.DOTALL)


def program(words: list[str], folder: Path) -> list[str]:
    """Return a command of the tour as it is run here, its folder being this one."""
    assert words[:2] == ["$", ".venv/bin/tavola"]
    return [str(TAVOLA), *(str(folder) if word == "out/club" else word for word in words[2:])]


def serve(service: list[str], commands: list[list[str]], folder: Path) -> list[str]:
    """Start a service, give it commands until it ends, and return what was answered."""
    said = []
    with (folder / "log").open("a", encoding="utf-8") as log:
        running = subprocess.Popen([*service, "--strip", "memory"], stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 120
            while not (folder / "tavola.sock").exists() and time.monotonic() < deadline and running.poll() is None:
                time.sleep(0.2)
            for command in commands:
                done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
                assert done.returncode == 0, (command, done.stderr)
                said.append(done.stdout)
            assert running.wait(60) == 0
        finally:
            running.kill()
            running.wait(10)
    return said


@pytest.mark.films
@pytest.mark.timeout(300)
def test_the_tours_service_without_a_screen_is_run_by_its_commands_alone(tmp_path: Path) -> None:
    assert RECIPE is not None
    first, *commands = [program(shlex.split(line), tmp_path) for line in RECIPE[1].splitlines()]
    said = serve(first, commands, tmp_path)
    assert "Anna against Boris" in said[0]
    assert "Anna wins the match" in said[2]
    assert "Carla against Dora" in said[3]
    ended, begun = (read_journal(path) for path in journals(tmp_path))
    assert [type(event) for event in ended.events if isinstance(event, ev.MatchWon)] == [ev.MatchWon]
    assert begun.beginning.setup.names == ("Carla", "Dora")
    assert (begun.about["seed"], begun.about["length"]) == ("2", "3")
    (told, _) = serve(first, [commands[0], commands[-1]], tmp_path)
    assert "Carla against Dora" in told
    assert "Going on with the match after an interruption" in (tmp_path / "log").read_text("utf-8")
    assert len(journals(tmp_path)) == 2
    assert len(read_journal(journals(tmp_path)[-1]).runs) == 2
