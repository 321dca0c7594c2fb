"""Finding the doubling cube, whatever its size, and nothing else in its place."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.peers.read_simulated import learn, pictures, set_up
from vision.cube import LARGEST, find_cube
from vision.dice import find_dice_and_cube, surface_for
from vision.die_search import Search
from vision.proposals import Proposal, seen_at

if TYPE_CHECKING:
    from tests.peers.read_simulated import Table

LARGE = 52.0
"""Millimetres; a checker has 43."""


@pytest.fixture(scope="module")
def table() -> Table:
    """A board with a cube larger than its checkers."""
    return set_up("harbour", 57, cube=LARGE)


def test_a_cube_larger_than_a_checker_is_found_where_any_size_is_looked_for(table: Table) -> None:
    geometry = learn(table).geometry
    usual, any_size = Search(), Search(cube_of_any_size=True)
    found = []
    for scene, image in pictures(table, 3):
        assert scene.cube is not None
        in_small, in_all = (find_dice_and_cube(image, geometry, search).cube for search in (usual, any_size))
        assert in_all is not None
        assert in_all.value == scene.cube.value
        found.append(in_small is not None)
        bare = table.film(replace(scene, cube=None))
        assert find_dice_and_cube(bare, geometry, any_size).cube is None
    assert not all(found)  # else the second look would not be needed


def test_nothing_much_larger_than_a_checker_is_taken_for_the_cube(table: Table) -> None:
    geometry = learn(table).geometry
    scene, image = next(islice(pictures(table, 3), 2, 3))
    assert scene.cube is not None
    seen = find_dice_and_cube(image, geometry, Search(cube_of_any_size=True)).cube
    assert seen is not None
    across = abs(seen_at(geometry.corners, geometry.aspect, seen.x, seen.y)[2][0, 0]) * geometry.diameter
    surface = surface_for(geometry, None, with_cube=True)
    at = Proposal(seen.px, seen.py, 1.2 * across, seen.x, seen.y, 0.0)
    assert find_cube(image, surface, [at]) is not None
    tiny = surface._replace(diameter=surface.diameter / (3 * LARGEST))
    assert find_cube(image, tiny, [at]) is None
