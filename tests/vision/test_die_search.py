"""Which of the places that were looked at are dice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.board import BoardSize
from hardware.simulated.checkers import start
from tests.peers.read_simulated import learn, set_up
from vision.dice import surface_for
from vision.die_net import CLASSES, NONE, PATCH
from vision.die_search import UNSEEN, Search, SeenBoard, Task, dice_among
from vision.frame import Frame
from vision.light import SAME
from vision.preparation import prepare
from vision.proposals import Proposal
from vision.read import read_and_remember
from vision.sighting import PROPOSED_COUNTS, Sighting

if TYPE_CHECKING:
    from collections.abc import Callable

UNDER_THE_FIFTH = (0.045, 0.72)
"""Of a start position there is a checker here, in a row of five."""

CLEARED = (0.15, 0.55)

NO_PICTURE = np.zeros((PATCH, PATCH, 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def among() -> Callable[[Sighting, bool], list[Sighting]]:
    """Return what tells whether a thing seen is a die, on a board that was cleared for its calibration or was not."""
    table = set_up("cork", seed=5)
    calibration = learn(table)
    prepared = prepare(calibration, (1280, 720))
    image = table.film(start(BoardSize(), table.look, table.rng, table.seats))
    maps = read_and_remember(Frame(image, 0.0, 0), prepared).known.maps
    background = calibration.appearance.background

    def asked(one: Sighting, cleared: bool) -> list[Sighting]:  # noqa: FBT001 - what is tried
        known = background if cleared else replace(background, bare=None)
        surface = surface_for(calibration.geometry, prepared.view, with_cube=False)
        board = SeenBoard(maps.lab, known, SAME, maps.evidence)
        task = Task(image, calibration.geometry, surface, prepared.stand, Search(with_cube=False), board)
        return dice_among([one], task, 0.0)

    return asked


def sighted(at: tuple[float, float], odds: float) -> Sighting:
    """Return what may be a two at a spot of the board, with such log-odds."""
    chances = np.full(CLASSES, 1e-6, dtype=np.float32)
    chances[[NONE, 2]] = 0.5
    even = Sighting(Proposal(0.0, 0.0, 18.0, *at, 0.0), chances, chances, NO_PICTURE, NO_PICTURE)
    place = even.place._replace(logit=(odds - even.odds) / PROPOSED_COUNTS)
    return even._replace(place=place)


@pytest.mark.parametrize(
    ("spot", "cleared", "needed"),
    [(UNDER_THE_FIFTH, True, UNSEEN), (CLEARED, True, 0.0), (UNDER_THE_FIFTH, False, 0.0)],
)
def test_where_nobody_has_seen_the_board_bare_a_die_has_to_be_surer(
    among: Callable[[Sighting, bool], list[Sighting]],
    spot: tuple[float, float],
    cleared: bool,  # noqa: FBT001 - a parameter of the test
    needed: float,
) -> None:
    assert among(sighted(spot, needed - 0.3), cleared) == []
    assert len(among(sighted(spot, needed + 0.3), cleared)) == 1
