"""Pictures of the pages for their guide: `python -m tests.controller.outputs.pages.render_pages [FOLDER]`."""

from __future__ import annotations

import io
import re
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from rich.console import Console

from controller.announce.language import Words
from controller.config.settings import PagesSettings
from controller.outputs.pages.server import PageServer
from controller.outputs.pages.shown.past import Past
from controller.outputs.turn_pictures import small_jpeg
from controller.simulation.table import Beat
from controller.simulation.theatre import Theatre
from controller.table.simulated import simulate
from controller.web.address import PageAddress
from controller.web.served import Served
from hardware.simulated.strip.in_memory import MemoryStrip
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.outputs.pages.by_mouse import STOP, by_hand, illegal_play, opening
from tests.controller.outputs.pages.played import MATCH, kept, told
from tests.controller.table.ordered import ordered
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from vision.frame import Image

ILLEGAL: Final = 12
"""How much of the match is told when the illegal play lies on the board."""
PICTURES: Final = {
    "table-light": ("/", 1280, 800, "light", 99),
    "table-dark": ("/", 1280, 800, "dark", ILLEGAL),
    "phone": ("/", 390, 844, "light", ILLEGAL),
    "phone-dark": ("/", 390, 844, "dark", 99),
    "overlay": ("/overlay?part=score,names,clock,pips,dice,last,board", 1920, 1080, "dark", 11),
    "overlay-camera": ("#", 1920, 1080, "dark", 0),
    "director": ("/enter", 1440, 1080, "light", ILLEGAL),
    "director-dark": ("/enter", 1440, 1080, "dark", ILLEGAL),
    "desk-pictures": ("/enter", 1440, 1080, "light", -ILLEGAL),
    "enter-phone": ("/enter?ask", 390, 844, "light", 1),
    "enter-dark": ("/enter?ask", 1280, 800, "dark", 1),
    "simulation": ("/simulation", 1280, 900, "light", 0),
    "simulation-dark": ("/simulation", 1280, 900, "dark", 0),
    "simulation-phone": ("/simulation", 390, 844, "light", 0),
    "replay": ("/replay", 1280, 800, "light", 15),
    "replay-dark": ("/replay", 1280, 800, "dark", 99),
    "replay-phone": ("/replay", 390, 844, "dark", 15),
}
"""By name: address, size, theme, and how much of the match is told, negative with kept pictures; of a replay how many
lines are played. "#" is the overlay with the camera, of a simulated match."""


@contextmanager
def served(told_of: int, text: str = MATCH) -> Iterator[PageServer]:
    """Return pages on which a part of a match is shown, at a table that is alive."""
    with PageServer(Served(PageAddress(port=0), Words())) as server:
        last = 0.0
        for one in [*told(text)][:told_of]:
            server.hear(one)
            last = one.events[-1].time if one.events else last
        with living(server, last + 5.0):
            yield server


@contextmanager
def living(server: PageServer, at: float) -> Iterator[None]:
    """Give pages signs of life of a table at a time of the match."""
    ended = Event()

    def live() -> None:
        while not ended.wait(0.2):
            server.alive(at)

    thread = Thread(target=live)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def by_mouse(browser: Browser, width: int, height: int, theme: str) -> bytes:
    """Return a picture of an illegal play that was made by mouse at the simulated table, as a PNG file."""
    scheme = "dark" if theme == "dark" else "light"
    with (
        TemporaryDirectory() as folder,
        by_hand(browser, Path(folder), viewport={"width": 1280, "height": 900}, color_scheme=scheme) as page,
    ):
        illegal_play(page, *opening(page))
        page.set_viewport_size({"width": width, "height": height})
        time.sleep(3.0)
        return page.screenshot()


def broadcast(browser: Browser, width: int, height: int) -> bytes:
    """Return a picture of the overlay with the camera's picture, of a match on the simulated table, as a PNG file."""
    with TemporaryDirectory() as folder:
        order = ordered(Path(folder), turns=4)
        settings = order.settings.model_copy(update={"pages": PagesSettings(address="127.0.0.1:0")})
        said = io.StringIO()
        table = Thread(target=simulate, args=(replace(order, settings=settings), Console(file=said, width=300)))
        table.start()
        while "stay up" not in said.getvalue() and table.is_alive():
            time.sleep(0.3)
        (camera,) = re.findall(r"picture of the camera: (\S+)", said.getvalue())
        (desk,) = re.findall(r"For the director: (\S+)", said.getvalue())
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page = context.new_page()
        page.goto(camera.replace("?part=camera", "?part=camera,score,names,pips,dice,last"))
        page.locator("#camera .play").first.wait_for(timeout=30_000)
        time.sleep(1.0)
        shot = page.screenshot()
        page.goto(desk)
        page.wait_for_url("**/director")
        page.evaluate(STOP)
        table.join()
        context.close()
    return shot


