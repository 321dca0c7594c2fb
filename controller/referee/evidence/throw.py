"""Dice on the board as a throw: a valid roll of one player, nothing, or something that has to be asked about."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from controller.referee.options.options import CLUB, Options, Pairs
from controller.rules import DieRuling, Player, Roll
from vision.reading import lead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.layout import Layout
    from vision.reading import DieReading

    Colours = tuple[tuple[int, int, int], tuple[int, int, int]]


class Doubt(StrEnum):
    """Why the dice on the board are not a valid roll."""

    ONE_DIE = "one-die"
    TOO_MANY = "too-many-dice"
    UNREADABLE = "unreadable"
    COCKED = "cocked"
    WRONG_HALF = "wrong-half"
    ON_CHECKER = "on-checker"
    NOT_OWN_DICE = "not-own-dice"


VOID: Final = frozenset({Doubt.COCKED, Doubt.WRONG_HALF, Doubt.ON_CHECKER, Doubt.UNREADABLE})
"""Doubts about two dice that were thrown."""


@dataclass(frozen=True, slots=True)
class DiceThresholds:
    """How sure the dice must be, in centinats.

    Attributes:
        value: by how much the likeliest face must lead the next, the odds that the die leans taken off.
        cocked: a die is called cocked when the odds that it lies flat are below the negative of this.
        on_checker: a die counts as lying on a checker unless the odds are clearly against it: when they are above this.
        flat: odds of lying flat below which a die that is not called cocked is not read either.
    """

    value: int = 250
    cocked: int = 150
    on_checker: int = -350
    flat: int = 50


SAME_COLOUR: Final = 60.0
"""How far the colours of two dice may be apart, in units of 0..255, and be those of one pair."""


def read_throw(  # noqa: PLR0913 - what makes a throw valid depends on as many things
    dice: Sequence[DieReading],
    layout: Layout,
    player: Player,
    thresholds: DiceThresholds,
    *,
    options: Options = CLUB,
    colours: Colours | None = None,
) -> Roll | Doubt | None:
    """Return the roll of `player`, why it is none, or None when no die of his lies on the board.

    Both dice must lie flat in the half to his right (US rules 4.2).

    Args:
        dice: all dice on the board.
        layout: how the table is set up.
        player: whose throw is looked for.
        thresholds: how sure each die must be.
        options: whether there are two pairs, whether a box, a checker or the left half void a throw.
        colours: of each player's dice, where they are known.
    """
    own = own_dice(dice, layout, player, options, colours)
    if not own:
        return None
    doubt = _doubt(own, thresholds, options)
    if doubt:
        return doubt
    anywhere = options.baffle_box or options.die_in_wrong_half is DieRuling.VALID
    if not anywhere and not all(layout.in_own_half(player, die.x) for die in own):
        return Doubt.WRONG_HALF
    return Roll.of(own[0].value, own[1].value)


def own_dice(
    dice: Sequence[DieReading], layout: Layout, player: Player, options: Options, colours: Colours | None = None
) -> tuple[DieReading, ...]:
    """Return the dice that may be a throw of `player`: all, or those of his pair where there are two.

    With two pairs told by side, dice in the other half are the other player's as soon as two lie in the own one.
    """
    if options.pairs is Pairs.BY_COLOUR and colours is not None and _tell_apart(colours):
        mine, others = colours[player], colours[player.other]
        return tuple(die for die in dice if math.dist(die.colour, mine) <= math.dist(die.colour, others))
    if options.pairs is not Pairs.ONE and len(dice) > 2:
        near = tuple(die for die in dice if layout.in_own_half(player, die.x))
        return near if len(near) == 2 else tuple(dice)
    return tuple(dice)


def read_opening(
    dice: Sequence[DieReading], layout: Layout, thresholds: DiceThresholds, options: Options = CLUB
) -> tuple[int, int] | Doubt | None:
    """Return the dice of player ONE and player TWO in the opening roll, why there are none, or None without dice.

    Each player's one die lies in his own right half: the halves tell whose it is.
    """
    if not dice:
        return None
    doubt = _doubt(dice, thresholds, options)
    if doubt:
        return doubt
    of_one, of_two = opening_dice(dice, layout)
    if len(of_one) != 1 or len(of_two) != 1:
        return Doubt.WRONG_HALF
    return of_one[0].value, of_two[0].value


def opening_dice(dice: Sequence[DieReading], layout: Layout) -> tuple[tuple[DieReading, ...], tuple[DieReading, ...]]:
    """Return the dice in player ONE's right half, and those in player TWO's."""
    of_one = tuple(die for die in dice if layout.in_own_half(Player.ONE, die.x))
    of_two = tuple(die for die in dice if layout.in_own_half(Player.TWO, die.x))
    return of_one, of_two


def known_value(dice: Sequence[DieReading], thresholds: DiceThresholds) -> int | None:
    """Return the value of the one of two dice that can be read, None unless it is one exactly."""
    readable = [die.value for die in dice if _readable(die, thresholds)]
    return readable[0] if len(dice) == 2 and len(readable) == 1 else None


def _doubt(dice: Sequence[DieReading], thresholds: DiceThresholds, options: Options) -> Doubt | None:
    """Return what keeps any two dice from being a roll, wherever they lie."""
    if len(dice) == 1:
        return Doubt.ONE_DIE
    if len(dice) > 2:
        return Doubt.TOO_MANY
    if any(die.flat < -thresholds.cocked for die in dice):
        return Doubt.COCKED
    if options.die_on_checker is DieRuling.COCKED and any(die.on_checker > thresholds.on_checker for die in dice):
        return Doubt.ON_CHECKER
    if not all(_readable(die, thresholds) for die in dice):
        return Doubt.UNREADABLE
    return None


def _tell_apart(colours: Colours) -> bool:
    """Return whether the two pairs differ enough in colour to be told apart."""
    return math.dist(*colours) > SAME_COLOUR


def _readable(die: DieReading, thresholds: DiceThresholds) -> bool:
    """Return whether it is clear enough what a die shows and that it lies flat."""
    return _sureness(die) >= thresholds.value and die.flat >= thresholds.flat


def _sureness(die: DieReading) -> int:
    """Return by how much the best face leads the second, less the odds that the die leans: then it may show another."""
    return lead(die.scores) + min(0, die.flat)
