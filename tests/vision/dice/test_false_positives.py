"""What is seen again on a board is its decoration, and no die."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_simulated import learn, set_up
from vision.dice.detector import find_dice_and_cube
from vision.dice.false_positives import is_decoration, without_false_positives
from vision.dice.search import Search
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, BoardGeometry, Corners, rectify

if TYPE_CHECKING:
    from vision.frame import Image

SIDE = 18


def mark(board: Image, x: int, y: int, *, mirrored: bool = False) -> None:
    """Draw something that is not its own mirror image."""
    tile = np.full((SIDE, SIDE, 3), 230, dtype=np.uint8)
    cv2.circle(tile, (5, 5), 2, (20, 20, 20), -1)
    cv2.circle(tile, (12, 9), 2, (20, 20, 20), -1)
    board[y - 9 : y + 9, x - 9 : x + 9] = tile[:, ::-1] if mirrored else tile


EVEN = BoardGeometry(
    Corners(((0, 0), (560, 0), (560, 448), (0, 448))), 0.8, 0.46, 0.54, 0.07, (0.0,) * 24, (0.03, 0.03), 0.07
)


def whole_board(seed: int) -> Image:
    cloth = np.random.default_rng(seed).normal(120, 12, (448 + 2 * RECT_MARGIN, 560 + 2 * RECT_MARGIN, 3))
    return np.asarray(cv2.GaussianBlur(cloth, (0, 0), 2), dtype=np.uint8)


def test_at_the_edge_of_the_picture_nothing_is_said() -> None:
    assert not is_decoration(whole_board(3), (4, 100), SIDE, EVEN)


@pytest.mark.parametrize(
    ("twin", "mirrored"), [((150 + round(0.54 * 560), 190), False), ((615 - 150, 190), True)], ids=("moved", "mirrored")
)
def test_a_print_that_looks_like_a_die_in_both_halves_is_none_though_each_is_taken_for_one(
    twin: tuple[int, int], *, mirrored: bool
) -> None:
    board = whole_board(4)
    mark(board, 150, 190)
    assert not is_decoration(board, (150, 190), SIDE, EVEN)
    mark(board, *twin, mirrored=mirrored)
    dice = [(150.0, 190.0), (float(twin[0]), float(twin[1]))]
    for die in dice:
        assert is_decoration(board, die, SIDE, EVEN)


def test_a_second_die_that_looks_alike_makes_none_of_either_where_they_are_no_twins_and_a_third_place_does() -> None:
    board = whole_board(5)
    mark(board, 150, 190)
    mark(board, 150 + round(0.54 * 560), 190 + SIDE)
    assert not is_decoration(board, (150, 190), SIDE, EVEN)
    mark(board, 230, 300, mirrored=True)
    assert is_decoration(board, (150, 190), SIDE, EVEN)


def test_what_is_its_own_mirror_image_has_no_twin() -> None:
    board = whole_board(6)
    middle = (board.shape[0] - 1) // 2
    cv2.circle(board, (300, middle), 7, (240, 240, 240), -1)
    cv2.circle(board, (300, middle), 2, (20, 20, 20), -1)
    assert not is_decoration(board, (300, middle), SIDE, EVEN)


@pytest.mark.films
def test_dice_stay_that_are_not_part_of_the_board_and_what_is_there_once_more_goes() -> None:
    table = set_up("club", 9)
    geometry = learn(table).geometry
    scene = throw_dice(start(BoardSize(), table.look, table.rng, table.seats), Throw((5, 3), "right"), table.rng)
    image = table.film(scene)
    found = find_dice_and_cube(image, geometry, Search(unknown_set=True))
    board = rectify(image, geometry.corners, geometry.aspect)
    assert len(found.dice) == 2
    assert without_false_positives(board, geometry, found) == found.dice
    inlay, die = found.dice
    x, y = (round(RECT_MARGIN + at * RECT_WIDTH) for at in (inlay.x, inlay.y * geometry.aspect))
    other = board.shape[1] - 1 - x
    board[y - 20 : y + 21, other - 20 : other + 21] = board[y - 20 : y + 21, x - 20 : x + 21][:, ::-1]
    assert without_false_positives(board, geometry, found) == (die,)
