"""A match by mouse at the simulated table: the camera sees an illegal play, the strip lights it, the mouse mends it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from controller.rules import START, Player, find_play, legal_plays
from tests.controller.outputs.pages.browsers import chromium, until
from tests.controller.outputs.pages.by_mouse import PATIENT, by_hand, drag, illegal_play, opening

if TYPE_CHECKING:
    from pathlib import Path

RED = r"""() => [...document.querySelectorAll("#leds i")].some((one) => {
    const [r, g, b] = one.style.color.match(/\d+/g).map(Number);
    return r > 100 && g < r / 2 && b < r / 2;
})"""
"""Whether a light of the strip is red."""


@pytest.mark.browser
@pytest.mark.films
def test_an_illegal_play_made_by_mouse_is_seen_lit_and_corrected_by_mouse(tmp_path: Path) -> None:
    size = {"width": 1280, "height": 900}
    with chromium() as browser, by_hand(browser, tmp_path, viewport=size) as page:
        player, roll = opening(page)
        lies = illegal_play(page, player, roll)
        expect(page.locator("#phase")).to_contain_text("to correct the play")
        assert page.locator("tavola-board .tint.from").count() == 1
        until(page, RED, seconds=PATIENT / 1000)
        drag(page, player, lies, 13)
        for move in find_play(START, roll, next(iter(legal_plays(START, roll)))):
            drag(page, player, move.source, move.target)
        expect(page.locator("#verdict .kind")).to_have_text("Played", timeout=PATIENT)
        expect(page.locator("#record tbody tr")).to_have_count(1)
        other = "Boris" if player is Player.ONE else "Anna"
        expect(page.locator("#phase")).to_contain_text(f"{other} to throw or double")
        page.goto(re.sub(r"/simulation.*", "/replay", page.url))
        expect(page.locator("#where")).to_contain_text("Turn 2", timeout=PATIENT)
