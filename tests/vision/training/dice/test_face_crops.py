"""Flat dice drawn one by one, most of them hard to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.training.dice.box_makes import brightness_of, cleared, dimpled, drawn_make, hued
from vision.training.dice.drawn_boxes import CROP
from vision.training.dice.face_crops import face_crops, stored

if TYPE_CHECKING:
    from pathlib import Path

GROUND = np.full((240, 240, 3), (52, 84, 60), dtype=np.uint8)


def test_a_seed_draws_the_same_dice_again_and_another_one_others() -> None:
    once, again, others = (face_crops([GROUND], 4, seed) for seed in (5, 5, 6))
    assert once.pictures.shape == (4, CROP, CROP, 3)
    np.testing.assert_array_equal(once.pictures, again.pictures)
    np.testing.assert_array_equal(once.values, again.values)
    assert (once.pictures != others.pictures).any()


def test_every_face_is_drawn_and_nothing_else() -> None:
    assert set(face_crops([GROUND], 40, 5).values.tolist()) == set(range(1, 7))


def test_the_pips_of_the_far_faces_are_seen_through_a_cleared_make() -> None:
    rng = np.random.default_rng(5)
    makes = [cleared(drawn_make(rng), rng) for _ in range(50)]
    assert all(make.clear >= 0.2 and make.far >= 0.2 for make in makes)
    assert sum(make.marble > 0 for make in makes) < 12


def test_the_ink_of_a_hued_make_is_about_as_bright_as_its_body_and_of_another_colour() -> None:
    rng = np.random.default_rng(5)
    for make in [hued(drawn_make(rng), rng) for _ in range(50)]:
        body, ink = brightness_of(make.body), brightness_of(make.ink)
        assert ink <= 1.9 * max(body, 0.06)
        assert np.abs((make.ink - make.ink.mean()) - (make.body - make.body.mean())).max() > 0.1


def test_dimpled_makes_mirror_lamps_and_most_are_dished_and_not_clear() -> None:
    rng = np.random.default_rng(5)
    makes = [dimpled(cleared(drawn_make(rng), rng), rng) for _ in range(60)]
    assert all(make.mirror >= 0.3 and make.matt >= 0.3 and make.depth > 0 for make in makes)
    assert 24 <= sum(make.dish is not None for make in makes) <= 48
    assert sum(make.clear > 0 for make in makes) <= 20


def test_crops_that_are_stored_are_not_drawn_again(tmp_path: Path) -> None:
    drawn = stored(tmp_path, [GROUND], 3, (5, 6), 1)
    alone = [face_crops([GROUND], 3, seed) for seed in (5, 6)]
    np.testing.assert_array_equal(drawn.pictures, np.concatenate([part.pictures for part in alone]))
    (file, _) = sorted(tmp_path.iterdir())
    np.savez(file, pictures=drawn.pictures[:1], values=drawn.values[:1])
    assert len(stored(tmp_path, [GROUND], 3, (5, 6), 1).values) == 4
