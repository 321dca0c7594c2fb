"""A calibration is guided: what is in the way is said until it is not, and the result is drawn on a picture."""

from __future__ import annotations

import io
import random
import re
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from rich.console import Console

from controller.cli.main import main
from controller.errors import PictureError
from controller.referee.layout import Corner
from controller.setup import calibration_guide as guided
from controller.setup.calibrate import Outputs, home_of_dark, load_calibration
from controller.setup.calibration_guide import CalibrationGuide, GuideError
from hardware.cameras.attended import AttendedCamera, Manner
from hardware.simulated.camera_faults import CameraFault, FaultyCamera
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.film import Film
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Hand, Seats, with_hand
from hardware.simulated.stickers import lay_stickers
from vision.errors import VisionError
from vision.frame import Frame
from vision.geometry.board import GeometryError
from vision.locate.stickers import Stickers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.simulated.camera_faults import Step
    from vision.frame import Image

pytestmark = pytest.mark.films

STICKERS = Stickers(25.0, 22.0)


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image]:
    """Return pictures of one table: ready, with stickers, one sticker covered, another position, no board at all."""
    size, rng = BoardSize(), random.Random(4)
    renderer = Renderer(looking_at(size, View()))
    scene = start(size, "club", rng, Seats(light="top", off="right"))
    ready = renderer.draw(scene, rng)
    stuck = lay_stickers(ready, size, renderer.pinhole, rng)
    covered = stuck.copy()
    covered[:200, :400] = 60
    turned = np.asarray(cv2.rotate(ready, cv2.ROTATE_180), dtype=np.uint8)
    dice = renderer.draw(throw_dice(scene, Throw((6, 1), "left", "dark"), rng), rng)
    hand = renderer.draw(with_hand(scene, Hand(-140.0, 0.0, side="top")), rng)
    return {"ready": ready, "stuck": stuck, "covered": covered, "turned": turned, "dice": dice, "hand": hand}


def guide(
    script: list[Step], text: io.StringIO, answer: str | None = None, corners: Sequence[Sequence[float]] | None = None
) -> CalibrationGuide:
    camera = AttendedCamera(lambda: FaultyCamera([*script, CameraFault.ENDED]), Manner(None, live=False))
    ask = None if answer is None else lambda words: (text.write(words) and answer) or answer
    return CalibrationGuide(camera, Console(file=text, width=200), corners, STICKERS, ask=ask)


def test_what_is_in_the_way_is_said_until_it_is_not(
    pictures: dict[str, Image], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided, "AGAIN", 0.0)
    text = io.StringIO()
    blank = np.full_like(pictures["ready"], 90)
    script: list[Step] = [*[blank] * 4, *[pictures["covered"]] * 4, pictures["stuck"], *[pictures["stuck"]] * 4]
    outputs = Outputs(tmp_path / "board.json", tmp_path / "over.png")
    learned = guide(script, text).calibrate(outputs, 60.0)
    said = text.getvalue()
    assert said.index("Set up the start position") < said.index("Bring the whole board")
    assert said.index("Bring the whole board") < said.index("Uncover the stickers") < said.index("by four stickers")
    assert "missing: A" in said
    assert said.count("Uncover the stickers") == 1
    assert learned.home is Corner.BOTTOM_RIGHT
    assert learned.calibration.bare is not None
    assert home_of_dark(tmp_path / "board.json") is Corner.BOTTOM_RIGHT
    drawn = cv2.imread(str(tmp_path / "over.png"))
    assert drawn is not None
    assert not np.array_equal(drawn, pictures["stuck"])


