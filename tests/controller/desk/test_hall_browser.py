"""The hall's pages in a browser: a director sees who is wanted and says something to all; everybody sees the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("paho.mqtt.client", reason="the extra `hall` is not installed")
pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from controller.announce.health import notice
from controller.announce.language import Words
from controller.desk.desk import Desk
from controller.desk.server import HallServer
from controller.outputs.told import Told
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.mqtt.halls import a_table, finished
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.outputs.pages.played import told
from tests.rigs.mosquitto import PROGRAM, Broker, until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.browser,
    pytest.mark.films,
    pytest.mark.skipif(PROGRAM is None, reason="mosquitto is not installed"),
]
TABLES = ("table-1", "table-2", "table-3")


def test_the_desk_and_the_page_for_everybody(tmp_path: Path) -> None:
    with chromium() as browser, Broker(tmp_path, TABLES) as broker:
        finished(tmp_path)
        tables = [a_table(broker.tables[name], tmp_path if name == "table-1" else None) for name in TABLES]
        with HallServer(Served(PageAddress("127.0.0.1", 0), Words()), Desk(broker.desk)) as server:
            for table in tables:
                for one in told():
                    table.hear(one)
            tables[2].hear(Told(notices=(notice(1.0, "director.called"),)))
            assert until(lambda: len(server.hall.view.results) == 1)
            page = browser.new_page(viewport={"width": 1100, "height": 800})
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(server.desk_url)
            cards = page.locator("article.table")
            expect(cards).to_have_count(3)
            expect(cards.first).to_contain_text("table-3")
            expect(cards.first).to_have_class("card table urgent ")
            expect(cards.first.locator(".reason")).to_contain_text("The director is called")
            expect(cards.first.locator("tavola-board .checker")).to_have_count(30)
            expect(page.locator("#results tbody tr")).to_have_count(1)
            expect(page.locator("#live")).to_have_text("live")
            page.set_input_files(
                "#csv",
                {
                    "name": "r.csv",
                    "mimeType": "text/csv",
                    "buffer": b"table,white,black,length,clock\n1,Ann,Bob,7,delay\n",
                },
            )
            expect(page.locator("#pairings tbody tr")).to_have_count(1)
            expect(page.locator("#pairings tbody tr")).to_contain_text("7 · delay")
            page.click("#send")
            expect(page.locator("#answer")).to_contain_text("table-1: pair Bob Ann 7 clock=delay")
            page.fill("#text", "Round 2 begins")
            page.select_option("#to", "table-3")
            page.click("#announce button")
            expect(page.locator("#answer")).to_contain_text("table-3: announce Round 2 begins")
            everybody = browser.new_page(viewport={"width": 400, "height": 800})
            everybody.on("pageerror", lambda error: errors.append(str(error)))
            everybody.goto(server.url)
            expect(everybody.locator("article.table")).to_have_count(3)
            expect(everybody.locator(".reason")).to_have_count(0)
            assert everybody.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert errors == []
        for table in tables:
            table.close()
