"""The canvas shows the playing surface of any board at the same place, however it lies in the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.checkers.canvas import HEIGHT, WIDTH, off_canvas, on_canvas, to_canvas
from vision.geometry.board import Corners, parse_corners, to_picture
from vision.geometry.lens import Lens

LEVEL = ((200.0, 100.0), (1000.0, 100.0), (1000.0, 600.0), (200.0, 600.0))


def picture_with_a_dot(corners: Corners, x: float, y: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a grey picture with a white dot at a point of the board."""
    image = np.full((720, 1280, 3), 90, dtype=np.uint8)
    ((px, py),) = to_picture(corners, [(x, y)])
    cv2.circle(image, (round(float(px)), round(float(py))), 9, (255, 255, 255), -1, cv2.LINE_AA)
    return image


def brightest(canvas: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> tuple[float, float]:
    """Return the middle of what is bright, in pixels of the canvas."""
    rows, columns = np.nonzero(canvas[..., 0] > 180)
    return float(columns.mean()), float(rows.mean())


@pytest.mark.films
@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(-60, 60), min_size=8, max_size=8),
    st.floats(0.1, 0.9),
    st.floats(0.1, 0.9),
    st.sampled_from([None, Lens(-0.05, 1280, 720), Lens(0.03, 1280, 720)]),
)
def test_a_point_of_the_board_is_seen_where_its_coordinates_say(
    shifts: list[int], x: float, y: float, lens: Lens | None
) -> None:
    moved = [(a + shifts[2 * n], b + shifts[2 * n + 1]) for n, (a, b) in enumerate(LEVEL)]
    corners = parse_corners(moved, lens)
    canvas = to_canvas(picture_with_a_dot(corners, x, y), corners)
    there = on_canvas(np.array([x, y]))
    assert brightest(canvas) == pytest.approx(there, abs=1.6)
    assert off_canvas(there) == pytest.approx((x, y))


@pytest.mark.parametrize("wide", [160, 500, 900, 2400])
def test_the_canvas_is_of_one_size_however_large_the_board_is_seen(wide: int) -> None:
    image = np.zeros((wide, wide + 40, 3), dtype=np.uint8)
    corners = parse_corners([(20, 20), (20 + wide, 20), (20 + wide, wide - 5), (20, wide - 5)])
    assert to_canvas(image, corners).shape == (HEIGHT, WIDTH, 3)


def test_fine_texture_is_smoothed_away_and_not_turned_into_noise() -> None:
    stripes = np.zeros((1400, 2000, 3), dtype=np.uint8)
    stripes[:, ::4] = stripes[:, 1::4] = 255
    corners = parse_corners([(20, 20), (1980, 20), (1980, 1380), (20, 1380)])
    canvas = to_canvas(stripes, corners)
    assert canvas.std() < 0.35 * stripes.std()
