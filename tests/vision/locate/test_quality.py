"""Pictures that nobody should read are refused by name: blurred ones, over-exposed ones."""

from __future__ import annotations

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
from vision.detect.photo import read_photo
from vision.geometry.board import parse_corners, rectify
from vision.locate.quality import SOFTEST, PhotoError, blur, check_quality, white_share

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.geometry.board import Corners


@pytest.fixture(scope="module")
def table() -> tuple[Image, Corners]:
    rng = random.Random(4)
    size = BoardSize()
    renderer = Renderer(looking_at(size, View(elevation=70)))
    scene = arrange(Scene(size, "walnut"), random_arrangement(rng), rng)
    points = renderer.pinhole.project(surface_corners(size))
    return renderer.draw(scene, rng), parse_corners([(float(x), float(y)) for x, y in points])


@pytest.mark.parametrize("spread", [1.0, 2.0, 4.0, 6.0])
def test_the_blur_of_edges_is_measured_in_rectified_pixels(spread: float) -> None:
    picture = np.zeros((560, 616, 3), dtype=np.uint8)
    for n in range(40):
        cv2.circle(picture, (60 + 70 * (n % 8), 60 + 100 * (n // 8)), 28, (40 + 5 * n, 200, 90), -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), dtype=np.uint8)
    assert blur(soft) == pytest.approx(spread, rel=0.2, abs=0.4)


@pytest.mark.films
def test_sharp_pictures_pass(table: tuple[Image, Corners]) -> None:
    image, corners = table
    check_quality(rectify(image, corners, 0.83))
    assert blur(rectify(image, corners, 0.83)) < 0.6 * SOFTEST


def test_a_picture_of_one_colour_is_neither_soft_nor_white() -> None:
    check_quality(np.full((500, 616, 3), 90, dtype=np.uint8))


@pytest.mark.films
def test_a_blurred_picture_is_refused_as_such(table: tuple[Image, Corners]) -> None:
    image, corners = table
    with pytest.raises(PhotoError) as caught:
        read_photo(np.asarray(cv2.GaussianBlur(image, (0, 0), 8), dtype=np.uint8), corners)
    assert caught.value.key == "photo.blurred"


@pytest.mark.films
def test_an_over_exposed_picture_is_refused_as_such(table: tuple[Image, Corners]) -> None:
    image, corners = table
    bright = np.clip(image.astype(np.float32) * 5, 0, 255).astype(np.uint8)
    assert white_share(rectify(bright, corners, 0.83)) > white_share(rectify(image, corners, 0.83))
    with pytest.raises(PhotoError) as caught:
        read_photo(bright, corners)
    assert caught.value.key == "photo.over_exposed"
