"""Dice that lean are drawn for training in many ways, and cut out where they lie."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.scene.table import Die
from vision.training.dice.lean_crops import CROP, TILTS, box_crop, crops_of_picture, joined, otherwise_leaning
from vision.training.proposals.plates import HELD_OUT, draw_plate_setting, draw_scene

PLATE = draw_plate_setting(HELD_OUT + 7)
SCENE = replace(draw_scene(PLATE, random.Random(4), 0.6), hands=(), leds=())
MIDDLE = slice(CROP // 2 - 3, CROP // 2 + 3)


def test_some_dice_lean_another_way_some_flat_ones_lean_and_those_on_checkers_stay_flat() -> None:
    drawn = [otherwise_leaning(SCENE, random.Random(seed)) for seed in range(12)]
    pairs = [pair for scene in drawn for pair in zip(scene.dice, SCENE.dice, strict=True)]
    assert any(old.tilt > 0 and new.tilt_towards != old.tilt_towards for new, old in pairs)
    assert any(new.tilt > 0 and old.tilt == 0 for new, old in pairs)
    for new, old in pairs:
        assert (new.x, new.y, new.value) == (old.x, old.y, old.value)
        assert new.tilt == old.tilt or TILTS[0] <= new.tilt <= TILTS[1]
        assert new.tilt == 0 or old.z == 0


@pytest.mark.films
def test_a_crop_shows_its_die_in_the_middle_and_says_how_it_lies() -> None:
    dice = (Die("light", 6, -60.0, 10.0, turn=20.0), Die("light", 6, 70.0, -30.0, tilt=30.0, tilt_towards=200.0))
    scene = replace(SCENE, dice=dice, checkers=(), cube=None)
    crops = crops_of_picture(PLATE, scene, PLATE.renderer.draw(scene, random.Random(9)))
    assert crops.tilts.tolist() == [0.0, 30.0]
    assert (crops.flatness >= 0).all()
    body = crops.pictures[:, MIDDLE, MIDDLE].reshape(2, -1, 3).max(axis=1).astype(float)
    board = np.median(crops.pictures[:, :8].reshape(2, -1, 3), axis=1)
    assert (np.abs(body - board).max(axis=1) > 25).all()


def test_dice_drawn_one_by_one_are_the_same_every_time_and_half_of_them_lean() -> None:
    picture = np.full((200, 300, 3), 90, dtype=np.uint8)
    drawn = [
        [box_crop(picture, rng) for _ in range(12)] for rng in (np.random.default_rng(3), np.random.default_rng(3))
    ]
    for (crop, flatness, tilt), other in zip(*drawn, strict=True):
        np.testing.assert_array_equal(crop, other[0])
        assert crop.shape == (CROP, CROP, 3)
        assert 0 <= flatness < 1.2
        assert tilt == 0 or TILTS[0] <= tilt <= TILTS[1]
    leaning = sum(tilt > 0 for _, _, tilt in drawn[0])
    assert 2 <= leaning <= 10


def test_sets_of_crops_are_joined_in_their_order() -> None:
    one = crops_of_picture(PLATE, SCENE, PLATE.renderer.draw(SCENE, random.Random(9)))
    both = joined([one, one])
    np.testing.assert_array_equal(both.tilts, np.concatenate([one.tilts, one.tilts]))
    assert both.pictures.shape[1:] == (CROP, CROP, 3)
