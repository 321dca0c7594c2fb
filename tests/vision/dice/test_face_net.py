"""The network that reads faces in doubt: what it is given, and how clear dice are read that it has not learned from."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.die_net import CLOSE_SPAN, GREYS, PATCH, Crop, cut
from vision.dice.face_net import INK_COUNTS, face_net, positions_of, with_ink
from vision.features.levels import levelled
from vision.training.dice.drawn_boxes import CROP
from vision.training.dice.face_crops import SIDE, face_crops

GROUND = np.full((240, 240, 3), (52, 84, 60), dtype=np.uint8)

UNSEEN = 9
"""A seed of drawn dice that train nothing: those that do are 1 to 4."""


def test_it_is_given_colours_and_the_strong_ink_of_every_grey() -> None:
    crops = face_crops([GROUND], 2, UNSEEN).pictures
    patches = [cut(crop, Crop(CROP / 2, CROP / 2, SIDE), CLOSE_SPAN) for crop in crops]
    inputs = with_ink(patches)
    assert inputs.shape == (2, 3 + len(GREYS), PATCH, PATCH)
    np.testing.assert_allclose(inputs[:, :3], levelled(patches))
    assert np.abs(inputs[:, 3:]).max() == pytest.approx(INK_COUNTS)


@pytest.mark.films
def test_faces_of_dice_that_trained_nothing_are_read_though_most_of_them_are_clear() -> None:
    crops = face_crops([GROUND], 120, UNSEEN)
    middle = CROP / 2 - 0.5
    said = np.stack([face_net().judge(crop, [Crop(middle, middle, SIDE)])[0] for crop in crops.pictures])
    np.testing.assert_allclose(np.exp(said).sum(axis=1), 1, atol=1e-3)
    right = said.argmax(axis=1) + 1 == crops.values
    assert np.count_nonzero(right) >= 84
    sure = np.exp(said.max(axis=1)) > 0.95
    assert np.count_nonzero(sure) >= 36
    assert np.count_nonzero(right[sure]) >= 0.9 * np.count_nonzero(sure)


@pytest.mark.parametrize("every_way", [False, True])
def test_nothing_is_said_of_nothing(*, every_way: bool) -> None:
    assert face_net().judge(GROUND, [], every_way=every_way).shape == (0, 6)


def test_a_face_looked_at_every_way_is_the_same_however_the_picture_is_turned_or_mirrored() -> None:
    crops = face_crops([GROUND], 6, UNSEEN).pictures
    look = [Crop((CROP - 1) / 2, (CROP - 1) / 2, SIDE)]
    moved = [np.ascontiguousarray(each) for crop in crops for each in (crop, np.rot90(crop), crop[:, ::-1])]
    plain, every = (
        np.stack([face_net().judge(picture, look, every_way=way)[0] for picture in moved]).reshape(-1, 3, 6)
        for way in (False, True)
    )
    np.testing.assert_allclose(np.exp(every).sum(axis=-1), 1, rtol=1e-4)
    assert np.ptp(plain, axis=1).max() > 0.5
    # Not 0: a crop's middle lies between pixels, so that a patch of a turned one is cut a hair aside.
    assert np.ptp(every, axis=1).max() < 0.25


def test_the_positions_of_a_square_are_eight_and_all_differ() -> None:
    square = np.arange(9, dtype=np.float32).reshape(1, 1, 3, 3)
    positions = positions_of(square)
    assert len({each.tobytes() for each in positions}) == 8
    assert all(np.array_equal(np.sort(each, axis=None), np.sort(square, axis=None)) for each in positions)
