"""Whatever clients send, or do not: the referee goes on listening, and what is asked counts once or not at all."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from controller.control import server as serving
from controller.control.client import command
from controller.control.errors import ControlError
from controller.control.orders import Sender, parse
from controller.control.requests import Ask, Requests
from controller.control.server import ControlServer
from controller.control.wire import Answered, Asked, decode_request
from tests.controller.control.test_server import ctl, referee

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no local sockets here")


@pytest.fixture(autouse=True)
def no_folder_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sockets lie beside the journals."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ControlServer]:
    """Yield a server to which nobody attends but the test."""
    with ControlServer(tmp_path / "tavola.sock") as listening:
        yield listening


def connected(path: Path) -> socket.socket:
    """Return a client's end of a connection."""
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(20)
    client.connect(str(path))
    return client


def said_to(path: Path, line: bytes) -> bytes:
    """Send a line and return what is answered."""
    with connected(path) as client:
        client.sendall(line)
        client.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionResetError):  # the end of a line that was too long is not read
            while part := client.recv(65536):
                answer += part
        return answer


def asked(*words: str, mark: str = "") -> bytes:
    """Return the line of a request."""
    return json.dumps({"words": words, "who": "Carla", "why": "so", "id": mark}).encode() + b"\n"


def answer_within(server: ControlServer, seconds: float) -> None:
    """Answer, in a thread, what is asked within some seconds."""

    def answer() -> None:
        for ask in server.take(seconds):
            ask.answer(Answered(("heard",)))

    threading.Thread(target=answer).start()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["words", "who", "why", "id"]), inner),
    max_leaves=12,
)
LINES = st.one_of(
    st.binary(max_size=200),
    JSON.map(lambda plain: json.dumps(plain).encode()),
    st.builds(lambda words, who: json.dumps({"words": words, "who": who, "why": "w"}).encode(), JSON, JSON),
    st.sampled_from([b"[", b'{"words":', b'{"a":[', b'{"words":[{"a":']).flatmap(
        lambda head: st.integers(1, 60_000 // len(head)).map(lambda times: head * times)
    ),
    st.integers(1, 60_000).map(lambda digits: b'{"words":[' + b"9" * digits + b'],"who":"a","why":""}'),
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(LINES)
@example(b'{"words":' + b"[" * 1500)
@example(b'{"words":["status"],"who":{"a":' + b"[" * 20_000 + b"]" * 20_000 + b'},"why":""}')
def test_any_line_is_a_request_or_none(line: bytes) -> None:
    try:
        decode_request(line + b"\n")
    except ControlError as error:
        assert error.key == "control.bad_request"  # noqa: PT017 - either is right


WORDS = st.lists(
    st.sampled_from(
        [
            "set",
            "award",
            "new",
            "match",
            "game",
            "roll",
            "position",
            "cube",
            "score",
            "turn",
            "undo",
            "appoint",
            "adjust",
            "1",
            "2",
            "Anna",
            "name",
        ]
    )
    | st.text(max_size=6)
    | st.integers(-5, 10**9).map(str)
    | st.sampled_from(["9" * 5000, "XGID=" + "9" * 3000, "XGID=:::::::::", "\ud800", "\x1b[2J", "1e999", "nan"]),
    max_size=5,
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(WORDS)
def test_any_words_are_an_order_or_a_mistake(words: list[str]) -> None:
    try:
        parse(words, Sender("Carla", "so", ("Anna", "Boris")), 1.0)
    except ControlError as error:
        assert error.key.startswith("control.")  # noqa: PT017 - either is right


@pytest.mark.films
@pytest.mark.parametrize(
    "line",
    [
        b'{"words":' + b"[" * 3000 + b"\n",
        b"\xff\xfe\n",
        b'{"words":["status"],"who":"\\ud800","why":"","id":"\\udfff"}\n',
        b"x" * 70_000,
        b"",
        b'{"words":[' + b"9" * 9000 + b"]}\n",
    ],
)
def test_no_line_ends_the_serving(server: ControlServer, line: bytes) -> None:
    for _ in range(3):
        answer_within(server, 1.0)
        said_to(server.path, line)
    answer_within(server, 5.0)
    assert b"heard" in said_to(server.path, asked("status"))
    assert server.failed == 0


def test_what_nobody_has_thought_of_ends_the_dealing_with_one_client_alone(
    server: ControlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "decode_request", lambda _: 1 / 0)
    assert said_to(server.path, b"{}\n") == b""
    monkeypatch.undo()
    answer_within(server, 5.0)
    assert b"heard" in said_to(server.path, asked("status"))
    assert server.failed == 1


def test_what_ended_the_dealing_is_counted_before_the_client_sees_the_end(
    server: ControlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = [0]

    def count_slowly(_: ControlServer, failed: int) -> None:
        time.sleep(0.3)
        counted[0] = failed

    monkeypatch.setattr(ControlServer, "failed", property(lambda _: counted[0], count_slowly), raising=False)
    monkeypatch.setattr(serving, "decode_request", lambda _: 1 / 0)
    assert said_to(server.path, b"{}\n") == b""
    assert server.failed == 1


def test_a_request_whose_client_has_gone_is_dropped(server: ControlServer) -> None:
    client = connected(server.path)
    client.sendall(asked("award", "match", "Anna"))
    time.sleep(0.3)  # the request waits
    client.close()
    assert server.take(0.2) == []


def test_a_client_who_has_nothing_more_to_say_has_not_gone(server: ControlServer) -> None:
    with connected(server.path) as client:
        client.sendall(asked("status"))
        client.shutdown(socket.SHUT_WR)
        (ask,) = server.take(5.0)
        ask.answer(Answered(("heard",)))
        assert b"heard" in client.recv(4096)


def test_a_request_counts_once_however_often_it_comes(server: ControlServer) -> None:
    first, second = connected(server.path), connected(server.path)
    first.sendall(asked("undo", mark="a"))
    (ask,) = server.take(5.0)
    second.sendall(asked("undo", mark="a"))
    assert server.take(0.5) == []
    ask.answer(Answered(("done",)))
    assert b"done" in first.recv(4096)
    assert b"done" in second.recv(4096)
    with connected(server.path) as third:
        third.sendall(asked("undo", mark="a"))
        assert b"done" in third.recv(4096)
    with connected(server.path) as other:  # under the same mark something else is asked: that is another request
        other.sendall(asked("status", mark="a"))
        assert len(server.take(5.0)) == 1
    first.close()
    second.close()


def test_a_request_that_was_withdrawn_is_not_taken_up() -> None:
    ask = Ask(Asked(("undo",), "Carla"))
    assert ask.withdraw()
    assert not ask.take_up()
    ask = Ask(Asked(("undo",), "Carla"))
    assert ask.take_up()
    assert not ask.withdraw()


def test_a_request_that_waits_when_the_serving_ends_is_withdrawn_and_no_silence_is_told_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answered = Requests().answer_to(Asked(("status",), "Carla"), ends=lambda: True)
    assert "withdrawn" in answered.trouble
    assert "has not answered" not in caplog.text


def test_slow_clients_hold_nobody_up_and_too_many_are_told_so(
    server: ControlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = [connected(server.path) for _ in range(3)]
    for client in slow:
        client.sendall(b"{")
    answer_within(server, 5.0)
    begun = time.monotonic()
    assert b"heard" in said_to(server.path, asked("status"))
    assert time.monotonic() - begun < 3
    more = [connected(server.path) for _ in range(5)]
    time.sleep(0.3)
    with pytest.raises(ControlError, match=r"control\.trouble.*too many requests"):
        command(server.path, Asked(("status",), "Carla"))
    for client in slow + more:
        client.close()


def test_an_order_that_is_too_long_is_not_sent(server: ControlServer) -> None:
    with pytest.raises(ControlError, match=r"control\.too_long"):
        command(server.path, Asked(("warn", "Anna"), "Carla", "why " * 100_000))


def test_a_client_who_sends_byte_by_byte_has_one_deadline(
    server: ControlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_PATIENCE", 0.5)
    begun = time.monotonic()
    with connected(server.path) as client, suppress(OSError):  # whichever way a line ends
        while time.monotonic() - begun < 10:
            client.send(b"x")
            time.sleep(0.1)
    assert time.monotonic() - begun < 5


def test_a_referee_who_refuses_is_status_1_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with referee(tmp_path, 60):
        for words in (("new", "match", "Carl", "Dora", "5"), ("undo", "5000"), ("reopen",)):
            assert ctl(tmp_path, *words, "--why", "so") == 1
            printed = capsys.readouterr()
            assert printed.out.strip()
            assert printed.err == ""


@pytest.mark.films
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("new", "match", "\udcffAnna", "B", "1"), "so"),
        (("new", "match", "A\x1b[2Jnna", "B", "1"), "so"),
        (("new", "match", "A\u202enna", "B", "1"), "so"),
        (("pause",), "r\n#99 AwardMatch by Boris: he has won"),
        (("pause",), "r\u2028#99"),
    ],
)
def test_names_and_reasons_that_are_not_plain_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    with referee(tmp_path, 60) as session:
        before = session.state
        assert ctl(tmp_path, *words, "--why", why) == 2
        said = capsys.readouterr().err
        assert "no name and no reason may have controls" in said
        assert said.count("\n") == 1
        assert "\x1b" not in said
        assert session.state == before


PROGRAM = """
import sys, time
from pathlib import Path
from controller.control.server import ControlServer
from controller.control.wire import Answered
with ControlServer(Path(sys.argv[1])) as server:
    print("listening", flush=True)
    while True:
        for ask in server.take(0.2):
            print(*ask.asked.words, flush=True)
            ask.answer(Answered(("done",)))
"""


def test_an_order_given_while_the_referee_was_stopped_is_not_carried_out_when_its_client_has_given_up(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tavola.sock"
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stdout.readline() == "listening\n"
    os.kill(program.pid, signal.SIGSTOP)
    with connected(path) as client:
        client.sendall(asked("award", "match", "Anna"))
    os.kill(program.pid, signal.SIGCONT)
    with connected(path) as client:
        client.sendall(asked("status"))
        assert b"done" in client.recv(4096)
    program.kill()
    assert program.stdout.read() == "status\n"
    program.stdout.close()
    program.wait(10)


def test_a_refused_and_an_answered_client_are_logged(server: ControlServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    said_to(server.path, b"nonsense\n")
    answer_within(server, 5.0)
    said_to(server.path, asked("status"))
    assert "a client's request was refused: control.bad_request" in caplog.text
    assert re.search(r"a client was answered in \d\.\d{3} s", caplog.text)
