"""Boards are read from every side, from straight above and from low down, with the homes on either side."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.benchmarks.reading.boards.read_simulated import Standpoint, compare, learn, pictures, set_up
from vision.detect.read import read
from vision.frame import Frame
from vision.geometry.camera_pose import camera_pose, seen_from_above
from vision.reading import PLACES

pytestmark = pytest.mark.films

PICTURES = 2


@pytest.mark.parametrize(
    "standpoint",
    [Standpoint(90.0, 180, "right"), Standpoint(45.0, 270, "left")],
    ids=["from above, upside down", "from the left, low"],
)
def test_places_are_read_from_any_standpoint(standpoint: Standpoint) -> None:
    table = set_up("cork", 14, standpoint)
    calibration = learn(table)
    total: Counter[str] = Counter()
    for number, (scene, image) in enumerate(pictures(table, PICTURES)):
        total.update(compare(scene, read(Frame(image, 0.0, number), calibration), [])[0])
    assert total["places wrong"] <= 1
    assert total["places right"] > 20 * PICTURES
    assert total["places sure and wrong"] <= 1
    assert total["bar sure and wrong"] <= 1


@pytest.mark.parametrize(("elevation", "steep"), [(56.0, set()), (90.0, set(PLACES))])
def test_points_are_named_on_which_the_camera_looks_straight_down(elevation: float, steep: set[str]) -> None:
    geometry = learn(set_up("club", 3, Standpoint(elevation=elevation))).geometry
    pose = camera_pose(geometry.corners, geometry.aspect, (720, 1280))
    found = set(seen_from_above(pose, geometry))
    assert found <= steep
    assert len(found) >= len(steep) // 2
    middle = {place for place in PLACES if place[1:] in ("6", "7")}  # of the board, below the camera
    assert not steep or middle <= found
