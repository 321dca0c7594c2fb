"""The stages of a roll: the dice, and in acey-deucey the doubles that follow them.

In backgammon a roll has one stage, the dice. In acey-deucey a 1 and a 2 are followed by a double that the player names;
in the European game a double, rolled or named, is followed by its complement to seven. A stage begins only when the one
before was played with all its dice, and whoever plays the last one so rolls again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.rules.dice import Roll

if TYPE_CHECKING:
    from controller.rules.profile import RulesProfile

ACEY_DEUCEY_ROLL: Final = Roll(2, 1)
"""The roll that gives the game its name."""

FACES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class StagedRoll:
    """One way to go on with a roll.

    Attributes:
        stages: the moves of each stage, one for each die, larger first.
        named: the double that the player has named for it; None where none is to be named.
        again: whoever plays all of it rolls again.
    """

    stages: tuple[tuple[int, ...], ...]
    named: int | None = None
    again: bool = False

    @property
    def dice(self) -> tuple[int, ...]:
        """Every move that it gives, stage by stage."""
        return tuple(die for stage in self.stages for die in stage)


def staged_rolls(roll: Roll, profile: RulesProfile, named: int | None = None) -> tuple[StagedRoll, ...]:
    """Return the ways to go on with a roll: one, or one for each double that may be named.

    Args:
        roll: the dice.
        profile: the rules played by.
        named: the double that the player has named, None where he has not said it; without meaning unless 1 and 2
            were rolled.
    """
    variant = profile.variant
    if not variant.acey_deucey:
        return (StagedRoll((roll.dice,)),)
    if roll == ACEY_DEUCEY_ROLL:
        faces = FACES if named is None else (named,)
        return tuple(StagedRoll((roll.dice, *_doubles(face, profile)), face, again=True) for face in faces)
    if roll.is_doublet and profile.european_acey_deucey:
        return (StagedRoll(_doubles(roll.high, profile), again=True),)
    return (StagedRoll((roll.dice,)),)


def wants_name(roll: Roll, profile: RulesProfile) -> bool:
    """Whether a double is to be named with a roll."""
    return profile.variant.acey_deucey and roll == ACEY_DEUCEY_ROLL


def _doubles(face: int, profile: RulesProfile) -> tuple[tuple[int, ...], ...]:
    """Return the stages of a double: its four moves, and where so played those of its complement."""
    return ((face,) * 4, (7 - face,) * 4) if profile.european_acey_deucey else ((face,) * 4,)
