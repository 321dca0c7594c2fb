"""What the dice on the board say: a valid roll of one player, nothing, or something that has to be asked about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from controller.rules import Player, Roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.layout import Layout
    from vision.reading import DieReading


class Doubt(StrEnum):
    """Why the dice on the board are not a valid roll."""

    ONE_DIE = "one-die"
    TOO_MANY = "too-many-dice"
    UNREADABLE = "unreadable"
    COCKED = "cocked"
    WRONG_HALF = "wrong-half"
    ON_CHECKER = "on-checker"
    NOT_OWN_DICE = "not-own-dice"


@dataclass(frozen=True, slots=True)
class DiceMargins:
    """How sure the dice must be, in centinats.

    Attributes:
        value: by how much the likeliest face must lead the next.
        cocked: a die is called cocked when the odds that it lies flat are below the negative of this.
    """

    value: int = 150
    cocked: int = 150


def read_throw(dice: Sequence[DieReading], layout: Layout, player: Player, margins: DiceMargins) -> Roll | Doubt | None:
    """Return the roll of `player`, why it is none, or None when no die lies on the board.

    Both dice must lie flat in the half to his right (US rules 4.2).
    """
    if not dice:
        return None
    doubt = _doubt(dice, margins)
    if doubt:
        return doubt
    if not all(layout.in_own_half(player, die.x) for die in dice):
        return Doubt.WRONG_HALF
    return Roll.of(dice[0].value, dice[1].value)


def read_opening(dice: Sequence[DieReading], layout: Layout, margins: DiceMargins) -> tuple[int, int] | Doubt | None:
    """Return the dice of player ONE and player TWO in the opening roll, why there are none, or None without dice.

    Each player's one die lies in his own right half: the halves tell whose it is.
    """
    if not dice:
        return None
    doubt = _doubt(dice, margins)
    if doubt:
        return doubt
    of_one = [die for die in dice if layout.in_own_half(Player.ONE, die.x)]
    of_two = [die for die in dice if layout.in_own_half(Player.TWO, die.x)]
    if len(of_one) != 1 or len(of_two) != 1:
        return Doubt.WRONG_HALF
    return of_one[0].value, of_two[0].value


def _doubt(dice: Sequence[DieReading], margins: DiceMargins) -> Doubt | None:
    """Return what keeps any two dice from being a roll, wherever they lie."""
    if len(dice) == 1:
        return Doubt.ONE_DIE
    if len(dice) > 2:
        return Doubt.TOO_MANY
    if any(die.flat < -margins.cocked for die in dice):
        return Doubt.COCKED
    if any(_lead(die.scores) < margins.value for die in dice):
        return Doubt.UNREADABLE
    return None


def _lead(scores: tuple[int, ...]) -> int:
    """Return by how much the best score leads the second."""
    second, best = sorted(scores)[-2:]
    return best - second
