"""The patterns that a person is shown to learn the lights."""

from __future__ import annotations

from controller.outputs.light_samples import samples
from controller.outputs.presentation import (
    ARRIVE,
    ASKED,
    CUBE,
    CUBE_TAKEN,
    FROM,
    LEAVE,
    PLAY_LEGAL,
    ROLL_READ,
    TO,
    TURN,
    WON,
)
from firmware_bridge.strip_map import STANDARD


def test_every_kind_of_light_that_patterns_know_is_shown_once() -> None:
    shown = {cell for sample in samples() for cell in sample.cells.values()}
    assert shown >= {ROLL_READ, PLAY_LEGAL, FROM, TO, ASKED, TURN, CUBE, CUBE_TAKEN, WON, LEAVE, ARRIVE}


def test_every_sample_has_words_of_its_own_and_fits_the_strip() -> None:
    shown = samples()
    assert len({sample.words for sample in shown}) == len(shown) >= 9
    states = {STANDARD.codes(sample.cells) for sample in shown}
    assert len(states) == len(shown), "no two patterns look alike"
