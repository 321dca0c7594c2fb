"""Chromium for tests of the pages: Debian's own, run without a network."""

from __future__ import annotations

import shutil
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

PROGRAM: Final = shutil.which("chromium") or "/usr/bin/chromium"
_QUIET: Final = (
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--font-render-hinting=none",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Return a browser; a test that needs one is skipped with a clear line where there is none."""
    import pytest  # noqa: PLC0415 - the program that draws the guide's pictures runs without it

    playing = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if shutil.which(PROGRAM) is None:
        pytest.skip("there is no chromium: sudo apt-get install chromium")
    with playing.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=PROGRAM, args=[*_QUIET])
        try:
            yield browser
        finally:
            browser.close()


def until(page: Page, expression: str, arg: Any = None, seconds: float = 30.0) -> None:
    """Wait until an expression of JavaScript is true in a page.

    It is asked again from here: what Playwright asks again in the page itself, the page's own policy forbids.

    Raises:
        TimeoutError: it was not true within so many seconds.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression, arg):
        if time.monotonic() > end:
            raise TimeoutError(expression)
        page.wait_for_timeout(50)
