"""Examples from traced tables: what is said of a picture is what lies on its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.checkers.canvas import HEIGHT, WIDTH
from vision.reading import MAX_COUNT
from vision.training.board import traced
from vision.training.board.seen_table import ON_BAR
from vision.training.traced.builds import BUILDS
from vision.training.traced.lying import laid
from vision.training.traced.tables import source_of

if TYPE_CHECKING:
    from vision.training.traced.builds import TracedBuild


@pytest.mark.usefixtures("_untraced")
@pytest.mark.parametrize("number", [5, 18])
def test_a_table_starts_with_the_start_position_and_goes_on_with_others(number: int) -> None:
    start, *later = traced.traced_examples(number, 2)
    assert start.bar == (0, 0)
    assert not start.hidden.any()
    standing = sorted((int(content) - 1) % MAX_COUNT + 1 for content in start.contents if content)
    assert standing == [2, 2, 3, 3, 5, 5, 5, 5]
    assert sum(thing.kind in ("dark", "light") for thing in start.things) == 30
    for example in later:
        assert (example.contents != start.contents).any()
        assert example.proportions == start.proportions
        assert all(0 <= thing.x < WIDTH and 0 <= thing.y < HEIGHT and 3 < thing.side < 60 for thing in example.things)


@pytest.mark.usefixtures("_untraced")
def test_checkers_are_said_to_lie_where_their_points_are() -> None:
    start, *_ = traced.traced_examples(7, 0)
    assert start.proportions is not None
    standing = {place for place, content in enumerate(start.contents) if content}
    left, right = start.proportions.bar_left, start.proportions.bar_right
    for thing in start.things:
        if thing.kind in ("dark", "light"):
            x = (thing.x - 16) / (WIDTH - 32)
            column = int(x / left * 6) if x < 0.5 else 6 + int((x - right) / (1 - right) * 6)
            place = min(11, max(0, column)) + 12 * (thing.y > HEIGHT / 2)
            assert place in standing
            assert (start.contents[place] > MAX_COUNT) == (thing.kind == "light")


@given(build=st.sampled_from(BUILDS), seed=st.integers(0, 200))
def test_all_that_lies_on_a_table_stands_on_it(build: TracedBuild, seed: int) -> None:
    lying = laid(build, source_of(seed, build, 1), start=False, strewn=0.5)
    table = traced.standing_table(build, lying)
    assert len(table.checkers) == len(lying.checkers)
    for place in range(ON_BAR):
        here = table.on(place)
        assert len(here) == int(lying.position.points[place].sum())
        assert all(abs(one.x - table.columns[place]) < build.pitch / 2 for one in here)
    assert len(table.on(ON_BAR)) == sum(lying.position.bar)
    assert sum(box.kind == "die" for box in table.boxes) == len(lying.dice)
