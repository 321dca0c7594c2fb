"""In a browser: who sees the camera, how a device is admitted at the table, and a dispute settled by its pictures."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from controller.announce.language import Words
from controller.outputs.pages.ordering import OrderOutcome, PageOrder
from controller.outputs.pages.portraits import load_portrait
from controller.outputs.pages.server import PageServer
from controller.outputs.pages.shown.past import Past
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.browsers import chromium, until
from tests.controller.outputs.pages.played import kept, told
from tests.controller.outputs.pages.render_pages import ILLEGAL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.films]

GREEN = np.full((720, 1280, 3), (30, 90, 30), np.uint8)
PLACES = tuple(tuple((0.1 + 0.03 * point, 0.3 + 0.2 * player) for point in range(26)) for player in range(2))
SERVED = Served(PageAddress(port=0), Words())


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def alive(server: PageServer) -> Iterator[PageServer]:
    """Return a server at whose table somebody is, with a camera that sees green."""
    ended = threading.Event()

    def live() -> None:
        while not ended.wait(0.1):
            server.alive(0.0)
            server.look(GREEN.copy(), lambda: PLACES)

    living = threading.Thread(target=live)
    living.start()
    try:
        yield server
    finally:
        ended.set()
        living.join()


def new_page(browser: Browser, url: str, **context: Any) -> Page:
    """Return a page in a context of its own."""
    page = browser.new_context(reduced_motion="reduce", **context).new_page()
    page.goto(url)
    return page


def test_the_overlay_shows_the_camera_with_the_ways_of_the_last_play_to_whoever_has_the_token(browser: Browser) -> None:
    with PageServer(SERVED) as server, alive(server):
        for one in [*told()][:8]:
            server.hear(one)
        size = {"width": 1920, "height": 1080}
        page = new_page(browser, server.camera_url, viewport=size)
        expect(page.locator("#camera .play")).to_have_count(2, timeout=20_000)
        shot = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
        assert shot is not None
        assert np.abs(shot[5, 5, :3].astype(int) - (30, 90, 30)).max() < 12  # the picture fills the stage
        last = server.everybody.current
        assert last is not None
        drawn = (shot[:, :, 2] > 200) & (shot[:, :, 0] < 130)
        for arrow in last["last"]["arrows"]:
            x, y = PLACES[arrow["player"]][arrow["target"]]
            column, row = round(1920 * x), round(1080 * y)
            assert drawn[row - 30 : row + 30, column - 30 : column + 30].sum() > 100
        page.context.close()
        with_none = new_page(browser, f"{server.url}/overlay?part=camera,score#wrong", viewport=size)
        with_none.locator("#stage").wait_for(state="visible", timeout=20_000)
        with_none.wait_for_timeout(1000)
        shot = cv2.imdecode(np.frombuffer(with_none.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
        assert shot is not None
        assert not shot[1000:, :, 3].any()
        with_none.context.close()


def test_a_photograph_stands_beside_its_player_and_initials_beside_the_other(browser: Browser, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "anna.png"), GREEN)
    portraits = tuple(load_portrait("Anna", kind, tmp_path / "anna.png") for kind in ("photo", "flag"))
    with PageServer(SERVED, portraits=portraits) as server, alive(server):
        server.hear(next(told()))
        page = new_page(browser, f"{server.url}/overlay", viewport={"width": 1920, "height": 1080})
        anna, boris = page.locator(".bug .row", has_text="Anna"), page.locator(".bug .row", has_text="Boris")
        expect(anna.locator("img")).to_have_count(2, timeout=20_000)
        until(page, "[...document.querySelectorAll('.bug img')].every((one) => one.naturalWidth === 320)")
        expect(boris.locator(".photo")).to_have_text("B")
        page.context.close()


def test_a_device_asks_shows_a_code_and_is_admitted_at_the_table(browser: Browser) -> None:
    with PageServer(SERVED) as server, alive(server):
        server.hear(next(told()))
        page = new_page(browser, f"{server.url}/enter")
        page.locator("#ask-table").click()
        expect(page.locator("#asked")).to_contain_text("This device shows", timeout=20_000)
        (code,) = server.take_codes()
        expect(page.locator("#asked")).to_contain_text(" ".join(code))
        other = new_page(browser, f"{server.url}/enter")
        other.locator("#ask-table").click()
        expect(other.locator("#asked")).to_contain_text("Another device asks")
        assert server.admit(code)
        page.wait_for_url("**/director", timeout=20_000)
        page.context.close()
        other.context.close()


def test_a_dispute_is_settled_with_one_tap_beside_its_pictures(browser: Browser, tmp_path: Path) -> None:
    orders: list[PageOrder] = []

    def carry_out(order: PageOrder) -> OrderOutcome:
        orders.append(order)
        return OrderOutcome(done=True, lines=("Done as ordered.",))

    match = [*told()][:ILLEGAL]
    with kept(tmp_path / "match-0001.journal", lines=ILLEGAL - 1) as journal:
        for part in ("before", "roll", "after"):
            journal.keep_picture(part, cv2.imencode(".jpg", GREEN)[1].tobytes(), 0.0)
        past = Past(lambda: journal.path, Words())
        with PageServer(SERVED, carry_out, past) as server, alive(server):
            for before, one in enumerate(match, journal.entry + 1 - len(match)):
                assert one.known is not None
                server.hear(replace(one, known=replace(one.known, number=before)))
            page = new_page(browser, server.director_url, viewport={"width": 1440, "height": 1000})
            expect(page.locator(".asked.open .shots img")).to_have_count(3, timeout=20_000)
            until(page, "document.querySelectorAll('.shots img')[2].naturalWidth === 1280")
            page.locator(".asked.open .buttons button").first.dblclick()
            expect(page.locator("#told")).to_have_text("Done as ordered.")
            assert {(one.words, one.why) for one in orders} == {(("accept",), "Decided by the kept pictures")}
            assert len({one.mark for one in orders}) == 1  # two taps are one order
            page.context.close()
