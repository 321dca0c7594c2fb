"""A match by mouse at the simulated table: the page, what is dragged on it, and an illegal play."""

from __future__ import annotations

import io
import re
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect
from rich.console import Console

from controller.config.settings import PagesSettings
from controller.rules import Player, Roll
from controller.table.simulated import simulate
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PATIENT: Final = 60_000
"""Milliseconds that the camera may take to see something."""
STOP: Final = """() => fetch("/orders", {
    method: "POST", headers: { "Content-Type": "application/json", "Idempotency-Key": "stop" },
    body: JSON.stringify({ words: ["stop"], why: "enough", who: "Carla" }),
})"""
"""Ends the program, as a director's page does."""


@contextmanager
def by_hand(browser: Browser, folder: Path, **context: Any) -> Iterator[Page]:
    """Return the page of a simulated table that is played at by hand, in a context of the browser."""
    console = Console(file=(printed := io.StringIO()), width=300)
    order = ordered(folder, length=3, by_hand=True)
    settings = order.settings.model_copy(update={"pages": PagesSettings(address="127.0.0.1:0")})
    table = threading.Thread(target=simulate, args=(replace(order, settings=settings), console))
    table.start()
    found = None
    while found is None and table.is_alive():
        found = re.search(r"To play by hand: (\S+)", printed.getvalue())
        time.sleep(0.1)
    assert found is not None
    page = browser.new_context(reduced_motion="reduce", **context).new_page()
    page.goto(found[1])
    try:
        yield page
    finally:
        page.evaluate(STOP)
        table.join(60)
        page.context.close()
    assert not table.is_alive()


def opening(page: Page) -> tuple[Player, Roll]:
    """Throw a die each until they differ; return who begins with which roll."""
    phase = page.locator("#phase")
    expect(phase).to_contain_text("Opening roll", timeout=PATIENT)
    while "to play" not in phase.inner_text():  # a tie is thrown again
        for player in (0, 1):
            page.locator(f'.hand[data-player="{player}"] [data-deed="die"]').click()
        expect(page.locator("#said li").first).to_contain_text(re.compile("begins with|again|tie"), timeout=PATIENT)
    said = re.fullmatch(r"(Anna|Boris) to play (\d)-(\d)", phase.inner_text())
    assert said is not None
    return (Player.ONE if said[1] == "Anna" else Player.TWO), Roll(int(said[2]), int(said[3]))


def illegal_play(page: Page, player: Player, roll: Roll) -> int:
    """Play a checker from 13 as far as no die says, and lift the dice; return where it lies when that was seen."""
    wrong = next(pips for pips in range(2, 7) if pips not in {roll.high, roll.low, roll.high + roll.low})
    drag(page, player, 13, 13 - wrong)
    page.locator(f'.hand[data-player="{int(player)}"] [data-deed="lift"]').click()
    expect(page.locator("#verdict .kind")).to_have_text("Illegal play", timeout=PATIENT)
    return 13 - wrong


def drag(page: Page, player: Player, source: int, target: int) -> None:
    """Drag a checker of a player from one of his points to another, and wait until hands have done it."""
    expect(page.locator("#board")).not_to_have_attribute("data-busy", "", timeout=PATIENT)
    spots = page.locator("tavola-board .spot")
    ends = []
    for point in (source, target):
        box = spots.nth((point if player is Player.ONE else 25 - point) - 1).bounding_box()
        assert box is not None
        ends.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move(*ends[1], steps=5)
    page.mouse.up()
    expect(page.locator("#board")).not_to_have_attribute("data-busy", "", timeout=PATIENT)
