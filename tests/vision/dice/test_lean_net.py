"""Dice are looked at so that what stands upright is upright in the patch, and those that lean are told from it."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.table import Die, Scene
from vision.dice.die_net import Crop, cut
from vision.dice.lean_net import LEAN_SPAN, PATCH, BoardPose, Upright, shipped_lean_net, upright, with_flatness
from vision.geometry.board import parse_corners
from vision.geometry.camera_pose import camera_pose

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import Pinhole

SIZE = BoardSize()


def table_of(pinhole: Pinhole) -> BoardPose:
    """Return where the board and the camera are, from the corners alone."""
    corners = parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(SIZE))])
    aspect = SIZE.height / SIZE.width
    pose = camera_pose(corners, aspect, (pinhole.height, pinhole.width))
    return BoardPose(corners, aspect, SIZE.checker_diameter / SIZE.width, pose)


@pytest.mark.parametrize(
    "view", [View(elevation=50.0), View(elevation=66.0, azimuth=20.0, roll=5.0), View(elevation=82.0)]
)
@pytest.mark.parametrize("spot", [(-250.0, 180.0), (90.0, -60.0), (240.0, 200.0)])
def test_what_stands_upright_is_upright_in_the_patch_and_as_long_as_the_flatness_says(
    view: View, spot: tuple[float, float]
) -> None:
    pinhole, side = looking_at(SIZE, view), SIZE.die_side
    (px, py), (foot_x, foot_y) = pinhole.project([(*spot, side), (*spot, 0.0)])
    place = upright(float(px), float(py), table_of(pinhole))
    assert place.crop.stretch is not None
    right, down = np.linalg.solve(place.crop.stretch * place.crop.side, [foot_x - px, foot_y - py])
    height = side / SIZE.checker_diameter
    assert down == pytest.approx(place.flatness * height, abs=0.06)
    assert abs(right) < 0.03


def test_a_patch_is_as_wide_as_so_many_checkers_whatever_the_pictures_size() -> None:
    for width, height in ((960, 540), (1600, 900)):
        pinhole = looking_at(SIZE, View(elevation=88.0, width=width, height=height))
        across = np.linalg.norm(np.subtract(*pinhole.project([(SIZE.checker_diameter, 0, 0), (0, 0, 0)])))
        (at,) = pinhole.project([(0.0, 0.0, 0.0)])
        assert upright(float(at[0]), float(at[1]), table_of(pinhole)).crop.side == pytest.approx(
            float(across), rel=0.02
        )


def test_straight_below_the_camera_there_is_a_way_to_look_too() -> None:
    pinhole = looking_at(SIZE, View(elevation=90.0))
    table = table_of(pinhole)
    x, y = table.pose.below
    (at,) = pinhole.project([((x - 0.5) * SIZE.width, SIZE.height / 2 - y * SIZE.width, 0.0)])
    place = upright(float(at[0]), float(at[1]), table)
    assert place.flatness < 0.01
    picture = np.zeros((pinhole.height, pinhole.width, 3), dtype=np.uint8)
    assert cut(picture, place.crop, LEAN_SPAN, PATCH).shape == (PATCH, PATCH, 3)


def test_how_flatly_the_camera_looks_comes_with_every_patch() -> None:
    level = np.zeros((2, 3, 4, 4), dtype=np.float32)
    inputs = with_flatness(level, [0.25, 0.5])
    assert inputs.shape == (2, 4, 4, 4)
    assert (inputs[0, 3] == 0.25).all()
    assert (inputs[1, 3] == 0.5).all()


def test_nothing_is_said_of_no_dice() -> None:
    assert shipped_lean_net().nats_for_flat([]).shape == (0,)


def test_in_a_mirror_a_die_leans_as_much() -> None:
    picture = np.random.default_rng(5).integers(0, 255, (90, 91, 3), dtype=np.uint8)
    picture[30:60, 35:52] = (40, 200, 220)
    place = Upright(Crop(45.0, 45.0, 24.0, np.eye(2)), 0.4)
    mirrored = np.ascontiguousarray(picture[:, ::-1])
    once, again = (float(shipped_lean_net().nats_for_flat([(seen, place)])[0]) for seen in (picture, mirrored))
    assert once == pytest.approx(again, abs=0.02)


@pytest.mark.films
def test_dice_that_lean_on_nothing_are_told_from_the_same_dice_lying_flat() -> None:
    pinhole, rng = looking_at(SIZE, View(elevation=66.0)), random.Random(3)
    table, side, said = table_of(pinhole), SIZE.die_side, []
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
        said.append(shipped_lean_net().nats_for_flat([(picture, upright(float(x), float(y), table)) for x, y in spots]))
    assert (said[0] > 0).mean() > 0.9
    assert (said[1] < 0).mean() > 0.9
