"""Mistakes that simulated people make: illegal plays of a named kind, made from a position and a roll.

Each kind returns the position that the mistake leaves, or None where the position offers no such mistake. That it is
illegal is made sure of by asking for the legal plays; nothing here judges a play after it has been made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules import BAR, OFF, Position, legal_plays

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping

    from controller.rules import Roll

Slip = str
"""The name of a kind of mistake, a key of SLIPS."""


def slip_result(kind: Slip, before: Position, roll: Roll, rng: random.Random) -> Position | None:
    """Return a position that the mistake of this kind leaves, or None where none can be made.

    Args:
        kind: a key of SLIPS.
        before: the position before the play, seen by the player.
        roll: his dice.
        rng: chooses among the mistakes possible.
    """
    legal = legal_plays(before, roll)
    candidates = sorted(
        {after for after in SLIPS[kind](before, roll) if not legal.allows(after)},
        key=lambda position: (position.mine, position.theirs),
    )
    return rng.choice(candidates) if candidates else None


def moved(position: Position, source: int, target: int) -> Position | None:
    """Return the position after one checker went from `source` to `target`, rules or no rules.

    A lone checker of the other player on the target goes to his bar. None where there is no checker to move, or where
    two or more of the other player's stand on the target (a person notices those).
    """
    if not position.mine[source] or not OFF <= target < BAR or source == target:
        return None
    mine, theirs = list(position.mine), list(position.theirs)
    mine[source] -= 1
    mine[target] += 1
    if target != OFF and theirs[25 - target]:
        if theirs[25 - target] > 1:
            return None
        theirs[25 - target] = 0
        theirs[BAR] += 1
    return Position(tuple(mine), tuple(theirs))


def _wrong_distance(before: Position, roll: Roll) -> Iterator[Position]:
    """One die is played rightly, the other one pip too far or too short; never so that it looks like one die alone."""
    if roll.is_doublet:  # a pip too many may be another of the four moves
        return
    one_die = set(_dice_unplayed(before, roll))
    for right, wrong in ((roll.high, roll.low), (roll.low, roll.high)):
        for first in _moves(before, right):
            for miscounted in (wrong - 1, wrong + 1):
                if miscounted > 0:
                    afters = (after for after in _moves(first, miscounted) if not after.mine[BAR])
                    yield from (after for after in afters if after not in one_die)


def _dice_unplayed(before: Position, roll: Roll) -> Iterator[Position]:
    """Only one die is played."""
    for die in {roll.high, roll.low}:
        yield from (after for after in _moves(before, die) if not after.mine[BAR])


def _bar_ignored(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker stays on the bar while another one moves."""
    if not before.mine[BAR]:
        return
    for source in range(1, 25):
        for die in {roll.high, roll.low}:
            after = moved(before, source, source - die) if source > die else None
            if after is not None:
                yield after


def _moves(position: Position, pips: int) -> Iterator[Position]:
    """Yield the positions after one checker moved `pips` on the board; from the bar first, none is borne off."""
    sources = (BAR,) if position.mine[BAR] else range(1, 25)
    for source in sources:
        after = moved(position, source, source - pips) if source > pips else None
        if after is not None:
            yield after


SLIPS: Final[Mapping[Slip, Callable[[Position, Roll], Iterator[Position]]]] = {
    "wrong-distance": _wrong_distance,
    "dice-unplayed": _dice_unplayed,
    "bar-ignored": _bar_ignored,
}
"""The kinds of mistakes by name."""
