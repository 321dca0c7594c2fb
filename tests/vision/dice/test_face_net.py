"""The network that reads faces: what it is given, and how clear dice are read that it has not learned from."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.crops import PATCH, Crop, cut
from vision.dice.face_net import CLOSE_SPAN, GREYS, INK_COUNTS, face_net, strong_ink, with_ink
from vision.features.levels import levelled
from vision.training.dice.drawn_crops import CROP, MIDDLE, SIDE, hard_die

GROUND = np.full((240, 240, 3), (52, 84, 60), dtype=np.uint8)

UNSEEN = 900_009
"""A seed of drawn dice that train nothing: those that do are the numbers of their files."""


def test_it_is_given_colours_and_the_strong_ink_of_every_grey() -> None:
    rng = np.random.default_rng(UNSEEN)
    patches = [cut(hard_die([GROUND], rng)[0], Crop(CROP / 2, CROP / 2, SIDE), CLOSE_SPAN, PATCH) for _ in range(2)]
    inputs = with_ink(patches)
    assert inputs.shape == (2, 3 + len(GREYS), PATCH, PATCH)
    np.testing.assert_allclose(inputs[:, :3], levelled(patches))
    assert np.abs(inputs[:, 3:]).max() == pytest.approx(INK_COUNTS)


@pytest.mark.films
def test_faces_of_dice_that_trained_nothing_are_read_though_most_of_them_are_hard_to_read() -> None:
    rng = np.random.default_rng(UNSEEN)
    crops, values = zip(*(hard_die([GROUND], rng) for _ in range(120)), strict=True)
    said = np.stack([face_net().judge(crop, [Crop(*MIDDLE, SIDE)])[0] for crop in crops])
    np.testing.assert_allclose(np.exp(said).sum(axis=1), 1, atol=1e-3)
    right = said.argmax(axis=1) + 1 == values
    assert np.count_nonzero(right) >= 84
    sure = np.exp(said.max(axis=1)) > 0.95
    assert np.count_nonzero(sure) >= 36
    assert np.count_nonzero(right[sure]) >= 0.9 * np.count_nonzero(sure)


def test_nothing_is_said_of_nothing() -> None:
    assert face_net().judge(GROUND, []).shape == (0, 6)


def clear_white_die() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a patch of a white die that shows one pip, the far ones of which shine through brighter than its body."""
    patch = np.full((PATCH, PATCH, 3), 60, dtype=np.uint8)
    patch[9:39, 9:39] = 200
    patch[14:20, 14:20] = patch[28:34, 28:34] = 230
    patch[21:27, 21:27] = 130
    return patch


def test_of_pips_half_as_strong_as_the_strongest_a_quarter_is_left_whether_they_are_darker_or_brighter() -> None:
    bright = clear_white_die()
    dark = bright.copy()
    dark[dark == 230] = 170
    for patch in (bright, dark):
        blue = strong_ink(patch, CLOSE_SPAN)[..., 0]
        near, far = abs(blue[24, 24]), abs(blue[16, 16])
        assert near > 0.75
        assert far < 0.25 * near
        assert blue[12, 24] == 0


def test_a_patch_of_one_colour_holds_no_ink() -> None:
    assert not strong_ink(np.full((PATCH, PATCH, 3), (10, 200, 90), dtype=np.uint8), CLOSE_SPAN).any()
