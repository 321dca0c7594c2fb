"""Dice in doubt are looked at again, and what is said of them then is the mean of what was seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.rules import START, Player
from tests.controller.referee.boards import die, reading
from vision.track.dice_vote import MOST_FRAMES, in_doubt, together

if TYPE_CHECKING:
    from vision.reading import DieReading, Reading

SIX, TWO = die(6, 0.8, 0.4), die(2, 0.7, 0.6)


def look(*dice: DieReading) -> Reading:
    """Return what one picture shows."""
    return reading(START, Player.ONE, dice=dice)


@pytest.mark.parametrize(
    ("dice", "doubt"),
    [
        ((), False),
        ((SIX, TWO), False),
        ((SIX,), True),
        ((SIX, TWO, die(1, 0.3, 0.3)), True),
        ((SIX, replace(TWO, flat=90)), True),
        ((SIX, replace(TWO, flat=-90)), True),
        ((SIX, replace(TWO, flat=-400)), False),
        ((SIX, replace(TWO, on_checker=0)), True),
        ((SIX, replace(TWO, on_checker=400)), False),
        ((SIX, replace(TWO, scores=(-350, 0, -700, -700, -700, -700))), True),
    ],
)
def test_only_dice_that_are_no_clear_throw_are_in_doubt(dice: tuple[DieReading, ...], doubt: bool) -> None:  # noqa: FBT001
    assert in_doubt(look(*dice)) is doubt


def test_during_a_play_only_what_lies_beside_the_dice_of_the_roll_is_in_doubt() -> None:
    rolled = (SIX, TWO)
    unclear, one, other = replace(TWO, flat=90), die(3, 0.2), die(5, 0.3)
    assert not in_doubt(look(SIX, unclear), rolled)
    assert not in_doubt(look(SIX), rolled)
    assert in_doubt(look(SIX, TWO, one), rolled)
    assert not in_doubt(look(SIX, unclear, one, other), rolled)
    assert in_doubt(look(SIX, TWO, one, replace(other, flat=90)), rolled)


def test_a_die_that_noise_hid_once_is_there_and_one_that_was_seen_once_is_not() -> None:
    ghost = die(4, 0.2, 0.2)
    seen = together((look(SIX), look(SIX, TWO, ghost), look(SIX, TWO)))
    assert [(one.value, one.x) for one in seen.dice] == [(6, 0.8), (2, 0.7)]
    assert not in_doubt(seen)


def test_a_die_that_leans_in_the_mean_leans() -> None:
    seen = together(tuple(look(SIX, replace(TWO, flat=flat)) for flat in (101, -476, 63, -551)))
    assert [one.flat for one in seen.dice] == [SIX.flat, -216]


def test_the_mean_of_what_two_looks_say_is_no_surer_than_either() -> None:
    one, other = (-200, 0, -700, -700, -700, -700), (0, -100, -700, -700, -700, -700)
    (seen,) = together((look(replace(TWO, scores=one)), look(replace(TWO, scores=other)))).dice
    assert seen.scores == (-50, 0, -650, -650, -650, -650)


def test_a_single_look_says_what_it_says() -> None:
    only = look(SIX, TWO)
    assert together((only,)) is only
    assert MOST_FRAMES > 1
