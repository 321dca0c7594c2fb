"""What a die rests on: the board, a checker, or leaning on what there is to lean on."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from controller.referee.evidence.throw import DiceThresholds
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Die
from tests.benchmarks.reading.boards.read_simulated import learn, set_up
from tests.benchmarks.reading.dice.read_leaning import count
from vision.detect.read import read
from vision.dice.resting import (
    WEIGHTS,
    FlatEvidence,
    flat_evidence,
    nats_for_flat,
    nats_on_checker,
    with_bare_ground,
    with_rest,
    with_what_was_there,
)
from vision.frame import Frame
from vision.geometry.board import BoardGeometry, parse_corners
from vision.geometry.camera_pose import CameraPose
from vision.reading import DieReading

DIAMETER = 0.06
GEOMETRY = BoardGeometry(
    parse_corners([(0, 0), (500, 0), (500, 425), (0, 425)]), 0.85, 0.48, 0.52, DIAMETER, (0.5,) * 24, (0.05, 0.05), 0.06
)
ABOVE = CameraPose((0.5, 0.4), 1e6)
DIE = DieReading(0.3, 0.5, 150.0, 212.0, (0, -700, -700, -700, -700, -700), 100, (255, 255, 255), -100)


def beside(*checkers: float, die: DieReading = DIE) -> np.typing.NDArray[np.float64]:
    """Return checkers that lie so many diameters to the right of a die."""
    return np.array([[die.x + far * DIAMETER, die.y] for far in checkers]).reshape(-1, 2)


def told(die: DieReading = DIE, checkers: tuple[float, ...] = (), seen: float = 0.0) -> FlatEvidence:
    """Return the evidence for a die, of which the network says so many nats."""
    (one,) = flat_evidence((replace(die, flat=round(100 * seen)),), beside(*checkers), GEOMETRY, ABOVE)
    return one


@pytest.mark.parametrize("far", [0.45, 0.65, 0.85])
def test_a_die_with_nothing_in_its_reach_lies_the_surer_flat(far: float) -> None:
    assert told().free == 1.0
    assert told(checkers=(far,)) == told()._replace(free=0.0)
    assert nats_for_flat(told(seen=-3.0)) > nats_for_flat(told(checkers=(far,), seen=-3.0)) + 0.99 * WEIGHTS.free


@pytest.mark.parametrize("far", [0.95, 1.4])
def test_a_checker_that_stands_clear_of_it_changes_nothing(far: float) -> None:
    assert told(checkers=(far,)) == told()


@pytest.mark.parametrize(("aside", "free"), [(0.4 * 1.2 * DIAMETER, 0.0), (0.4 * 1.8 * DIAMETER, 1.0)])
def test_a_die_may_lean_on_another(aside: float, free: float) -> None:
    pair = (DIE, replace(DIE, x=DIE.x + aside))
    assert [one.free for one in flat_evidence(pair, beside(), GEOMETRY, ABOVE)] == [free, free]


@pytest.mark.parametrize(
    ("x", "y"), [(0.015, 0.5), (0.985, 0.5), (0.3, 0.018), (0.3, 0.982), (0.465, 0.5), (0.535, 0.5)]
)
def test_a_die_may_lean_on_a_rail_or_the_bar_close_by(x: float, y: float) -> None:
    assert told(replace(DIE, x=x, y=y)).free == 0.0


def test_a_die_that_does_not_look_upright_leans_the_likelier() -> None:
    assert nats_for_flat(told(seen=-3.0)) < nats_for_flat(told()) < nats_for_flat(told(seen=3.0))


def test_the_nearer_a_checker_the_likelier_a_die_lies_on_it_within_bounds() -> None:
    said = [nats_on_checker(distance, WEIGHTS.most) for distance in (0.0, 0.3, WEIGHTS.even, 0.6, math.inf)]
    assert said == sorted(said, reverse=True)
    assert (said[0], said[2], said[-1]) == (WEIGHTS.most, 0.0, -WEIGHTS.most)


def test_nothing_but_the_odds_of_lying_flat_and_on_a_checker_is_changed() -> None:
    (seen,) = with_rest((DIE,), beside(0.2), GEOMETRY, ABOVE)
    (one,) = flat_evidence((DIE,), beside(0.2), GEOMETRY, ABOVE)
    assert seen == replace(DIE, flat=round(100 * nats_for_flat(one)), on_checker=seen.on_checker)
    assert seen.on_checker == round(100 * nats_on_checker(0.2, WEIGHTS.most))


def test_nothing_is_said_of_no_dice() -> None:
    assert with_rest((), beside(), GEOMETRY, ABOVE) == ()


def test_a_checker_that_was_there_before_a_die_came_speaks_for_its_lying_on_it_as_far_as_that_is_believed() -> None:
    for far, change in ((0.1, WEIGHTS.before), (2.0, -WEIGHTS.before), (WEIGHTS.even, 0.0)):
        (die,) = with_what_was_there([DIE], beside(far), GEOMETRY, ABOVE)
        assert die.on_checker == pytest.approx(DIE.on_checker + 100 * change, abs=1)
    (die,) = with_what_was_there([DIE], beside(), GEOMETRY, ABOVE)
    assert die.on_checker == DIE.on_checker - round(100 * WEIGHTS.before)


def test_a_die_with_the_bare_board_round_it_counts_though_a_checker_stood_there_until_just_now() -> None:
    bare = replace(DIE, on_checker=round(-100 * WEIGHTS.most))
    (die,) = with_what_was_there([bare], beside(0.0), GEOMETRY, ABOVE)
    assert die.on_checker < DiceThresholds().on_checker


def test_a_die_with_a_checker_near_does_not_count_where_one_was_seen_before() -> None:
    doubtful = replace(DIE, on_checker=round(-100 * WEIGHTS.most / 2))
    (die,) = with_what_was_there([doubtful], beside(0.0), GEOMETRY, ABOVE)
    assert die.on_checker > DiceThresholds().on_checker


@pytest.mark.parametrize(
    ("place", "x", "y", "less"),
    [
        ("T4", 0.28, 0.30, WEIGHTS.before),
        ("T4", 0.28, 0.70, 0),
        ("T4", 0.20, 0.30, 0),
        ("B4", 0.28, 0.70, WEIGHTS.before),
        ("B12", 0.96, 0.95, WEIGHTS.before),
    ],
)
def test_on_a_point_on_which_nothing_stood_a_die_lies_on_the_board_rather(
    place: str, x: float, y: float, less: float
) -> None:
    (die,) = with_bare_ground([replace(DIE, x=x, y=y)], frozenset({place}), GEOMETRY, ABOVE)
    assert die.on_checker == DIE.on_checker - round(100 * less)
    assert with_bare_ground([DIE], frozenset(), GEOMETRY, ABOVE) == (DIE,)


@pytest.mark.films
@pytest.mark.parametrize("look", ["club", pytest.param("walnut", marks=pytest.mark.figures)])
def test_a_die_on_a_checker_is_told_from_those_beside_checkers_and_those_alone(look: str) -> None:
    table = set_up(look, seed=8)
    calibration = learn(table)
    size, rng = BoardSize(), random.Random(8)
    lying = start(size, look, rng, table.seats)
    low = next(one for one in lying.checkers if isinstance(one.place, int) and one.x < 0 and abs(one.y) < 90)
    angle = math.radians(90 if low.y < 0 else -90)
    reach = size.checker_diameter / 2 + 0.62 * size.die_side
    beside = Die("light", 5, low.x + reach * math.cos(angle), low.y + reach * math.sin(angle))
    scene = throw_dice(replace(lying, dice=(beside,)), Throw((3,), "right", "light", ("on checker",)), rng)
    scene = throw_dice(scene, Throw((6,), "left", "light"), rng)
    on = scene.dice[1]
    assert on.z > 0
    reading = read(Frame(table.film(scene), 0.0, 0), calibration)
    found = {die.value: die.on_checker for die in reading.dice}
    assert found.keys() >= {3, 5}
    assert found[3] > 150
    assert all(odds < -150 for value, odds in found.items() if value != 3)


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
    assert counts["leaning called cocked"] + counts["thrown leaning called cocked"] >= 0.85 * leaning
    assert counts["flat called cocked"] + counts["thrown flat called cocked"] <= 1
    assert counts["raised called on a checker"] == counts["raised found"] > 0
