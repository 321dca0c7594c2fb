"""The empty board is learned from a picture with checkers on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.bare_board import FINER, bare_board
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, BoardGeometry, column_centre, parse_corners, to_picture

if TYPE_CHECKING:
    from vision.frame import Image

ASPECT = 0.8
CORNERS = parse_corners([(300, 100), (980, 100), (980, 644), (300, 644)])
GEOMETRY = BoardGeometry(CORNERS, ASPECT, 0.46, 0.54, 0.07, (0.5,) * 24, (0.05, 0.05), 0.06)
COLOURS = ((40, 60, 150), (150, 160, 170))
SET = (250, 250, 30)


def board(columns: tuple[int, ...]) -> tuple[Image, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Draw points of two colours by turns with a checker on some of the upper row; return where these are as well."""
    picture = np.full((720, 1280, 3), (70, 110, 80), dtype=np.uint8)
    for column in range(12):
        middle = column_centre(0.46, 0.54, column)
        ends = to_picture(CORNERS, [(middle - 0.038, 0.0), (middle + 0.038, 0.4)]).round().astype(int)
        cv2.rectangle(picture, ends[0].tolist(), ends[1].tolist(), COLOURS[column % 2], -1)
    standing = np.array([(column_centre(0.46, 0.54, column), 0.05) for column in columns])
    for x, y in to_picture(CORNERS, standing / [1, ASPECT]).round().astype(int).tolist():
        cv2.circle(picture, (x, y), round(0.035 * 680), SET, -1)
    return picture, standing


def shown(bare: Image, column: int) -> list[int]:
    """Return the colour in the middle of where checkers stand on a point."""
    x, y = (round(FINER * (RECT_MARGIN + RECT_WIDTH * at)) for at in (column_centre(0.46, 0.54, column), 0.05))
    return [int(value) for value in np.median(bare[y - 3 : y + 4, x - 3 : x + 4], axis=(0, 1))]


def test_what_a_checker_hides_is_learned_from_points_of_the_same_colour() -> None:
    bare = bare_board(*with_geometry(board((0, 3, 8))))
    for column in range(12):
        np.testing.assert_allclose(shown(bare, column), COLOURS[column % 2], atol=4)


def test_what_is_hidden_on_all_points_of_a_row_and_colour_stays_as_it_is_seen() -> None:
    bare = bare_board(*with_geometry(board((0, 2, 4, 6, 8, 10))))
    for column in range(12):
        np.testing.assert_allclose(shown(bare, column), COLOURS[1] if column % 2 else SET, atol=4)


def with_geometry(
    drawn: tuple[Image, np.ndarray[tuple[int, ...], np.dtype[np.float64]]],
) -> tuple[Image, BoardGeometry, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Return a drawn board as `bare_board` takes it."""
    picture, standing = drawn
    return picture, GEOMETRY, standing
