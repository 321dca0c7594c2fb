"""Photographs of unknown sets: what is read, how it is told, what is refused; figures on real ones where they are."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import arrange
from hardware.simulated.scene.table import Scene
from hardware.simulated.still import random_arrangement
from tests.benchmarks.reading.boards.read_simulated import contents
from vision.detect.overlay import draw_overlay
from vision.detect.photo import PhotoReading, read_photo, report
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.locate.quality import PhotoError

if TYPE_CHECKING:
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
    assert set(plain) == {"places", "bar", "dice", "cube", "hidden"}
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
