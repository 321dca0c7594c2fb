"""What leans, leans on something: odds of lying flat, with and without a checker beside the die."""

from __future__ import annotations

import numpy as np
import pytest

from tests.peers.read_leaning import count
from vision.geometry import RECT_MARGIN, RECT_WIDTH, BoardGeometry, parse_corners
from vision.leaning import ALONE, nats_for_flat, with_support
from vision.places import Evidence
from vision.reading import DieReading
from vision.standpoint import Standpoint

DIAMETER = 0.06
GEOMETRY = BoardGeometry(
    parse_corners([(0, 0), (500, 0), (500, 425), (0, 425)]), 0.85, 0.48, 0.52, DIAMETER, (0.5,) * 24, (0.05, 0.05), 0.06
)
ABOVE = Standpoint((0.5, 0.4), 1e6)
DIE = DieReading(0.3, 0.5, 150.0, 212.0, (0, -700, -700, -700, -700, -700), 100, (255, 255, 255))


def evidence(*checkers: float) -> Evidence:
    """Return evidence of checkers that stand so many diameters to the right of the die."""
    empty = np.full((round(0.85 * RECT_WIDTH) + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN), -5, dtype=np.float32)
    light = empty.copy()
    for far in checkers:
        x, y = RECT_MARGIN + (DIE.x + far * DIAMETER) * RECT_WIDTH, RECT_MARGIN + DIE.y * 0.85 * RECT_WIDTH
        light[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2] = 6
    return Evidence(empty, light)


def test_a_die_alone_lies_the_surer_flat() -> None:
    assert nats_for_flat(DIE, evidence(), GEOMETRY, ABOVE) > ALONE + 1


def test_a_checker_on_whose_rim_it_may_lean_speaks_for_leaning() -> None:
    assert nats_for_flat(DIE, evidence(0.65), GEOMETRY, ABOVE) < 0


@pytest.mark.parametrize("far", [0.95, 1.4])
def test_a_checker_that_stands_clear_of_it_changes_nothing(far: float) -> None:
    assert nats_for_flat(DIE, evidence(far), GEOMETRY, ABOVE) == nats_for_flat(DIE, evidence(), GEOMETRY, ABOVE)


def test_nothing_but_the_odds_of_lying_flat_is_changed() -> None:
    (seen,) = with_support((DIE,), evidence(0.65), GEOMETRY, ABOVE)
    nats = nats_for_flat(DIE, evidence(0.65), GEOMETRY, ABOVE)
    assert seen.flat == DIE.flat + round(100 * nats)
    assert (seen.x, seen.scores, seen.on_checker) == (DIE.x, DIE.scores, DIE.on_checker)


def test_most_leaning_dice_are_called_on_looks_that_chose_nothing_and_hardly_any_flat_one() -> None:
    counts = count("walnut", 6, 5) + count("drawn-10004", 6, 5)
    assert counts["leaning found"] >= 8
    assert counts["leaning called"] >= 0.6 * counts["leaning found"]
    assert counts["flat called"] <= 1