def test_a_hand_over_bare_felt_is_waited_for_and_said_where_it_stays(
    pictures: dict[str, Image], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided, "AGAIN", 0.0)
    monkeypatch.setattr(guided, "HANDS_LEAVE", 1e6)  # however slow the machine is
    under, free = (Outputs(tmp_path / f"{name}.json") for name in ("under", "free"))
    text = io.StringIO()
    guide([*[pictures["hand"]] * 4, *[pictures["ready"]] * 4], text).calibrate(free, 60.0)
    assert text.getvalue().count("Take it away, please.") == 1
    assert "Hands " not in text.getvalue()
    text = io.StringIO()
    guide([pictures["hand"]] * 4, text).calibrate(under, 60.0)
    assert "Hands    something like a hand lies over the board" in text.getvalue()
    assert (tmp_path / "under.json").exists()


def test_whoever_is_there_is_asked_for_the_height_of_the_frame_once(
    pictures: dict[str, Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided, "AGAIN", 0.0)
    corners = {}
    for answer in ("22", "", "nonsense", "40"):
        text = io.StringIO()
        learned = guide([pictures["stuck"]] * 3, text, answer).calibrate(Outputs(), 60.0)
        assert text.getvalue().count("How high") == 1
        corners[answer] = learned.calibration.geometry.corners.points
    assert corners["22"] == corners[""] == corners["nonsense"] != corners["40"]


def test_pictures_in_which_something_moves_are_not_taken(pictures: dict[str, Image]) -> None:
    text = io.StringIO()
    with pytest.raises(GuideError, match="no_picture"):
        guide([pictures["ready"], pictures["turned"]] * 3, text).calibrate(Outputs(), 60.0)


def test_what_was_in_the_way_to_the_end_is_the_error(pictures: dict[str, Image]) -> None:
    blank = np.full_like(pictures["ready"], 90)
    with pytest.raises(VisionError):
        guide([blank] * 5, io.StringIO()).calibrate(Outputs(), 60.0)


def test_names_that_cannot_be_used_are_refused_before_anybody_sets_up_a_board(tmp_path: Path) -> None:
    text = io.StringIO()
    with pytest.raises(PictureError):
        guide([], text).calibrate(Outputs(None, tmp_path / "over.gif"), 60.0)
    assert text.getvalue() == ""


def test_a_picture_is_drawn_unasked_beside_a_calibration_alone_and_named_after_it(tmp_path: Path) -> None:
    board, wanted = tmp_path / "hall.board.json", tmp_path / "over.png"
    assert Outputs.drawn_beside(board, None) == Outputs(board, tmp_path / "hall.board.calibrated.png")
    assert Outputs.drawn_beside(None, None) == Outputs()
    for calibration in (board, None):
        assert Outputs.drawn_beside(calibration, wanted) == Outputs(calibration, wanted)


def test_corners_that_make_no_board_are_refused_before_anybody_sets_one_up() -> None:
    text = io.StringIO()
    with pytest.raises(GeometryError, match="not_convex"):
        guide([], text, corners=[(10, 10), (500, 300), (500, 10), (10, 300)]).calibrate(Outputs(), 60.0)
    assert text.getvalue() == ""
    outside = [(10, 10), (5000, 10), (5000, 3000), (10, 3000)]
    moving = [np.full((360, 640, 3), shade, dtype=np.uint8) for shade in (40, 200, 40)]
    with pytest.raises(GeometryError, match="outside_picture"):
        guide([*moving], text, corners=outside).calibrate(Outputs(), 60.0)


def test_a_film_calibrates_too(pictures: dict[str, Image], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Film(tmp_path / "film.mp4", 10.0) as film:
        for number in range(6):
            film.take(Frame(pictures["ready"], number / 10, number))
    board, mine = tmp_path / "board.json", tmp_path / "calibrated.png"
    mine.write_text("a person's", "utf-8")
    assert main(["calibrate", "--film", str(tmp_path / "film.mp4"), "--out", str(board)]) == 0
    assert load_calibration(board).size == (1280, 720)
    assert load_calibration(board).bare is None  # in a film of a game dice may lie there
    said = capsys.readouterr().out
    assert re.search(r"Drawn +\S+board\.calibrated\.png", said)
    assert mine.read_text("utf-8") == "a person's"
    assert "tavola referee --calibration" in said
