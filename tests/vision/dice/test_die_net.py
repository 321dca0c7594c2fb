"""The network for dice: what it is given, what it answers, and how well it reads looks that trained nothing."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.table import Die, Scene
from tests.benchmarks.reading.dice.read_die_crops import judge_crops
from vision.dice.crops import Crop, looks_at
from vision.dice.die_net import CLASSES, COCKED, FACES, FIRST_CUBE, MODEL, NONE, shipped_die_net
from vision.dice.proposals import shipped_proposal_net
from vision.geometry.board import parse_corners, to_board
from vision.geometry.camera_pose import camera_pose
from vision.training.dice.crops import DieCrops, plate_crops
from vision.training.dice.spots import KINDS
from vision.training.proposals.plates import HELD_OUT

SIZE = BoardSize()


@pytest.fixture(scope="module")
def held_out() -> list[DieCrops]:
    plates = [(HELD_OUT + 1, None), (HELD_OUT + 1, "walnut"), (HELD_OUT, "desert")]
    return [plate_crops(number, shipped_proposal_net(), 3, look) for number, look in plates]


def noise(height: int = 240, width: int = 320) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(5).integers(0, 255, (height, width, 3), dtype=np.uint8)


def test_answers_are_logarithms_of_probabilities() -> None:
    answers = shipped_die_net().judge(noise(), [Crop(50.0, 60.0, 18.0), Crop(200.5, 100.2, 31.0), Crop(0.0, 0.0, 12.0)])
    assert answers.shape == (3, CLASSES)
    assert answers.dtype == np.float32
    np.testing.assert_allclose(np.exp(answers).sum(axis=1), 1, atol=1e-4)


def test_no_spots_give_no_answers() -> None:
    assert shipped_die_net().judge(noise(), []).shape == (0, CLASSES)


def test_a_spot_is_judged_alike_alone_and_among_others_and_every_time() -> None:
    picture = noise()
    spots = [Crop(30.0 + 40 * k, 50.0 + 20 * k, 15.0 + 2 * k, flatness=0.1 * k) for k in range(7)]
    together = shipped_die_net().judge(picture, spots)
    alone = np.concatenate([shipped_die_net().judge(picture, [spot]) for spot in spots])
    np.testing.assert_allclose(together, alone, atol=2e-4)
    np.testing.assert_array_equal(together, shipped_die_net().judge(picture, spots))


def test_how_flatly_the_camera_looks_is_heeded() -> None:
    crops = [Crop(50.0, 60.0, 18.0, flatness=flatness) for flatness in (0.25, 1.5)]
    steep, flat = shipped_die_net().judge(noise(), crops)
    assert np.abs(steep - flat).max() > 0.01


def test_how_light_a_picture_is_changes_no_answer() -> None:
    picture = noise() // 2 + 40
    crops = [Crop(50.0, 60.0, 18.0), Crop(200.5, 100.2, 31.0)]
    np.testing.assert_allclose(
        shipped_die_net().judge(picture, crops), shipped_die_net().judge(picture + 60, crops), atol=1e-3
    )


def test_an_even_patch_is_no_die() -> None:
    for level in (0, 90, 255):
        answers = shipped_die_net().judge(np.full((100, 100, 3), level, dtype=np.uint8), [Crop(50.0, 50.0, 20.0)])
        assert np.exp(answers[0, NONE]) > 0.8


@pytest.mark.parametrize("turn", [0, 30, 45, 110])
def test_a_drawn_four_is_a_four_at_any_turn_and_size(turn: int) -> None:
    picture = np.full((240, 240, 3), (60, 90, 60), dtype=np.uint8)
    for side in (14, 20, 48):
        box = cv2.boxPoints(((120, 120), (side, side), turn))
        image = picture.copy()
        cv2.fillConvexPoly(image, np.rint(box * 16).astype(np.int32), (235, 240, 240), cv2.LINE_AA, 4)
        for corner in box:
            pip = (120 + 0.5 * (corner - 120)) * 16
            cv2.circle(
                image, np.rint(pip).astype(int).tolist(), round(16 * 0.1 * side), (20, 20, 20), -1, cv2.LINE_AA, 4
            )
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), dtype=np.uint8)
        assert shipped_die_net().judge(image, [Crop(120.0, 120.0, float(side))])[0].argmax() == 4


def dark_die_with_red_pips(x: int, y: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a picture of a table, nearly white, and of such a die that shows five."""
    picture = np.full((160, 160, 3), (200, 208, 210), dtype=np.uint8)
    cv2.rectangle(picture, (x - 12, y - 12), (x + 12, y + 12), (52, 50, 50), -1)
    for across, down in ((-6, -6), (6, -6), (0, 0), (-6, 6), (6, 6)):
        cv2.circle(picture, (x + across, y + down), 2, (50, 48, 92), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)


