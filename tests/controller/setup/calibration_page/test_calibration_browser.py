"""A newcomer drags four corners in a browser, saves, and the next picture is read right."""

from __future__ import annotations

import queue
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import cv2
import pytest

pytest.importorskip("uvicorn", reason="the extra `pages` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import expect

from controller.cli.main import main
from controller.referee.layout import Corner
from controller.setup.calibrate import home_of_dark, load_calibration
from controller.setup.calibration_page import serve
from tests.benchmarks.reading.boards.read_simulated import contents, random_scene
from tests.controller.outputs.pages.browsers import chromium
from tests.controller.setup.calibration_page.tables import maple, start_picture, true_corners
from vision.detect.read import read
from vision.frame import Frame
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Page

    from vision.frame import Image

pytestmark = [pytest.mark.browser, pytest.mark.films, pytest.mark.timeout(900)]

PATIENCE = 240_000
"""Milliseconds that the reader may take on a machine that has much else to do."""


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> queue.Queue[serve.CalibrationServer]:
    """Return where the server of a door is found once it serves."""
    found: queue.Queue[serve.CalibrationServer] = queue.Queue()

    class Caught(serve.CalibrationServer):
        """The server, handed to the test."""

        def __enter__(self) -> Caught:  # noqa: PYI034 - it is no other
            found.put(self)
            return self

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(serve, "CalibrationServer", Caught)
    return found


@contextmanager
def door(
    servers: queue.Queue[serve.CalibrationServer], folder: Path, picture: Image, corners: Sequence[Sequence[float]]
) -> Iterator[serve.CalibrationServer]:
    """Open the door at a picture, with corners to begin with; it ends when it is saved, or at the end of the test."""
    assert cv2.imwrite(str(folder / "start.png"), picture)
    begin = ",".join(f"{x:.0f},{y:.0f}" for x, y in corners)
    typed = ["calibrate", str(folder / "start.png"), "--pages", ":0", "--out", str(folder / "board.json")]
    status: queue.Queue[int] = queue.Queue()
    threading.Thread(target=lambda: status.put(main([*typed, "--corners", begin])), daemon=True).start()
    server = servers.get(timeout=60)
    try:
        yield server
    finally:
        server.bench.saved.set()
        assert status.get(timeout=120) == 0


def middle_of(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f"#corner-{name} .hold").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_to(page: Page, corners: Sequence[Sequence[float]], width: int) -> None:
    """Drag three corners there by mouse, and nudge the last one by keyboard; pixels of a picture of that width."""
    stage = page.locator("#over").bounding_box()
    assert stage is not None
    scale = stage["width"] / width
    there = [(stage["x"] + x * scale, stage["y"] + y * scale) for x, y in corners]
    for name, (x, y) in zip("ABC", there, strict=False):
        page.mouse.move(*middle_of(page, name))
        page.mouse.down()
        page.mouse.move(x, y, steps=5)
        expect(page.locator("#loupe")).to_be_visible()
        page.mouse.up()
        expect(page.locator("#loupe")).to_be_hidden()
    page.locator("#corner-D").focus()
    for _ in range(5):
        page.keyboard.press("Shift+ArrowLeft")
    for _ in range(25):
        page.keyboard.press("ArrowDown")
    for name, (x, y) in zip("ABCD", there, strict=True):
        assert middle_of(page, name) == pytest.approx((x, y), abs=2.5)


def test_four_corners_are_dragged_saved_and_the_next_picture_is_read_right(
    tmp_path: Path, servers: queue.Queue[serve.CalibrationServer]
) -> None:
    table = maple()
    picture, truth = start_picture(table), true_corners(table)
    off = [(40, 30), (-35, 25), (-45, -30), (50, -25)]
    begin = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(truth, off, strict=True)]
    with door(servers, tmp_path, picture, begin) as server, chromium() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(server.url) else wrong.append(asked.url))
        page.goto(server.director_url)
        expect(page.locator("#corner-A")).to_be_visible(timeout=PATIENCE)
        drag_to(page, truth, picture.shape[1])
        expect(page.locator("#read")).to_have_class("well", timeout=PATIENCE)
        assert page.locator("#marks .ring").count() == 30
        expect(page.locator("#advice li")).to_have_count(5)
        page.locator("#save").click()
        expect(page.locator("#saved")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#saved-as")).to_contain_text("board.json")
        assert wrong == []
    known = load_calibration(tmp_path / "board.json")
    assert home_of_dark(tmp_path / "board.json") is Corner.TOP_LEFT
    assert known.bare is not None
    scene = random_scene(table)
    seen = read(Frame(table.film(scene), 1.0, 1), known)
    best = dict(zip(PLACES, (point.best for point in seen.points), strict=True))
    there = contents(scene)
    assert best == {place: there.get(place, (None, 0)) for place in PLACES}


def test_a_board_in_the_middle_of_a_game_is_refused_and_a_finger_drags_too(
    tmp_path: Path, servers: queue.Queue[serve.CalibrationServer]
) -> None:
    table = maple()
    picture = table.film(random_scene(table))
    with door(servers, tmp_path, picture, true_corners(table)) as server, chromium() as browser:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme="dark"
        )
        page = context.new_page()
        page.goto(server.director_url)
        expect(page.locator("#read")).to_have_class("poor", timeout=PATIENCE)
        expect(page.locator("#read")).to_contain_text("It differs at")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        x, y = middle_of(page, "A")
        touch = context.new_cdp_session(page)
        for kind, at in (("touchStart", (8, 8)), ("touchMove", (18, 13)), ("touchMove", (28, 18)), ("touchEnd", None)):
            points = [] if at is None else [{"x": x + at[0], "y": y + at[1]}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert middle_of(page, "A") == pytest.approx((x + 20, y + 10), abs=1.5)
        page.locator("#save").click()
        expect(page.locator("#answer")).not_to_be_empty(timeout=PATIENCE)
        expect(page.locator("#saved")).to_be_hidden()
    assert not (tmp_path / "board.json").exists()
