"""Whether a die lies on a checker, on the simulated table."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from hardware.simulated.board import BoardSize
from hardware.simulated.checkers import start
from hardware.simulated.dice import Throw, throw_dice
from hardware.simulated.scene import Die
from tests.peers.read_simulated import learn, set_up
from vision.frame import Frame
from vision.read import read


@pytest.mark.parametrize("look", ["club", "walnut"])
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
