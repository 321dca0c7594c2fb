"""At the bench the newest picture is read with the corners that were chosen, and saved, or it is said why not."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from rich.console import Console

from controller.outputs.pages.camera import WIDTH, encoded
from controller.referee.layout import Corner
from controller.setup.calibrate import HOMES, Learned, Outputs
from controller.setup.calibration_page import bench as benches
from controller.setup.calibration_page.bench import CalibrationBench
from controller.setup.calibration_page.choice import CalibrationChoice
from controller.setup.doctor.finding import Health
from tests.controller.setup.calibration_page.tables import maple, start_picture, true_corners
from vision.calibrate.calibration import CalibrationError
from vision.frame import Frame
from vision.locate.stickers import Stickers
from vision.reading import PLACES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.frame import Image

pytestmark = pytest.mark.films

SQUARE = CalibrationChoice(((100.0, 100.0), (500.0, 100.0), (500.0, 400.0), (100.0, 400.0)))
BLANK = np.full((480, 640, 3), 90, dtype=np.uint8)


@pytest.fixture(scope="module")
def table() -> Table:
    return maple()


@pytest.fixture(scope="module")
def picture(table: Table) -> Image:
    return start_picture(table)


def bench(outputs: Outputs | None = None, corners: list[list[float]] | None = None) -> CalibrationBench:
    return CalibrationBench(outputs or Outputs(), Stickers(), Console(file=io.StringIO()), corners)


def with_picture(image: Image, **given: Any) -> CalibrationBench:
    made = bench(**given)
    made.take(Frame(image, 0.0, 0), alone=True)
    return made


def test_the_start_position_is_seen_where_it_lies(table: Table, picture: Image) -> None:
    corners = tuple((x, y) for x, y in true_corners(table))
    seen = with_picture(picture).look(CalibrationChoice(corners))
    assert seen["trouble"] == ""
    assert seen["start"] == {"home": "top-left", "differs": []}
    assert sum(place["count"] for place in seen["read"]["places"]) == 30
    for place in seen["read"]["places"]:
        across = np.asarray(seen["read"]["outlines"][place["name"]], dtype=np.float32)
        assert len(place["at"]) == min(5, place["count"])
        assert cv2.pointPolygonTest(across, place["at"][0], measureDist=True) > -seen["read"]["radius"]
    assert {finding["device"] for finding in seen["advice"]} == {"light", "sharpness", "angle", "board", "dice"}
    assert {finding["health"] for finding in seen["advice"]} <= {one.name.lower() for one in Health}


def test_another_home_than_the_picture_shows_is_said_to_differ(table: Table, picture: Image) -> None:
    corners = tuple((x, y) for x, y in true_corners(table))
    seen = with_picture(picture).look(CalibrationChoice(corners, (Corner.BOTTOM_RIGHT,)))
    assert seen["start"]["home"] == "bottom-right"
    assert seen["start"]["differs"]
    assert set(seen["start"]["differs"]) <= set(PLACES)


@pytest.mark.parametrize(
    "corners",
    [
        ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
        ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)),
        ((100.0, 100.0), (100.0, 400.0), (500.0, 400.0), (500.0, 100.0)),
        ((-9e4, -9e4), (9e4, -9e4), (9e4, 9e4), (-9e4, 9e4)),
        ((100.0, 100.0), (500.0, 400.0), (500.0, 100.0), (100.0, 400.0)),
    ],
)
def test_corners_that_make_no_board_are_said_in_a_line(
    picture: Image, corners: tuple[tuple[float, float], ...]
) -> None:
    seen = with_picture(picture).look(CalibrationChoice(corners))
    assert seen["trouble"]
    assert seen["read"] is None


def test_before_the_first_picture_there_is_nothing() -> None:
    empty = bench()
    assert empty.newest is None
    assert empty.proposal() == {"corners": None, "trouble": ""}
    assert empty.look(SQUARE)["read"] is None
    assert empty.save(SQUARE).why == "none"


def test_given_corners_are_proposed_once_and_then_they_are_looked_for() -> None:
    given = [[float(x), float(y)] for x, y in SQUARE.corners]
    made = with_picture(BLANK, corners=given)
    assert made.proposal() == {"corners": given, "trouble": ""}
    again = made.proposal()
    assert again["corners"] is None
    assert again["trouble"]


def test_a_picture_in_which_something_moves_is_not_saved() -> None:
    made = bench()
    rng = np.random.default_rng(1)
    for number in range(4):
        made.take(Frame(rng.integers(0, 255, BLANK.shape, dtype=np.uint8), number / 10, number))
    assert made.save(SQUARE).why == "moves"
    for number in range(4, 8):
        made.take(Frame(BLANK, number / 10, number))
    assert made.save(SQUARE).why == "refused"
    assert not made.saved.is_set()


def test_where_another_position_stands_the_places_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, homes: tuple[Corner, ...], cleared: bool) -> Learned:
        assert homes == HOMES
        assert cleared
        raise CalibrationError("calibration.other_position", places=["T6", "B12"])

    monkeypatch.setattr(benches, "learn", refuse)
    outcome = with_picture(BLANK).save(SQUARE)
    assert (outcome.saved, outcome.why, outcome.places) == (False, "refused", ("T6", "B12"))
    assert "T6" in outcome.line


def learned(*_: object, **__: object) -> Learned:
    return Learned(calibration=object(), home=Corner.TOP_LEFT, source="as given")  # type: ignore[arg-type]


def test_what_looks_like_dice_is_shown_and_can_be_overruled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = []
    monkeypatch.setattr(benches, "learn", learned)
    monkeypatch.setattr(benches, "taken_for_the_board", lambda *_: [(7.0, 8.0)])
    monkeypatch.setattr(benches, "write_down", lambda *given: written.append(given))
    made = with_picture(BLANK, outputs=Outputs(tmp_path / "board.json"))
    refused = made.save(SQUARE)
    assert (refused.saved, refused.why, refused.spots) == (False, "dice", ((7.0, 8.0),))
    assert not written
    assert not made.saved.is_set()
    saved = made.save(CalibrationChoice(SQUARE.corners, anyway=True))
    assert (saved.saved, saved.line) == (True, str(tmp_path / "board.json"))
    assert len(written) == 1
    assert made.saved.is_set()


def test_a_file_that_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        (tmp_path / "none" / "board.json").write_text("", encoding="utf-8")

    monkeypatch.setattr(benches, "learn", learned)
    monkeypatch.setattr(benches, "taken_for_the_board", lambda *_: [])
    monkeypatch.setattr(benches, "write_down", fail)
    outcome = with_picture(BLANK).save(SQUARE)
    assert (outcome.saved, outcome.why) == (False, "file")
    assert "board.json" in outcome.line


def test_large_pictures_are_sent_smaller_and_small_ones_as_they_are() -> None:
    for width, sent in ((4000, WIDTH), (640, 640)):
        jpeg = encoded(np.full((width * 3 // 4, width, 3), 90, dtype=np.uint8))
        shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert shown is not None
        assert shown.shape[:2] == (sent * 3 // 4, sent)
