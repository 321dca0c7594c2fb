"""Tables are followed by their pages without a broker, and whatever comes instead of a stream ends nothing."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from controller.announce.language import Words
from controller.desk.following import MOST, Following, parse_table, state_of_page
from controller.errors import TavolaError
from controller.hall.errors import HallError
from controller.outputs.pages.server import PageServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.played import told
from tests.rigs.mosquitto import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.desk.view import TableView

SERVED = Served(PageAddress("127.0.0.1", 0), Words())


@pytest.fixture
def table() -> Iterator[PageServer]:
    with PageServer(SERVED) as server:
        ended = threading.Event()

        def live() -> None:
            while not ended.wait(0.2):
                server.alive(0.0)

        living = threading.Thread(target=live)
        living.start()
        yield server
        ended.set()
        living.join()


def test_a_table_is_followed_as_it_plays_and_lost_when_it_ends(table: PageServer) -> None:
    known = list(told())
    with Following((f"127.0.0.1:{table.port}",)) as following:

        def one() -> TableView:
            return following.view.tables["table-1"]

        for number, moment in enumerate(known):
            table.hear(moment)
            if number == len(known) // 2:
                assert until(lambda: one().state is not None)
        last = known[-1].known
        assert last is not None
        assert until(lambda: one().state is not None and one().state.seq == last.number)  # type: ignore[union-attr]
        assert one().does == "playing"
        assert one().state.names == ("Anna", "Boris")  # type: ignore[union-attr]
        assert following.connected
        table.close()
        assert until(lambda: one().does == "lost")


def test_an_illegal_play_is_a_reason_to_go_there(table: PageServer) -> None:
    with Following((f"http://127.0.0.1:{table.port}/",)) as following:
        for moment in told():
            table.hear(moment)
            known = moment.known
            if known is not None and str(known.state.phase) == "correcting":
                break
        assert until(lambda: following.view.tables["table-1"].reasons)
        assert following.view.tables["table-1"].reasons[0][0] == "illegal"


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nevent: snapshot\ndata: []\n\n",
        b"HTTP/1.1 200 OK\r\n\r\nevent: snapshot\ndata: {}\n\n",
        b"HTTP/1.1 200 OK\r\n\r\nevent: snapshot\ndata: " + b"[" * 9_000 + b"\n\n",
        b"HTTP/1.1 200 OK\r\n\r\nevent: snapshot\ndata: " + b"9" * 9_000 + b"\n\n",
    ],
)
def test_what_is_no_stream_is_a_table_that_is_lost(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                asking, _ = server.accept()
                with asking:
                    asking.recv(4096)
                    asking.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        with Following((f"127.0.0.1:{server.getsockname()[1]}",)) as following:
            assert until(lambda: following.view.tables["table-1"].does == "lost")
            assert following.view.tables["table-1"].state is None


@pytest.mark.parametrize("text", ["", "ftp://a", "http://", "http://a/b", "http://a:b", "ä", "http://a:99999"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(HallError):
        parse_table(text)


def test_no_more_are_followed_than_can_be() -> None:
    with pytest.raises(HallError):
        Following(tuple(f"127.0.0.1:{9000 + number}" for number in range(MOST + 1)))


@given(st.dictionaries(st.sampled_from(["board", "cube", "clock", "names", "verdict", "dice"]), st.none() | st.text()))
def test_whatever_a_page_says_is_a_state_or_one_clean_error(shown: dict[str, str | None]) -> None:
    with suppress(TavolaError):
        state_of_page(shown)
