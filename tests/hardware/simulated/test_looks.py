"""Looks: named once, and dark is darker than light."""

from __future__ import annotations

import pytest

from hardware.simulated.board import BoardSize
from hardware.simulated.errors import SceneError
from hardware.simulated.looks import LOOKS, BoardLook, Colour, look_named
from hardware.simulated.scene import Scene


def brightness(colour: Colour) -> float:
    return 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
def test_the_dark_checkers_are_darker_than_the_light_ones(look: BoardLook) -> None:
    assert brightness(look.dark.colour) + 25 < brightness(look.light.colour)


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
def test_pips_stand_out_from_their_dice(look: BoardLook) -> None:
    for die in (look.dark_dice, look.light_dice, look.cube):
        assert abs(brightness(die.colour) - brightness(die.pips)) > 80


def test_a_look_is_found_by_its_name_and_an_unknown_one_is_refused() -> None:
    for name, look in LOOKS.items():
        assert look_named(name) is look
        assert look.name == name
    assert len(LOOKS) >= 4
    with pytest.raises(SceneError) as caught:
        Scene(BoardSize(), "marzipan")
    assert caught.value.key == "scene.no_such_look"
