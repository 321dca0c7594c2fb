"""How likely a die lies at a spot, as the networks that see the whole board have it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up, upper_faces
from vision.checkers.canvas import HEIGHT, WIDTH, on_canvas
from vision.checkers.seen_checkers import CELL
from vision.dice.candidates import LEAST_CHANCE
from vision.dice.from_afar import judged_from_afar, seen_from_afar
from vision.dice.proposals import Proposal
from vision.geometry.board import to_board

PROPOSED = 0.4

NOWHERE = np.zeros((HEIGHT // CELL, WIDTH // CELL), dtype=np.float32)


def place(x: float, y: float) -> Proposal:
    return Proposal(0.0, 0.0, 18.0, x, y, PROPOSED)


@pytest.mark.parametrize(("x", "y"), [(0.3, 0.4), (0.0, 0.0), (1.0, 1.0), (0.97, 0.02)])
def test_a_place_is_as_likely_as_the_likeliest_cell_about_it(x: float, y: float) -> None:
    dice = NOWHERE.copy()
    column, row = ((on_canvas(np.array([x, y])) + 0.5) // CELL).astype(int).tolist()
    dice[row, column - 1] = 0.75
    assert judged_from_afar(place(x, y), dice).logit == pytest.approx((PROPOSED + math.log(3.0)) / 2)


def test_far_from_all_dice_and_beside_the_board_a_place_is_as_unlikely_as_can_be() -> None:
    dice = NOWHERE.copy()
    dice[20, 20] = 1.0
    least = math.log(LEAST_CHANCE / (1 - LEAST_CHANCE))
    for x, y in ((0.9, 0.9), (1.6, 0.5), (-0.4, 0.5)):
        assert judged_from_afar(place(x, y), dice).logit == pytest.approx((PROPOSED + least) / 2)


@pytest.mark.films
def test_thrown_dice_are_likely_from_afar_and_most_of_the_board_is_not() -> None:
    table = set_up("walnut", seed=5)
    corners, scene = learn(table).geometry.corners, random_scene(table)
    dice = seen_from_afar(table.film(scene), corners)
    spots = to_board(corners, [(x, y) for _, x, y in upper_faces(table, scene)])
    assert all(judged_from_afar(place(x, y), dice).logit > 0 for x, y in spots.tolist())
    assert (dice > 0.5).sum() <= 4 * len(spots)
