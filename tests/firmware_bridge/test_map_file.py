"""A strip's map in a file."""

from __future__ import annotations

import pytest

from firmware_bridge import map_file
from firmware_bridge.errors import CellError
from firmware_bridge.map_file import parse_map
from firmware_bridge.strip_map import NAMES, STANDARD, StripMap


def test_an_empty_file_is_the_standard_strip() -> None:
    assert parse_map("") == STANDARD


def test_every_setting_can_be_given() -> None:
    text = (
        "leds = 40\nfirst = 10\nclockwise = false\nstart = 12\nturned = true\ncap_ma = 300\n"
        "[names]\ndice_left = false\n"
        + "".join(f"{name} = {at}\n" for at, name in enumerate(NAMES) if name != "dice_left")
    )
    names = {name: at for at, name in enumerate(NAMES) if name != "dice_left"}
    assert parse_map(text) == StripMap(40, 10, clockwise=False, start=12, turned=True, names=names, cap_ma=300)


def test_the_example_of_the_documentation_is_a_map() -> None:
    made = parse_map((map_file.__doc__ or "").partition("\n\n")[2])
    assert (made.leds, made.index("cube")) == (40, 38)
    assert not made.has("dice_right"), "the board lies turned, so the light that the strip lacks is on the right"
    assert made.has("dice_left")


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("lamps = 3", "map.setting", "lamps"),
        ("leds = true", "map.setting", "leds"),
        ("leds = 34.0", "map.setting", "leds"),
        ("[names]\nroof = 3", "map.setting", "names.roof"),
        ("[names]\ncube = true", "map.setting", "names.cube"),
        ("first = 5", "map.shared", None),
        ("leds = 10", "map.range", None),
        ("start = 25", "map.start", None),
        ("cap_ma = 0", "map.power", None),
    ],
)
def test_what_makes_no_map_is_refused_by_name(text: str, key: str, name: str | None) -> None:
    with pytest.raises(CellError) as refused:
        parse_map(text)
    assert refused.value.key == key
    assert name is None or refused.value.params["name"] == name
