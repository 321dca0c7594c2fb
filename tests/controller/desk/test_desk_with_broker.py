"""A desk with a real broker: what it shows, orders and fetches, and that it begins again from the broker alone."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")
pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from dataclasses import replace

from controller.announce.health import notice
from controller.announce.language import Words
from controller.desk.desk import Desk
from controller.desk.fetching import proved
from controller.desk.opening import open_desk
from controller.desk.server import HallServer
from controller.hall.errors import HallError
from controller.hall.membership import membership_text
from controller.outputs.mqtt.results import result_of
from controller.outputs.pages.opening import open_pages
from controller.outputs.told import Told
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.mqtt.halls import a_table, carried, finished
from tests.controller.outputs.pages.played import told
from tests.rigs.mosquitto import PROGRAM, Broker, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from controller.hall.messages import OrderAnswer, TableOrder

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="mosquitto is not installed")
ONE, TWO = "table-1", "table-2"
SERVED = Served(PageAddress("127.0.0.1", 0), Words())


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    with Broker(tmp_path_factory.mktemp("hall"), (ONE, TWO)) as made:
        yield made


def desk_of(server: HallServer) -> Desk:
    """Return the desk of a server."""
    assert isinstance(server.hall, Desk)
    return server.hall


class Browser:
    """What asks for pages as a browser does."""

    def __init__(self, server: HallServer) -> None:
        """Take the server."""
        self.server = server
        self.cookie = ""

    def enter(self) -> None:
        """Enter the desk."""
        status, _, cookie = self._ask("POST", "/enter", json.dumps({"token": self.server.admission.token}))
        assert status == 200
        self.cookie = cookie.partition(";")[0]

    def get(self, path: str) -> tuple[int, bytes]:
        """Return status and content of a page."""
        return self._ask("GET", path)[:2]

    def post(self, path: str, body: object) -> tuple[int, dict[str, Any]]:
        """Return status and answer to what is sent."""
        status, content, _ = self._ask("POST", path, body if isinstance(body, str) else json.dumps(body))
        return status, json.loads(content) if content.startswith(b"{") else {}

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes, str]:
        """Ask for something."""
        asking = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        try:
            origin = {"Origin": f"http://127.0.0.1:{self.server.port}"} if method == "POST" else {}
            asking.request(method, path, body, {"Cookie": self.cookie, **origin})
            answer = asking.getresponse()
            return answer.status, answer.read(), answer.headers.get("Set-Cookie", "")
        finally:
            asking.close()


def test_a_desk_that_begins_again_knows_all_from_the_broker(broker: Broker, tmp_path: Path) -> None:
    result = result_of(finished(tmp_path).path)
    assert result is not None
    with a_table(broker.tables[ONE], tmp_path) as table, Desk(broker.desk) as desk:
        for one in told():
            table.hear(one)
        table.hear(Told(notices=(notice(1.0, "director.called"),)))
        assert until(lambda: ONE in desk.view.tables and "called" in desk.view.tables[ONE].alerts)
        assert until(lambda: desk.view.tables[ONE].does == "playing" and (ONE, result.match) in desk.view.results)
        with Desk(broker.desk) as again:
            assert until(lambda: again.view.results == desk.view.results and ONE in again.view.tables)
            assert until(lambda: again.view.tables[ONE].alerts == desk.view.tables[ONE].alerts)
            assert until(lambda: again.view.tables[ONE].state == desk.view.tables[ONE].state)


def test_orders_go_to_the_tables_that_are_there_and_their_answers_come_back(broker: Broker) -> None:
    done: list[tuple[str, ...]] = []

    def carry_out(order: TableOrder) -> OrderAnswer:
        done.append(order.words)
        return carried(order) if order.words[0] == "announce" else replace(carried(order), done=False)

    with a_table(broker.tables[ONE], carry_out=carry_out), HallServer(SERVED, Desk(broker.desk)) as server:
        assert until(lambda: ONE in server.hall.view.tables and server.hall.view.tables[ONE].does == "init")
        browser = Browser(server)
        assert browser.post("/desk/orders", {"tables": None, "words": ["announce", "Round 2"]})[0] == 403
        browser.enter()
        status, answer = browser.post("/desk/orders", {"tables": [ONE], "words": ["announce", "Round 2"]})
        assert (status, answer["done"]) == (200, True)
        assert answer["tables"][ONE]["lines"] == ["announce Round 2"]
        nothing = browser.post("/desk/start", {"tables": None})
        assert nothing == (400, {"done": False, "lines": ["That is no order: round."]})
        heads = "# format: swiss\ntable,white,black,length,preset,clock\n"
        assert browser.post("/desk/round", heads + "1,Ann,Bob,7,pub,\n")[0] == 400
        status, answer = browser.post("/desk/round", heads + "1,Ann,Bob,7,club,delay:8\n")
        assert (status, answer["pairings"]) == (200, 1)
        assert until(lambda: server.hall.view.round is not None)
        status, answer = browser.post("/desk/start", {"tables": None})
        assert (status, answer["done"]) == (200, False)
        assert browser.post("/desk/start", {"tables": [ONE], "confirm": True})[1]["done"] is False
        agreed = ("Bob", "Ann", "7", "preset=club", "clock=delay:8")
        assert done == [("announce", "Round 2"), ("new", "match", *agreed), ("pair", *agreed)]
        nothing = browser.post("/desk/start", {"tables": ["table-9"]})
        assert nothing == (409, {"done": False, "lines": ["Nothing is left to begin."]})
        assert browser.post("/desk/round", "nonsense")[0] == 400
        assert browser.post("/desk/orders", "[]")[0] == 400


def test_a_table_that_is_not_there_is_said_not_to_have_answered(broker: Broker) -> None:
    with a_table(broker.tables[TWO]) as table:
        assert until(lambda: table.link.connected)
    with Desk(broker.desk) as desk:
        assert until(lambda: TWO in desk.view.tables and desk.view.tables[TWO].does == "gone")
        assert desk.orders({TWO: ("undo",), "table-9": ("undo",)}, "Carla", "", 1.0) == {TWO: None, "table-9": None}


def test_the_pages_show_the_hall_and_only_the_desk_what_is_for_the_director(broker: Broker) -> None:
    with a_table(broker.tables[ONE]) as table, HallServer(SERVED, Desk(broker.desk)) as server:
        for one in told():
            table.hear(one)
        table.hear(Told(notices=(notice(1.0, "director.called"),)))
        browser = Browser(server)
        assert until(lambda: (server.everybody.current or {}).get(f"table:{ONE}", {}).get("shown"))
        assert until(lambda: (server.director.current or {})[f"table:{ONE}"]["reasons"])
        assert "reasons" not in server.everybody.current[f"table:{ONE}"]  # type: ignore[index]
        assert server.director.current["order"][0] == ONE  # type: ignore[index]
        assert browser.get("/")[0] == 200
        assert browser.get("/desk")[0] == 303
        assert browser.get("/desk/events")[0] == 403
        assert browser.get("/desk/results.csv")[0] == 403
        browser.enter()
        assert browser.get("/desk")[0] == 200


def test_journal_and_match_file_are_fetched_from_the_table_and_proved(broker: Broker, tmp_path: Path) -> None:
    journal = finished(tmp_path).path
    with open_pages(SERVED, None, lambda: journal) as pages:
        table = a_table(broker.tables[ONE], tmp_path)
        table._table = replace(table._table, pages=f"http://127.0.0.1:{pages.port}")
        table._introduce()
        with table, HallServer(SERVED, Desk(broker.desk)) as server:
            browser = Browser(server)
            browser.enter()
            result = result_of(journal)
            assert result is not None
            assert until(
                lambda: (
                    (ONE, result.match) in server.hall.view.results and server.hall.view.tables[ONE].about is not None
                )
            )
            assert until(lambda: server.hall.view.tables[ONE].about.pages != "")  # type: ignore[union-attr]
            name, match = ONE, result.match
            status, text = browser.get(f"/desk/results/{name}/{match}.mat")
            assert (status, b"Anna" in text, b"1 point match" in text) == (200, True, True)
            status, content = browser.get(f"/desk/results/{name}/{match}.journal")
            assert (status, content[:6]) == (200, b"SQLite")
            assert browser.get("/desk/results/table-1/0000000000000000.mat")[0] == 404
            assert result.digest.encode() in browser.get("/desk/results.csv")[1]
            assert json.loads(browser.get("/desk/results.json")[1])["results"][-1]["winner"] == "Anna"


def test_a_director_of_the_desk_is_admitted_to_a_tables_own_page_once(broker: Broker, tmp_path: Path) -> None:
    journal = finished(tmp_path).path
    with open_pages(SERVED, None, lambda: journal) as pages:
        table = a_table(broker.tables[TWO])
        table._table = replace(table._table, pages=f"http://127.0.0.1:{pages.port}")
        table._introduce()
        pages.admission.takes = table.takes
        with table, HallServer(SERVED, Desk(broker.desk)) as server:
            assert until(lambda: desk_of(server).way_in(TWO) and server.hall.view.tables[TWO].does == "init")
            browser = Browser(server)
            assert browser.get(f"/desk/tables/{TWO}/open")[0] == 403
            browser.enter()
            assert browser.get(f"/desk/tables/{TWO}/open")[0] == 303
            assert browser.get("/desk/tables/table-9/open")[0] == 404
            address, _, ticket = desk_of(server).way_in(TWO).partition("#")
            assert address == f"http://127.0.0.1:{pages.port}/enter"
            answers = [pages.admission.admit(ticket, "127.0.0.1", 1.0)[0] for _ in range(2)]
            assert [str(one) for one in answers] == ["admitted", "refused"]


def test_a_result_that_its_journal_does_not_prove_is_refused(tmp_path: Path) -> None:
    journal = finished(tmp_path).path
    result = result_of(journal)
    assert result is not None
    assert proved(journal.read_bytes(), result)
    for bad in (replace(result, digest="0" * 64), replace(result, seq=1)):
        with pytest.raises(HallError):
            proved(journal.read_bytes(), bad)
    with pytest.raises(HallError):
        proved(b"no journal", result)


def test_the_command_serves_until_it_is_ended(
    broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    member, pairings = tmp_path / "desk.json", tmp_path / "round.csv"
    member.write_text(membership_text(broker.desk))
    pairings.write_text("table;white;black;length\n1;Ann;Bob;7\n")
    open_desk(member, "127.0.0.1:0", "it", 0.0, pairings, lambda: True)
    assert "/enter#" in capsys.readouterr().out
