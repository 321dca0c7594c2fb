"""Tests of places that are judged together, as a set has fifteen checkers."""

from __future__ import annotations

import itertools
import math
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from vision.checkers.whole_sets import within_sets
from vision.reading import FLOOR, MAX_COUNT, CountReading, PlaceReading, Shade, content_at, content_index

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTHING: frozenset[str] = frozenset()

NONE_THERE = CountReading((0, *(FLOOR,) * MAX_COUNT))


def surely(
    *contents: tuple[Shade | None, int], also: Mapping[int, Mapping[int, int]] = MappingProxyType({})
) -> tuple[PlaceReading, ...]:
    """Return a board whose first points surely hold so much, the others nothing; ALSO has scores of other contents."""
    points = []
    for place, content in enumerate([*contents, *[(None, 0)] * (24 - len(contents))]):
        scores = [FLOOR] * (2 * MAX_COUNT + 1)
        scores[content_index(*content)] = 0
        for index, score in also.get(place, {}).items():
            scores[index] = score
        points.append(PlaceReading(tuple(scores)))
    return tuple(points)


def test_five_that_look_like_ten_are_five_where_ten_others_are_seen() -> None:
    five, ten = content_index(Shade.DARK, 5), content_index(Shade.DARK, 10)
    read = surely((Shade.DARK, 10), (Shade.DARK, 4), (Shade.DARK, 4), (Shade.DARK, 2), also={0: {five: -300, ten: 0}})
    assert read[0].best == (Shade.DARK, 10)
    told, _ = within_sets(read, (NONE_THERE, NONE_THERE), NOTHING)
    assert told[0].best == (Shade.DARK, 5)
    assert told[0].scores[ten] == FLOOR


def test_the_other_set_has_fifteen_of_its_own() -> None:
    read = surely((Shade.DARK, 10), (Shade.LIGHT, 8), (Shade.DARK, 5), (Shade.LIGHT, 7))
    told, _ = within_sets(read, (NONE_THERE, NONE_THERE), NOTHING)
    assert [point.best for point in told] == [point.best for point in read]


def test_fewer_than_fifteen_are_as_likely_as_they_look() -> None:
    nine, ten = content_index(Shade.LIGHT, 9), content_index(Shade.LIGHT, 10)
    read = surely((Shade.LIGHT, 9), (Shade.LIGHT, 5), also={0: {nine: 0, ten: -100}})
    assert within_sets(read, (NONE_THERE, NONE_THERE), NOTHING)[0] == read


def test_what_a_hidden_place_holds_is_not_counted() -> None:
    read = surely((Shade.DARK, 10), (Shade.DARK, 9))
    told, bar = within_sets(read, (NONE_THERE, NONE_THERE), frozenset({"T2", "bar"}))
    assert told == read
    assert bar == (NONE_THERE, NONE_THERE)
    assert within_sets(read, (NONE_THERE, NONE_THERE), NOTHING)[0] != read


def test_checkers_on_the_bar_are_of_their_set() -> None:
    doubtful = CountReading((-50, 0, *(FLOOR,) * (MAX_COUNT - 1)))
    read = surely((Shade.DARK, 15), (Shade.LIGHT, 14))
    _, (dark, light) = within_sets(read, (doubtful, doubtful), NOTHING)
    assert (dark.best, light.best) == (0, 1)


def test_a_bare_board_stays_bare() -> None:
    told, bar = within_sets(surely(), (NONE_THERE, NONE_THERE), NOTHING)
    assert all(point.best == (None, 0) for point in told)
    assert [count.best for count in bar] == [0, 0]


@given(st.lists(st.lists(st.integers(-400, 0), min_size=31, max_size=31), min_size=2, max_size=2), st.integers(0, 12))
def test_chances_are_those_of_all_ways_to_fill_the_board(doubtful: list[list[int]], dark: int) -> None:
    scores = [[score - max(one) for score in one] for one in doubtful]
    read = (*(PlaceReading(tuple(one)) for one in scores), *surely((Shade.DARK, dark) if dark else (None, 0))[:22])
    told, _ = within_sets(read, (NONE_THERE, NONE_THERE), NOTHING)

    chances = [[0.0] * 31 for _ in scores]
    for ways in itertools.product(range(31), repeat=2):
        count = {Shade.DARK: dark, Shade.LIGHT: 0}
        for shade, more in map(content_at, ways):
            if shade is not None:
                count[shade] += more
        if max(count.values()) <= MAX_COUNT:
            chance = math.exp(sum(one[way] for one, way in zip(scores, ways, strict=True)) / 100)
            for place, way in enumerate(ways):
                chances[place][way] += chance
    for point, each in zip(told, chances, strict=False):
        for score, chance in zip(point.scores, each, strict=True):
            expected = 100 * math.log(chance / max(each)) if chance else FLOOR
            assert abs(score - max(FLOOR, expected)) <= 1 or (expected == FLOOR and score < -1500)
