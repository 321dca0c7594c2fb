"""A film is searched for the start position; where there is none, that is said in one line."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from rich.console import Console

from controller.cli.main import main
from controller.config.settings import (
    ButtonsSettings,
    CameraSettings,
    LightsSettings,
    RecordSettings,
    Settings,
    SpeechSettings,
)
from controller.referee.events import PlayAccepted
from controller.referee.layout import Corner
from controller.rules import format_play
from controller.setup.calibrate import Outputs, learn
from controller.table import filmed as watching
from controller.table.filmed import FoundStart, StartSearch, WatchError, find_start, watch_film
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.film import Film
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Hand, Seats, with_hand
from tests.paths import SHARED
from vision.detect.read import read
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frame import Image


def film(path: Path, images: list[Image]) -> Path:
    with Film(path, 10.0) as tape:
        for number, image in enumerate(images):
            tape.take(Frame(image, number / 10, number))
    return path


def blank(shade: int) -> Image:
    return np.full((360, 640, 3), shade, dtype=np.uint8)


@pytest.mark.films
def test_the_start_position_is_learned_when_the_hands_have_left(tmp_path: Path) -> None:
    size, rng = BoardSize(), random.Random(4)
    renderer = Renderer(looking_at(size, View()))
    ready = start(size, "club", rng, Seats(light="top", off="right"))
    busy = [with_hand(ready, Hand(30.0 * n, 20.0, side="bottom")) for n in range(4)]
    thrown = throw_dice(ready, Throw((6, 1), "left", "dark"), rng)
    scenes = [*busy, *[ready] * 4, *[thrown] * 3]
    path = film(tmp_path / "film.mp4", [renderer.draw(scene, rng) for scene in scenes])
    corners = renderer.pinhole.project(surface_corners(size))
    learned = find_start(path, StartSearch(tuple((float(x), float(y)) for x, y in corners))).learned
    assert learned.home is Corner.BOTTOM_RIGHT
    assert learned.source == "as given"


@pytest.mark.films
def test_dice_that_lie_there_when_a_film_is_learned_from_are_read(tmp_path: Path) -> None:
    size, rng = BoardSize(), random.Random(4)
    renderer = Renderer(looking_at(size, View()))
    ready = start(size, "club", rng, Seats(light="top", off="right"))
    thrown = throw_dice(ready, Throw((6, 1), "left", "dark"), rng)
    path = film(tmp_path / "film.mp4", [renderer.draw(thrown, rng) for _ in range(5)])
    corners = [(float(x), float(y)) for x, y in renderer.pinhole.project(surface_corners(size))]
    found = find_start(path, StartSearch(corners))
    image, learned = found.image, found.learned
    assert sorted(die.value for die in read(Frame(image, 0.0, 0), learned.calibration).dice) == [1, 6]
    mistaken = learn(image, corners, StartSearch().stickers, cleared=True)
    assert read(Frame(image, 0.0, 0), mistaken.calibration).dice == ()


@pytest.mark.films
@pytest.mark.parametrize(
    "hands",
    [
        (Hand(60.0, -140.0),),
        (Hand(-140.0, 0.0, side="top"),),
        (Hand(-130.0, -150.0), Hand(60.0, 150.0, side="top")),
    ],
    ids=["over checkers", "over bare felt", "of both players"],
)
def test_a_film_is_learned_from_and_begins_when_the_hands_that_rested_on_the_board_have_left(
    tmp_path: Path, hands: tuple[Hand, ...]
) -> None:
    size, rng = BoardSize(), random.Random(4)
    renderer = Renderer(looking_at(size, View()))
    ready = start(size, "club", rng, Seats(light="top", off="right"))
    scenes = [replace(ready, hands=hands)] * 8 + [ready] * 5
    path = film(tmp_path / "film.mp4", [renderer.draw(scene, rng) for scene in scenes])
    corners = [(float(x), float(y)) for x, y in renderer.pinhole.project(surface_corners(size))]
    found = find_start(path, StartSearch(corners))
    assert found.time == pytest.approx(0.8)
    assert found.learned.home is Corner.BOTTOM_RIGHT


@pytest.mark.films
@pytest.mark.parametrize("name", ["hands-first.mp4", "hands-gone.mp4"])
def test_a_quick_game_is_followed_whether_hands_rest_on_the_board_first_or_not(tmp_path: Path, name: str) -> None:
    path = SHARED / "faults" / "films" / name
    if not path.exists():
        pytest.skip("needs the films in ../shared/faults")
    settings = Settings(
        camera=CameraSettings(kind="video", file=path),
        lights=LightsSettings(kind="none"),
        buttons=ButtonsSettings(kind="none"),
        speech=SpeechSettings(speak="nothing"),
        record=RecordSettings(out=tmp_path),
    )
    refereed = watch_film(path, settings, StartSearch(), Console(quiet=True))
    played = [format_play(event.play) for event in refereed.events if isinstance(event, PlayAccepted)]
    assert played == ["13/7 6/3", "24/22* 6/5", "bar/20*/18"]


def test_a_film_without_a_start_position_is_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = film(tmp_path / "wall.avi", [blank(90)] * 25)
    assert main(["watch", str(path), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "no start position was found in the 2 seconds" in said
    assert "set up for a game" in said
    assert said.count("\n") == 1


def test_a_film_in_which_nothing_rests_is_refused(tmp_path: Path) -> None:
    path = film(tmp_path / "flicker.avi", [blank(40 + 160 * (number % 2)) for number in range(12)])
    with pytest.raises(WatchError) as caught:
        find_start(path, StartSearch())
    assert caught.value.key == "watch.never_still"


def test_no_more_of_a_film_is_searched_than_was_asked_for(tmp_path: Path) -> None:
    path = film(tmp_path / "wall.avi", [blank(90)] * 40)
    with pytest.raises(WatchError) as caught:
        find_start(path, StartSearch(within=1.0))
    assert caught.value.params["seconds"] == "1"


def test_what_is_no_film_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.mp4").write_text("no film")
    assert main(["watch", str(tmp_path / "notes.mp4"), "--out", str(tmp_path)]) == 2
    assert "not a video that can be read" in capsys.readouterr().err
    assert main(["watch", str(tmp_path / "gone.mp4"), "--out", str(tmp_path)]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["start.png", "start.jpg", "start.bmp"])
def test_a_picture_is_no_film_and_it_is_said_what_reads_it(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cv2.imwrite(str(tmp_path / name), blank(90))
    assert main(["watch", str(tmp_path / name), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert f"{name}: a single picture, not a film: `tavola read` reads it" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("corners", "answer"),
    [
        ("100,100,500,300,500,100,100,300", "the corners must make a quadrilateral without a dent"),
        ("100,100,100,300,500,300,500,100", "the corners must go clockwise"),
        ("100,100,5000,100,5000,3000,100,3000", "is outside the picture of 640 by 360 pixels"),
    ],
)
def test_corners_that_make_no_board_are_refused_before_a_film_is_searched(
    corners: str, answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = film(tmp_path / "flicker.avi", [blank(40 + 160 * (number % 2)) for number in range(4)])
    assert main(["watch", str(path), "--corners", corners, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


def test_a_calibration_that_a_person_has_made_is_never_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrations: list[Path | None] = []

    def learned(_film: Path, _search: StartSearch) -> FoundStart:
        return FoundStart(blank(0), 0.0, None)  # type: ignore[arg-type]

    def written(_image: object, _learned: object, outputs: Outputs, _console: object) -> None:
        assert outputs.calibration is not None
        outputs.calibration.write_text("learned", "utf-8")

    monkeypatch.setattr(watching, "find_start", learned)
    monkeypatch.setattr(watching, "write_down", written)
    monkeypatch.setattr(
        watching, "referee", lambda order, _, **_opener: calibrations.append(order.settings.table.calibration)
    )
    mine = [tmp_path / name for name in ("board.json", "match-0001.journal", "match-0002.board.json")]
    for path in mine:
        path.write_text("a person's", "utf-8")
    shown = film(tmp_path / "film.mp4", [np.zeros((48, 64, 3), dtype=np.uint8)] * 3)
    settings = Settings(record=RecordSettings(out=tmp_path))
    watching.watch_film(shown, settings, StartSearch(), Console())
    assert {path.read_text("utf-8") for path in mine} == {"a person's"}
    assert calibrations == [tmp_path / "match-0003.board.json"]
