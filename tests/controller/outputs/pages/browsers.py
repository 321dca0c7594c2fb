"""Chromium for tests of the pages: Debian's own, run without a network."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

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
