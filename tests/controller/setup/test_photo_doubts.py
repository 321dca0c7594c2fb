"""What is in doubt in a photograph is said place by place: what was read, and what else may stand there."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from controller.rules import START, Player
from controller.setup.photo import DOUBTED, doubts_of, print_board
from tests.controller.referee.boards import reading
from vision.reading import PLACES, CountReading, CubeReading, PlaceReading, Reading, Shade, content_index

SURE = reading(START, Player.ONE)


def torn(place: str, first: tuple[Shade | None, int], second: tuple[Shade | None, int], behind: int = 100) -> Reading:
    """Return the start position with a place that may hold two things, one so many centinats behind the other."""
    scores = [-2000] * 31
    scores[content_index(*first)], scores[content_index(*second)] = 0, -behind
    points = [
        PlaceReading(tuple(scores)) if name == place else one for name, one in zip(PLACES, SURE.points, strict=True)
    ]
    return replace(SURE, points=tuple(points))


@pytest.mark.parametrize(
    ("place", "first", "second", "said"),
    [
        ("B4", (Shade.DARK, 6), (Shade.DARK, 7), ("6 dark", "7 dark")),
        ("T9", (None, 0), (Shade.LIGHT, 1), ("nothing", "1 light")),
        ("T12", (Shade.LIGHT, 2), (Shade.DARK, 2), ("2 light", "2 dark")),
    ],
)
def test_a_place_in_doubt_is_said_with_what_else_may_stand_there(
    place: str, first: tuple[Shade | None, int], second: tuple[Shade | None, int], said: tuple[str, str]
) -> None:
    assert doubts_of(torn(place, first, second)) == {place: {"read": said[0], "or": said[1], "chance": 0.269}}


def test_the_bar_is_doubted_like_any_other_place() -> None:
    scores = (0, -50, *[-2000] * 14)
    doubted = replace(SURE, bar_light=CountReading(scores))
    assert doubts_of(doubted) == {"bar light": {"read": "none", "or": "1", "chance": 0.378}}
    assert doubts_of(replace(doubted, hidden=frozenset({"bar"}))) == {}


@pytest.mark.parametrize("behind", [0, 100, 250, 290, 300, 500, 1000])
def test_a_place_is_in_doubt_where_anything_else_is_likelier_than_the_bound(behind: int) -> None:
    found = doubts_of(torn("B4", (Shade.DARK, 6), (Shade.DARK, 7), behind))
    assert bool(found) is (behind < 294)  # the other has a chance of one in twenty then
    assert all(doubt["chance"] >= DOUBTED for doubt in found.values())


def test_what_is_hidden_is_not_doubted_besides() -> None:
    assert doubts_of(replace(torn("B4", (Shade.DARK, 6), (Shade.DARK, 7)), hidden=frozenset({"B4"}))) == {}


def test_a_cube_whose_number_may_be_another_is_doubted() -> None:
    torn_cube = CubeReading(1.1, 0.5, 900.0, 360.0, (-2000, -2000, -2000, -2000, 0, -100))
    assert doubts_of(replace(SURE, cube=torn_cube)) == {"cube": {"read": "32", "or": "64", "chance": 0.269}}
    clear = replace(torn_cube, scores=(-2000, -2000, -2000, -2000, 0, -500))
    assert doubts_of(replace(SURE, cube=clear)) == {}


def test_each_doubt_has_a_line_of_its_own() -> None:
    text = io.StringIO()
    found: dict[str, object] = {
        "places": {}, "bar": {"dark": 0, "light": 0}, "dice": [], "cube": None, "hidden": [], "unlike": False,
    }  # fmt: skip
    doubts = doubts_of(torn("B4", (Shade.DARK, 6), (Shade.DARK, 7)))
    print_board(Console(file=text, width=80), {**found, "doubts": doubts})
    assert "Doubt  B4: 6 dark, or else 7 dark (27%)\n" in text.getvalue()
    text = io.StringIO()
    print_board(Console(file=text, width=80), {**found, "doubts": {}})
    assert "Doubt  of no place\n" in text.getvalue()
    text = io.StringIO()
    print_board(Console(file=text, width=80), {**found, "doubts": {}, "unlike": True})
    assert "Doubt  of all: it looks like no whole board" in text.getvalue()
    assert "of no place" not in text.getvalue()


@pytest.mark.parametrize("width", [20, 50, 64, 120])
def test_a_narrow_terminal_is_told_as_much_as_a_wide_one(width: int) -> None:
    places = {place: ["dark" if place[0] == "T" else "light", 15] for place in PLACES}
    found = {
        "places": places,
        "bar": {"dark": 12, "light": 0},
        "dice": [],
        "cube": None,
        "hidden": [],
        "doubts": {},
        "unlike": False,
    }
    text = io.StringIO()
    print_board(Console(file=text, width=width), found)
    assert (text.getvalue().count("15d"), text.getvalue().count("15l"), text.getvalue().count("12d")) == (12, 12, 1)
    assert "d dark, l light" in text.getvalue()
