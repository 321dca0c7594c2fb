"""Which of the places that were looked at are dice."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from tests.benchmarks.reading.boards.read_simulated import Standpoint, learn, set_up
from vision.calibrate.preparation import prepare
from vision.dice.candidates import LEAST_ODDS, PROPOSED_COUNTS, DieCandidate
from vision.dice.crops import PATCH, seen_at
from vision.dice.detector import surface_for
from vision.dice.die_net import CLASSES, NONE
from vision.dice.proposals import Proposal
from vision.dice.search import UNSEEN, Search, SeenBoard, Task, _distinct, dice_among, of_one_size
from vision.features.illumination import SAME_LIGHT
from vision.features.lab import to_lab
from vision.geometry.board import rectify

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.films

UNDER_THE_FIFTH = (0.045, 0.72)
"""Of a start position there is a checker here, in a row of five."""

CLEARED = (0.15, 0.55)

NO_PICTURE = np.zeros((PATCH, PATCH, 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def board() -> Callable[[bool], Task]:
    """Return what gives a board that was cleared for its calibration or was not."""
    table = set_up("cork", seed=5, standpoint=Standpoint(elevation=66.0))
    calibration = learn(table)
    prepared = prepare(calibration, (1280, 720))
    image = table.film(start(BoardSize(), table.look, table.rng, table.seats))
    lab = to_lab(rectify(image, calibration.geometry.corners, calibration.geometry.aspect))
    background = calibration.background

    def given(cleared: bool) -> Task:  # noqa: FBT001 - what is tried
        known = background if cleared else replace(background, bare=None)
        surface = surface_for(calibration.geometry, prepared.view, with_cube=False)
        seen = SeenBoard(lab, known, SAME_LIGHT)
        return Task(image, calibration.geometry, surface, Search(with_cube=False), seen)

    return given


def sighted(at: tuple[float, float], odds: float, task: Task, logit: float | None = None) -> DieCandidate:
    """Return what may be a two at a spot of the board, with such log-odds, of which those of the proposing network.

    With no log-odds of the proposing network the others are even.
    """
    px, py = seen_at(task.geometry.corners, task.geometry.aspect, np.array([at]))[0][0].tolist()
    chances = np.full(CLASSES, 1e-6, dtype=np.float32)
    chances[[NONE, 2]] = 0.5
    even = DieCandidate(Proposal(px, py, 18.0, *at, 0.0), chances, NO_PICTURE, NO_PICTURE)
    if logit is None:
        return even._replace(place=even.place._replace(logit=(odds - even.odds) / PROPOSED_COUNTS))
    share = 1 / (1 + math.exp(PROPOSED_COUNTS * logit - LEAST_ODDS - odds))
    chances[[NONE, 2]] = 1 - share, share
    return even._replace(place=even.place._replace(logit=logit), chances=chances)


@pytest.mark.parametrize(
    ("spot", "cleared", "needed"),
    [(UNDER_THE_FIFTH, True, UNSEEN), (CLEARED, True, 0.0), (UNDER_THE_FIFTH, False, 0.0)],
)
def test_where_nobody_has_seen_the_board_bare_a_die_has_to_be_surer(
    board: Callable[[bool], Task],
    spot: tuple[float, float],
    cleared: bool,  # noqa: FBT001 - a parameter of the test
    needed: float,
) -> None:
    task = board(cleared)
    assert dice_among([sighted(spot, needed - 0.3, task)], task, 0.0) == []
    assert len(dice_among([sighted(spot, needed + 0.3, task)], task, 0.0)) == 1


def test_of_an_unknown_set_what_is_of_another_size_than_the_surest_die_has_to_be_surer(
    board: Callable[[bool], Task],
) -> None:
    task = board(True)
    surest, alike = sighted(CLEARED, 7.0, task), sighted((0.25, 0.55), 2.2, task)

    def sized(odds: float, times: float) -> DieCandidate:
        one = sighted((0.35, 0.55), odds, task)
        return one._replace(place=one.place._replace(side=times * surest.place.side))

    blossom, clear = sized(3.5, 2.0), sized(6.5, 2.0)
    assert of_one_size([surest, clear, blossom, alike], task.geometry, 2.0) == [surest, clear, alike]
    assert of_one_size([blossom], task.geometry, 2.0) == [blossom]
    assert of_one_size([], task.geometry, 2.0) == []


def test_a_place_that_is_named_in_two_views_takes_no_other_place() -> None:
    def named(px: float, logit: float) -> Proposal:
        return Proposal(px, 100.0, 18.0, 0.2, 0.5, logit)

    places = [named(100, 3.0), named(104, 2.5), named(200, 2.0), named(203, 1.5), named(300, 1.0), named(201, 0.5)]
    assert list(_distinct(places, 2)) == places[:4]
    assert list(_distinct(places, 3)) == places
