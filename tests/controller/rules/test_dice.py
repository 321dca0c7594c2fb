"""Rolls of two dice."""

from __future__ import annotations

import pytest

from controller.rules import Roll, RollError, RulesError

FACES = range(1, 7)


def test_there_are_21_rolls_whatever_order_the_dice_fall_in() -> None:
    rolls = {Roll.of(first, second) for first in FACES for second in FACES}
    assert len(rolls) == 21
    assert all(roll.high >= roll.low for roll in rolls)


def test_a_doublet_is_played_four_times() -> None:
    assert Roll(3, 3).is_doublet
    assert Roll(3, 3).dice == (3, 3, 3, 3)
    assert not Roll(6, 1).is_doublet
    assert Roll(6, 1).dice == (6, 1)


def test_a_roll_is_written_with_the_larger_die_first() -> None:
    assert str(Roll.of(1, 6)) == "61"


@pytest.mark.parametrize(("high", "low"), [(7, 1), (1, 0), (2, 5), (0, 0), (-1, -1)])
def test_what_no_two_dice_show_is_refused(high: int, low: int) -> None:
    with pytest.raises(RollError) as caught:
        Roll(high, low)
    assert caught.value.key == "roll.not_two_dice"
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)
