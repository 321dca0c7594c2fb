"""The legal plays of a roll, as the set of positions that they may leave."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from controller.rules.position import BAR, OFF, Position

if TYPE_CHECKING:
    from controller.rules.dice import Roll


class LegalPlays(AbstractSet[Position]):
    """Every position that a legal play may leave, still seen by the player who moves (the turn has not passed).

    A set without an element is a dance: no move is possible, and `allows` accepts the unchanged position alone.

    Attributes:
        before: the position before the play.
        roll: the dice.
        dice_used: how many dice every legal play uses, 0 (dance) to 4.
        pips: the sum of the dice used; dice, not distance (a 6 that bears off from the 4-point counts 6).
    """

    __slots__ = ("_results", "before", "dice_used", "pips", "roll")

    def __init__(self, before: Position, roll: Roll, dice_used: int, pips: int, results: frozenset[Position]) -> None:
        """Keep what the generator found."""
        self.before = before
        self.roll = roll
        self.dice_used = dice_used
        self.pips = pips
        self._results = results

    def __contains__(self, after: object) -> bool:
        """Return whether a legal play leaves this position."""
        return after in self._results

    def __iter__(self) -> Iterator[Position]:
        """Return every position that a legal play may leave, each once, in no promised order."""
        return iter(self._results)

    def __len__(self) -> int:
        """Return how many positions the legal plays can leave."""
        return len(self._results)

    @property
    def is_dance(self) -> bool:
        """Whether no move is possible and the turn must be passed."""
        return self.dice_used == 0

    def allows(self, after: Position) -> bool:
        """Return whether the turn may end like this: by a legal play, or unchanged when no move is possible."""
        return after in self or (self.is_dance and after == self.before)


def legal_plays(position: Position, roll: Roll, *, lenient_last_checker: bool = False) -> LegalPlays:
    """Return every position that a legal play of this roll may leave.

    As many dice as possible must be used; when either die could be used but not both, the larger. With one checker
    left this strictly forbids bearing it off with one die where a detour would use both (6/5/off for 6-1).
    That matters only when the detour hits a blot.

    Args:
        position: the position before the play, seen by the player who moves.
        roll: the dice.
        lenient_last_checker: also allow the very last checker to be borne off with one die.
    """
    best = -1
    found: dict[Position, int] = {}
    orders = [roll.dice] if roll.is_doublet else [(roll.high, roll.low), (roll.low, roll.high)]
    for order in orders:
        for after, dice in _plays(position, order, ()):
            score = len(dice) * 100 + sum(dice)
            if score > best:
                best = score
                found = {}
            if score == best:
                found[after] = sum(dice)
    dice_used, pips = divmod(best, 100)
    results = set(found) if dice_used else set()
    if lenient_last_checker and sum(position.mine[1:]) == 1:
        for die in roll.dice[:2]:
            results.update(after for after in _successors(position, die) if not any(after.mine[1:]))
    return LegalPlays(position, roll, dice_used, pips, frozenset(results))


def _plays(
    position: Position, dice: tuple[int, ...], used: tuple[int, ...]
) -> Iterator[tuple[Position, tuple[int, ...]]]:
    moved = False
    if dice:
        for after in _successors(position, dice[0]):
            moved = True
            yield from _plays(after, dice[1:], (*used, dice[0]))
    if not moved:
        yield position, used


def _successors(position: Position, die: int) -> Iterator[Position]:
    mine, theirs = position.mine, position.theirs
    highest = max((point for point in range(1, 26) if mine[point]), default=0)
    for source in range(1, 26) if not mine[BAR] else (BAR,):
        if not mine[source]:
            continue
        target = source - die
        if target < 1:
            if highest > 6 or (target < 0 and source != highest):
                continue
            target = OFF
        elif theirs[25 - target] > 1:
            continue
        my, their = list(mine), list(theirs)
        my[source] -= 1
        my[target] += 1
        if target != OFF and their[25 - target]:
            their[25 - target] = 0
            their[BAR] += 1
        yield Position(tuple(my), tuple(their))
