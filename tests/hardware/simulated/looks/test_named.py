"""Looks: named once, and dark is darker than light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.simulated.errors import SceneError
from hardware.simulated.looks.fresh import FRESH
from hardware.simulated.looks.kept import KEPT
from hardware.simulated.looks.named import ALL_LOOKS, LOOKS, look_named
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.table import Scene
from vision.training.proposals.plates import HELD_OUT_LOOKS, draw_plate_setting

if TYPE_CHECKING:
    from hardware.simulated.looks.parts import BoardLook, Colour


def brightness(colour: Colour) -> float:
    return 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


@pytest.mark.parametrize("look", ALL_LOOKS.values(), ids=lambda look: look.name)
def test_the_dark_checkers_are_darker_than_the_light_ones(look: BoardLook) -> None:
    assert brightness(look.dark.colour) + 25 < brightness(look.light.colour)


@pytest.mark.parametrize("look", ALL_LOOKS.values(), ids=lambda look: look.name)
def test_pips_stand_out_from_their_dice(look: BoardLook) -> None:
    for die in (look.dark_dice, look.light_dice, look.cube):
        assert abs(brightness(die.colour) - brightness(die.pips)) > 80


def test_a_look_is_found_by_its_name_and_an_unknown_one_is_refused() -> None:
    for name, look in ALL_LOOKS.items():
        assert look_named(name) is look
        assert look.name == name
    assert len(ALL_LOOKS) >= 12
    with pytest.raises(SceneError) as caught:
        Scene(BoardSize(), "marzipan")
    assert caught.value.key == "scene.no_such_look"


def test_a_number_draws_always_the_same_look_and_another_number_another_one() -> None:
    assert look_named("drawn-7") == look_named("drawn-7")
    assert look_named("drawn-7").name == "drawn-7"
    assert look_named("drawn-7").surface != look_named("drawn-8").surface
    assert Scene(BoardSize(), "drawn-7").look == "drawn-7"
    with pytest.raises(SceneError):
        Scene(BoardSize(), "drawn-by-hand")


@pytest.mark.parametrize("number", range(60))
def test_pips_and_checkers_of_drawn_looks_stand_out(number: int) -> None:
    look = look_named(f"drawn-{number}")
    for die in (look.dark_dice, look.light_dice, look.cube):
        assert sum(abs(a - b) for a, b in zip(die.colour, die.pips, strict=True)) > 120
    assert sum(look.light.colour) - sum(look.dark.colour) >= 120


def test_clear_looks_are_drawn_ones_with_clear_dice_some_with_emblems_for_them_to_lie_on() -> None:
    looks = [look_named(f"clear-{number}") for number in range(40)]
    assert all(0.3 < die.clear < 1 for look in looks for die in (look.dark_dice, look.light_dice))
    assert 8 <= sum(look.logo is not None for look in looks) <= 24
    assert looks[3].points == look_named("drawn-3").points
    assert looks[3] == look_named("clear-3") != look_named("clear-4")


def test_looks_that_train_nothing_are_none_that_training_knows() -> None:
    assert not set(FRESH) & set(LOOKS)
    assert not set(KEPT) & (set(FRESH) | set(LOOKS))
    assert len(KEPT) == 4
    drawn = {draw_plate_setting(number, shapes=((160, 90),)).look for number in range(40)}
    assert drawn & set(LOOKS)
    assert not drawn & (set(FRESH) | set(KEPT) | set(HELD_OUT_LOOKS))
