"""Pages of a table: opened as they are set, and their orders reach the referee as those of `tavola ctl` do."""

from __future__ import annotations

import http.client
import io
import json
import re
import threading
import time
import urllib.request
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")

from controller.announce.health import sentence
from controller.announce.language import Words, language
from controller.config.settings import PagesSettings
from controller.control.client import command
from controller.control.requests import Requests
from controller.control.wire import Answered, Asked, socket_path
from controller.outputs.bus import Bus
from controller.outputs.pages import opening
from controller.outputs.pages.ordering import CarryOut, PageOrder
from controller.outputs.pages.server import PageServer
from controller.table.pages import outputs
from controller.table.pages.outputs import pages_of, serve_replay
from controller.table.simulated import simulate
from controller.web.errors import PagesError
from tests.controller.outputs.pages.played import kept
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from controller.control.requests import Ask
    from controller.web.served import Served

ANY = PagesSettings(address="127.0.0.1:0")
NAMES = ("Anna", "Boris")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def test_where_none_are_set_there_are_none(stack: ExitStack) -> None:
    bus, console = Bus(), Console(file=io.StringIO())
    pages = pages_of(stack, PagesSettings(), Words(), Requests())
    pages.begin(bus, (), NAMES, console)
    pages.alive(1.0)
    assert pages.server is None
    assert bus.finish(0.0) == ()


def test_every_address_are_said_in_the_language_of_the_table(stack: ExitStack) -> None:
    said = io.StringIO()
    pages = pages_of(stack, ANY, language("it"), Requests())
    assert pages.server is not None
    with Bus() as bus:
        pages.begin(bus, (), NAMES, Console(file=said, width=40))
    lines = said.getvalue().splitlines()
    assert lines == [
        f"Pagine: {pages.server.url}",
        f"Per il direttore: {pages.server.director_url}",
        f"Sovrimpressione con l'immagine della telecamera: {pages.server.camera_url}",
    ]


def test_an_order_of_a_page_waits_with_the_others_and_is_answered(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried: list[CarryOut | None] = []

    def noted(served: Served, carry_out: CarryOut | None, *_more: object, **_besides: object) -> PageServer:
        carried.append(carry_out)
        return PageServer(served, carry_out)

    monkeypatch.setattr(outputs, "open_pages", noted)
    requests = Requests()
    pages_of(stack, ANY, Words(), requests)
    (carry_out,) = carried
    assert carry_out is not None
    asked: list[Ask] = []

    def referee() -> None:
        for answered in (Answered(("Done.",)), Answered(("No.",), refused=True), Answered(trouble="no such word")):
            (ask,) = requests.take(10.0)
            asked.append(ask)
            ask.answer(answered)

    refereeing = threading.Thread(target=referee)
    refereeing.start()
    outcomes = [carry_out(PageOrder(("undo",), "so", f"page-{number}", "Carla")) for number in range(3)]
    refereeing.join()
    assert [(one.done, one.lines) for one in outcomes] == [
        (True, ("Done.",)),
        (False, ("No.",)),
        (False, ("no such word",)),
    ]
    assert (asked[0].asked.words, asked[0].asked.who, asked[0].asked.why) == (("undo",), "Carla", "so")
    again = carry_out(PageOrder(("undo",), "so", "page-0", "Carla"))  # sent twice, carried out once
    assert again == outcomes[0]


@pytest.mark.films
def test_pages_of_a_simulated_match_stay_up_until_somebody_ends_them(tmp_path: Path) -> None:
    said = io.StringIO()
    order = ordered(tmp_path, turns=1)
    order = replace(order, settings=order.settings.model_copy(update={"pages": ANY}))
    playing = threading.Thread(target=simulate, args=(order, Console(file=said, width=200)), daemon=True)
    playing.start()
    until = time.monotonic() + 200
    while "stay up" not in said.getvalue():
        assert playing.is_alive()
        assert time.monotonic() < until, said.getvalue()
        time.sleep(0.2)
    (host,) = re.findall(r"Pages: http://(\S+)", said.getvalue())
    connection = http.client.HTTPConnection(host, timeout=20)
    connection.request("GET", "/snapshot.json")
    shown = json.loads(connection.getresponse().read())
    connection.close()
    assert shown["names"] == ["Anna", "Boris"]
    assert [turn["kind"] for turn in shown["turns"]] == ["play"]
    assert command(socket_path(tmp_path), Asked(("stop",), "Carla"), console=Console(file=io.StringIO()))
    playing.join(60.0)
    assert not playing.is_alive()


def test_an_address_that_is_none_and_a_missing_package_are_said(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PagesError, match=r"pages\.no_address"):
        pages_of(stack, PagesSettings(address="no address"), Words(), Requests())
    monkeypatch.setitem(__import__("sys").modules, "controller.outputs.pages.server", None)
    with pytest.raises(PagesError, match=r"pages\.missing"):
        pages_of(stack, ANY, Words(), Requests())
    assert "█" in opening.qr_code("http://127.0.0.1:8724") or "▀" in opening.qr_code("http://127.0.0.1:8724")


def test_the_replay_of_a_match_that_is_over_is_served_until_it_is_ended(tmp_path: Path) -> None:
    kept(tmp_path / "match-0001.journal").close()
    console, asked = Console(file=io.StringIO(), width=200), []

    def ended() -> bool:
        said = console.file.getvalue()  # type: ignore[attr-defined]
        url = re.search(r"Pages: (\S+)", said)
        assert url is not None
        with urllib.request.urlopen(f"{url[1]}/replay/steps.json", timeout=30) as answer:  # noqa: S310 - our own
            asked.append(json.load(answer))
        return True

    serve_replay(tmp_path / "match-0001.journal", "127.0.0.1:0", Words(), console, ended)
    assert len(asked[0]["steps"]) == 19
    assert "Ctrl-C" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_device_that_asks_is_heard_at_the_table_and_admitted_by_a_word_there(stack: ExitStack) -> None:
    pages = pages_of(stack, ANY, Words(), Requests())
    assert pages.server is not None
    assert pages.take_notices() == ()
    assert not pages.admit()
    pages.alive(12.0)
    connection = http.client.HTTPConnection("127.0.0.1", pages.server.port, timeout=20)
    sent = {"Origin": f"http://127.0.0.1:{pages.server.port}", "Content-Type": "application/json"}

    def post(path: str, given: object) -> tuple[int, dict[str, str]]:
        connection.request("POST", path, json.dumps(given), sent)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    status, asking = post("/enter/ask", {})
    assert status == 200
    assert post("/enter/ask", {})[0] == 429  # one at a time
    (told,) = pages.take_notices()
    assert (told.key, told.time) == ("pages.asked", 12.0)
    assert asking["code"] in sentence(told)
    assert post("/enter/asked", {"key": asking["key"]})[0] == 202
    assert not pages.admit("no code")
    assert pages.admit(asking["code"])
    assert post("/enter/asked", {"key": "another"})[0] == 403
    assert post("/enter/asked", {"key": asking["key"]}) == (200, {"answer": "admitted"})
    connection.close()
    assert len(pages.server.admission._sittings) == 1


def test_a_photograph_that_is_none_is_said_before_anything_is_served(stack: ExitStack, tmp_path: Path) -> None:
    (tmp_path / "anna.png").write_text("no picture")
    settings = ANY.model_copy(update={"photo_of_black": tmp_path / "anna.png"})
    with pytest.raises(PagesError, match=r"pages\.no_portrait"):
        pages_of(stack, settings, Words(), Requests(), names=NAMES)
