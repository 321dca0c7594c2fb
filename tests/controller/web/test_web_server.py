"""A server of any application serves in its own thread, does what it is told there, and ends with what is open."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from starlette.responses import PlainTextResponse
from starlette.routing import Route

from controller.announce.language import Words
from controller.web.address import PageAddress
from controller.web.channel import Channel
from controller.web.errors import PagesError
from controller.web.gate import Gate
from controller.web.rendering import PageRenderer
from controller.web.served import Served
from controller.web.server import WebServer
from controller.web.site import site
from controller.web.stream import Streams

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp

SERVED = Served(PageAddress(port=0), Words())


def application(channel: Channel, rooms: tuple[Path, ...] = ()) -> ASGIApp:
    """Return a site as a hall may have it: a page, a stream, and one thing for the director."""

    async def secret(_request: Any) -> PlainTextResponse:
        return PlainTextResponse("secret")

    gate, page = Gate(), PageRenderer(SERVED.words, rooms)
    routes = [
        Route("/enter", page.answer("enter.html"), methods=["GET"]),
        Route("/events", Streams().of(channel)),
        Route("/secret", gate.only_director(secret)),
        *gate.routes(),
    ]
    return site(routes, SERVED.own_names, rooms)


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Return status and text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_a_page_a_secret_and_a_foreign_name() -> None:
    with WebServer(SERVED, application(Channel("r")), "served") as server:
        assert server.url == f"http://127.0.0.1:{server.port}"
        status, text = asked(server.port, "/enter")
        assert status == 200
        assert "ask-table" not in text  # nobody would hear it
        assert asked(server.port, "/static/base.css")[0] == 200
        assert asked(server.port, "/secret")[0] == 403
        assert asked(server.port, "/enter", Host="evil.example")[0] == 400


def test_files_of_a_room_lie_before_those_of_every_site(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "static" / "base.css").write_text("/* mine */")
    (tmp_path / "templates" / "enter.html").write_text("mine, {{ language }}")
    with WebServer(SERVED, application(Channel("r"), (tmp_path,)), "served") as server:
        assert asked(server.port, "/static/base.css")[1] == "/* mine */"
        assert asked(server.port, "/static/state.js")[0] == 200
        assert asked(server.port, "/enter")[1] == "mine, en"


def test_what_is_called_runs_in_the_thread_of_the_server_and_so_does_what_goes_on_beside() -> None:
    threads: list[str] = []
    both = threading.Barrier(2)

    def note() -> None:
        threads.append(threading.current_thread().name)

    async def beside() -> None:
        note()
        await asyncio.to_thread(both.wait, 20)

    with WebServer(SERVED, application(Channel("r")), "served", beside=beside) as server:
        both.wait(20)
        done = threading.Event()
        server.call(note)
        server.call(done.set)
        assert done.wait(20)
    assert threads == ["served", "served"]
    server.call(note)  # it has ended: nobody does it, and that is no error
    assert len(threads) == 2


def test_an_open_stream_ends_with_its_server() -> None:
    channel = Channel("r")
    server = WebServer(SERVED, application(channel), "served", ending=channel.close)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/events")
    answer = connection.getresponse()
    assert answer.readline().startswith(b"retry: ")
    server.close()
    server.close()
    answer.read()
    connection.close()
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", server.port))


def test_a_certificate_that_is_none_leaves_no_socket_open(tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no certificate")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    served = Served(PageAddress(port=port), Words(), certificate=tmp_path / "no.pem")
    with pytest.raises(PagesError, match=r"pages\.certificate"):
        WebServer(served, application(Channel("r")), "served")
    with WebServer(Served(PageAddress(port=port), Words()), application(Channel("r")), "served") as server:
        assert server.port == port


def test_whoever_goes_in_the_middle_of_a_question_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    with WebServer(SERVED, application(Channel("r")), "served") as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as going:
            host = f"127.0.0.1:{server.port}"
            head = f"POST /enter HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 9\r\n\r\n"
            going.sendall(head.encode() + b"{")
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as no_question:
            no_question.sendall(b"\x00\xff what\r\n\r\n")
            assert no_question.recv(100).startswith(b"HTTP/1.1 400")
        assert asked(server.port, "/enter")[0] == 200
    assert caplog.records == []


def test_static_files_are_sent_compressed_and_pictures_of_pages_are_not() -> None:
    with WebServer(SERVED, application(Channel("r")), "served") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        for path, coding in (("/static/base.css", "gzip"), ("/enter", None)):
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            assert answer.headers["Content-Encoding"] == coding
        connection.close()
