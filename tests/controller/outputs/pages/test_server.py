"""The server of the pages runs in its own thread, streams as the table tells, and ends with it."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from controller.announce.language import Words
from controller.outputs.pages.ordering import OrderOutcome
from controller.outputs.pages.server import PageServer
from controller.web.address import PageAddress
from controller.web.errors import PagesError
from controller.web.served import Served
from tests.controller.outputs.pages.played import told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Stream:
    """A stream as a browser reads it."""

    def __init__(self, port: int, path: str = "/events", last: str = "") -> None:
        """Open it."""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self._connection.request("GET", path, headers={"Last-Event-ID": last} if last else {})
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.read()
        self.last = last

    def next(self, *kinds: str) -> dict[str, Any]:
        """Return the content of the next event of some kinds."""
        fields: dict[str, str] = {}
        while True:
            line = self._answer.readline().decode()
            assert line, "the stream has ended"
            if line == "\n":
                self.last = fields.get("id", self.last)
                if fields.get("event") in kinds:
                    found: dict[str, Any] = json.loads(fields["data"])
                    return found
                fields = {}
            else:
                name, _, value = line.rstrip("\n").partition(": ")
                fields[name] = value

    def close(self) -> None:
        """Leave."""
        self._answer.close()
        self._connection.close()


@pytest.fixture
def server() -> Iterator[PageServer]:
    with PageServer(Served(PageAddress(port=0), Words())) as serving:
        yield serving


def test_a_stream_begins_with_a_snapshot_and_goes_on_with_changes(server: PageServer) -> None:
    match = [*told()]
    server.hear(match[0])
    stream = Stream(server.port)
    assert stream.next("snapshot")["names"] == ["Anna", "Boris"]
    for one in match[1:3]:
        server.hear(one)
        assert "set" in stream.next("change")
    stream.close()


def test_whoever_was_away_hears_what_was_missed_and_no_snapshot(server: PageServer) -> None:
    match = [*told()]
    server.hear(match[0])
    stream = Stream(server.port)
    stream.next("snapshot")
    stream.close()
    for one in match[1:4]:
        server.hear(one)
    again = Stream(server.port, last=stream.last)
    numbers = []
    for _ in range(3):
        again.next("change", "snapshot")
        numbers.append(int(again.last.rpartition(".")[2]))
    assert numbers == [2, 3, 4]
    again.close()


def test_beats_say_whether_the_table_is_there() -> None:
    now = [0.0]
    with PageServer(Served(PageAddress(port=0), Words()), clock=lambda: now[0]) as server:
        stream = Stream(server.port)
        server.alive(1.0)
        assert stream.next("beat")["live"] is True
        now[0] = 2.0
        beats = [stream.next("beat")["live"] for _ in range(4)]  # the first ones may have been on their way
        assert beats[-1] is False
        stream.close()


def test_the_clock_of_a_beat_goes_on_with_the_match(server: PageServer) -> None:
    for one in told():
        server.hear(one)
    stream = Stream(server.port)
    running = stream.next("snapshot")["clock"]
    server.alive(1000.0)
    later = [stream.next("beat")["clock"] for _ in range(4)][-1]  # the first ones may have been on their way
    assert later["reserve"][1] < running["reserve"][1]
    stream.close()


def test_the_overlay_is_later_than_the_table_by_the_delay() -> None:
    with PageServer(Served(PageAddress(port=0), Words(), delay=0.5)) as server:
        late, early = Stream(server.port, "/overlay/events"), Stream(server.port)
        server.hear(next(told()))
        early.next("snapshot")
        before = time.monotonic()
        late.next("snapshot")
        assert time.monotonic() - before > 0.2
        late.close()
        early.close()


def test_an_order_is_carried_out_in_another_thread_and_once_it_is_answered() -> None:
    threads: list[str] = []

    def carry_out(_order: object) -> OrderOutcome:
        threads.append(threading.current_thread().name)
        return OrderOutcome(done=True, lines=("Done.",))

    with PageServer(Served(PageAddress(port=0), Words()), carry_out) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        sent = {"Origin": f"http://127.0.0.1:{server.port}", "Content-Type": "application/json"}
        connection.request("POST", "/enter", json.dumps({"token": server.admission.token}), sent)
        answer = connection.getresponse()
        answer.read()
        cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        sent |= {"Cookie": cookie, "Idempotency-Key": "1"}
        connection.request("POST", "/orders", json.dumps({"words": ["undo"], "why": "so"}), sent)
        answer = connection.getresponse()
        assert json.loads(answer.read()) == {"done": True, "lines": ["Done."]}
        connection.close()
    assert threads
    assert "tavola-pages" not in threads


def test_closing_ends_open_streams_and_frees_the_address() -> None:
    server = PageServer(Served(PageAddress(port=0), Words()))
    stream = Stream(server.port)
    server.close()
    server.close()
    with suppress(OSError, AssertionError):
        while True:
            stream.next("nothing")
    stream.close()
    with PageServer(Served(PageAddress(port=server.port), Words())) as again:
        assert again.port == server.port
    server.hear(next(told()))  # what comes too late is shown to nobody, and is no error


def test_an_address_that_is_taken_is_said_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(PagesError, match=r"pages\.taken"):
            PageServer(Served(PageAddress(port=taken.getsockname()[1]), Words()))


def test_a_certificate_that_is_none_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no certificate")
    with pytest.raises(PagesError, match=r"pages\.certificate"):
        PageServer(Served(PageAddress(port=0), Words(), certificate=tmp_path / "no.pem"))
