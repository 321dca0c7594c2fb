"""The reader on the simulated table: learned from its start position, it reads random positions and throws."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Hand, with_hand
from tests.benchmarks.reading.boards.read_simulated import (
    Standpoint,
    Table,
    compare,
    contents,
    learn,
    pictures,
    set_up,
    upper_faces,
)
from vision.calibrate.calibration import CalibrationError, calibrate
from vision.detect.read import read, silent
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import FLOOR, PLACES, Shade

if TYPE_CHECKING:
    from collections import Counter

    from vision.calibrate.calibration import Calibration

pytestmark = pytest.mark.films

LOOKS = ("club", "tournament", "walnut")
PICTURES = 6

IN_DOUBT = "drawn-10208"
"""A look whose rims hardly show (seed 51)."""


@pytest.fixture(
    scope="module", params=[LOOKS[0], *(pytest.param(look, marks=pytest.mark.figures) for look in LOOKS[1:])]
)
def known(request: pytest.FixtureRequest) -> tuple[Table, Calibration]:
    table = set_up(request.param, seed=5)
    return table, learn(table)


@pytest.fixture(scope="module")
def club() -> tuple[Table, Calibration]:
    table = set_up("club", seed=5)
    return table, learn(table)


def fresh(table: Table) -> Table:
    """Return the table with a chance of its own, so that no test depends on which ran before."""
    return replace(table, rng=random.Random(11))


@pytest.fixture(scope="module")
def figures(known: tuple[Table, Calibration]) -> Counter[str]:
    table, calibration = known
    total: Counter[str] | None = None
    for number, (scene, image) in enumerate(pictures(fresh(table), PICTURES)):
        counts, _ = compare(scene, read(Frame(image, 0.0, number), calibration), upper_faces(table, scene))
        total = counts if total is None else total + counts
    assert total is not None
    return total


def test_places_with_checkers_in_a_line_are_read_right(figures: Counter[str]) -> None:
    assert figures["places wrong"] <= 1
    assert figures["places right"] > 20 * PICTURES


def test_no_place_is_surely_wrong_not_even_a_stack(figures: Counter[str]) -> None:
    assert figures["places sure and wrong"] == 0
    assert figures["stacks sure and wrong"] == 0
    assert figures["bar sure and wrong"] == 0


def test_dice_are_read_right_or_not_at_all(figures: Counter[str]) -> None:
    assert figures["dice wrong"] == 0
    assert figures["dice missed"] <= 1
    assert figures["dice false"] == 0


def test_scores_are_centinats_with_the_best_at_zero(known: tuple[Table, Calibration]) -> None:
    table, calibration = known
    _, image = next(pictures(fresh(table), 1))
    reading = read(Frame(image, 12.5, 0), calibration)
    assert reading.time == 12.5
    assert len(reading.points) == len(PLACES)
    for scores in (*(point.scores for point in reading.points), *(die.scores for die in reading.dice)):
        assert max(scores) == 0
        assert min(scores) >= FLOOR


def test_reading_the_same_picture_twice_gives_the_same(known: tuple[Table, Calibration]) -> None:
    table, calibration = known
    _, image = next(pictures(fresh(table), 1))
    frame = Frame(image, 0.0, 0)
    assert read(frame, calibration) == read(frame, calibration)


def test_nothing_is_said_about_hidden_places(known: tuple[Table, Calibration]) -> None:
    table, calibration = known
    _, image = next(pictures(fresh(table), 1))
    reading = read(Frame(image, 0.0, 0), calibration)
    points, (dark, light) = silent(reading.points, (reading.bar_dark, reading.bar_light), frozenset({"T3", "bar"}))
    assert set(points[2].scores) == set(dark.scores) == set(light.scores) == {0}
    assert points[:2] + points[3:] == reading.points[:2] + reading.points[3:]


def test_a_position_that_is_not_the_one_expected_is_refused(club: tuple[Table, Calibration]) -> None:
    table, corners = fresh(club[0]), club[1].geometry.corners
    scene = start(BoardSize(), "club", table.rng)
    expected = contents(scene)
    moved = dict(expected)
    moved["T9"] = moved.pop("T5")
    with pytest.raises(CalibrationError) as caught:
        calibrate(Frame(table.film(scene), 0.0, 0), corners, moved)
    assert caught.value.key == "calibration.other_position"


def test_a_set_whose_discs_are_in_doubt_is_learned() -> None:
    table = set_up(IN_DOUBT, 51)
    calibration = learn(table)
    scene, image = next(pictures(table, 1))
    counts, _ = compare(scene, read(Frame(image, 0.0, 0), calibration), upper_faces(table, scene))
    assert counts["places wrong"] + counts["stacks wrong"] <= 1
    assert counts["places sure and wrong"] + counts["stacks sure and wrong"] == 0


def test_a_set_with_a_row_of_five_whose_rims_look_doubled_is_learned() -> None:
    table = set_up("drawn-12118", 71, Standpoint(elevation=50.0))
    calibration = learn(table)
    scene, image = next(pictures(table, 1))
    counts, _ = compare(scene, read(Frame(image, 0.0, 0), calibration), upper_faces(table, scene))
    assert counts["places wrong"] == counts["stacks wrong"] == 0


def test_a_start_position_of_such_a_set_that_is_one_checker_otherwise_is_refused() -> None:
    corners = learn(set_up(IN_DOUBT, 51)).geometry.corners
    table = set_up(IN_DOUBT, 51)
    scene = start(BoardSize(), table.look, table.rng, table.seats)
    expected = contents(scene)
    place = next(place for place, (_, count) in expected.items() if count == 5)
    expected[place] = (expected[place][0], 4)
    with pytest.raises(CalibrationError) as caught:
        calibrate(Frame(table.film(scene), 0.0, 0), corners, expected)
    assert caught.value.key == "calibration.other_position"
    assert caught.value.params["places"] == [place]


def test_shades_the_wrong_way_round_are_refused(club: tuple[Table, Calibration]) -> None:
    table, corners = fresh(club[0]), club[1].geometry.corners
    scene = start(BoardSize(), "club", table.rng)
    other = {Shade.DARK: Shade.LIGHT, Shade.LIGHT: Shade.DARK}
    swapped = {place: (other[shade], count) for place, (shade, count) in contents(scene).items()}
    with pytest.raises(CalibrationError) as caught:
        calibrate(Frame(table.film(scene), 0.0, 0), corners, swapped)
    assert caught.value.key == "calibration.shades_swapped"


def test_an_empty_board_is_no_start_position(club: tuple[Table, Calibration]) -> None:
    table, corners = fresh(club[0]), club[1].geometry.corners
    scene = start(BoardSize(), "club", table.rng)
    bare = table.film(replace(scene, checkers=()))
    with pytest.raises(CalibrationError) as caught:
        calibrate(Frame(bare, 0.0, 0), corners, contents(scene))
    assert caught.value.key == "calibration.other_position"


def test_corners_clicked_a_little_beside_do_no_harm(club: tuple[Table, Calibration]) -> None:
    table, exact = fresh(club[0]), club[1].geometry.corners.points
    scene = start(BoardSize(), "club", table.rng)
    width = math.dist(exact[0], exact[1])
    beside = [
        (x + sign_x * 0.006 * width, y + sign_y * 0.006 * width)
        for (x, y), (sign_x, sign_y) in zip(exact, ((1, 1), (-1, 1), (1, -1), (-1, -1)), strict=True)
    ]
    calibration = calibrate(Frame(table.film(scene), 0.0, 0), parse_corners(beside), contents(scene))
    wrong = 0
    for number, (drawn, image) in enumerate(pictures(table, 3)):
        counts, _ = compare(drawn, read(Frame(image, 0.0, number), calibration), [])
        wrong += counts["places wrong"]
    assert wrong == 0


def test_a_hand_over_the_board_does_not_change_what_is_read_elsewhere(club: tuple[Table, Calibration]) -> None:
    table, calibration = fresh(club[0]), club[1]
    scene = start(BoardSize(), "club", table.rng)
    image = table.film(with_hand(scene, Hand(x=-200.0, y=-150.0)))
    hidden = frozenset({*(f"B{i}" for i in range(1, 7)), "T1", "T2", "T3", "bar"})
    reading = read(Frame(image, 0.0, 0), calibration)
    assert reading.hidden
    truth = contents(scene)
    seen = [(place, point.best) for place, point in zip(PLACES, reading.points, strict=True) if place not in hidden]
    assert seen == [(place, truth.get(place, (None, 0))) for place, _ in seen]
    assert np.all([place not in reading.hidden for place, _ in seen])
