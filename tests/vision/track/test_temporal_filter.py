"""What looks as it did in the last settled picture is not read otherwise for a lamp that is mirrored in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.referee.inputs import Seen
from tests.controller.record.matches import story
from vision.reading import PLACES, PlaceReading, Reading
from vision.track.temporal_filter import without_new_mixed_points

PLACE = "T11"
SCORES = PlaceReading((-600,) * 20 + (0,) + (-600,) * 10)


@pytest.fixture(scope="module")
def before() -> Reading:
    return next(one.given.reading for one in story().entries if isinstance(one.given, Seen))


def shared(before: Reading, *, touched: bool) -> Reading:
    """Return a later reading that takes one point for one with checkers of both shades."""
    points = tuple(SCORES if place == PLACE else old for place, old in zip(PLACES, before.points, strict=True))
    odds = tuple(400 if touched and place == PLACE else -400 for place in PLACES)
    return replace(
        before,
        time=before.time + 1,
        since=before.time,
        points=points,
        shared=frozenset({PLACE}),
        touched=odds,
    )


def test_a_point_that_looks_as_it_did_is_not_taken_for_one_with_checkers_of_both_shades(before: Reading) -> None:
    told = without_new_mixed_points(shared(before, touched=False), before)
    assert not told.shared
    assert told.points == before.points


def test_one_that_looks_otherwise_is(before: Reading) -> None:
    seen = shared(before, touched=True)
    assert without_new_mixed_points(seen, before) == seen


def test_one_that_was_taken_for_it_before_is_still(before: Reading) -> None:
    seen = shared(before, touched=False)
    assert without_new_mixed_points(seen, replace(before, shared=frozenset({PLACE}))) == seen
