"""Whose checkers stand on points, by their colours, and points on which checkers of both shades lie."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import lift_checker, move_checker, put_checker, start
from hardware.simulated.scene.table import checkers_on
from tests.benchmarks.reading.boards.read_simulated import contents, learn, pictures, place_name, random_scene, set_up
from vision.calibrate.preparation import prepare
from vision.checkers.checker_colours import with_learned_colours
from vision.detect.feature_maps import feature_maps_of
from vision.detect.read import read
from vision.frame import Frame
from vision.geometry.board import rectify
from vision.reading import MAX_COUNT, PLACES, PlaceReading, Shade, content_index

pytestmark = pytest.mark.films


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


def test_points_with_checkers_of_one_shade_are_not_shared_whatever_lies_about() -> None:
    table = set_up("tournament", seed=4)
    calibration = learn(table)
    for number in range(6):
        scene = random_scene(table)
        assert read(Frame(table.film(scene), 0.0, number), calibration).shared == frozenset()


def test_a_colour_that_was_learned_says_whose_checkers_a_doubtful_point_has() -> None:
    table = set_up("tournament", seed=31)
    calibration = learn(table)
    scene, image = next(pictures(table, 1))
    prepared = prepare(calibration, (image.shape[1], image.shape[0]))
    board = rectify(image, calibration.geometry.corners, calibration.geometry.aspect, prepared.upright)
    evidence = feature_maps_of(board, prepared).evidence
    doubted = []
    for place in PLACES:
        shade, count = contents(scene).get(place, (None, 0))
        scores = [-1500] * (2 * MAX_COUNT + 1)
        for either in (Shade.DARK, Shade.LIGHT) if shade is not None else (None,):
            scores[content_index(either, count)] = 0
        doubted.append(PlaceReading(tuple(scores)))
    told = with_learned_colours(tuple(doubted), evidence, calibration.geometry)
    for place, point in zip(PLACES, told, strict=True):
        assert point.best == contents(scene).get(place, (None, 0)), place
        assert max(point.scores) == 0
