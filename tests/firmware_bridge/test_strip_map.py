"""Which light stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware_bridge.cells import DARK, Cell, Colour
from firmware_bridge.errors import CellError
from firmware_bridge.strip_map import NAMES, POINTS, STANDARD, StripMap, opposite

if TYPE_CHECKING:
    from collections.abc import Mapping

RED = Cell(Colour.RED)


def test_the_standard_strip_is_that_of_the_bill_of_materials() -> None:
    assert STANDARD.leds == 34
    assert [STANDARD.index(point) for point in range(1, 25)] == list(range(24))
    assert [STANDARD.index(name) for name in NAMES] == list(range(24, 34))
    assert (STANDARD.index("cube"), STANDARD.index("link")) == (28, 33)


def test_a_strip_glued_the_other_way_round_from_another_corner_lights_the_same_points() -> None:
    other = StripMap(clockwise=False, start=12)
    assert other.index(12) == 0
    assert other.index(11) == 1
    assert other.index(13) == 23
    assert sorted(other.index(point) for point in range(1, 25)) == list(range(24))


def test_a_run_may_start_behind_other_lights() -> None:
    behind = StripMap(first=10, names={name: number for number, name in enumerate(NAMES)})
    assert behind.index(1) == 10
    assert behind.index("bar_bottom") == 0


def test_places_that_are_not_named_are_dark() -> None:
    codes = STANDARD.codes({6: RED, "cube": Cell(Colour.WHITE)})
    assert len(codes) == 34
    assert {at: code for at, code in enumerate(codes) if code} == {5: Colour.RED, 28: Colour.WHITE}


def test_a_whole_state_is_taken_in_the_order_of_the_strip() -> None:
    assert STANDARD.codes([RED] + [DARK] * 33) == bytes([Colour.RED]) + bytes(33)


@pytest.mark.parametrize("place", [0, 25, -1, "roof"])
def test_a_place_that_the_board_does_not_have_is_named(place: str | int) -> None:
    with pytest.raises(CellError) as caught:
        STANDARD.codes({place: RED})
    assert (caught.value.key, caught.value.params["place"]) == ("map.place", place)


@pytest.mark.parametrize("length", [0, 33, 35])
def test_a_state_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(CellError) as caught:
        STANDARD.codes([RED] * length)
    assert caught.value.key == "map.length"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"start": 0}, "map.start"),
        ({"start": POINTS + 1}, "map.start"),
        ({"leds": 33}, "map.range"),
        ({"first": -1}, "map.range"),
        ({"first": 1}, "map.shared"),
        ({"names": {"cube": 30, "link": 30}}, "map.shared"),
        ({"cap_ma": 0}, "map.power"),
        ({"cap_ma": 70000}, "map.power"),
    ],
)
def test_a_map_that_no_strip_can_have_is_refused(options: Mapping[str, object], key: str) -> None:
    with pytest.raises(CellError) as caught:
        StripMap(**options)  # type: ignore[arg-type]  # each case has its own kind of option
    assert caught.value.key == key


def test_a_board_turned_by_half_a_turn_lights_what_is_opposite() -> None:
    turned = StripMap(turned=True)
    assert turned.index(1) == STANDARD.index(13)
    assert turned.index(24) == STANDARD.index(12)
    assert turned.index("tray_bottom") == STANDARD.index("tray_top")
    assert turned.index("dice_left") == STANDARD.index("dice_right")
    assert turned.index("cube") == STANDARD.index("cube")


@pytest.mark.parametrize("place", [*range(1, POINTS + 1), *NAMES])
def test_turned_twice_everything_is_where_it_was(place: str | int) -> None:
    assert opposite(opposite(place)) == place
    assert (opposite(place) in range(1, POINTS + 1)) == (place in range(1, POINTS + 1))


def test_every_light_has_a_place_whichever_way_the_strip_was_built() -> None:
    for built in (STANDARD, StripMap(turned=True), StripMap(clockwise=False, start=7, turned=True)):
        places = built.places()
        assert sorted(places) == list(range(34))
        assert all(built.index(place) == light for light, place in places.items())


@pytest.mark.parametrize("short", [StripMap(leds=25, names={"link": 24}, turned=turned) for turned in (False, True)])
def test_a_strip_may_lack_lights_that_are_no_points(short: StripMap) -> None:
    assert not short.has("cube")
    assert short.codes({"cube": RED, "link": RED}) == bytes(24) + bytes([Colour.RED])
    with pytest.raises(CellError, match=r"map\.place"):
        short.index("cube")
