"""No page keeps anybody out: axe finds nothing serious on any, in light, in dark, or on a phone."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from playwright.sync_api import expect
from rich.console import Console

from controller.announce.language import Words
from controller.setup.calibrate import Outputs
from controller.setup.calibration_page.bench import CalibrationBench
from controller.setup.calibration_page.serve import CalibrationServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.accessible import barriers
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.outputs.pages.by_mouse import by_hand, illegal_play, opening
from tests.controller.outputs.pages.render_pages import ILLEGAL, replayed, served
from tests.controller.setup.calibration_page.tables import maple, start_picture, true_corners
from vision.frame import Frame
from vision.locate.stickers import Stickers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.films]

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def opened(browser: Browser, url: str, theme: Theme) -> Iterator[Page]:
    """Return a page in a theme; nothing moves on it."""
    context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    try:
        yield page
    finally:
        context.close()


def test_a_page_that_keeps_people_out_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content('<html lang="en"><title>t</title><main><img src="data:,"><p style="color:#ddd">pale</p></main>')
    assert {one.partition(" ")[0] for one in barriers(page)} == {"image-alt", "color-contrast"}
    page.close()


@pytest.mark.parametrize("theme", THEMES)
def test_the_table_the_overlay_and_the_gate_let_everybody_in(browser: Browser, theme: Theme) -> None:
    with served(ILLEGAL) as server:
        with opened(browser, server.url, theme) as page:
            expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=20_000)
            assert barriers(page) == []
            page.set_viewport_size({"width": 390, "height": 844})
            assert barriers(page) == []
        parts = f"?part=score,names,clock,pips,dice,last,board&theme={theme}"
        with opened(browser, f"{server.url}/overlay{parts}", theme) as page:
            page.locator("#stage").wait_for(state="visible", timeout=20_000)
            assert barriers(page) == []
        with opened(browser, f"{server.url}/enter", theme) as page:
            assert barriers(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_desk_lets_everybody_in_also_while_an_order_is_given(browser: Browser, theme: Theme) -> None:
    with served(ILLEGAL) as server, opened(browser, server.director_url, theme) as page:
        expect(page.locator(".asked.open")).to_have_count(1, timeout=20_000)
        assert barriers(page) == []
        page.locator("#edit").click()
        page.locator("#decide button").first.click()
        expect(page.locator("#order")).to_be_visible()
        assert barriers(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert barriers(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_replay_lets_everybody_in(browser: Browser, theme: Theme) -> None:
    with replayed(15) as server, opened(browser, server.director_url, theme) as page:
        expect(page.locator("#where")).to_contain_text("Step", timeout=20_000)
        expect(page.locator("#pictures img")).to_have_count(3)
        assert barriers(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_simulated_table_lets_everybody_in(browser: Browser, theme: Theme, tmp_path: Path) -> None:
    with by_hand(browser, tmp_path, viewport={"width": 1280, "height": 900}, color_scheme=theme) as page:
        illegal_play(page, *opening(page))
        assert barriers(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert barriers(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_calibration_lets_everybody_in(browser: Browser, theme: Theme) -> None:
    table = maple()
    bench = CalibrationBench(Outputs(), Stickers(), Console(file=io.StringIO()), true_corners(table))
    bench.take(Frame(start_picture(table), 0.0, 0), alone=True)
    with (
        CalibrationServer(Served(PageAddress(port=0), Words()), bench) as server,
        opened(browser, server.director_url, theme) as page,
    ):
        page.locator("#advice li").first.wait_for(timeout=240_000)
        assert barriers(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert barriers(page) == []
