"""The reasons why a position cannot be reached: the breaches of the rules, and what each of them concerns.

Points are always those of the player who moved, counted from his own side: 1..24, 25 the bar, 0 off; the other
player's checkers are named by the same numbers. So one picture of the board, seen from one side, holds them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from functools import reduce
from operator import or_
from typing import Final


class Breach(Flag):
    """The rules that a play can break; the empty flag is a legal play, and false.

    Each says which points and dice its `Reason` names, in which order. They are declared from the slightest to the
    gravest: first a play that stops short, then a move that the rules forbid, then checkers that no player may touch
    or that are not where checkers can be.
    """

    DICE_UNPLAYED = auto()
    """Fewer dice were played than could be.

    points: an example, moves that would have played more, (source, target, source, target, ...) in playing order:
    those that were still to be made, or, when the moves made had already spoilt it, a whole play that uses enough
    dice. The two are told apart by their number: the former has one move for each of `dice`. Of several examples it is
    the one that tries the larger die first, and the highest checker.
    dice: those not played that could be."""
    LARGER_DIE = auto()
    """Either die could be played but not both, and the smaller one was.

    points: (source, target) of a move of the larger die, by the highest checker that can make it.
    dice: (larger, smaller)."""
    BAR_FIRST = auto()
    """Another checker moved although one was on the bar and stayed there.

    points: (25, source, target, source, target, ...), the moves of checkers that were not on the bar, highest first;
    `HAND` for 25 where none but checkers that have never been in play had to enter.
    dice: those that these moves took, as far as any did."""
    CLOSED_POINT = auto()
    """A checker landed on a point held by two or more of the other player's, or could only pass by way of one.

    points: (source, closed), where the checker set out and the closed point; (source, closed, closed) when it went on
    and the other order of the dice was closed too. dice: those that brought it there; none when no die did."""
    BORNE_OFF_EARLY = auto()
    """A checker was borne off while another was not home.

    points: (source, 0). dice: those it took; none when the number was wrong as well."""
    WRONG_DISTANCE = auto()
    """A checker moved by a number of pips that neither a die left for it nor the sum of several gives.

    Bearing off with too small a die, or with a larger one while a checker stands on a higher point, is this too; and
    so is a move too many, after all dice were played.
    points: (source, target). dice: those it may have been meant for; none when no die was left."""
    BACKWARDS = auto()
    """A checker moved away from its home, or onto the bar. How far is not judged.

    points: (source, target). dice: those left for it that give its distance, if any do."""
    HIT_NOT_ON_BAR = auto()
    """A blot was hit, but the hit checker is not on the bar: left under the hitter, put elsewhere, or taken away.

    points: (where it was hit,), or (where it was hit, where it stands) when it was put elsewhere. dice: none."""
    OTHER_MOVED = auto()
    """A checker of the other player moved, other than to the bar by being hit.

    points: (source, target); (source, 25) is a checker put on the bar that nothing hit. dice: none."""
    CHECKER_MISSING = auto()
    """A checker is gone from the board and no die left for it can have borne it off.

    points: (where it should be,), 0 when it should be among those borne off. dice: none."""
    CHECKER_EXTRA = auto()
    """There is a checker on the board that was not there and did not come from anywhere on it.

    points: (where it is,), 0 when there is one too many among those borne off. dice: none."""
    HIT_TOO_EARLY = auto()
    """In Dutch backgammon a blot was hit by a player who had no checker at home. As grave as a closed point.

    points: (source, where it was hit). dice: those that brought the checker there."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One breach and what it concerns.

    Attributes:
        breach: exactly one flag.
        points: the points concerned, in the mover's numbering; the flag's description tells which.
        dice: the dice concerned, larger first; the flag's description tells which.
        other: whether the checker concerned belongs to the player who did not move.
    """

    breach: Breach
    points: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    other: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a position cannot be reached; false when it can.

    Attributes:
        reasons: every reason once, in the order in which the flags are declared, higher points first; empty when the
            play is legal.
    """

    reasons: tuple[Reason, ...] = ()

    @property
    def breaches(self) -> Breach:
        """The flags of all reasons together; the empty flag when the play is legal."""
        return reduce(or_, (reason.breach for reason in self.reasons), Breach(0))

    def __bool__(self) -> bool:
        """Return whether there is any reason: whether the play is illegal."""
        return bool(self.reasons)


LEGAL: Final = Explanation()
"""What explains a legal play: nothing."""
