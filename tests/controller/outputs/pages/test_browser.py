"""The pages in a browser: what people see of a match, and what a director does there."""

from __future__ import annotations

import re
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from controller.announce.language import Words
from controller.outputs.pages.ordering import OrderOutcome, PageOrder
from controller.outputs.pages.server import PageServer
from controller.outputs.pages.shown.past import Past
from controller.web.address import PageAddress
from controller.web.admission import TRIES
from controller.web.served import Served
from tests.controller.outputs.pages.browsers import chromium, until
from tests.controller.outputs.pages.played import MATCH, kept, told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from controller.outputs.told import Told

pytestmark = [pytest.mark.browser, pytest.mark.films]

ENDED = MATCH.replace("match 5", "match 2") + "say two resign-single\nsay one confirm\n"
"""A match that is resigned with the cube at two, and so won."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Hall:
    """Pages that are served, and a table that is alive as long as it is meant to be."""

    def __init__(self, port: int = 0, past: list[Told] | None = None, delay: float = 0.0) -> None:
        """Begin."""
        self.orders: list[PageOrder] = []
        self.server = PageServer(Served(PageAddress(port=port), Words(), delay=delay), self._carry_out)
        if past is not None:
            events = [event for one in past for event in one.events]
            self.server.recall(events, past[0].names)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def _carry_out(self, order: PageOrder) -> OrderOutcome:
        self.orders.append(order)
        return OrderOutcome(done=True, lines=("Done as ordered.",))

    def _live(self) -> None:
        while not self._ended.wait(0.2):
            self.server.alive(0.0)

    def end(self) -> None:
        """End, as when the program is killed."""
        self._ended.set()
        self._thread.join()
        self.server.close()


@contextmanager
def hall(*, delay: float = 0.0) -> Iterator[Hall]:
    """Return pages that are served while a test runs."""
    opened = Hall(delay=delay)
    try:
        yield opened
    finally:
        opened.end()


@contextmanager
def opened(browser: Browser, url: str, width: int = 1280, height: int = 800) -> Iterator[Page]:
    """Return a page that has loaded; nothing on it may fail or speak to anybody else."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console", lambda said: wrong.append(said.text) if said.type == "error" and "ERR_" not in said.text else None
    )
    page.on("request", lambda asked: None if asked.url.startswith(url[:16]) else wrong.append(asked.url))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.goto(url)
    try:
        yield page
        refused = ("status of 4", "ERR_")  # what a browser says of an answer that was meant, and of a server that ended
        assert [one for one in wrong if not any(part in one for part in refused)] == []
    finally:
        context.close()


def test_a_match_is_watched_to_its_end(browser: Browser) -> None:
    match = [*told(ENDED)]
    with hall() as there, opened(browser, there.server.url) as page:
        expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=20_000)
        for one in match:
            there.server.hear(one)
            if one.known is not None and one.known.state.phase == "correcting":
                expect(page.locator("#verdict .kind")).to_have_text("Illegal play")
                assert page.locator("tavola-board .lamps .lamp").count() == 2
                assert page.locator("tavola-board .arrow.wrong").count() == 1
        expect(page.locator("#phase")).to_have_text("Anna wins the match")
        expect(page.locator("#near .score")).to_contain_text("2")
        expect(page.locator("#aloud")).to_contain_text("Anna wins the match")
        assert page.locator("tavola-board .checker").count() == 30
        assert "24/13" in page.locator("#record").inner_text()
        state = there.server.everybody.current
        assert state is not None
        assert page.locator("#said li").count() == len(state["said"])


def test_a_page_says_within_three_seconds_that_the_table_is_lost_and_loses_no_line_when_it_comes_again(
    browser: Browser,
) -> None:
    match = [*told()]
    first = Hall()
    with opened(browser, first.server.url) as page:
        for one in match[:8]:
            first.server.hear(one)
        expect(page.locator("#said li").first).to_contain_text("Anna plays 24/13", timeout=20_000)
        first.end()
        before = time.monotonic()
        expect(page.locator("#lost")).to_be_visible(timeout=5_000)
        assert time.monotonic() - before < 3.5  # three, and what a busy computer needs to look
        again = Hall(first.server.port, past=match[:8])
        try:
            for one in match[8:]:
                again.server.hear(one)
            expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
            state = again.server.everybody.current
            assert state is not None
            expect(page.locator("#said li")).to_have_count(len(state["said"]))
            wanted = [line["text"] for line in reversed(state["said"])]
            assert page.locator("#said li span").all_inner_texts() == wanted
        finally:
            again.end()


