"""What leans, leans on something: odds of lying flat, with and without a checker or a wall beside the die."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.benchmarks.reading.dice.read_leaning import count
from vision.dice.cocked import WEIGHTS, FlatEvidence, flat_evidence, nats_for_flat, with_support
from vision.features.checker_evidence import Evidence
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, BoardGeometry, parse_corners
from vision.geometry.camera_pose import CameraPose
from vision.reading import DieReading

DIAMETER = 0.06
GEOMETRY = BoardGeometry(
    parse_corners([(0, 0), (500, 0), (500, 425), (0, 425)]), 0.85, 0.48, 0.52, DIAMETER, (0.5,) * 24, (0.05, 0.05), 0.06
)
ABOVE = CameraPose((0.5, 0.4), 1e6)
DIE = DieReading(0.3, 0.5, 150.0, 212.0, (0, -700, -700, -700, -700, -700), 100, (255, 255, 255))


def evidence(*checkers: float) -> Evidence:
    """Return evidence of checkers that stand so many diameters to the right of the die."""
    empty = np.full((round(0.85 * RECT_WIDTH) + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN), -5, dtype=np.float32)
    light = empty.copy()
    for far in checkers:
        x, y = RECT_MARGIN + (DIE.x + far * DIAMETER) * RECT_WIDTH, RECT_MARGIN + DIE.y * 0.85 * RECT_WIDTH
        light[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2] = 6
    return Evidence(empty, light)


def told(die: DieReading = DIE, checkers: tuple[float, ...] = (), seen: float = 0.0) -> FlatEvidence:
    """Return the evidence for a die, of which the network says so many nats."""
    (one,) = flat_evidence((replace(die, flat=round(100 * seen)),), evidence(*checkers), GEOMETRY, ABOVE)
    return one


def test_a_die_alone_lies_the_surer_flat() -> None:
    assert nats_for_flat(told()) > nats_for_flat(told(checkers=(0.65,))) + 0.5


def test_a_checker_on_which_a_part_of_it_may_lie_speaks_for_leaning() -> None:
    assert told(checkers=(0.45,)).under > told().under
    assert nats_for_flat(told(checkers=(0.45,))) < nats_for_flat(told(checkers=(0.65,)))


def test_a_die_with_nothing_in_its_reach_lies_flat_though_it_looks_as_if_it_leant() -> None:
    assert told().free == 1.0
    assert told(checkers=(0.65,)).free == told(replace(DIE, x=0.015)).free == 0.0
    beside_one = nats_for_flat(told(checkers=(0.65,), seen=-3.0))
    assert nats_for_flat(told(seen=-3.0)) > beside_one + 0.99 * WEIGHTS.free


@pytest.mark.parametrize(("aside", "free"), [(0.4 * 1.2 * DIAMETER, 0.0), (0.4 * 1.8 * DIAMETER, 1.0)])
def test_a_die_may_lean_on_another(aside: float, free: float) -> None:
    pair = (DIE, replace(DIE, x=DIE.x + aside))
    assert [one.free for one in flat_evidence(pair, evidence(), GEOMETRY, ABOVE)] == [free, free]


@pytest.mark.parametrize("far", [0.8, 0.95])
def test_a_checker_that_would_be_in_reach_if_a_side_was_taken_for_the_upper_face_leaves_no_die_free(far: float) -> None:
    assert told(checkers=(far,)) == told()._replace(free=0.0)


@pytest.mark.parametrize("far", [1.1, 1.4])
def test_a_checker_that_stands_clear_of_it_changes_nothing(far: float) -> None:
    assert told(checkers=(far,)) == told()


@pytest.mark.parametrize(
    ("x", "y"), [(0.015, 0.5), (0.985, 0.5), (0.3, 0.018), (0.3, 0.982), (0.465, 0.5), (0.535, 0.5)]
)
def test_a_rail_or_the_bar_close_by_speaks_for_leaning(x: float, y: float) -> None:
    beside = told(replace(DIE, x=x, y=y))
    assert beside.wall == 1.0
    assert told().wall == 0.0
    assert nats_for_flat(beside) < nats_for_flat(told())


def test_a_die_that_does_not_look_upright_leans_the_likelier() -> None:
    assert nats_for_flat(told(seen=-3.0)) < nats_for_flat(told()) < nats_for_flat(told(seen=3.0))


def test_nothing_but_the_odds_of_lying_flat_is_changed() -> None:
    (seen,) = with_support((DIE,), evidence(0.65), GEOMETRY, ABOVE)
    (one,) = flat_evidence((DIE,), evidence(0.65), GEOMETRY, ABOVE)
    assert seen.flat == round(100 * nats_for_flat(one))
    assert (seen.x, seen.scores, seen.on_checker) == (DIE.x, DIE.scores, DIE.on_checker)


def test_nothing_is_said_of_no_dice() -> None:
    assert with_support((), evidence(), GEOMETRY, ABOVE) == ()


@pytest.mark.films
@pytest.mark.parametrize(
    ("looks", "least"), [(["walnut"], 10), pytest.param(["walnut", "drawn-10004"], 20, marks=pytest.mark.figures)]
)
def test_most_leaning_dice_are_called_on_looks_that_chose_nothing_and_hardly_any_flat_one(
    looks: list[str], least: int
) -> None:
    counts = sum((count(look, 6, 5, 6) for look in looks), Counter[str]())
    leaning = counts["leaning found"] + counts["thrown leaning found"]
    assert leaning >= least
    assert counts["leaning called"] + counts["thrown leaning called"] >= 0.85 * leaning
    assert counts["flat called"] + counts["thrown flat called"] <= 1
