"""The doctor sees what is wrong with a camera's pictures, and says nothing against good ones."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from controller.config.cameras import open_camera
from controller.config.settings import CameraSettings
from controller.setup.calibrate import load_calibration
from controller.setup.doctor.finding import Finding, Health, advised, is_ill, line
from controller.setup.doctor.pictures import Pace, look_at_board, look_at_frames
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Seats
from tests.controller.table.filmed import write_board
from vision.frame import Frame, Image
from vision.geometry.board import BoardGeometry, Corners, column_centre, parse_corners

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.calibrate.calibration import Calibration

pytestmark = pytest.mark.films

PACE = Pace((1280, 720, 15.0))
USUAL = BoardGeometry(
    corners=Corners(()),
    aspect=0.85,
    bar_left=0.47,
    bar_right=0.53,
    diameter=0.068,
    columns=tuple(column_centre(0.47, 0.53, column) for column in range(12)) * 2,
    first=(0.034, 0.034),
    spacing=0.068,
)


@pytest.fixture(scope="module")
def picture() -> Image:
    with open_camera(CameraSettings(kind="simulated", rate=60.0)) as camera:
        return camera.read().image


@pytest.fixture(scope="module")
def calibration(picture: Image, tmp_path_factory: pytest.TempPathFactory) -> Calibration:
    return load_calibration(write_board(tmp_path_factory.mktemp("board") / "board.json", Frame(picture, 0.0, 0)))


def frames(image: Image, rate: float = 15.0, count: int = 4) -> list[Frame]:
    return [Frame(image, number / rate, number) for number in range(count)]


def by_device(findings: list[Finding]) -> dict[str, Finding]:
    for finding in findings:
        assert bool(finding.todo) is (finding.health in {Health.POOR, Health.ILL}), finding
    return {finding.device: finding for finding in findings}


def test_a_good_picture_of_a_calibrated_board_is_well(picture: Image, calibration: Calibration) -> None:
    found = look_at_frames(frames(picture), PACE, calibration)
    assert [finding.device for finding in found] == ["camera", "light", "sharpness", "board", "dice"]
    assert {finding.health for finding in found} == {Health.WELL}, found
    assert not is_ill(found)
    assert "15.0 a second" in found[0].found


def test_a_board_that_is_not_calibrated_is_seen_and_said_to_be_so(picture: Image) -> None:
    found = by_device(look_at_frames(frames(picture), PACE, None))
    assert found["board"].health is Health.POOR
    assert "calibrate" in advised(found["board"])
    assert found["dice"].health is Health.WELL


def darker(image: Image) -> Image:
    return np.asarray(image // 8, dtype=np.uint8)


def glaring(image: Image) -> Image:
    return np.asarray(np.clip(image.astype(np.int32) * 5, 0, 255), dtype=np.uint8)


def blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 8.0), dtype=np.uint8)


def moved(image: Image) -> Image:
    shift = np.array([[1, 0, 60], [0, 1, 8]], dtype=np.float32)
    return np.asarray(cv2.warpAffine(image, shift, (image.shape[1], image.shape[0])), dtype=np.uint8)


def covered(image: Image) -> Image:
    return np.full_like(image, 90)


def cut(image: Image) -> Image:
    return np.asarray(cv2.resize(image[60:560, 100:900], (1280, 720)), dtype=np.uint8)


@pytest.mark.parametrize(
    ("spoil", "device"),
    [(darker, "light"), (glaring, "light"), (blurred, "sharpness"), (moved, "board"), (covered, "board")],
)
def test_what_is_wrong_with_the_picture_is_found(
    picture: Image, calibration: Calibration, spoil: Callable[[Image], Image], device: str
) -> None:
    found = by_device(look_at_frames(frames(spoil(picture)), PACE, calibration))
    assert found[device].health is Health.ILL, found


def test_without_a_whole_board_in_the_picture_it_is_said(picture: Image) -> None:
    found = by_device(look_at_frames(frames(cut(picture)), PACE, None))
    assert found["board"].health is Health.ILL
    assert "whole board" in advised(found["board"])
    assert "dice" not in found


@pytest.mark.parametrize(
    ("elevation", "health", "todo"),
    [(50.0, Health.WELL, ""), (90.0, Health.POOR, "aside"), (36.0, Health.POOR, "raise")],
)
def test_a_board_that_is_seen_too_flat_or_too_steep_is_found(elevation: float, health: Health, todo: str) -> None:
    size = BoardSize()
    pinhole = looking_at(size, View(elevation=elevation, opening=30.0))
    renderer, rng = Renderer(pinhole), random.Random(1)
    there = pinhole.project(surface_corners(size))
    corners = parse_corners([(float(x), float(y)) for x, y in there])
    image = renderer.draw(start(size, "club", rng, Seats()), rng)
    found = by_device(look_at_board(image, replace(USUAL, corners=corners)))
    assert list(found) == ["light", "sharpness", "angle", "board", "dice"]
    assert found["angle"].health is health, found["angle"]
    assert todo in advised(found["angle"])


def test_dice_that_are_too_small_are_found(picture: Image, calibration: Calibration) -> None:
    for scale, health in ((0.7, Health.POOR), (0.5, Health.ILL)):
        size = (round(1280 * scale), round(720 * scale))
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        found = by_device(look_at_frames(frames(small), Pace((*size, 15.0)), None))
        assert found["dice"].health is health, found["dice"]


def test_pictures_of_another_size_than_calibrated_are_found(picture: Image, calibration: Calibration) -> None:
    small = np.asarray(cv2.resize(picture, (640, 360)), dtype=np.uint8)
    found = by_device(look_at_frames(frames(small), PACE, calibration))
    assert found["camera"].health is Health.POOR
    assert found["board"].health is Health.ILL
    assert "1280 by 720" in found["board"].found


def test_a_camera_that_is_slow_is_found(picture: Image, calibration: Calibration) -> None:
    found = by_device(look_at_frames(frames(picture, rate=5.0), PACE, calibration))
    assert found["camera"].health is Health.POOR
    assert "light" in advised(found["camera"])
    recording = by_device(look_at_frames(frames(picture, rate=5.0), replace(PACE, live=False), calibration))
    assert recording["camera"].health is Health.WELL


def test_a_finding_is_one_line(picture: Image) -> None:
    for finding in look_at_frames(frames(darker(picture)), PACE, None):
        text = line(finding).plain
        assert "\n" not in text
        assert finding.device in text
        assert advised(finding) in text
        assert "advice." not in text
