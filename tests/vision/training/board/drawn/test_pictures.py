"""Tables that are drawn for the network for whole boards: what is said of a picture is what was laid on its table."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.reading import MAX_COUNT
from vision.training.board.drawn.matter import Materials
from vision.training.board.drawn.page import ACROSS, DOWN, FINER, LEFT, PAGE_HEIGHT, PAGE_WIDTH, TOP, blank
from vision.training.board.drawn.pictures import (
    Exposure,
    _draw_mirroring,
    _draw_walls,
    _exposed,
    _hidden,
    _not_behind,
    _things,
    _to_canvas,
    drawn_examples,
    place_checkers,
    seen_checkers,
    side_light,
)
from vision.training.board.drawn.positions import DrawnPosition, later_position
from vision.training.board.drawn.sets import lightness_of
from vision.training.board.drawn.tables import Eye, draw_table
from vision.training.board.example import contents_of

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.training.board.drawn.pictures import PlacedChecker
    from vision.training.board.drawn.tables import DrawnTable
    from vision.training.board.drawn.things import Spot
    from vision.training.board.example import Example

NUMBERS = st.integers(0, 10**6)

LATER = 4


@pytest.fixture(scope="module")
def materials() -> Materials:
    return Materials(1)


@pytest.fixture(scope="module")
def drawn(materials: Materials) -> list[list[Example]]:
    return [drawn_examples(number, materials, LATER) for number in range(3)]


def laid(number: int) -> tuple[DrawnTable, DrawnPosition, list[PlacedChecker]]:
    """Return a table and what lies on it."""
    table, rng = draw_table(number), np.random.default_rng(number)
    position = later_position(rng)
    return table, position, place_checkers(table, position, rng)


@pytest.mark.films
def test_a_table_starts_with_the_start_position_and_nothing_over_it(drawn: list[list[Example]]) -> None:
    start = {0: 16} | {shade + count: points for shade in (0, MAX_COUNT) for count, points in ((2, 1), (3, 1), (5, 2))}
    for examples in drawn:
        assert len(examples) == 1 + LATER
        assert Counter(examples[0].contents.tolist()) == start
        assert examples[0].bar == (0, 0)
        assert not examples[0].hidden.any()
        assert any((later.contents != examples[0].contents).any() for later in examples[1:])


@pytest.mark.films
def test_dice_cubes_and_checkers_are_named_where_they_are_on_the_canvas(drawn: list[list[Example]]) -> None:
    things = [thing for examples in drawn for example in examples for thing in example.things]
    assert {thing.kind for thing in things} == {"die", "cube", "dark", "light"}
    assert all(0 <= one.x < WIDTH and 0 <= one.y < HEIGHT and 3 < one.side < 60 for one in things)


@given(NUMBERS)
def test_of_checkers_upon_each_other_the_upper_ones_are_seen(number: int) -> None:
    table, _, lying = laid(number)
    seen = seen_checkers(table, lying)
    low = {one.place for one in lying if one.level == 0} - {one.place for one in lying if one.level > 0}
    assert len(seen) >= sum(one.place in low for one in lying)
    for one in lying:
        (x, y), (a, b) = (table.eye.seen(one.x, one.y, (one.level + nth) * table.thickness) for nth in (1, 2))
        leans = math.hypot((x - a) / table.radii[0], (y - b) / table.radii[1])
        if leans < 1:
            assert len(seen_checkers(table, [one, one._replace(level=one.level + 1)])) == 1
    for place in {one.place for one in lying}:
        here = [one for one in lying if one.place == place]
        highest = max(here, key=lambda one: one.level)
        at = table.eye.seen(highest.x, highest.y, (highest.level + 1) * table.thickness)
        assert any(math.dist(at, (x, y)) < 1e-6 for _, x, y, _ in seen)


@pytest.mark.films
def test_the_board_stays_the_same_and_the_second_set_is_the_lighter_one(drawn: list[list[Example]]) -> None:
    for examples in drawn:
        shapes = [example.proportions for example in examples]
        assert all(shape is not None and 0 < shape.bar_left < 0.5 < shape.bar_right < 1 for shape in shapes)
        assert len({shape.aspect for shape in shapes if shape is not None}) == 1
        assert examples[0].apart >= 0


@pytest.mark.films
def test_the_same_number_gives_the_same_pictures(materials: Materials, drawn: list[list[Example]]) -> None:
    for one, other in zip(drawn_examples(1, materials, LATER), drawn[1], strict=True):
        np.testing.assert_array_equal(one.picture, other.picture)
        np.testing.assert_array_equal(one.contents, other.contents)
        np.testing.assert_array_equal(one.hidden, other.hidden)
        assert (one.bar, one.things, one.proportions, one.apart) == (
            other.bar,
            other.things,
            other.proportions,
            other.apart,
        )


@given(NUMBERS)
def test_as_many_checkers_lie_on_each_point_and_on_the_bar_as_the_position_says(number: int) -> None:
    _, position, lying = laid(number)
    there = Counter((one.place, one.who) for one in lying)
    said = {(place, who): int(n) for place, counts in enumerate(position.points) for who, n in enumerate(counts)}
    said |= {(24, who): n for who, n in enumerate(position.bar)}
    assert there == Counter({place: n for place, n in said.items() if n})


@given(NUMBERS)
def test_checkers_lie_on_their_own_side_of_the_board_about_the_axis_of_their_point(number: int) -> None:
    table, _, lying = laid(number)
    for one in lying:
        if one.place < 24 and one.level == 0:
            assert abs(one.x - table.columns[one.place % 12]) < 0.6 * table.diameter
            from_rail = one.y - TOP if one.place < 12 else TOP + DOWN - one.y
            assert 0 < from_rail < 0.75 * DOWN


@given(NUMBERS, st.integers(0, 7), st.integers(0, 7))
def test_checkers_on_the_bar_lie_within_the_board_each_set_in_its_half(number: int, dark: int, light: int) -> None:
    table = draw_table(number)
    position = DrawnPosition(np.zeros((24, 2), dtype=np.int64), (dark, light), (15 - dark, 15 - light))
    lying = place_checkers(table, position, np.random.default_rng(number))
    assert Counter(one.who for one in lying) == Counter({who: n for who, n in enumerate((dark, light)) if n})
    ry = table.radii[1]
    for one in lying:
        assert TOP + 0.5 * ry < one.y < TOP + DOWN - 0.5 * ry
    halves = [{one.y > TOP + DOWN / 2 for one in lying if one.who == who and one.level < 1} for who in (0, 1)]
    assert all(len(half) <= 1 for half in halves)
    assert not halves[0] & halves[1]


def test_the_side_of_a_checker_is_lit_where_light_comes_from_the_camera_however_low_that_is() -> None:
    table = draw_table(1)
    x, y = LEFT + ACROSS / 2, TOP + DOWN / 2
    eyes = [Eye(x, y + far, 800.0, table.eye.squeeze) for far in (100.0, 900.0)]
    from_camera, towards_camera = (0.0, -1.0), (0.0, 1.0)
    lit = [side_light(replace(table, eye=eye, light=from_camera), x, y) for eye in eyes]
    dim = [side_light(replace(table, eye=eye, light=towards_camera), x, y) for eye in eyes]
    assert lit == pytest.approx([1.0, 1.0])
    assert dim == pytest.approx([0.5, 0.5])


@pytest.mark.films
def test_a_die_close_behind_a_wall_that_the_camera_looks_over_is_hidden(materials: Materials) -> None:
    table = next(table for table in map(draw_table, range(100)) if _draw_walls(page(), table, materials, nearer=True))
    low = Eye(LEFT + ACROSS / 2, TOP + DOWN + 700, 500.0, table.eye.squeeze)
    table = replace(table, eye=low, wall=table.diameter)
    nearer = _draw_walls(page(), table, materials, nearer=True)
    spots: list[Spot] = [("die", LEFT + 100.0, y, 15.0) for y in (TOP + DOWN - 9, TOP + 9)]
    behind, before = spots
    assert _not_behind(nearer, [behind, before], table) == [before]
    further = _draw_walls(page(), table, materials, nearer=False)
    assert len(nearer) == 1
    assert len(further) == 3


def page() -> Float:
    return np.zeros((PAGE_HEIGHT, PAGE_WIDTH, 3), dtype=np.float32)


def test_what_differs_on_a_table_still_does_in_deep_shade() -> None:
    dim = Exposure(1.0, (1.0, 1.0, 1.0), 1.25, 60.0, 1.4, 0.0, 1.0, 0.0, 0.6, 0.0, None)
    canvas = np.full((HEIGHT, WIDTH, 3), 170, dtype=np.float32)
    canvas[:50], canvas[50:100] = 20, 60
    seen = _exposed(canvas, dim, np.random.default_rng(1))
    assert seen[10, 10, 0] + 5 < seen[60, 10, 0] < seen[200, 10, 0]


def test_the_side_of_a_box_is_the_mean_of_across_and_down() -> None:
    table = replace(draw_table(1), eye=Eye(0.0, 0.0, 900.0, 1.2))
    box = _things([("die", LEFT + 100, TOP + 100, 20.0)], None, table, _to_canvas(np.zeros((4, 2))), 0.0)[0]
    assert box.side == pytest.approx(20 * (1 + 1.2) / 2 / FINER, rel=1e-3)


@pytest.mark.films
def test_a_checker_is_said_to_be_as_wide_as_it_is_from_wherever_it_is_seen(drawn: list[list[Example]]) -> None:
    for number, examples in enumerate(drawn):
        for example in examples:
            assert example.proportions is not None
            assert example.proportions.diameter == pytest.approx(draw_table(number).diameter / ACROSS)


def test_sets_of_one_lightness_that_differ_in_hue_are_common_and_the_second_is_never_the_darker() -> None:
    apart = [lightness_of(table.sets[1]) - lightness_of(table.sets[0]) for table in map(draw_table, range(800))]
    assert min(apart) >= 0
    assert sum(one < 10 for one in apart) > len(apart) / 8


@given(NUMBERS)
def test_what_dark_checkers_mirror_is_neutral_and_leaves_them_darker_than_light_ones(number: int) -> None:
    table = draw_table(number)
    mirroring = _draw_mirroring(table, np.random.default_rng(number))
    apart = lightness_of(table.sets[1]) - lightness_of(table.sets[0])
    assert mirroring.lamp.max() <= 1.12 * mirroring.lamp.min()
    assert 20 < mirroring.lamp.mean() <= max(35.0, 0.8 * apart)
    assert -0.01 <= mirroring.where.min() < 0.3 < mirroring.where.max() <= 1.01
    assert math.isclose(mirroring.shares[0], 1.0)


@given(NUMBERS)
def test_what_is_covered_is_hidden_and_nothing_else(number: int) -> None:
    table, _, lying = laid(number)
    assert not _hidden(table, lying, None).any()
    assert not _hidden(table, lying, blank()).any()
    assert _hidden(table, lying, blank() + 1)[:24].all()
    over_left_half = blank()
    over_left_half[:, : int(table.bar[0])] = 1
    hidden = _hidden(table, lying, over_left_half)[:24].reshape(2, 12)
    assert hidden[:, :5].all()
    assert not hidden[:, 7:].any()
    assert over_left_half.shape[1] == PAGE_WIDTH


def test_kinds_of_construction_that_are_kept_apart_train_nothing() -> None:
    tables = [draw_table(number) for number in range(300)]
    outlines = {"pointed", "blunt", "round tip", "drop", "curved", "band", "scalloped"}
    assert {table.outline for table in tables} == outlines
    assert {table.bar_make for table in tables} == {"raised", "flat", "line", "hinged", "clasped", "cloth"}
    assert all(one.make.brushed == 0 for table in tables for one in table.sets)


def test_a_table_that_judges_has_its_kind_of_construction() -> None:
    for number in range(20):
        assert draw_table(number, "ogive points").outline == "ogive"
        assert draw_table(number, "ribbed bar").bar_make == "ribbed"
        assert all(one.make.brushed > 0 for one in draw_table(number, "metal checkers").sets)


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=24, max_size=24))
def test_contents_name_the_set_and_count_no_further_than_the_reader(standing: list[tuple[int, bool]]) -> None:
    counts = np.array([(0, n) if light else (n, 0) for n, light in standing], dtype=np.int64)
    for said, (n, light) in zip(contents_of(counts).tolist(), standing, strict=True):
        assert said == (0 if n == 0 else min(n, MAX_COUNT) + MAX_COUNT * light)
