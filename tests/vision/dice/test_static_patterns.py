"""What looks like a die and is part of the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.conditions import board_built
from hardware.simulated.scene.board import BoardSize, column_x
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Die, Scene
from tests.benchmarks.reading.boards.read_simulated import learn, set_up
from vision.detect.read import read
from vision.dice.static_patterns import shows_bare_board
from vision.features.bare_board import Background
from vision.features.lab import to_lab
from vision.frame import Frame
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, BoardGeometry, parse_corners, rect_size, rectify, to_picture

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image

CORNERS = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
GEOMETRY = BoardGeometry(CORNERS, 520 / 680, 0.48, 0.52, 0.07, (0.5,) * 24, (0.05, 0.05), 0.06)
EMBLEM = (0.25, 0.5)


def picture(*dots: tuple[float, float]) -> Image:
    """Draw a bare board with pale squares that have a dark dot in their middle, somewhat noisy."""
    board = np.full((720, 1280, 3), (60, 100, 70), dtype=np.int16)
    for px, py in at(*dots):
        board[py - 10 : py + 10, px - 10 : px + 10] = (200, 210, 205)
        board[py - 3 : py + 4, px - 3 : px + 4] = (30, 20, 20)
    noisy = board + np.random.default_rng(1).normal(0, 3, board.shape)
    return np.asarray(noisy.clip(0, 255), dtype=np.uint8)


def at(*spots: tuple[float, float]) -> list[tuple[int, int]]:
    """Return the pixels of some spots of the board."""
    seen = to_picture(CORNERS, np.array(spots, dtype=np.float64).reshape(-1, 2))
    return [(round(px), round(py)) for px, py in seen.tolist()]


def upright(image: Image) -> Float:
    return to_lab(rectify(image, CORNERS, GEOMETRY.aspect))


def bare_board(*dots: tuple[float, float]) -> Background:
    width, height = rect_size(GEOMETRY.aspect)
    lab = np.asarray(cv2.GaussianBlur(upright(picture(*dots)), (0, 0), 1.5), dtype=np.float32)
    everywhere = np.ones((height, width), dtype=np.bool_)
    return Background(lab, everywhere, everywhere)


def test_an_emblem_is_bare_board_and_what_looks_like_it_elsewhere_is_not() -> None:
    thrown = (0.7, 0.3)
    lab = upright(picture(EMBLEM, thrown))
    assert shows_bare_board(EMBLEM, lab, bare_board(EMBLEM), GEOMETRY)
    assert not shows_bare_board(thrown, lab, bare_board(EMBLEM), GEOMETRY)


def test_a_board_that_nobody_had_cleared_is_nowhere_known_to_be_bare() -> None:
    learned = bare_board(EMBLEM)
    assert learned.bare is not None
    lab = upright(picture(EMBLEM))
    assert not shows_bare_board(EMBLEM, lab, replace(learned, bare=None), GEOMETRY)
    column, row = round(RECT_MARGIN + 0.25 * RECT_WIDTH), round(RECT_MARGIN + 0.5 * GEOMETRY.aspect * RECT_WIDTH)
    covered = learned.bare.copy()
    covered[row - 2 : row + 3, column - 2 : column + 3] = False  # a checker stood there
    assert not shows_bare_board(EMBLEM, lab, replace(learned, bare=covered), GEOMETRY)


@pytest.mark.parametrize("spot", [(0.0, 0.0), (1.0, 1.0), (-0.5, 0.5), (0.5, 3.0)])
def test_nothing_is_bare_at_the_edge_of_what_is_seen_or_beyond(spot: tuple[float, float]) -> None:
    background = bare_board(EMBLEM)
    assert background.bare is not None
    surface = np.zeros_like(background.bare)
    surface[round(RECT_MARGIN) : -round(RECT_MARGIN), round(RECT_MARGIN) : -round(RECT_MARGIN)] = True
    assert not shows_bare_board(spot, upright(picture(EMBLEM)), replace(background, bare=surface), GEOMETRY)


def test_a_plain_board_says_nothing() -> None:
    assert not shows_bare_board(EMBLEM, upright(picture()), bare_board(), GEOMETRY)
    flat = np.full_like(bare_board().lab, 50.0)
    assert not shows_bare_board(EMBLEM, flat, bare_board(EMBLEM), GEOMETRY)


def test_a_die_or_a_checker_that_hides_an_emblem_is_seen() -> None:
    hidden = picture(EMBLEM)
    ((px, py),) = at(EMBLEM)
    hidden[py - 14 : py + 14, px - 14 : px + 14] = (240, 240, 240)
    for across, down in ((-7, -7), (7, 7), (0, 0), (7, -7), (-7, 7)):
        hidden[py + down - 2 : py + down + 3, px + across - 2 : px + across + 3] = (20, 20, 160)
    assert not shows_bare_board(EMBLEM, upright(hidden), bare_board(EMBLEM), GEOMETRY)
    under = picture(EMBLEM)
    cv2.circle(under, (px + 16, py), 24, (20, 20, 160), -1)
    assert not shows_bare_board(EMBLEM, upright(under), bare_board(EMBLEM), GEOMETRY)


def test_a_die_marked_like_the_emblem_but_of_another_colour_is_seen() -> None:
    red = picture(EMBLEM).astype(np.float32)
    ((px, py),) = at(EMBLEM)
    red[py - 10 : py + 10, px - 10 : px + 10] += (-90, -90, 0)
    assert not shows_bare_board(
        EMBLEM, upright(np.asarray(red.clip(0, 255), dtype=np.uint8)), bare_board(EMBLEM), GEOMETRY
    )


@pytest.mark.parametrize("shift", [(2, 0), (0, -2), (-2, 2)])
def test_a_board_that_was_fitted_anew_or_is_lit_a_little_otherwise_is_still_known(shift: tuple[int, int]) -> None:
    moved = np.roll(picture(EMBLEM), shift, axis=(1, 0)).astype(np.float32) * 0.93
    assert shows_bare_board(EMBLEM, upright(np.asarray(moved, dtype=np.uint8)), bare_board(EMBLEM), GEOMETRY)


@pytest.mark.films
def test_an_emblem_is_no_die_and_does_not_hide_the_one_that_lies_on_it() -> None:
    table = set_up("harbour", 40)
    calibration = learn(table)
    dice = (Die("light", 5, -173.3, 1.0, turn=21.0), Die("light", 5, -129.7, -29.7, turn=14.0))
    scene = replace(start(BoardSize(), table.look, table.rng, table.seats), dice=dice)
    frame = Frame(table.film(scene), 0.0, 0)
    assert [die.value for die in read(frame, calibration).dice] == [5, 5]  # it was a one and a five


@pytest.mark.films
def test_a_print_that_a_checker_hid_at_the_calibration_is_no_die_when_it_appears() -> None:
    table = set_up("walnut", 77, size=board_built("roll-up"))
    calibration = learn(table)
    spots = [(column_x(table.size, column), 122.9) for column in (13, 17, 19)]  # rosettes under the start position
    empty = Scene(table.size, table.look, table.seats, dice=(Die("light", 5, 100.0, 30.0, turn=21.0),))
    reading = read(Frame(table.film(empty), 0.0, 0), calibration)
    assert [die.value for die in reading.dice] == [5]
    x, y = spots[0]
    thrown = replace(empty, dice=(Die("light", 3, x, y, turn=40.0), *empty.dice))
    reading = read(Frame(table.film(thrown), 0.0, 0), calibration)
    assert sorted(die.value for die in reading.dice) == [3, 5]


@pytest.mark.films
def test_a_cleared_board_is_bare_on_its_emblems_and_not_under_checkers_nor_on_bar_and_frame() -> None:
    table = set_up("harbour", 40)
    calibration = learn(table)
    geometry, bare = calibration.geometry, calibration.background.bare
    assert bare is not None

    def known(x: float, y: float) -> bool:
        return bool(bare[round(RECT_MARGIN + y * geometry.aspect * RECT_WIDTH), round(RECT_MARGIN + x * RECT_WIDTH)])

    assert known(geometry.bar_left / 2, 0.5)
    assert known((geometry.bar_right + 1) / 2, 0.5)
    assert not known(0.5, 0.5)
    assert not known(0.25, -0.02)
    corner = geometry.first[0] / geometry.aspect
    assert not known(geometry.columns[0], corner)
    assert known(geometry.columns[1], corner)
    assert bare.mean() > 0.4
