"""To a low camera a die's front face is as large as its upper one, and yet no die."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.benchmarks.reading.boards.read_simulated import Standpoint, compare, learn, pictures, set_up, upper_faces
from vision.detect.read import read
from vision.frame import Frame

pytestmark = pytest.mark.films


def test_the_front_faces_of_dice_are_not_counted_as_dice() -> None:
    table = set_up("club", 41, Standpoint(45.0, 180, "left"))
    calibration = learn(table)
    total: Counter[str] = Counter()
    for number, (scene, image) in enumerate(pictures(table, 3)):
        seen = read(Frame(image, 0.0, number), calibration)
        total.update(compare(scene, seen, upper_faces(table, scene))[0])
    assert total["dice false"] == 0
    assert total["dice right"] >= 5
