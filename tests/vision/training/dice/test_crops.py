"""Crops for the network for dice: drawn in many ways, the same every time, each with what it shows in the middle."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.scene.table import Die
from vision.dice.crops import UNKNOWN
from vision.dice.die_net import COCKED
from vision.dice.proposals import shipped_proposal_net
from vision.training.dice.crops import TILTS, crops_at, joined, otherwise_leaning, plate_crops, stored_plates
from vision.training.dice.drawn_crops import CROP, drawn_crop
from vision.training.dice.spots import die_spots
from vision.training.pictures import film
from vision.training.proposals.plates import HELD_OUT, draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from pathlib import Path

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
    scene, labels = replace(SCENE, dice=dice, checkers=(), cube=None), film(PLATE, SCENE, random.Random(9))[1]
    picture = PLATE.renderer.draw(scene, random.Random(9))
    crops = crops_at(picture, labels, die_spots(scene, PLATE.renderer.pinhole))
    assert crops.labels.tolist() == [6, COCKED]
    assert (crops.flatness >= 0).all()
    body = crops.pictures[:, MIDDLE, MIDDLE].reshape(2, -1, 3).max(axis=1).astype(float)
    board = np.median(crops.pictures[:, :8].reshape(2, -1, 3), axis=1)
    assert (np.abs(body - board).max(axis=1) > 25).all()


def test_boxes_drawn_one_by_one_are_the_same_every_time_and_of_most_it_is_known_how_they_are_seen() -> None:
    picture = np.full((200, 300, 3), 90, dtype=np.uint8)
    once, again = ([drawn_crop([picture], rng) for _ in range(24)] for rng in map(np.random.default_rng, (3, 3)))
    for (crop, label, flatness), other in zip(once, again, strict=True):
        np.testing.assert_array_equal(crop, other[0])
        assert (label, flatness) == other[1:]
        assert crop.shape == (CROP, CROP, 3)
        assert flatness == UNKNOWN or 0 <= flatness < 1.5
    assert 12 <= sum(flatness >= 0 for _, _, flatness in once) < 24
    assert 1 <= sum(label == COCKED for _, label, _ in once) <= 12


@pytest.mark.films
def test_crops_of_a_plate_are_the_same_every_time_and_drawn_into_a_folder_once(tmp_path: Path) -> None:
    one, same = (plate_crops(HELD_OUT + 7, shipped_proposal_net(), scenes=1) for _ in range(2))
    np.testing.assert_array_equal(one.pictures, same.pictures)
    both = joined([one, same])
    np.testing.assert_array_equal(both.labels, np.concatenate([one.labels, one.labels]))
    few = {name: getattr(one, name)[:1] for name in ("pictures", "labels", "flatness", "kinds", "sides")}
    np.savez(tmp_path / "plate-7.npz", **few)
    assert len(stored_plates(tmp_path, tmp_path / "no.onnx", [7], 1).labels) == 1
