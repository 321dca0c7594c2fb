"""Which of the places that were looked at are dice."""

from __future__ import annotations

import numpy as np

from vision.dice.candidates import AFAR_COUNTS, DieCandidate
from vision.dice.crops import PATCH
from vision.dice.die_net import CLASSES, NONE
from vision.dice.proposals import Proposal
from vision.dice.search import _distinct, dice_among, stands_on_surface
from vision.geometry.board import BoardGeometry, parse_corners
from vision.geometry.camera_pose import CameraPose

BOARD = BoardGeometry(
    parse_corners([(0, 0), (500, 0), (500, 425), (0, 425)]), 0.85, 0.48, 0.52, 0.06, (0.5,) * 24, (0.05, 0.05), 0.06
)
NO_PICTURE = np.zeros((PATCH, PATCH, 3), dtype=np.uint8)


def sighted(px: float, odds: float) -> DieCandidate:
    """Return what may be a two, with such log-odds."""
    chances = np.full(CLASSES, 1e-6, dtype=np.float32)
    chances[[NONE, 2]] = 0.5
    even = DieCandidate(Proposal(px, 100.0, 18.0, 0.2, 0.5, 0.0), chances, NO_PICTURE, NO_PICTURE)
    return even._replace(place=even.place._replace(logit=(odds - even.odds) / AFAR_COUNTS))


def test_what_is_likely_enough_is_a_die_the_surest_first_and_none_twice() -> None:
    seen = [sighted(100, 0.5), sighted(300, 2.0), sighted(304, 3.0), sighted(500, -0.5)]
    assert dice_among(seen, 0.0) == [seen[2], seen[0]]
    assert dice_among(seen, 1.0) == [seen[2]]


def test_a_die_by_the_far_rail_counts_though_its_upper_face_is_seen_beyond_it() -> None:
    pose = CameraPose((0.5, 1.4), 1.3)  # 40 degrees aside of the middle
    beyond = Proposal(100.0, 100.0, 18.0, 0.3, -0.005, 0.0)
    assert stands_on_surface(beyond, BOARD, pose)
    assert not stands_on_surface(beyond._replace(y=-0.05), BOARD, pose)
    assert not stands_on_surface(beyond, BOARD, CameraPose((0.5, 0.4), 1e6))
    assert not stands_on_surface(beyond._replace(y=0.999), BOARD, pose)
    beside_bar = beyond._replace(x=0.485, y=0.5)
    assert stands_on_surface(beside_bar, BOARD, CameraPose((0.1, 0.4), 1.3))
    assert not stands_on_surface(beside_bar, BOARD, CameraPose((0.5, 0.4), 1.3))


def test_a_place_that_is_named_in_two_views_takes_no_other_place() -> None:
    def named(px: float, logit: float) -> Proposal:
        return Proposal(px, 100.0, 18.0, 0.2, 0.5, logit)

    places = [named(100, 3.0), named(104, 2.5), named(200, 2.0), named(203, 1.5), named(300, 1.0), named(201, 0.5)]
    assert list(_distinct(places, 2)) == places[:4]
    assert list(_distinct(places, 3)) == places
