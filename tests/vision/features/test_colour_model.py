"""Colours learned of two sets: what they say of checkers, and what they do not where a lamp is mirrored."""

from __future__ import annotations

import numpy as np
import pytest

from vision.features.colour_model import ColourModel, colour_density, learn_colour, mirroring

WHITE, GREEN, CREAM = (98.0, 0.0, 0.5), (46.0, -11.0, 4.0), (85.0, 0.0, 8.0)


def learned(middle: tuple[float, float, float], *, mirrored: float = 0.0) -> ColourModel:
    """Return what is learned of a set of one colour, of whose pixels a part mirror a lamp."""
    rng = np.random.default_rng(3)
    samples = rng.normal(middle, (4, 1.5, 1.5), (900, 3))
    samples[: round(900 * mirrored)] = WHITE
    return learn_colour(samples.astype(np.float32))


def lead(dark: ColourModel, light: ColourModel, colour: tuple[float, float, float]) -> float:
    """Return how many nats a pixel of this colour speak for the dark set against the light one."""
    pixel = np.array([[colour]], dtype=np.float32)
    return float(colour_density(dark, pixel)[0, 0] - colour_density(light, pixel)[0, 0])


def test_what_is_blown_out_says_nothing_of_whose_checker_it_is_and_other_colours_do() -> None:
    dark, light = learned(GREEN), learned(CREAM, mirrored=0.1)
    assert lead(dark, light, WHITE) < -3
    despite = mirroring(dark, light)
    assert lead(despite, light, WHITE) == 0
    assert lead(despite, light, GREEN) == lead(dark, light, GREEN) > 3
    assert lead(despite, light, CREAM) == lead(dark, light, CREAM) < -3
    assert despite.mean == dark.mean


@pytest.mark.parametrize("colour", [(96.0, 0.0, 2.0), (91.0, 0.0, 4.0)])
def test_of_a_set_that_is_as_bright_by_itself_white_is_its_own_colour(colour: tuple[float, float, float]) -> None:
    dark, light = learned(GREEN), learned(colour)
    assert mirroring(dark, light) is dark
    assert lead(mirroring(dark, light), light, WHITE) < -3
