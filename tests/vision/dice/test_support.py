"""Whether a die lies on a checker, on the simulated table."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from controller.referee.evidence.throw import DiceThresholds
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Die
from tests.benchmarks.reading.boards.read_simulated import learn, set_up
from vision.detect.read import read
from vision.dice.support import MOST_BEFORE, MOST_NATS, with_bare_ground, with_what_was_there
from vision.features.unchanged_points import COARSER, Remembered
from vision.frame import Frame
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, BoardGeometry, parse_corners, rect_size
from vision.geometry.camera_pose import CameraPose
from vision.reading import DieReading

GEOMETRY = BoardGeometry(
    parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)]),
    0.76,
    0.48,
    0.52,
    0.07,
    (0.5,) * 24,
    (0.05,) * 2,
    0.06,
)
ABOVE = CameraPose((0.5, 0.38), 2.0)
DIE = DieReading(0.3, 0.5, 0.0, 0.0, (0,) * 6, 1000, (0, 0, 0), -100)


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


def seen_before(checker_at: tuple[float, float] | None, elsewhere: float = -6.0) -> Remembered:
    """Return a picture of a board with one checker on it, or none."""
    width, height = (size // COARSER for size in rect_size(GEOMETRY.aspect))
    discs = np.full((height, width), elsewhere, dtype=np.float32)
    if checker_at is not None:
        x, y = checker_at
        column, row = (round((RECT_MARGIN + RECT_WIDTH * v) / COARSER) for v in (x, y * GEOMETRY.aspect))
        discs[row, column] = 6
    return Remembered(np.zeros((height, width, 3), dtype=np.float32), discs, ())


def test_where_a_checker_was_seen_before_a_die_came_it_lies_on_it_rather() -> None:
    (die,) = with_what_was_there([DIE], seen_before((0.31, 0.5)), GEOMETRY, ABOVE)
    assert die.on_checker == DIE.on_checker + round(100 * MOST_BEFORE)


@pytest.mark.parametrize(
    ("place", "x", "y", "less"),
    [
        ("T4", 0.28, 0.30, MOST_BEFORE),
        ("T4", 0.28, 0.70, 0),
        ("T4", 0.20, 0.30, 0),
        ("B4", 0.28, 0.70, MOST_BEFORE),
        ("B12", 0.96, 0.95, MOST_BEFORE),
    ],
)
def test_on_a_point_on_which_nothing_stood_a_die_lies_on_the_board_rather(
    place: str, x: float, y: float, less: float
) -> None:
    (die,) = with_bare_ground([replace(DIE, x=x, y=y)], frozenset({place}), GEOMETRY, ABOVE)
    assert die.on_checker == DIE.on_checker - round(100 * less)
    assert with_bare_ground([DIE], frozenset(), GEOMETRY, ABOVE) == (DIE,)


def test_where_no_checker_was_seen_before_a_die_came_it_lies_on_the_board_rather() -> None:
    (die,) = with_what_was_there([DIE], seen_before((0.35, 0.5)), GEOMETRY, ABOVE)
    assert die.on_checker == DIE.on_checker - round(100 * MOST_BEFORE)


def test_a_die_with_the_bare_board_round_it_counts_though_a_checker_stood_there_until_just_now() -> None:
    bare = replace(DIE, on_checker=round(-100 * MOST_NATS))
    (die,) = with_what_was_there([bare], seen_before((0.3, 0.5)), GEOMETRY, ABOVE)
    assert die.on_checker < DiceThresholds().on_checker


def test_a_die_with_much_of_a_checker_round_it_does_not_count_where_one_was_seen_before() -> None:
    doubtful = replace(DIE, on_checker=round(-100 * MOST_NATS / 2))
    (die,) = with_what_was_there([doubtful], seen_before((0.3, 0.5)), GEOMETRY, ABOVE)
    assert die.on_checker > DiceThresholds().on_checker


def test_what_was_hidden_before_says_nothing_of_a_die() -> None:
    assert with_what_was_there([DIE], seen_before(None, math.nan), GEOMETRY, ABOVE) == (DIE,)
