"""Finding the doubling cube, whatever its size, and nothing else in its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.simulated.scene.board import BoardSize
from tests.benchmarks.reading.boards.read_simulated import learn, pictures, set_up
from vision.dice.detector import find_dice_and_cube
from vision.dice.search import Search

pytestmark = pytest.mark.films

LARGE = 58.0
"""Millimetres; a checker has 43."""


def test_a_cube_larger_than_a_checker_is_found_where_any_size_is_looked_for() -> None:
    table = set_up("lagoon", 57, size=BoardSize(cube_side=LARGE))
    geometry = learn(table).geometry
    usual, any_size = Search(), Search(unknown_set=True)
    found = []
    for scene, image in pictures(table, 4):
        assert scene.cube is not None
        in_small, in_all = (find_dice_and_cube(image, geometry, search).cube for search in (usual, any_size))
        assert in_all is not None
        assert in_all.value == scene.cube.value
        found.append(in_small is not None)
        bare = table.film(replace(scene, cube=None))
        assert find_dice_and_cube(bare, geometry, any_size).cube is None
    assert not all(found)  # else the second look would not be needed
