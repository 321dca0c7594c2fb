"""Floors under the published figures of reading boards from single photographs, which chose nothing in the reader."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.reading.boards.read_boards import score_picture, wilson
from tests.benchmarks.reading.boards.reliability import Reliability
from tests.paths import SHARED

if TYPE_CHECKING:
    from tests.benchmarks.reading.boards.read_boards import Score

BOARDS = SHARED / "photos" / "boards" / "labels.jsonl"

pytestmark = [
    pytest.mark.films,
    pytest.mark.timeout(900),  # all pictures are read before the first test: half a minute, more where much else runs
    pytest.mark.skipif(not BOARDS.exists(), reason="needs the photographs in ../shared/photos"),
]


@pytest.fixture(scope="module")
def scores() -> list[Score]:
    labels = [json.loads(line) for line in BOARDS.read_text(encoding="utf-8").splitlines()]
    return [score_picture(label, BOARDS.parent) for label in labels]


def total(scores: list[Score], tiers: str) -> Counter[str]:
    """Return the counts of all pictures of some tiers."""
    counts: Counter[str] = Counter()
    for score in scores:
        if score.tier in tiers:
            counts.update(score.counts)
    return counts


def test_places_and_boards_of_good_pictures_are_read_right(scores: list[Score]) -> None:
    counts = total(scores, "AB")
    places = counts["places right"] + counts["places wrong"]
    assert counts["places right"] >= 228, wilson(counts["places right"], places)
    assert sum(score.exact for score in scores if score.tier in "AB") >= 7
    assert counts["bar wrong"] <= 2


def test_places_of_squeezed_pictures_are_mostly_read_right(scores: list[Score]) -> None:
    counts = total(scores, "C")
    places = counts["places right"] + counts["places wrong"]
    assert counts["places right"] >= 352, wilson(counts["places right"], places)
    assert sum(score.exact for score in scores if score.tier == "C") >= 11


def test_what_is_known_of_the_game_leads_to_the_right_board(scores: list[Score]) -> None:
    counts = total(scores, "AB")
    assert counts["legal wrong"] == 0
    assert counts["legal right"] >= 60
    assert counts["fifteen wrong"] <= 1
    squeezed = total(scores, "C")
    assert squeezed["legal wrong"] == 0
    assert squeezed["fifteen right"] >= 10


@pytest.mark.figures
def test_good_pictures_are_read_right_with_nothing_given_at_all() -> None:
    labels = [json.loads(line) for line in BOARDS.read_text(encoding="utf-8").splitlines()]
    unaided = [score_picture(label, BOARDS.parent, unaided=True) for label in labels if label["tier"] in "AB"]
    counts = total(unaided, "AB")
    assert counts["places right"] >= 229, wilson(counts["places right"], 230)
    assert sum(score.exact for score in unaided) >= 8
    assert counts["dice right"] >= 21
    assert counts["dice false"] <= 3


def test_chances_mean_about_what_they_say(scores: list[Score]) -> None:
    reliability = Reliability()
    for score in scores:
        for point, truth in score.believed:
            reliability.add(point, truth)
    sure = [right for chance, right in zip(reliability.chances, reliability.right, strict=True) if chance > 0.99]
    assert len(sure) > 200
    assert sum(sure) >= 0.99 * len(sure)


def test_dice_of_good_pictures_are_read_right_and_hardly_anything_else_is_taken_for_one(scores: list[Score]) -> None:
    counts = total(scores, "AB")
    assert counts["dice right"] >= 22
    assert counts["dice wrong"] == 0
    assert counts["dice false"] == 0


def test_dice_of_squeezed_pictures_are_mostly_read_right(scores: list[Score]) -> None:
    counts = total(scores, "C")
    assert counts["dice right"] >= 13
    assert counts["dice wrong"] + counts["dice missed"] <= 5
    assert counts["dice false"] <= 2


def test_cubes_are_found_as_often_as_before(scores: list[Score]) -> None:
    assert total(scores, "AB")["cube right"] >= 5
    assert total(scores, "C")["cube right"] >= 2
    assert total(scores, "AB")["cube wrong"] + total(scores, "AB")["cube false"] == 0
    assert total(scores, "C")["cube false"] <= 2
