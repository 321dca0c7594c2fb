"""Tables that are drawn for the network for whole boards: what is said of a picture is what was laid on its table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.reading import MAX_COUNT
from vision.training.board.example import contents_of
from vision.training.board.matter import Materials
from vision.training.board.page import DOWN, PAGE_WIDTH, TOP, blank
from vision.training.board.pictures import _hidden, drawn_examples, place_checkers
from vision.training.board.positions import later_position
from vision.training.board.tables import draw_table

if TYPE_CHECKING:
    from vision.training.board.example import Example
    from vision.training.board.pictures import Lying
    from vision.training.board.positions import Position
    from vision.training.board.tables import Table

NUMBERS = st.integers(0, 10**6)

LATER = 4


@pytest.fixture(scope="module")
def materials() -> Materials:
    return Materials(1)


@pytest.fixture(scope="module")
def drawn(materials: Materials) -> list[list[Example]]:
    return [drawn_examples(number, materials, LATER) for number in range(3)]


def laid(number: int) -> tuple[Table, Position, list[Lying]]:
    """Return a table and what lies on it."""
    table, rng = draw_table(number), np.random.default_rng(number)
    position = later_position(rng)
    return table, position, place_checkers(table, position, rng)


def test_a_table_starts_with_the_start_position_and_nothing_over_it(drawn: list[list[Example]]) -> None:
    start = {0: 16} | {shade + count: points for shade in (0, MAX_COUNT) for count, points in ((2, 1), (3, 1), (5, 2))}
    for examples in drawn:
        assert len(examples) == 1 + LATER
        assert Counter(examples[0].contents.tolist()) == start
        assert examples[0].bar == (0, 0)
        assert not examples[0].hidden.any()
        assert any((later.contents != examples[0].contents).any() for later in examples[1:])


def test_dice_and_cubes_are_named_where_they_are_on_the_canvas(drawn: list[list[Example]]) -> None:
    boxes = [box for examples in drawn for example in examples for box in example.boxes]
    assert {box.kind for box in boxes} == {"die", "cube"}
    assert all(0 <= box.x < WIDTH and 0 <= box.y < HEIGHT and 3 < box.side < 60 for box in boxes)


def test_the_board_stays_the_same_and_the_second_set_is_the_lighter_one(drawn: list[list[Example]]) -> None:
    for examples in drawn:
        shapes = [example.proportions for example in examples]
        assert all(shape is not None and 0 < shape.bar_left < 0.5 < shape.bar_right < 1 for shape in shapes)
        assert len({shape.aspect for shape in shapes if shape is not None}) == 1
        assert examples[0].apart >= 0


def test_the_same_number_gives_the_same_pictures(materials: Materials, drawn: list[list[Example]]) -> None:
    for one, other in zip(drawn_examples(1, materials, LATER), drawn[1], strict=True):
        np.testing.assert_array_equal(one.picture, other.picture)
        np.testing.assert_array_equal(one.contents, other.contents)
        np.testing.assert_array_equal(one.hidden, other.hidden)
        assert (one.bar, one.boxes, one.proportions, one.apart) == (
            other.bar,
            other.boxes,
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
    assert {table.outline for table in tables} == {"pointed", "blunt", "round tip", "drop", "curved", "band"}
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