@pytest.mark.parametrize("asked", ["", "?part=score,board&theme=light&scale=0.8&flip=1"])
def test_the_overlay_covers_its_parts_and_nothing_else(browser: Browser, asked: str) -> None:
    with hall() as there:
        for one in [*told()][:12]:
            there.server.hear(one)
        with opened(browser, f"{there.server.url}/overlay{asked}", 1920, 1080) as page:
            page.locator("#stage").wait_for(state="visible", timeout=20_000)
            shot = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
            assert shot is not None
            assert shot.shape == (1080, 1920, 4)
            opaque = shot[:, :, 3] > 0
            boxes = [box for one in page.locator(".part:visible").all() if (box := one.bounding_box()) is not None]
            assert boxes
            for box in boxes:
                left, top = int(box["x"]), int(box["y"])
                right, bottom = int(box["x"] + box["width"]), int(box["y"] + box["height"])
                assert opaque[max(0, top) : bottom, max(0, left) : right].mean() > 0.5
                opaque[max(0, top - 30) : bottom + 30, max(0, left - 30) : right + 30] = False  # with its shadow
            assert not opaque.any()


def test_a_director_enters_by_the_address_and_orders_with_a_reason(browser: Browser) -> None:
    with hall() as there:
        for one in [*told()][:12]:
            there.server.hear(one)
        with opened(browser, there.server.director_url, 1440, 1000) as page:
            page.wait_for_url("**/director", timeout=20_000)
            expect(page.locator(".asked.open")).to_have_count(1)
            page.locator("#decide button").first.click()
            expect(page.locator("#order")).to_be_visible()
            page.locator("#order button[type=submit]").click()  # without a reason nothing is sent
            assert there.orders == []
            page.locator("#why").fill("both agree")
            page.locator("#who").fill("Carla")
            page.locator("#order button[type=submit]").click()
            expect(page.locator("#told")).to_have_text("Done as ordered.")
            (order,) = there.orders
            assert (order.words, order.why, order.who) == (("accept",), "both agree", "Carla")


def test_a_match_that_waits_is_ordered_with_what_is_agreed_shown_and_confirmed(browser: Browser) -> None:
    with hall() as there:
        for one in [*told("match 5\nsetup\nrule pair 7\nbutton two confirm\n")]:
            there.server.hear(one)
        with opened(browser, there.server.director_url, 1440, 1000) as page:
            page.wait_for_url("**/director", timeout=20_000)
            expect(page.locator("#verdict")).to_contain_text("Dino · Match to 7")
            expect(page.locator("#decide button")).to_have_text(["Carla confirms"])
            page.locator("#decide button").click()
            expect(page.locator("#told")).to_have_text("Done as ordered.")
            form = page.locator("form.one").filter(has_text="Match that waits for both players")
            form.get_by_placeholder("Preset").fill("tournament")
            form.get_by_placeholder("Clock").fill("delay:8")
            form.locator("button").click()
            page.locator("#why").fill("round 2")
            page.locator("#order button[type=submit]").click()
            expect(page.locator("#order")).to_be_hidden()
            page.goto(there.server.url)
            expect(page.locator("#verdict")).to_contain_text("Dino has confirmed.")
        assert [order.words for order in there.orders] == [
            ("confirm", "1"),
            ("pair", "Anna", "Boris", "5", "preset=tournament", "clock=delay:8"),
        ]


def test_a_position_is_set_by_dragging_a_checker(browser: Browser) -> None:
    with hall() as there:
        for one in [*told()][:12]:
            there.server.hear(one)
        with opened(browser, there.server.director_url, 1440, 1000) as page:
            page.wait_for_url("**/director", timeout=20_000)
            page.locator("#edit").click()
            spots = page.locator("tavola-board .spot")
            source, target = (spots.nth(index).bounding_box() for index in (12, 14))  # Anna's 13 point, and her 15
            assert source is not None
            assert target is not None
            page.mouse.move(source["x"] + source["width"] / 2, source["y"] + 20)
            page.mouse.down()
            page.mouse.move(target["x"] + 10, target["y"] + 60, steps=5)
            page.mouse.up()
            expect(page.locator("#sound")).to_contain_text("This position can be set.")
            page.locator("#set").click()
            page.locator("#why").fill("a sleeve")
            page.locator("#order button[type=submit]").click()
            expect(page.locator("#editing")).to_be_hidden()
            (order,) = there.orders
            assert order.words[:2] == ("set", "position")
            assert re.fullmatch(r"[A-Za-z0-9+/]{14}", order.words[2])


