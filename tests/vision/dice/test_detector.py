"""Dice and the cube on the simulated table, and what is told about them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.benchmarks.reading.boards.read_simulated import learn, pictures, random_scene, set_up, upper_faces
from vision.detect.read import read
from vision.dice.detector import DiceAndCube, find_dice_and_cube
from vision.dice.search import Search
from vision.frame import Frame
from vision.geometry.board import BoardGeometry, parse_corners, to_picture
from vision.reading import CUBE_FACES, FLOOR, CubePlace, CubeReading


@pytest.mark.films
@pytest.mark.parametrize("look", ["crimson", pytest.param("desert", marks=pytest.mark.figures)])
def test_both_dice_and_nothing_else_are_found(look: str) -> None:
    table = set_up(look, 31)
    geometry = learn(table).geometry
    for scene, image in pictures(table, 5):
        found = find_dice_and_cube(image, geometry, Search(with_cube=False))
        assert found.cube is None
        assert len(found.dice) == len(scene.dice)
        for die, x, y in upper_faces(table, scene):
            near = [seen for seen in found.dice if math.hypot(seen.px - x, seen.py - y) < 8]
            assert [seen.value for seen in near] == [die.value]


@pytest.mark.films
def test_what_looks_like_a_die_beside_the_board_takes_no_die_s_place() -> None:
    table = set_up("crimson", 31)
    geometry = learn(table).geometry
    scene, image = next(iter(pictures(table, 1)))
    picture = image.copy()
    dice = [(round(x), round(y)) for _, x, y in upper_faces(table, scene)]
    half = 14
    for number in range(18):  # along the frame's lower rail: an inlay, or dice that were laid aside
        x, y = dice[1]
        (at,) = to_picture(geometry.corners, [(0.04 + 0.054 * number, 1.04)])
        px, py = round(float(at[0])), round(float(at[1]))
        picture[py - half : py + half, px - half : px + half] = image[y - half : y + half, x - half : x + half]
    found = find_dice_and_cube(picture, geometry, Search(with_cube=False)).dice
    for x, y in dice:
        assert any(math.hypot(seen.px - x, seen.py - y) < 8 for seen in found)


@pytest.mark.films
@pytest.mark.parametrize("look", ["club", pytest.param("glacier", marks=pytest.mark.figures)])
def test_a_board_with_a_pattern_on_which_no_dice_lie_has_none(look: str) -> None:
    table = set_up(look, 31)
    calibration = learn(table)
    for _ in range(3):
        scene = replace(random_scene(table), dice=())
        assert read(Frame(table.film(scene), 0.0, 0), calibration).dice == ()


def test_a_bare_board_has_neither_dice_nor_cube() -> None:
    picture = np.full((720, 1280, 3), (60, 100, 70), dtype=np.uint8)
    corners = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
    geometry = BoardGeometry(corners, 520 / 680, 0.48, 0.52, 0.07, (0.5,) * 24, (0.05, 0.05), 0.06)
    assert find_dice_and_cube(picture, geometry) == DiceAndCube((), None)


def cube(value: int, x: float, y: float) -> CubeReading:
    return CubeReading(x, y, 0.0, 0.0, tuple(0 if face == value else FLOOR for face in CUBE_FACES))


def test_a_64_in_the_middle_means_one() -> None:
    assert cube(64, 0.5, 0.5).stake == 1
    assert cube(64, -0.07, 0.48).stake == 1
    assert cube(64, 0.5, 0.93).stake == 64
    assert cube(2, 0.5, 0.5).stake == 2


def test_a_cube_says_where_it_lies() -> None:
    assert cube(2, 0.5, 0.1).place is CubePlace.TOP
    assert cube(2, 1.08, 0.9).place is CubePlace.BOTTOM
