"""Several looks at dice in doubt, and their mean: noise makes a die vanish, and a leaning one lie flat.

A throw is read from one settled picture where that is clear. Where it is not, the next pictures of the same stillness
are read too, and the mean of what they say of each die goes to the referee: it is no surer than they are, but the
camera's noise is taken out of it. A die counts that at least two pictures show.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.reading import lead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reading import DieReading, Reading
    from vision.track.expected import PlacedDie

MOST_FRAMES: Final = 4
"""Frames of one stillness that are read in doubt, at most."""
SURE_ODDS: Final = 150
"""Log-odds in centinats from which one frame makes it clear whether a die lies flat, or on a checker."""
CLEAR_LEAD: Final = 600
"""By how much the likeliest face must lead the next, in centinats: nearly as much as a picture can say, and far more
than the referee asks for."""
_SAME_DIE: Final = 0.015
"""How far apart two readings of one die lie at most, in board coordinates: less than the width of a die."""


def in_doubt(reading: Reading, lying: Sequence[PlacedDie] = ()) -> bool:
    """Return whether the dice of a reading should be looked at again: there are some, and they are no clear throw.

    Dice that clearly lean or lie on a checker are clear, too.

    Args:
        reading: of a settled picture.
        lying: the dice of the roll that is played: those that lie there still are asked no more, what lies beside
            them may be the other player's throw.
    """
    dice = [die for die in reading.dice if all(math.dist((die.x, die.y), (old.x, old.y)) >= _SAME_DIE for old in lying)]
    if not dice:
        return False
    return len(dice) != 2 or any(_unclear(die) for die in dice)


def together(readings: Sequence[Reading]) -> Reading:
    """Return the last of some readings of one stillness, with the dice that they show together.

    Args:
        readings: at least one reading, the oldest first.
    """
    last = readings[-1]
    if len(readings) == 1:
        return last
    groups: list[list[DieReading]] = []
    for reading in readings:
        for die in reading.dice:
            near = [one for one in groups if math.dist((one[0].x, one[0].y), (die.x, die.y)) < _SAME_DIE]
            if near:
                near[0].append(die)
            else:
                groups.append([die])
    return replace(last, dice=tuple(_mean(group) for group in groups if len(group) > 1))


def _unclear(die: DieReading) -> bool:
    """Return whether it is not clear how a die lies, or what it shows."""
    if die.flat <= -SURE_ODDS or die.on_checker >= SURE_ODDS:
        return False
    return die.flat < SURE_ODDS or die.on_checker > -SURE_ODDS or lead(die.scores) < CLEAR_LEAD


def _mean(dice: Sequence[DieReading]) -> DieReading:
    """Return what several readings say of one die; its scores are shifted so that the best is 0."""
    scores = [round(sum(column) / len(dice)) for column in zip(*(die.scores for die in dice), strict=True)]
    return replace(
        dice[-1],
        scores=tuple(score - max(scores) for score in scores),
        flat=round(sum(die.flat for die in dice) / len(dice)),
        on_checker=round(sum(die.on_checker for die in dice) / len(dice)),
    )
