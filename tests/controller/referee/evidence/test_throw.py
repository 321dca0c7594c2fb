"""What the dice on the board say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.referee.evidence.throw import DiceThresholds, Doubt, known_value, read_opening, read_throw
from controller.rules import Player, Roll
from tests.controller.referee.boards import LAYOUT, dice_of, die

THRESHOLDS = DiceThresholds()


@pytest.mark.parametrize("player", list(Player))
def test_two_flat_dice_in_the_own_half_are_a_roll(player: Player) -> None:
    assert read_throw(dice_of(player, 2, 5), LAYOUT, player, THRESHOLDS) == Roll(5, 2)


def test_no_dice_are_no_roll() -> None:
    assert read_throw((), LAYOUT, Player.ONE, THRESHOLDS) is None
    assert read_opening((), LAYOUT, THRESHOLDS) is None


@pytest.mark.parametrize(
    ("dice", "doubt"),
    [
        (dice_of(Player.ONE, 4), Doubt.ONE_DIE),
        (dice_of(Player.ONE, 4, 4, 2), Doubt.TOO_MANY),
        ((die(3, 0.7), die(3, 0.8, lead=-100)), Doubt.UNREADABLE),
        ((die(3, 0.7), die(1, 0.8, lead=-191, flat=128)), Doubt.UNREADABLE),
        ((die(3, 0.7), die(1, 0.8, lead=-191, flat=-128)), Doubt.UNREADABLE),
        ((die(3, 0.7), die(1, 0.8, flat=-160)), Doubt.COCKED),
        ((die(3, 0.7), die(3, 0.8, flat=-300)), Doubt.COCKED),
        ((die(3, 0.7), replace(die(3, 0.8), on_checker=-260)), Doubt.ON_CHECKER),
        (dice_of(Player.TWO, 4, 1), Doubt.WRONG_HALF),
        ((die(3, 0.7), die(2, 0.3)), Doubt.WRONG_HALF),
    ],
)
def test_what_is_no_valid_roll_has_its_reason(dice: tuple[object, ...], doubt: Doubt) -> None:
    assert read_throw(dice, LAYOUT, Player.ONE, THRESHOLDS) is doubt  # type: ignore[arg-type]


@pytest.mark.parametrize(("flat", "said"), [(60, Roll(3, 1)), (40, Doubt.UNREADABLE), (-140, Doubt.UNREADABLE)])
def test_a_die_of_which_it_is_not_clear_whether_it_leans_is_not_announced(flat: int, said: Roll | Doubt) -> None:
    dice = (die(3, 0.7), die(1, 0.8, flat=flat))
    assert read_throw(dice, LAYOUT, Player.ONE, THRESHOLDS) == said
    assert known_value(dice, THRESHOLDS) == (3 if said is Doubt.UNREADABLE else None)


def test_in_the_opening_the_halves_tell_whose_die_it_is() -> None:
    dice = (*dice_of(Player.TWO, 6), *dice_of(Player.ONE, 2))
    assert read_opening(dice, LAYOUT, THRESHOLDS) == (2, 6)


def test_both_opening_dice_in_one_half_are_asked_about() -> None:
    assert read_opening(dice_of(Player.ONE, 6, 2), LAYOUT, THRESHOLDS) is Doubt.WRONG_HALF
