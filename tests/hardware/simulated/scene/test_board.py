"""The board's measures: where columns, trays and corners lie."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import COLUMNS, BoardSize, column_end, column_x, surface_corners, tray_x

SIZE = BoardSize()


def test_the_columns_run_in_a_horseshoe_from_bottom_right_to_top_right() -> None:
    bottom = [column_x(SIZE, c) for c in range(1, 13)]
    top = [column_x(SIZE, c) for c in range(13, 25)]
    assert bottom == sorted(bottom, reverse=True)
    assert top == sorted(top)
    assert top == bottom[::-1]
    assert [column_end(c) for c in COLUMNS] == ["bottom"] * 12 + ["top"] * 12


def test_columns_lie_side_by_side_with_the_bar_between_the_sixth_and_the_seventh() -> None:
    for a, b in pairwise(range(1, 13)):
        apart = column_x(SIZE, a) - column_x(SIZE, b)
        bar = SIZE.bar_width if (a, b) == (6, 7) else 0.0
        assert apart == pytest.approx(SIZE.point_width + bar)


def test_every_column_lies_inside_the_playing_surface() -> None:
    for c in COLUMNS:
        assert abs(column_x(SIZE, c)) + SIZE.point_width / 2 <= SIZE.width / 2 + 1e-9
        assert abs(column_x(SIZE, c)) - SIZE.point_width / 2 >= SIZE.bar_width / 2 - 1e-9


def test_the_corners_run_clockwise_from_the_top_left() -> None:
    corners = surface_corners(SIZE)
    angles = [math.atan2(y, x) for x, y, _ in corners]
    assert corners[0][0] < 0 < corners[0][1]
    assert [round((b - a) % (2 * math.pi), 1) > math.pi for a, b in pairwise(angles)] == [True] * 3


def test_the_trays_lie_beyond_the_playing_surface_on_their_sides() -> None:
    assert tray_x(SIZE, "right") - SIZE.tray_width / 2 > SIZE.width / 2
    assert tray_x(SIZE, "left") == -tray_x(SIZE, "right")


@pytest.mark.parametrize("column", [0, 25, -1])
def test_there_is_no_column_beyond_the_twenty_four(column: int) -> None:
    with pytest.raises(SceneError) as caught:
        column_x(SIZE, column)
    assert caught.value.key == "scene.no_such_column"
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("measures", "key"),
    [
        ({"checker_diameter": 47.0}, "scene.checkers_too_wide"),
        ({"bar_width": 0.0}, "scene.checkers_too_wide"),
        ({"height": 460.0}, "scene.rows_too_long"),
        ({"tray_width": 40.0}, "scene.tray_too_small"),
        ({"checker_thickness": 13.0}, "scene.tray_too_small"),
    ],
)
def test_a_board_on_which_the_pieces_do_not_fit_is_refused(measures: dict[str, float], key: str) -> None:
    with pytest.raises(SceneError) as caught:
        BoardSize(**measures)  # type: ignore[arg-type]  # every measure named here is a float
    assert caught.value.key == key
