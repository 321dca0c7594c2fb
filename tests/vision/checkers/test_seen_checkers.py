"""Checkers one by one: where they lie, of which set each looks, and points on which both lie."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import lift_checker, move_checker, put_checker, start
from hardware.simulated.scene.table import checkers_on
from tests.benchmarks.reading.boards.read_simulated import contents, learn, place_name, random_scene, set_up
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import on_canvas, to_canvas
from vision.checkers.seen_checkers import (
    CELL,
    SeenCheckers,
    checkers_in,
    leads,
    points_of,
    where_seen,
    with_hidden_ones,
)
from vision.detect.read import read
from vision.frame import Frame
from vision.geometry.board import BoardGeometry, parse_corners, to_board
from vision.geometry.layout import standing_at
from vision.reading import PLACES, PlaceReading, Shade

CORNERS = parse_corners([(300, 100), (980, 100), (980, 620), (300, 620)])
COLUMNS = tuple((0.04 + 0.08 * column + (0.04 if column > 5 else 0.0)) for column in range(12)) * 2
GEOMETRY = BoardGeometry(CORNERS, 520 / 680, 0.48, 0.52, 0.07, COLUMNS, (0.05, 0.05), 0.07)


@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98))
def test_a_checker_is_where_the_map_has_it(x: float, y: float) -> None:
    seen = np.zeros((16, 42, 52), dtype=np.float32)
    across = ((on_canvas(np.array([x, y])) + 0.5) / CELL).tolist()
    column, row = (int(value) for value in across)
    seen[2, row, column] = 0.9
    seen[2, row, max(0, column - 1)] = max(0.6, seen[2, row, max(0, column - 1)])  # a slope, no second checker
    seen[6:8, row, column] = across[0] - column - 0.5, across[1] - row - 0.5
    seen[8:, row, column] = np.arange(8)
    found = checkers_in(seen)
    assert found.at == pytest.approx(np.array([[x, y]]), abs=1e-3)
    assert found.looks.tolist() == [list(range(8))]


def test_where_nothing_is_likely_no_checker_is_seen() -> None:
    found = checkers_in(np.full((16, 42, 52), 0.4, dtype=np.float32))
    assert found.at.shape == (0, 2)
    assert points_of(found, GEOMETRY) == []


def test_a_checker_lies_on_the_point_that_it_is_nearest_to_or_on_none() -> None:
    at = np.array([[COLUMNS[0] + 0.03, 0.1], [COLUMNS[11], 0.4], [COLUMNS[5], 0.95], [0.5, 0.3]])
    lying = points_of(SeenCheckers(at, np.zeros((4, 8), dtype=np.float32)), GEOMETRY)
    assert [None if place is None else PLACES[place] for place in lying] == ["T1", "T12", "B6", None]


def test_a_checker_leans_to_the_set_that_it_looks_like_the_surer_the_more_alike_each_set_is() -> None:
    apart = np.array([[0, 0], [0, 1], [1, 0], [9, 9], [8, 9], [5, 5.5]], dtype=np.float32)
    shades: list[Shade | None] = [Shade.DARK, Shade.LIGHT, *[None] * 22]
    lying = [0, 0, 0, 1, 1, None]
    said = leads(SeenCheckers(np.zeros((6, 2)), apart), lying, shades)
    assert np.sign(said[:5]).tolist() == [1, 1, 1, -1, -1]
    assert abs(said[5]) < min(abs(said[:5]))
    strayed = apart.copy()
    strayed[1:3] *= 3
    loose = leads(SeenCheckers(np.zeros((6, 2)), strayed), lying, shades)
    assert abs(loose[0]) < abs(said[0])


def test_of_one_set_alone_nothing_is_said() -> None:
    checkers = SeenCheckers(np.zeros((3, 2)), np.eye(3, 8, dtype=np.float32))
    assert leads(checkers, [0, 0, 1], [Shade.DARK, Shade.LIGHT, *[None] * 22]).tolist() == [0.0] * 3
    assert leads(checkers, [0, 0, 0], [Shade.DARK] * 24).tolist() == [0.0] * 3


def test_a_row_of_checkers_is_where_they_are_seen_and_where_it_has_them_those_that_are_not() -> None:
    standing = {"T3": 2, "B12": 1}
    rows = standing_at(GEOMETRY, standing)
    seen = (rows[[0, 2]] + [[0.02, -0.01], [0.05, 0.0]]) / [1, GEOMETRY.aspect]  # the last one is another checker
    found = where_seen(SeenCheckers(seen, np.zeros((2, 8), dtype=np.float32)), GEOMETRY, standing)
    assert found == pytest.approx(np.array([rows[0] + [0.02, -0.01], rows[1], rows[2]]))
    nothing = SeenCheckers(np.zeros((0, 2)), np.zeros((0, 8), dtype=np.float32))
    assert where_seen(nothing, GEOMETRY, standing) == pytest.approx(rows)


def test_a_checker_that_is_counted_and_not_seen_is_where_its_row_has_it() -> None:
    nothing, three = ((0, *[-900] * 30), (*[-900] * 3, 0, *[-900] * 27))
    points = tuple(PlaceReading(three if place == "T3" else nothing) for place in PLACES)
    row = standing_at(GEOMETRY, {"T3": 3}) / [1, GEOMETRY.aspect]
    two = SeenCheckers(row[[0, 2]] + 0.004, np.zeros((2, 8), dtype=np.float32))
    appear = with_hidden_ones(two, points, GEOMETRY)
    assert appear[:2].tolist() == two.at.tolist()
    assert appear[2:] == pytest.approx(row[1:2])
    all_three = SeenCheckers(row + 0.004, np.zeros((3, 8), dtype=np.float32))
    assert with_hidden_ones(all_three, points, GEOMETRY).tolist() == all_three.at.tolist()


@pytest.mark.films
@pytest.mark.parametrize("look", ["walnut", "desert"])
def test_all_checkers_of_a_start_position_are_seen_where_they_lie(look: str) -> None:
    table = set_up(look, seed=5)
    calibration = learn(table)
    scene = start(BoardSize(), look, random.Random(5), table.seats)
    corners, size = calibration.geometry.corners, scene.size
    seen = shipped_board_net().judge(to_canvas(table.film(scene), corners)).checkers
    faces = [(one.x, one.y, one.z + size.checker_thickness) for one in scene.checkers]
    there = to_board(corners, table.renderer.pinhole.project(faces) - 0.5)
    assert len(seen.at) == len(there) == 30
    away = np.linalg.norm(seen.at[:, None] - there[None], axis=2)
    assert float(away.min(axis=0).max()) < 0.2 * calibration.geometry.diameter
    lying = points_of(seen, calibration.geometry)
    shades = [contents(scene).get(place, (None, 0))[0] for place in PLACES]
    assert [Shade.DARK if one > 0 else Shade.LIGHT for one in leads(seen, lying, shades)] == [
        None if place is None else shades[place] for place in lying
    ]


@pytest.mark.films
@pytest.mark.parametrize("look", ["club", "walnut"])
def test_a_checker_put_on_the_other_players_point_is_seen_there_beside_his(look: str) -> None:
    table = set_up(look, seed=3)
    calibration = learn(table)
    scene, _ = lift_checker(start(BoardSize(), look, random.Random(3), table.seats), 1, "dark")
    assert read(Frame(table.film(scene), 0.0, 0), calibration).shared == frozenset()
    for place in (8, 17):
        shade = next(one.shade for one in scene.checkers if one.place == place)
        count = sum(one.place == place for one in scene.checkers)
        lifted, _ = lift_checker(scene, 24, "light") if shade == "dark" else (scene, None)
        both = put_checker(lifted, "light" if shade == "dark" else "dark", place, table.rng)
        reading = read(Frame(table.film(both), 0.0, 0), calibration)
        assert reading.shared == {place_name(place)}
        assert reading.points[PLACES.index(place_name(place))].best == (Shade(shade), count)


@pytest.mark.films
def test_a_black_checker_hit_on_a_point_as_black_as_itself_and_left_there_is_seen_beside_the_one_that_hit() -> None:
    table = set_up("magpie", seed=13)
    calibration = learn(table)
    begin = start(BoardSize(), "magpie", random.Random(3), table.seats)
    stacks = Counter((one.shade, one.place) for one in begin.checkers)
    for number, place in enumerate((3, 5, 9, 15, 21, 23)):
        assert not checkers_on(begin, place)
        scene = begin
        for shade in ("dark", "light"):
            stack = next(from_ for (whose, from_), count in stacks.items() if whose == shade and count == 5)
            scene = move_checker(scene, shade, stack, place, table.rng)
        shared = read(Frame(table.film(scene), 0.0, number), calibration).shared
        assert shared == {place_name(place)}, place


@pytest.mark.films
def test_points_with_checkers_of_one_shade_are_not_shared_whatever_lies_about() -> None:
    table = set_up("tournament", seed=4)
    calibration = learn(table)
    for number in range(6):
        scene = random_scene(table)
        assert read(Frame(table.film(scene), 0.0, number), calibration).shared == frozenset()
