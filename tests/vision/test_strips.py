"""Strips of points: where they are cut, which way round they are, and where the camera is taken to stand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.board import BoardSize, column_x, surface_corners
from hardware.simulated.pinhole import View, looking_at
from vision.geometry import RECT_MARGIN, RECT_WIDTH, BoardGeometry, Corners, column_centre, parse_corners, to_board
from vision.reading import PLACES
from vision.standpoint import THICKNESS, Standpoint, standpoint
from vision.strips import ACROSS, ALONG, BEFORE, CHECKER, LAYERS, cut_strips, shifts, strip_map

SQUARE = Corners(((0.0, 0.0), (560.0, 0.0), (560.0, 450.0), (0.0, 450.0)))


def a_board(aspect: float = 0.8) -> BoardGeometry:
    columns = tuple(column_centre(0.47, 0.53, column) for column in range(12))
    return BoardGeometry(SQUARE, aspect, 0.47, 0.53, 0.068, columns * 2, (0.036, 0.034), 0.07)


def maps_of(
    layer: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
    """Return maps whose every layer is the same."""
    return np.repeat(layer[..., None], 3, axis=2), np.repeat(layer[..., None], 4, axis=2)


@pytest.mark.parametrize("place", ["T1", "T8", "B1", "B12"])
@pytest.mark.parametrize("nth", [0, 4])
def test_the_nth_checker_of_a_row_lies_at_the_nth_step_of_its_strip(place: str, nth: int) -> None:
    board = a_board()
    index = PLACES.index(place)
    layer = np.zeros((round(RECT_WIDTH * board.aspect) + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN), dtype=np.uint8)
    along = (board.first[int(place[0] == "B")] + nth * board.spacing) * RECT_WIDTH
    y = RECT_MARGIN + along if place[0] == "T" else layer.shape[0] - RECT_MARGIN - along
    x = RECT_MARGIN + board.columns[index] * RECT_WIDTH
    cv2.circle(layer, (round(x), round(y)), round(0.3 * board.diameter * RECT_WIDTH), 255, -1)
    strip = cut_strips(maps_of(layer), strip_map(board))[index]
    assert strip.shape == (LAYERS, ALONG, ACROSS)
    rows, columns = np.nonzero(strip[0] > 127)
    assert rows.mean() == pytest.approx(BEFORE + CHECKER / 2 - 0.5 + nth * CHECKER, abs=1.0)
    assert columns.mean() == pytest.approx(ACROSS / 2 - 0.5, abs=1.0)


def test_a_pad_adds_its_pixels_on_every_side_and_moves_nothing() -> None:
    board = a_board()
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (round(RECT_WIDTH * board.aspect) + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN))
    layer = cv2.GaussianBlur(noise.astype(np.uint8), (0, 0), 3)
    bare, padded = (cut_strips(maps_of(np.asarray(layer, dtype=np.uint8)), strip_map(board, pad)) for pad in (0, 3))
    difference = np.abs(bare.astype(int) - padded[:, :, 3:-3, 3:-3].astype(int))
    assert difference.max() <= 1


def test_the_strips_of_some_points_are_those_that_they_are_among_all() -> None:
    board = a_board()
    size = (round(RECT_WIDTH * board.aspect) + 2 * RECT_MARGIN, RECT_WIDTH + 2 * RECT_MARGIN)
    maps, where = maps_of(np.random.default_rng(1).integers(0, 256, size).astype(np.uint8)), strip_map(board)
    np.testing.assert_array_equal(cut_strips(maps, where, [3, 17, 4]), cut_strips(maps, where)[[3, 17, 4]])
    assert cut_strips(maps, where, []).shape == (0, *cut_strips(maps, where).shape[1:])


@settings(max_examples=25, deadline=None)
@given(
    elevation=st.floats(55, 88),
    azimuth=st.floats(-20, 20),
    opening=st.floats(38, 55),
)
def test_upper_checkers_are_expected_about_where_a_camera_sees_them(
    elevation: float, azimuth: float, opening: float
) -> None:
    size = BoardSize()
    pinhole = looking_at(size, View(elevation=elevation, azimuth=azimuth, opening=opening))
    corners = parse_corners(np.asarray(pinhole.project(surface_corners(size))).tolist())
    aspect = size.height / size.width
    columns = tuple(column_centre(0.5 - 23 / 608, 0.5 + 23 / 608, column) for column in range(12))
    diameter = size.checker_diameter / size.width
    board = BoardGeometry(
        corners, aspect, 0.46, 0.54, diameter, columns * 2, (0.5 * diameter, 0.5 * diameter), diameter
    )
    expected = shifts(standpoint(corners, aspect, (pinhole.height, pinhole.width)), board)
    thick = size.checker_diameter * THICKNESS
    for index, column in ((0, 13), (11, 24), (12, 12), (23, 1)):
        y = (size.height / 2 - 2.5 * size.checker_diameter) * (1 if index < 12 else -1)
        seen = to_board(corners, pinhole.project([(column_x(size, column), y, z * thick) for z in (1, 2)]))
        across, down = (seen[1] - seen[0]) / diameter * (1, aspect)
        assert expected[index] == pytest.approx([across, down if index < 12 else -down], abs=0.06)


def test_a_camera_straight_above_the_middle_shifts_outwards_on_all_sides() -> None:
    above = shifts(Standpoint((0.5, 0.4), 1.2), a_board())
    assert (above[:6, 0] < 0).all()
    assert (above[6:12, 0] > 0).all()
    assert (above[:, 1] < 0).all()
