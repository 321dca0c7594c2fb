"""The network that reads faces in doubt: what it is given, and how clear dice are read that it has not learned from."""

from __future__ import annotations

import numpy as np
import pytest

from vision.die_net import CLOSE_SPAN, GREYS, PATCH, Look, cut, levelled
from vision.face_net import INK_COUNTS, face_net, with_ink
from vision.training.drawn_boxes import CROP
from vision.training.face_crops import SIDE, face_crops

GROUND = np.full((240, 240, 3), (52, 84, 60), dtype=np.uint8)

UNSEEN = 9
"""A seed of drawn dice that train nothing: those that do are 1 to 4."""


def test_it_is_given_colours_and_the_strong_ink_of_every_grey() -> None:
    crops = face_crops([GROUND], 2, UNSEEN).pictures
    patches = [cut(crop, Look(CROP / 2, CROP / 2, SIDE), CLOSE_SPAN) for crop in crops]
    inputs = with_ink(patches)
    assert inputs.shape == (2, 3 + len(GREYS), PATCH, PATCH)
    np.testing.assert_allclose(inputs[:, :3], levelled(patches))
    assert np.abs(inputs[:, 3:]).max() == pytest.approx(INK_COUNTS)


def test_faces_of_dice_that_trained_nothing_are_read_though_most_of_them_are_clear() -> None:
    crops = face_crops([GROUND], 120, UNSEEN)
    middle = CROP / 2 - 0.5
    said = np.stack([face_net().judge(crop, [Look(middle, middle, SIDE)])[0] for crop in crops.pictures])
    np.testing.assert_allclose(np.exp(said).sum(axis=1), 1, atol=1e-3)
    right = said.argmax(axis=1) + 1 == crops.values
    assert np.count_nonzero(right) >= 84
    sure = np.exp(said.max(axis=1)) > 0.95
    assert np.count_nonzero(sure) >= 36
    assert np.count_nonzero(right[sure]) >= 0.9 * np.count_nonzero(sure)


def test_nothing_is_said_of_nothing() -> None:
    assert face_net().judge(GROUND, []).shape == (0, 6)
