"""Photographs of unknown sets: what is read, how it is told, what is refused; figures on real ones where they are."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import arrange
from hardware.simulated.scene.table import Scene
from hardware.simulated.still import random_arrangement
from tests.benchmarks.reading.boards.read_simulated import contents, learn, random_scene, set_up
from vision.detect.overlay import draw_overlay
from vision.detect.photo import PhotoReading, read_known, read_photo, report
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.locate.quality import PhotoError

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.calibrate.calibration import Calibration
    from vision.frame import Image


@pytest.fixture(scope="module")
def photograph() -> tuple[Image, Scene, PhotoReading]:
    rng = random.Random(8)
    size = BoardSize()
    scene = arrange(Scene(size, "tournament"), random_arrangement(rng), rng)
    renderer = Renderer(looking_at(size, View(elevation=74)))
    image = renderer.draw(scene, rng)
    corners = renderer.pinhole.project(surface_corners(size))
    return image, scene, read_photo(image, parse_corners([(float(x), float(y)) for x, y in corners]))


@pytest.mark.films
def test_a_set_that_is_not_known_is_read_from_one_picture(photograph: tuple[Image, Scene, PhotoReading]) -> None:
    _, scene, photo = photograph
    want = {place: [shade.value, min(count, 4)] for place, (shade, count) in contents(scene).items()}
    got = {place: [shade, min(int(count), 4)] for place, (shade, count) in report(photo)["places"].items()}
    assert set(got) == set(want)
    assert sum(got[place] == want[place] for place in want) >= 0.7 * len(want)


@pytest.mark.films
def test_the_report_is_plain_data_with_the_promised_keys(photograph: tuple[Image, Scene, PhotoReading]) -> None:
    plain = report(photograph[2])
    assert json.loads(json.dumps(plain)) == plain
    assert set(plain) == {"places", "bar", "dice", "cube", "hidden", "unlike"}
    assert plain["unlike"] is False
    assert set(plain["bar"]) == {"dark", "light"}


@pytest.mark.films
def test_the_overlay_is_a_changed_copy_of_the_same_size(photograph: tuple[Image, Scene, PhotoReading]) -> None:
    image, _, photo = photograph
    before = image.copy()
    drawn = draw_overlay(image, photo.reading, photo.geometry)
    assert drawn.shape == image.shape
    assert (drawn != image).any()
    assert (image == before).all()


@pytest.mark.parametrize("colour", [(128, 128, 128), (20, 60, 200)])
def test_a_picture_of_nothing_is_refused(colour: tuple[int, int, int]) -> None:
    blank = np.full((480, 640, 3), colour, dtype=np.uint8)
    with pytest.raises(PhotoError) as caught:
        read_photo(blank, parse_corners([(50, 50), (590, 50), (590, 430), (50, 430)]))
    assert caught.value.key == "photo.nothing_to_see"


def test_no_board_is_found_where_there_is_none() -> None:
    rng = np.random.default_rng(0)
    picture = np.clip(rng.normal(120, 40, (480, 640, 3)), 0, 255).astype(np.uint8)
    with pytest.raises(VisionError) as caught:
        read_photo(picture)
    assert caught.value.key in {"photo.no_board", "corners.not_found"}


@pytest.fixture(scope="module")
def later() -> tuple[Image, Calibration]:
    """A photograph of a board, and what was learned of the board before."""
    table = set_up("tournament", 12)
    return table.film(random_scene(table)), learn(table)


@pytest.mark.films
def test_a_known_board_is_read_where_it_is_now(later: tuple[Image, Calibration]) -> None:
    image, known = later
    before = read_known(image, known)
    there = np.asarray(cv2.warpAffine(image, np.array([[1, 0, 24.0], [0, 1, -9.0]]), (1280, 720)), dtype=np.uint8)
    moved = read_known(there, known)
    assert report(moved)["places"] == report(before)["places"]
    shifted = np.array(moved.geometry.corners.points) - np.array(before.geometry.corners.points)
    assert np.abs(shifted - (24, -9)).max() < 1.0


@pytest.mark.films
@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (np.zeros_like, "photo.dark"),
        (lambda image: np.full_like(image, 255), "photo.nothing_to_see"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 12), "photo.blurred"),
        (lambda image: cv2.convertScaleAbs(image, alpha=6.0), "photo.over_exposed"),
        (lambda image: np.roll(image, 400, axis=1), "calibration.not_seen"),
    ],
    ids=["black", "white", "blurred", "over-exposed", "another place"],
)
def test_a_picture_of_a_known_board_that_cannot_be_read_is_refused(
    later: tuple[Image, Calibration], spoil: Callable[[Image], Image], key: str
) -> None:
    image, known = later
    with pytest.raises(VisionError) as caught:
        read_known(spoil(image), known)
    assert caught.value.key == key
