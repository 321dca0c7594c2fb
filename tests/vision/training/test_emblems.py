"""Emblems drawn for training: where they are wanted, under the dice that lie on them, the same every time."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.die_net import NONE
from vision.training.dice.drawn_crops import CROP, drawn_crop, with_emblem
from vision.training.emblems import CLEAR, lay_emblem, lay_emblems

GREY = np.full((200, 300, 3), 90, dtype=np.uint8)


def changed(picture: np.ndarray, before: np.ndarray = GREY) -> np.ndarray:
    """Return where a picture has changed, (h, w) bool."""
    return np.asarray(np.abs(picture.astype(int) - before).max(axis=2) > 6)


def test_an_emblem_is_drawn_about_its_middle_and_no_larger_than_it_should_be() -> None:
    seen = 0
    for seed in range(20):
        one, same = GREY.copy(), GREY.copy()
        for picture in (one, same):
            lay_emblem(picture, (150.0, 100.0), 30.0, np.random.default_rng(seed))
        np.testing.assert_array_equal(one, same)
        rows, columns = np.nonzero(changed(one))
        seen += len(rows) > 0  # its ink may be of the ground's colour
        assert (np.hypot(rows - 100, columns - 150) < 30 * 1.5).all()
    assert seen >= 16


def test_emblems_are_seen_in_most_pictures_and_never_over_a_die() -> None:
    marked = 0
    for seed in range(40):
        picture, rng = GREY.copy(), np.random.default_rng(seed)
        lay_emblems(picture, 28.0, [(150.0, 100.0, 12.0, 0.0)], rng)
        marked += bool(changed(picture).any())
        y, x = np.ogrid[:200, :300]
        assert not changed(picture)[np.hypot(x - 150, y - 100) < CLEAR * 12 - 4].any()
    assert marked >= 30


def test_a_ground_with_an_emblem_shows_one_in_the_middle() -> None:
    plain = np.full((CROP, CROP, 3), 0.35, dtype=np.float32)
    seen = 0
    for seed in range(20):
        with_one = with_emblem(plain, 20.0, np.random.default_rng(seed))
        rows, columns = np.nonzero(np.abs(with_one - plain).max(axis=2) > 0.02)
        seen += bool((np.hypot(rows - CROP / 2, columns - CROP / 2) < 26).any())
    assert seen >= 16


@pytest.mark.films
def test_crops_that_show_no_die_are_labelled_so_and_half_of_all_crops_show_a_die_or_a_cube() -> None:
    rng = np.random.default_rng(8)
    labels = [drawn_crop([], rng)[1] for _ in range(120)]
    assert 0.05 < np.mean([label == NONE for label in labels]) < 0.4
