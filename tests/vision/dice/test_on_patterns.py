"""Dice on the board's pattern: with it or without it, as they are seen better, each part of the board by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from unittest.mock import MagicMock

import numpy as np

from vision.dice.candidates import DieCandidate
from vision.dice.crops import PATCH
from vision.dice.die_net import CLASSES, NONE
from vision.dice.on_patterns import ON_PATTERNS, _clearer, _parts, dice_on_patterns
from vision.dice.pattern_removal import Pattern
from vision.dice.proposals import Proposal

if TYPE_CHECKING:
    import pytest

    from vision.dice.search import SeenBoard, Task

NO_PICTURE = np.zeros((PATCH, PATCH, 3), dtype=np.uint8)
SIDE = 20.0
EMBLEM, POINT = (440.0, 320.0), (540.0, 180.0)


def place(at: tuple[float, float]) -> Proposal:
    return Proposal(*at, SIDE, at[0] / 1280, at[1] / 720, 4.0)


def die(at: tuple[float, float], face: int, chance: float) -> DieCandidate:
    """Return what the networks hold for a die that shows a face, with a chance."""
    chances = np.full(CLASSES, 1e-6, dtype=np.float32)
    chances[[NONE, face]] = 1 - chance, chance
    return DieCandidate(place(at), chances, NO_PICTURE, NO_PICTURE)


def test_a_die_seen_clearer_on_an_emblem_takes_none_away_that_lies_elsewhere() -> None:
    elsewhere, on_emblem = die(POINT, 2, 0.99), die(EMBLEM, 4, 0.999)
    front = place((POINT[0], POINT[1] + 14))
    found = _clearer([elsewhere], [on_emblem], [place(EMBLEM), front])
    assert {id(one) for one in found} == {id(elsewhere), id(on_emblem)}


def test_of_what_is_seen_at_one_spot_the_clearer_counts() -> None:
    beside = (EMBLEM[0] + 12, EMBLEM[1])
    with_pattern, without = die(EMBLEM, 3, 0.8), die(beside, 5, 0.999)
    assert _clearer([with_pattern], [without], [place(EMBLEM)]) == [without]
    blurred = die(beside, 5, 0.7)
    assert _clearer([with_pattern], [blurred], [place(EMBLEM)]) == [with_pattern]
    assert _clearer([with_pattern], [], [place(EMBLEM)]) == [with_pattern]


def test_dice_where_no_pattern_was_taken_out_stay_as_they_were_seen() -> None:
    before, after = die(POINT, 2, 0.9), die(POINT, 3, 0.999)
    assert _clearer([before], [after], [place(EMBLEM)]) == [before]


def test_places_are_in_one_part_if_a_die_may_be_near_both() -> None:
    row = [place((400 + far * SIDE, 300)) for far in (0.0, 4.0, 2.1, 6.5)]
    apart, joined = sorted(_parts(row), key=len)
    assert apart == [row[3]]
    assert sorted(joined) == sorted(row[:3])
    assert 6.5 - 4.0 >= 2 * ON_PATTERNS.here > 2.1


def test_what_is_found_where_only_the_pattern_is_seen_is_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    spot, lying = die(EMBLEM, 1, 0.999), die(POINT, 2, 0.99)
    covered = {spot.place: 0.09, lying.place: 0.26}

    def pattern_round(place: Proposal, *_: object) -> Pattern:
        flat = np.zeros((1, 1, 3), dtype=np.float32)
        return Pattern((slice(0, 1), slice(0, 1)), flat, flat[..., 0], covered[place])

    monkeypatch.setattr("vision.dice.on_patterns.pattern_round", pattern_round)
    monkeypatch.setattr("vision.dice.on_patterns.without_patterns", lambda image, _: image)
    monkeypatch.setattr("vision.dice.on_patterns.ask", lambda *_: None)
    monkeypatch.setattr("vision.dice.on_patterns.places_of", lambda *_: ([], []))
    monkeypatch.setattr("vision.dice.on_patterns.classify_proposals", lambda *_: [])
    task, board = cast("Task", MagicMock()), cast("SeenBoard", MagicMock())
    assert dice_on_patterns([spot, lying], [], task, board, 16) == [lying]