def test_pips_that_hardly_stand_out_are_counted() -> None:
    answers = shipped_die_net().judge(dark_die_with_red_pips(80, 76), [Crop(80.0, 76.0, 25.0)])
    assert int(answers[0, FACES].argmax()) + 1 == 5


@pytest.mark.films
def test_dice_that_lean_on_nothing_are_told_from_the_same_dice_lying_flat() -> None:
    pinhole, rng = looking_at(SIZE, View(elevation=66.0)), random.Random(3)
    corners = parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(SIZE))])
    aspect = SIZE.height / SIZE.width
    pose = camera_pose(corners, aspect, (pinhole.height, pinhole.width))
    side, said = SIZE.die_side, []
    flat = [
        Die("light", value, 45.0 * (2 * column - 5), 70.0 * (row - 1), turn=rng.uniform(0, 360))
        for row in range(3)
        for column, value in enumerate(rng.sample(range(1, 7), 6))
    ]
    leaning = [replace(die, tilt=32.0, tilt_towards=rng.uniform(0, 360)) for die in flat]
    for dice, higher in ((flat, 0.0), (leaning, 0.35)):
        picture = Renderer(pinhole).draw(Scene(SIZE, "walnut", dice=tuple(dice)), rng)
        top = side if higher == 0.0 else side * (0.5 * (math.cos(0.56) + math.sin(0.56)) + higher)
        spots = pinhole.project([(die.x, die.y, top) for die in dice])
        looks = looks_at(corners, aspect, pose, to_board(corners, [(float(x), float(y)) for x, y in spots]))
        each = zip(spots, looks.scales, looks.stretches, looks.flatness, strict=True)
        crops = [Crop(float(x), float(y), scale * side / SIZE.width, *look) for (x, y), scale, *look in each]
        chances = np.exp(shipped_die_net().judge(picture, crops))
        said.append(chances[:, FACES].sum(axis=1) > chances[:, COCKED])
    assert said[0].mean() > 0.9
    assert said[1].mean() < 0.1


@pytest.mark.films
def test_faces_and_numbers_of_looks_not_trained_on_are_read_where_they_are_sixteen_pixels_wide(
    held_out: list[DieCrops],
) -> None:
    answers = np.concatenate([judge_crops(crops) for crops in held_out])
    labels = np.concatenate([crops.labels for crops in held_out])
    sides = np.concatenate([crops.sides for crops in held_out])
    flat = (labels != NONE) & (labels < COCKED) & (sides >= 16)
    assert flat.sum() > 40
    assert (answers[flat, FACES].argmax(axis=1) + 1 == labels[flat]).mean() >= 0.97
    assert (answers.argmax(axis=1)[flat] == COCKED).mean() <= 0.06
    cubes = (labels >= FIRST_CUBE) & (sides >= 16)
    assert (answers.argmax(axis=1) == labels)[cubes].mean() >= 0.8


@pytest.mark.films
def test_checkers_of_looks_not_trained_on_are_seldom_taken_for_dice(held_out: list[DieCrops]) -> None:
    answers = np.concatenate([judge_crops(crops) for crops in held_out])
    kinds = np.concatenate([crops.kinds for crops in held_out])
    checkers = np.isin(kinds, [KINDS.index(k) for k in ("checker", "rim", "two checkers", "second layer")])
    assert checkers.sum() > 30
    die = np.exp(answers[checkers, NONE + 1 : FIRST_CUBE]).sum(axis=1)
    assert (die > 0.5).mean() <= 0.03


def test_the_shipped_model_is_small_and_loaded_once() -> None:
    assert MODEL.stat().st_size < 1_500_000
    assert shipped_die_net() is shipped_die_net()


def test_reading_dice_loads_neither_training_nor_the_simulator() -> None:
    program = (
        "import sys, numpy, vision.dice.die_net as d, vision.dice.crops as c; "
        "d.shipped_die_net().judge(numpy.zeros((50, 50, 3), 'u1'), [c.Crop(25, 25, 15)]); "
        "sys.exit(any(m.startswith(('torch', 'vision.training', 'hardware')) for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0
