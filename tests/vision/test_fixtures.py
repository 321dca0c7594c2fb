"""What looks like a die and is part of the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.peers.read_simulated import learn, pictures, set_up
from vision.appearance import Background
from vision.dice import Search, find_dice_and_cube
from vision.discs import to_lab
from vision.fixtures import without_fixtures
from vision.frame import Frame
from vision.geometry import BoardGeometry, parse_corners, rect_size, rectify, to_picture
from vision.read import read
from vision.reading import FLOOR, DieReading

CORNERS = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
GEOMETRY = BoardGeometry(CORNERS, 520 / 680, 0.48, 0.52, 0.07, (0.5,) * 24, (0.05, 0.05), 0.06)


def die(x: float, y: float) -> DieReading:
    return DieReading(x, y, 0.0, 0.0, (0, FLOOR, FLOOR, FLOOR, FLOOR, FLOOR), 300, (128, 128, 128))


def picture(*dots: tuple[float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Draw a bare board with pale squares that have a dark dot in their middle, somewhat noisy."""
    board = np.full((720, 1280, 3), (60, 100, 70), dtype=np.int16)
    for px, py in to_picture(CORNERS, [(0.5, 0.5), *dots])[1:].round().astype(int):
        board[py - 10 : py + 10, px - 10 : px + 10] = (200, 210, 205)
        board[py - 3 : py + 4, px - 3 : px + 4] = (30, 20, 20)
    noisy = board + np.random.default_rng(1).normal(0, 3, board.shape)
    return np.asarray(noisy.clip(0, 255), dtype=np.uint8)


def bare_board(*dots: tuple[float, float]) -> Background:
    lab = to_lab(rectify(picture(*dots), CORNERS, GEOMETRY.aspect))
    width, height = rect_size(GEOMETRY.aspect)
    return Background(lab, np.full((height, width), 3, dtype=np.float32), np.ones((height, width), dtype=bool))


def test_an_emblem_is_no_die_and_a_die_like_it_elsewhere_is_one() -> None:
    emblem, thrown = (0.25, 0.5), (0.7, 0.3)
    lab = to_lab(rectify(picture(emblem, thrown), CORNERS, GEOMETRY.aspect))
    found = [die(*emblem), die(*thrown)]
    assert without_fixtures(found, lab, bare_board(emblem), GEOMETRY) == (found[1],)
    assert without_fixtures(found, lab, bare_board(), GEOMETRY) == tuple(found)


def test_a_die_that_hides_an_emblem_is_one() -> None:
    emblem = (0.25, 0.5)
    hidden = picture(emblem)
    ((px, py),) = to_picture(CORNERS, [emblem]).round().astype(int)
    hidden[py - 14 : py + 14, px - 14 : px + 14] = (240, 240, 240)
    for across, down in ((-7, -7), (7, 7), (0, 0), (7, -7), (-7, 7)):
        hidden[py + down - 2 : py + down + 3, px + across - 2 : px + across + 3] = (20, 20, 160)
    lab = to_lab(rectify(hidden, CORNERS, GEOMETRY.aspect))
    assert without_fixtures([die(*emblem)], lab, bare_board(emblem), GEOMETRY) == (die(*emblem),)


def test_nothing_is_dropped_at_the_edge_or_where_the_bare_board_is_not_known() -> None:
    emblem = (0.25, 0.5)
    lab = to_lab(rectify(picture(emblem), CORNERS, GEOMETRY.aspect))
    known = bare_board(emblem)
    unknown = Background(known.lab, known.spread, np.zeros_like(known.known))
    assert without_fixtures([die(*emblem)], lab, unknown, GEOMETRY) == (die(*emblem),)
    assert without_fixtures([die(0.0, 0.0)], lab, known, GEOMETRY) == (die(0.0, 0.0),)


def test_no_die_on_a_board_with_emblems_is_taken_for_one() -> None:
    table = set_up("casino", 31)
    calibration = learn(table)
    for _, image in pictures(table, 4):
        found = find_dice_and_cube(image, calibration.geometry, Search(with_cube=False)).dice
        assert found
        assert [one.value for one in read(Frame(image, 0.0, 0), calibration).dice] == [one.value for one in found]


def test_a_reading_has_no_die_where_the_bare_board_shows_it() -> None:
    table = set_up("crimson", 31)
    calibration = learn(table)
    _, image = next(iter(pictures(table, 1)))
    geometry, appearance = calibration.geometry, calibration.appearance
    assert read(Frame(image, 0.0, 0), calibration).dice
    lab = to_lab(rectify(image, geometry.corners, geometry.aspect))
    as_bare = Background(lab, appearance.background.spread, np.ones_like(appearance.background.known))
    printed_on = replace(calibration, appearance=replace(appearance, background=as_bare))
    assert read(Frame(image, 0.0, 0), printed_on).dice == ()
