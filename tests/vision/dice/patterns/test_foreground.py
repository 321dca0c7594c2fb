"""Small things on a cleared board, and dice that are found by them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Die
from tests.benchmarks.reading.boards.read_simulated import learn, set_up
from vision.detect.read import read
from vision.dice.detector import find_dice_and_cube
from vision.dice.patterns.foreground import foreground_near, foreground_places
from vision.dice.search import Search
from vision.features.colour_model import Background
from vision.features.rim_edges import to_lab
from vision.frame import Frame
from vision.geometry.board import BoardGeometry, parse_corners, rect_size, rectify, to_picture
from vision.geometry.camera_pose import camera_pose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.frame import Image

CORNERS = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
GEOMETRY = BoardGeometry(CORNERS, 520 / 680, 0.48, 0.52, 0.07, (0.5,) * 24, (0.05, 0.05), 0.06)
POSE = camera_pose(CORNERS, GEOMETRY.aspect, (720, 1280))
DIE, CHECKER, PALE = 19, 41, (200, 210, 205)


def picture(*dice: tuple[float, float], checkers: Sequence[tuple[float, float]] = ()) -> Image:
    """Draw a bare board with pale dice and checkers on it, given by where they are on the board."""
    board = np.full((720, 1280, 3), (60, 100, 70), dtype=np.uint8)
    for px, py in pixels(dice):
        board[py - DIE // 2 : py + DIE // 2, px - DIE // 2 : px + DIE // 2] = PALE
    for at in pixels(checkers):
        cv2.circle(board, at, CHECKER // 2, PALE, -1)
    return board


def pixels(spots: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    seen = to_picture(CORNERS, np.array(spots, dtype=np.float64).reshape(-1, 2))
    return [(round(px), round(py)) for px, py in seen.tolist()]


def lab_of(image: Image) -> Float:
    return to_lab(rectify(image, CORNERS, GEOMETRY.aspect))


def bare() -> Background:
    width, height = rect_size(GEOMETRY.aspect)
    everywhere = np.ones((height, width), dtype=np.bool_)
    lab = np.asarray(cv2.GaussianBlur(lab_of(picture()), (0, 0), 1.5), dtype=np.float32)
    return Background(lab, np.full((height, width), 3, dtype=np.float32), everywhere, everywhere)


def test_what_is_as_small_as_a_die_is_named_before_anything_that_a_checker_shows() -> None:
    seen = lab_of(picture((0.3, 0.4), checkers=[(0.7, 0.6)]))
    place = foreground_places(seen, bare(), GEOMETRY, POSE)[0]
    assert math.hypot(place.x - 0.3, (place.y - 0.4) * GEOMETRY.aspect) < 0.01
    assert place.side == pytest.approx(DIE, rel=0.15)


def test_where_several_small_things_lie_each_is_named_once() -> None:
    spots = [(0.1, 0.2), (0.3, 0.4), (0.33, 0.4), (0.9, 0.9)]
    seen = lab_of(picture(*spots))
    places = foreground_places(seen, bare(), GEOMETRY, POSE)
    assert len(places) == len(spots)
    for x, y in spots:
        assert sum(math.hypot(p.x - x, p.y - y) < 0.012 for p in places) == 1


def test_a_bare_board_and_one_that_is_not_known_bare_have_no_newcomers() -> None:
    assert foreground_places(lab_of(picture()), bare(), GEOMETRY, POSE) == []
    seen = lab_of(picture((0.3, 0.4)))
    place = foreground_places(seen, bare(), GEOMETRY, POSE)[0]
    nowhere = np.zeros(seen.shape[:2], dtype=np.bool_)
    for unknown in (None, nowhere):
        assert foreground_places(seen, replace(bare(), bare=unknown), GEOMETRY, POSE) == []
        assert foreground_near(place, seen, replace(bare(), bare=unknown), GEOMETRY, POSE) is None


def test_something_at_the_edge_of_what_is_seen_is_named_too() -> None:
    assert len(foreground_places(lab_of(picture((0.01, 0.01))), bare(), GEOMETRY, POSE)) == 1


def test_the_thing_near_a_place_is_found_and_none_that_is_farther_away() -> None:
    seen = lab_of(picture((0.3, 0.4), (0.36, 0.4)))
    here, other = sorted(foreground_places(seen, bare(), GEOMETRY, POSE), key=lambda place: place.x)
    astray = here._replace(x=here.x + 0.01, y=here.y - 0.01)
    near = foreground_near(astray, seen, bare(), GEOMETRY, POSE)
    assert near is not None
    assert math.hypot(near.px - here.px, near.py - here.py) < 2
    between = here._replace(x=(here.x + other.x) / 2)
    assert foreground_near(between, seen, bare(), GEOMETRY, POSE) is None


@pytest.mark.films
@pytest.mark.parametrize("spot", [(-14.0, 10.0), (4.0, -26.0)])
def test_a_die_across_an_emblem_is_found_that_is_not_proposed(spot: tuple[float, float]) -> None:
    table = set_up("harbour", 40)
    calibration = learn(table)
    middle = (BoardSize().width + BoardSize().bar_width) / 4
    dice = (
        Die("dark", 4, middle + spot[0], spot[1], turn=33.0 + spot[0]),
        Die("dark", 5, middle + 60.0, -80.0, turn=14.0),
    )
    scene = replace(start(BoardSize(), table.look, table.rng, table.seats), dice=dice)
    frame = Frame(table.film(scene), 0.0, 0)
    proposed = find_dice_and_cube(frame.image, calibration.geometry, Search(with_cube=False)).dice
    assert 4 not in [die.value for die in proposed]
    assert sorted(die.value for die in read(frame, calibration).dice) == [4, 5]


@pytest.mark.films
@pytest.mark.parametrize(("spot", "turn"), [((9.0, 12.0), 20.0), ((-12.0, 6.0), 65.0), ((4.0, -16.0), 40.0)])
def test_a_clear_die_on_an_emblem_shows_its_own_pips_only(spot: tuple[float, float], turn: float) -> None:
    table = set_up("casino", 107)
    calibration = learn(table)
    middle = (BoardSize().width + BoardSize().bar_width) / 4
    dice = (Die("dark", 2, middle + spot[0], spot[1], turn=turn), Die("dark", 5, middle + 60.0, -80.0, turn=14.0))
    scene = replace(start(BoardSize(), table.look, table.rng, table.seats), dice=dice)
    seen = read(Frame(table.film(scene), 0.0, 0), calibration).dice
    assert sorted(die.value for die in seen) == [2, 5]
    assert all(max(die.scores) - sorted(die.scores)[-2] > 300 for die in seen)


@pytest.mark.films
def test_a_lone_die_stays_alone() -> None:
    table = set_up("harbour", 40)
    calibration = learn(table)
    scene = replace(start(BoardSize(), table.look, table.rng, table.seats), dice=(Die("dark", 3, 100.0, 30.0),))
    assert [die.value for die in read(Frame(table.film(scene), 0.0, 0), calibration).dice] == [3]