@contextmanager
def disputed(told_of: int) -> Iterator[PageServer]:
    """Return pages of a match as far as it is told, with pictures that were kept of its last turn."""
    with TemporaryDirectory() as folder, kept(Path(folder) / "match-0001.journal", lines=told_of - 1) as journal:
        for part, frame in (("before", 40), ("roll", 70), ("after", 100)):
            journal.keep_picture(part, small_jpeg(_photograph(frame)), 0.0)
        with PageServer(Served(PageAddress(port=0), Words()), None, Past(lambda: journal.path, Words())) as server:
            for number, one in enumerate([*told()][:told_of], journal.entry + 1 - told_of):
                if one.known is not None:
                    server.hear(replace(one, known=replace(one.known, number=number)))
            with living(server, 12.0):
                yield server


@contextmanager
def replayed(told_of: int) -> Iterator[PageServer]:
    """Return the replay of a match, or of as much of it as was told, with pictures of its last turn."""
    with TemporaryDirectory() as folder:
        with kept(Path(folder) / "match-0001.journal", lines=told_of) as journal:
            for part, frame in (("before", 40), ("roll", 70), ("after", 100)):
                journal.keep_picture(part, small_jpeg(_photograph(frame)), 0.0)
        past = Past(lambda: journal.path, Words(), over=True)
        with PageServer(Served(PageAddress(port=0), Words()), None, past) as server:
            yield server


def _photograph(seed: int) -> Image:
    """Return what a camera sees of a table."""
    with Theatre("club", seed, MemoryStrip()) as theatre:
        return theatre.shoot(Beat(theatre.scene)).image


def picture(browser: Browser, name: str) -> bytes:
    """Return a picture of a page, as a PNG file."""
    path, width, height, theme, told_of = PICTURES[name]
    if path == "/simulation":
        return by_mouse(browser, width, height, theme)
    if path == "#":
        return broadcast(browser, width, height)
    showing = replayed(told_of) if path == "/replay" else disputed(-told_of) if told_of < 0 else served(told_of)
    with showing as server:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(f"{server.url}{path}" if path not in {"/enter", "/replay"} else server.director_url)
        if path == "/enter?ask":
            page.locator("#ask-table").click()
            page.locator("#asked:not(:empty)").wait_for()
            shot = page.screenshot()
            context.close()
            return shot
        if told_of < 0:
            page.locator(".asked.open .shots img").nth(2).wait_for(timeout=30_000)
        page.locator("tavola-board .checker").first.wait_for(state="attached", timeout=30_000)
        time.sleep(1.5)
        shot = page.screenshot(omit_background="overlay" in path)
        context.close()
    return shot


def on_a_table(shot: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a picture with something behind what is transparent: a checked ground."""
    drawn = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_UNCHANGED)
    if drawn is None:
        raise ValueError("the browser has made no picture")
    if drawn.shape[2] == 3:
        return np.asarray(drawn, np.uint8)
    rows, columns = np.indices(drawn.shape[:2]) // 24
    ground = np.where((rows + columns) % 2, 150, 170).astype(np.float32)[:, :, None]
    share = drawn[:, :, 3:].astype(np.float32) / 255
    return np.asarray(drawn[:, :, :3] * share + ground * (1 - share), np.uint8)


def main(arguments: list[str]) -> None:
    """Write the pictures, of all pages or of those that are named after the folder."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name in arguments[1:] or PICTURES:
            drawn = on_a_table(picture(browser, name))
            if drawn.shape[1] > 1280:
                drawn = np.asarray(cv2.resize(drawn, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA), np.uint8)
            cv2.imwrite(str(folder / f"{name}.jpg"), drawn, [cv2.IMWRITE_JPEG_QUALITY, 85])
            sys.stdout.write(f"{folder / name}.jpg\n")


if __name__ == "__main__":
    main(sys.argv[1:])