def test_a_wrong_token_is_refused_and_guessing_is_slowed_down(browser: Browser) -> None:
    with hall() as there, opened(browser, f"{there.server.url}/enter") as page:
        for _ in range(TRIES):
            page.locator("#token").fill("wrong")
            with page.expect_response("**/enter"):
                page.locator("button[type=submit]").click()
            expect(page.locator("#answer")).to_have_text("That is not the token.")
        page.locator("#token").fill(there.server.admission.token)
        page.locator("button[type=submit]").click()
        expect(page.locator("#answer")).to_contain_text("Too many wrong tokens")


def test_a_name_full_of_markup_is_a_name(browser: Browser) -> None:
    name = "<img src=x onerror=alert(1)>\"'</script>{{7*7}}"
    with hall() as there:
        for one in told():
            assert one.known is not None
            there.server.hear(_renamed(one, name))
        for path in ("/", "/overlay", f"/enter#{there.server.admission.token}"):
            with opened(browser, there.server.url + path) as page:
                page.locator("#match:not(:empty), #stage:not([hidden])").wait_for(timeout=20_000)
                expect(page.locator("body")).to_contain_text(name)
                assert page.locator("img[src=x]").count() == 0


def test_a_phone_scrolls_no_page_sideways_and_a_keyboard_reaches_everything(browser: Browser) -> None:
    with hall() as there:
        for one in told():
            there.server.hear(one)
        with opened(browser, there.server.url, 320, 640) as page:
            page.locator("tavola-board .checker").first.wait_for(state="attached", timeout=20_000)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.className") == "skip"
            reached = set()
            for _ in range(8):
                page.keyboard.press("Tab")
                reached.add(page.evaluate("document.activeElement.id"))
            assert {"voice", "flip", "theme", "record", "said"} <= reached
            page.locator("#flip").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#flip")).to_have_attribute("aria-pressed", "true")
            expect(page.locator("#near .name")).to_have_text("Boris")


def _renamed(one: Told, name: str) -> Told:
    """Return what is told with another name for the first player."""
    assert one.known is not None
    state = one.known.state
    names = (name, state.setup.names[1])
    return replace(
        one, names=names, known=replace(one.known, state=replace(state, setup=replace(state.setup, names=names)))
    )


def test_a_replay_goes_forward_and_back_to_the_same_board_with_the_kept_picture_for_a_director(
    browser: Browser, tmp_path: Path
) -> None:
    picture = cv2.imencode(".jpg", np.full((90, 160, 3), 128, np.uint8))[1].tobytes()
    with kept(tmp_path / "match-0001.journal") as written:
        written.keep_picture("after", picture, 0.0)
    past = Past(lambda: written.path, Words(), over=True)
    with PageServer(Served(PageAddress(port=0), Words()), None, past) as server:
        with opened(browser, server.url) as page:
            expect(page.locator("#where")).to_contain_text("Step 19 of 19", timeout=20_000)
            expect(page.locator("#kept")).to_be_hidden()

            def drawn() -> str:
                return str(page.evaluate(DRAWN))

            seen = {}
            for step in range(19, 0, -1):
                expect(page.locator("#where")).to_contain_text(f"Step {step} of")
                until(page, "([s, n]) => location.hash === `#${s[n][0]}`", arg=[_steps(past), step - 1])
                seen[step] = drawn()
                page.keyboard.press("ArrowLeft")
            assert len({*seen.values()}) > 10
            for step in range(1, 20):
                expect(page.locator("#where")).to_contain_text(f"Step {step} of")
                until(page, "([s, n]) => location.hash === `#${s[n][0]}`", arg=[_steps(past), step - 1])
                assert drawn() == seen[step]
                page.locator("#on").click() if step < 19 else None
            page.locator("#slider").fill("0")
            expect(page.locator("#where")).to_contain_text("Step 1 of")
            page.locator("#turn-on").click()
            expect(page.locator("#slider")).to_have_value("1")
            page.keyboard.press("End")
            expect(page.locator("#last")).to_be_disabled()
        with opened(browser, server.director_url) as page:
            expect(page).to_have_url(re.compile("/replay"), timeout=20_000)
            expect(page.locator("#pictures img")).to_have_count(1)
            until(page, "document.querySelector('#pictures img').naturalWidth === 160")


DRAWN = """() => {
    const drawn = document.querySelectorAll("tavola-board :is(.checkers, .dice, .cube, .lamps, .arrows) > *");
    const where = (one) => one.style.transform + (one.getAttribute("transform") ?? "");
    const board = [...drawn].map((one) => `${one.getAttribute("class")} ${where(one)}`).sort();
    return [...board, document.querySelector("#status").innerText, document.querySelector("#record").innerText].join();
}"""
"""What a page shows of a step."""


def _steps(past: Past) -> list[list[int]]:
    """Return the steps of a past."""
    steps: list[list[int]] = past.steps(director=False)["steps"]
    return steps
