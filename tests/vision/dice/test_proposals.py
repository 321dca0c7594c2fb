"""The network that proposes where dice and the cube lie: what it sees, and what its answers mean."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.dice.board_view import (
    ROOM_FOR_CUBE,
    ROOM_FOR_DICE,
    VIEW_CHECKER,
    SurfaceView,
    view,
    view_size,
    view_to_board,
)
from vision.dice.crops import seen_at
from vision.dice.proposals import STRIDE, USUAL_SIDE, propose, spots_of
from vision.geometry.board import parse_corners, to_board
from vision.training.pictures import plate_pictures
from vision.training.proposals.plates import HELD_OUT

if TYPE_CHECKING:
    from vision.arrays import Float

SQUARE = parse_corners([(100.0, 50.0), (700.0, 50.0), (700.0, 550.0), (100.0, 550.0)])


def test_the_view_shows_the_board_at_one_scale_with_room_beside_it() -> None:
    aspect, diameter = 500 / 600, 0.07
    width, height = view_size(aspect, diameter)
    assert width % 8 == height % 8 == 0
    matrix = view_to_board(aspect, diameter)
    first = [ROOM_FOR_CUBE.aside * VIEW_CHECKER, ROOM_FOR_CUBE.beyond * VIEW_CHECKER, 1]
    np.testing.assert_allclose(matrix @ first, [0, 0, 1], atol=1e-9)
    checker = np.array([VIEW_CHECKER, VIEW_CHECKER, 0])
    np.testing.assert_allclose((matrix @ checker)[:2], [diameter, diameter / aspect])
    assert width >= VIEW_CHECKER / diameter + 2 * ROOM_FOR_CUBE.aside * VIEW_CHECKER
    assert height >= VIEW_CHECKER / diameter * aspect + 2 * ROOM_FOR_CUBE.beyond * VIEW_CHECKER


def test_what_lies_on_the_board_is_seen_where_the_map_says() -> None:
    picture = np.zeros((600, 800, 3), dtype=np.uint8)
    picture[298:303, 398:403] = 255
    aspect, diameter = 500 / 600, 0.07
    seen = view(picture, SurfaceView(SQUARE, aspect, diameter))
    assert seen.shape[1::-1] == view_size(aspect, diameter)
    rows, columns = np.nonzero(seen[..., 0] > 100)
    x, y, _ = view_to_board(aspect, diameter) @ [columns.mean(), rows.mean(), 1]
    np.testing.assert_allclose((x, y), to_board(SQUARE, [(400.0, 300.0)])[0], atol=2e-3)


def test_where_there_is_no_cube_to_look_for_the_same_pixels_of_the_board_are_seen() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (600, 800, 3)).astype(np.uint8)
    rooms = ROOM_FOR_CUBE, ROOM_FOR_DICE
    wide, narrow = (view(picture, SurfaceView(SQUARE, 500 / 600, 0.07, room)) for room in rooms)
    left, top = (round((more - less) * VIEW_CHECKER) for more, less in zip(*rooms, strict=True))
    assert left % 8 == top % 8 == 0
    same = wide[top : top + narrow.shape[0], left : left + narrow.shape[1]]
    np.testing.assert_allclose(narrow.astype(int), same.astype(int), atol=4)


@pytest.mark.films
def test_no_place_is_named_for_a_cube_that_is_not_looked_for() -> None:
    picture, labels = next(iter(plate_pictures(HELD_OUT, 1, "walnut")))
    board = SurfaceView(parse_corners(labels.corners), labels.aspect, labels.diameter)
    dice, cubes = propose(picture, board, -3.0, 40)
    assert cubes
    same, none = propose(picture, board, -3.0, 40, least_cube=math.inf)
    assert [spot[:6] for spot in same] == [spot[:6] for spot in dice]
    assert none == []


def answer_with(*odds: tuple[int, int, float]) -> Float:
    """Return answers of the network: log-odds of dice at (row, column), sides of three answers."""
    answer = np.zeros((5, 20, 30), dtype=np.float32)
    answer[:2] = -9
    answer[2] = math.log(3 * STRIDE / USUAL_SIDE)
    for row, column, value in odds:
        answer[0, row, column] = value
    return answer


def test_spots_are_the_likeliest_places_in_order() -> None:
    answer = answer_with((4, 5, 2.0), (12, 20, 3.0), (0, 0, -2.0))
    assert [spot[:2] for spot in spots_of(answer, 0, -3.0, 10)] == [(20, 12), (5, 4), (0, 0)]
    assert [spot[:2] for spot in spots_of(answer, 0, 0.0, 10)] == [(20, 12), (5, 4)]
    assert [spot[:2] for spot in spots_of(answer, 0, -3.0, 1)] == [(20, 12)]
    assert spots_of(answer, 1, -3.0, 10) == []
    assert spots_of(answer, 0, 0.0, 1)[0][2:] == pytest.approx((3 * STRIDE, 3.0))


def test_neighbouring_answers_that_mean_one_die_are_one_spot_and_those_that_mean_two_are_two() -> None:
    answer = answer_with((10, 10, 2.0), (10, 11, 1.5), (10, 12, 1.0), (10, 13, 0.5))
    answer[3, 10, 11] = -1.0
    answer[3, 10, 12] = 1.1
    answer[3, 10, 13] = 0.1
    columns = [spot[0] for spot in spots_of(answer, 0, 0.0, 10)]
    assert columns == pytest.approx([10.0, 13.1])


def test_the_map_to_the_picture_is_known_at_every_spot() -> None:
    middles, jacobians = seen_at(SQUARE, 500 / 600, np.array([[0.5, 0.5]]))
    (px, py), jacobian = middles[0].tolist(), jacobians[0]
    assert (px, py) == pytest.approx((400.0, 300.0))
    np.testing.assert_allclose(jacobian, 600 * np.eye(2), atol=1e-3)


@pytest.mark.films
def test_dice_and_cubes_of_looks_not_trained_on_are_proposed() -> None:
    missed = total = 0
    for picture, labels in (*plate_pictures(HELD_OUT + 1, 2), *plate_pictures(HELD_OUT, 2, "walnut")):
        board = SurfaceView(parse_corners(labels.corners), labels.aspect, labels.diameter)
        dice, cubes = propose(picture, board, -3.0, 40)
        for die in labels.dice:
            total += 1
            missed += all(math.hypot(p.px - die.px, p.py - die.py) > 0.4 * die.side for p in dice)
        if labels.cube:
            px, py, side, _ = labels.cube
            assert any(math.hypot(p.px - px, p.py - py) < 0.4 * side for p in cubes)
    assert total > 20
    assert missed <= 0.05 * total
