"""Corners are checked, and the maps between board and picture undo each other."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from vision.geometry.board import (
    RECT_MARGIN,
    RECT_WIDTH,
    GeometryError,
    check_inside,
    homography,
    parse_corners,
    rect_size,
    rectify,
    to_board,
    to_picture,
    warp,
)
from vision.geometry.lens import Lens

FLAT = Lens(0.0, 1000, 720)
"""A lens that bends nothing: the view is mapped pixel by pixel."""

SQUARE = ((100.0, 50.0), (900.0, 60.0), (950.0, 600.0), (60.0, 610.0))


def test_corners_clockwise_from_the_top_left_are_accepted() -> None:
    assert parse_corners(SQUARE).points == SQUARE


@pytest.mark.parametrize(
    ("points", "key"),
    [
        (SQUARE[:3], "corners.wrong_number"),
        ([*SQUARE[:3], (1.0, 2.0, 3.0)], "corners.wrong_number"),
        ([*SQUARE[:3], (math.nan, 600.0)], "corners.not_numbers"),
        ([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]], "corners.not_convex"),
        ([(0, 0), (400, 0), (800, 0), (400, 500)], "corners.not_convex"),
        ([SQUARE[0], SQUARE[3], SQUARE[2], SQUARE[1]], "corners.not_clockwise"),
        ([(x / 10, y / 10) for x, y in SQUARE], "corners.too_small"),
    ],
)
def test_what_cannot_be_the_corners_of_a_board_is_refused_with_its_reason(
    points: list[tuple[float, ...]], key: str
) -> None:
    with pytest.raises(GeometryError) as caught:
        parse_corners(points)
    assert caught.value.key == key


def test_corners_far_outside_the_picture_are_refused() -> None:
    picture = np.zeros((400, 600, 3), dtype=np.uint8)
    with pytest.raises(GeometryError) as caught:
        check_inside(parse_corners(SQUARE), picture)
    assert caught.value.key == "corners.outside_picture"


@settings(max_examples=50, deadline=None)
@given(st.floats(0, 1), st.floats(0, 1))
def test_going_to_the_picture_and_back_changes_nothing(x: float, y: float) -> None:
    corners = parse_corners(SQUARE)
    assert np.allclose(to_board(corners, to_picture(corners, [(x, y)])), [(x, y)], atol=1e-6)


def test_the_corners_of_the_board_are_the_corners_given() -> None:
    corners = parse_corners(SQUARE)
    assert np.allclose(to_picture(corners, [(0, 0), (1, 0), (1, 1), (0, 1)]), SQUARE, atol=1e-3)


def test_the_rectified_picture_shows_the_board_within_its_margins() -> None:
    corners = parse_corners([(200, 100), (760, 100), (760, 548), (200, 548)])
    picture = np.zeros((700, 1000, 3), dtype=np.uint8)
    picture[100:548, 200:760] = 255
    warped = rectify(picture, corners, 0.8)
    assert warped.shape == (*rect_size(0.8)[::-1], 3)
    inside = warped[RECT_MARGIN + 2 : -RECT_MARGIN - 2, RECT_MARGIN + 2 : -RECT_MARGIN - 2]
    assert inside.min() == 255
    assert warped[: RECT_MARGIN - 2].max() == 0


@settings(max_examples=20, deadline=None)
@given(st.integers(-40, 300), st.integers(-40, 200), st.floats(0.5, 3.0), st.sampled_from([None, Lens(0.0, 2000, 900)]))
def test_a_large_board_is_smoothed_and_lies_where_it_lay_through_a_lens_too(
    left: int, top: int, shrink: float, lens: Lens | None
) -> None:
    picture = np.full((900, 2000, 3), 30, dtype=np.uint8)
    picture[::2] = 50
    wide, deep = shrink * RECT_WIDTH, 0.8 * 560
    corners = parse_corners([(left, top), (left + wide, top + 9), (left + wide, top + deep), (left, top + deep)], lens)
    spot = to_picture(corners, [(0.5, 0.5)])[0].round().astype(int).tolist()
    cv2.circle(picture, spot, 6, (255, 255, 255), -1)
    seen = rectify(picture, corners, 0.8)[..., 0].astype(np.float64)
    rows, columns = np.nonzero(seen > 150)
    middle = columns.mean(), rows.mean()
    there = [RECT_MARGIN + RECT_WIDTH * 0.5, RECT_MARGIN + RECT_WIDTH * 0.8 * 0.5]
    np.testing.assert_allclose(middle, there, atol=1.3)


@settings(max_examples=30, deadline=None)
@given(st.tuples(*[st.floats(-150, 150)] * 8), st.floats(-2.0, 2.0), st.floats(-2.0, 2.0), st.floats(0.0005, 0.006))
def test_a_view_shows_what_a_map_of_its_pixels_shows_beyond_the_picture_too(
    moved: tuple[float, ...], across: float, down: float, scale: float
) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (180, 250, 3), dtype=np.uint8)
    picture = np.asarray(cv2.resize(noise, (1000, 720), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    points = np.add(SQUARE, np.reshape(moved, (4, 2))).tolist()
    matrix = np.array([[scale, 0, across], [0, scale, down], [0, 0, 1]])
    ends = np.array([[0, 0, 1], [149, 0, 1], [149, 99, 1], [0, 99, 1]]) @ (homography(parse_corners(points)) @ matrix).T
    assume(ends[:, 2].min() > 0.05)  # beyond the horizon there is nothing to see
    bent, straight = (warp(picture, parse_corners(points, lens), matrix, (150, 100)) for lens in (FLAT, None))
    assert np.abs(bent.astype(int) - straight).max() <= 8  # a map knows a 32nd of a pixel


def test_fine_texture_is_smoothed_away_and_not_turned_into_noise() -> None:
    picture = np.random.default_rng(3).integers(0, 256, (1800, 2600, 3), dtype=np.uint8)
    corners = parse_corners([(100, 100), (1780, 100), (1780, 1400), (100, 1400)])
    assert rectify(picture, corners, 0.8).std() < 0.4 * picture.std()
