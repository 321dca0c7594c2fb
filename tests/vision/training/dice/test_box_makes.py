"""Makes of dice that are hard to read: clear ones, ink of another hue alone, dimples that mirror lamps."""

from __future__ import annotations

import numpy as np

from vision.training.dice.box_makes import brightness_of, cleared, dimpled, drawn_make, hued


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
