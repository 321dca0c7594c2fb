"""The table of what was said of whole boards, and how often that was so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules import START, Player
from tests.benchmarks.reading.boards.read_whole import WholeBoard, bins, said_of, table
from tests.controller.referee.boards import reading
from vision.reading import PLACES, PlaceReading


def boards(said: float, right: int, wrong: int) -> list[WholeBoard]:
    return [WholeBoard(said, right=True)] * right + [WholeBoard(said, right=False)] * wrong


def test_boards_are_sorted_by_what_was_said_of_them_and_none_is_lost() -> None:
    every = [WholeBoard(said, right=True) for said in (0.0, 0.19, 0.2, 0.5, 0.949, 0.95, 0.99, 1.0)]
    found = [(low, high, len(inside)) for low, high, inside in bins(every)]
    assert sum(count for *_, count in found) == len(every)
    assert found[0] == (0.0, 0.2, 2)
    assert found[-1] == (0.99, 1.0, 2)


def test_a_number_that_means_what_it_says_holds_and_one_that_does_not_is_told() -> None:
    honest = table("honest", [*boards(0.9, 18, 2), *boards(0.3, 6, 14)])
    assert honest[-1] == "  holds in 2 of 2 bins; off by 0.0 points in all"
    boasting = table("boasting", boards(0.97, 5, 15))
    assert boasting[-1] == "  holds in 0 of 1 bins; off by 72.0 points in all"
    assert "25.0 % (5 of 20, " in boasting[2]
    assert table("none", [])[-1].startswith("  holds in 0 of 0 bins")


def test_two_places_in_doubt_leave_a_quarter_and_hidden_ones_say_nothing() -> None:
    sure = reading(START, Player.ONE)
    assert said_of(sure) == pytest.approx(1.0, abs=0.01)
    torn = PlaceReading((0, 0, *[-900] * 29))
    points = tuple(torn if place in {"T2", "B2"} else point for place, point in zip(PLACES, sure.points, strict=True))
    doubted = replace(sure, points=points)
    assert said_of(doubted) == pytest.approx(0.25, abs=0.01)
    assert said_of(replace(doubted, hidden=frozenset({"B2"}))) == pytest.approx(0.5, abs=0.01)
