"""Mistakes that simulated people make: illegal plays of a named kind, made from a position and a roll.

Each kind returns the position that the mistake leaves, or None where the position offers no such mistake. That it is
illegal is made sure of by asking for the legal plays; nothing here judges a play after it has been made.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.rules import BAR, OFF, Position, RulesProfile, legal_plays, staged_rolls
from controller.rules.profile import AT_THE_TABLE

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping

    from controller.rules import Roll

Slip = str
"""The name of a kind of mistake, a key of SLIPS."""


_SIMPLEST: Final = frozenset({"wrong-distance", "dice-unplayed", "bar-ignored"})
"""The mistakes that are made in every game."""


def slip_result(
    kind: Slip, before: Position, roll: Roll, rng: random.Random, profile: RulesProfile = AT_THE_TABLE
) -> Position | None:
    """Return a position that the mistake of this kind leaves, or None where none can be made.

    Args:
        kind: a key of SLIPS or of IN_OTHER_GAMES.
        before: the position before the play, seen by the player.
        roll: his dice.
        rng: chooses among the mistakes possible.
        profile: the rules of the game; in games other than backgammon only the simplest mistakes are made.
    """
    make = SLIPS.get(kind) or IN_OTHER_GAMES[kind]
    if profile.variant.begins_off_the_board:
        if kind not in _SIMPLEST | set(IN_OTHER_GAMES) or len(staged_rolls(roll, profile)) > 1:
            return None
    elif kind in IN_OTHER_GAMES:
        return None
    legal = legal_plays(before, roll, replace(profile, lenient_last_checker=True))
    candidates = sorted(
        {after for after in make(before, roll) if not legal.allows(after)},
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
    own, other = position.unentered
    if source == BAR and position.on_the_bar()[0] == 0:
        own -= 1
    home = position.been_home[0] or any(mine[:7])
    return Position(tuple(mine), tuple(theirs), (own, other), (home, position.been_home[1]))


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


def _hit_too_early(before: Position, roll: Roll) -> Iterator[Position]:
    """A blot is hit with one die by a player who has nobody at home, and the other die is played."""
    if before.been_home[0] or roll.is_doublet:
        return
    for hitting, other in ((roll.high, roll.low), (roll.low, roll.high)):
        for after in _moves(before, hitting):
            if after.theirs != before.theirs and not any(after.mine[:7]):
                yield from (last for last in _moves(after, other) if last.theirs == after.theirs)


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


def _nothing_played(before: Position, roll: Roll) -> Iterator[Position]:
    """The dice are lifted without a move."""
    if not legal_plays(before, roll).is_dance:
        yield before


def _smaller_die(before: Position, roll: Roll) -> Iterator[Position]:
    """The smaller die is played where either could be, and not both."""
    legal = legal_plays(before, roll)
    if not roll.is_doublet and legal.dice_used == 1 and legal.pips == roll.high:
        yield from (after for after in _moves(before, roll.low) if not after.mine[BAR])


def _closed_point(before: Position, roll: Roll) -> Iterator[Position]:
    """One die is played onto a point that the other player holds."""
    for first, die in _with_one_die_left(before, roll):
        for source in (BAR,) if first.mine[BAR] else range(die + 1, 25):
            if first.mine[source] and first.theirs[25 - source + die] > 1:
                yield _put(first, source, source - die)


def _borne_off_early(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker is borne off while another is not home."""
    for first, die in _with_one_die_left(before, roll):
        if first.mine[die] and any(first.mine[7:]):
            yield _put(first, die, OFF)


def _borne_off_short(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker is borne off with a die too small for it."""
    for first, die in _with_one_die_left(before, roll):
        if not any(first.mine[7:]):
            yield from (_put(first, source, OFF) for source in range(die + 1, 7) if first.mine[source])


def _backwards(before: Position, roll: Roll) -> Iterator[Position]:
    """One die is played away from home."""
    for first, die in _with_one_die_left(before, roll):
        for source in () if first.mine[BAR] else range(1, 25 - die):
            if first.mine[source] and first.theirs[25 - source - die] == 0:
                yield _put(first, source, source + die)


def _hit_left(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker that was hit stays beside the one that hit it."""
    for after in legal_plays(before, roll):
        hit = [point for point in range(1, 25) if before.theirs[25 - point] == 1 and after.theirs[25 - point] == 0]
        for point in hit:
            if after.mine[point]:
                theirs = list(after.theirs)
                theirs[BAR] -= 1
                theirs[25 - point] = 1
                yield Position(after.mine, tuple(theirs))


def _others_moved(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker of the other player is moved along with one's own."""
    for after in legal_plays(before, roll):
        for source in range(1, 25):
            for target in range(max(1, source - 6), min(24, source + 6) + 1):
                if after.theirs[source] and target != source and not after.mine[25 - target]:
                    yield Position(after.mine, _changed(after.theirs, source, target))


def _checker_gone(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker of either player goes into a pocket."""
    for after in legal_plays(before, roll):
        for point in range(1, 25):
            if after.mine[point]:
                yield Position(_changed(after.mine, point, None), after.theirs)
            if after.theirs[point]:
                yield Position(after.mine, _changed(after.theirs, point, None))


def _checker_back(before: Position, roll: Roll) -> Iterator[Position]:
    """A checker that the other player had borne off is put back on the board."""
    for after in legal_plays(before, roll):
        for point in range(1, 25) if after.theirs[OFF] else ():
            if not after.mine[25 - point]:
                yield Position(after.mine, _changed(after.theirs, OFF, point))


def _with_one_die_left(before: Position, roll: Roll) -> Iterator[tuple[Position, int]]:
    """Yield positions in which one die is left: after the other was rightly played; of a doublet, the one before."""
    if roll.is_doublet:
        yield before, roll.high
        return
    for right, left in ((roll.high, roll.low), (roll.low, roll.high)):
        yield from ((first, left) for first in _moves(before, right))


def _put(position: Position, source: int, target: int) -> Position:
    """Return the position after a checker went from one point to another, whatever stands there."""
    return Position(_changed(position.mine, source, target), position.theirs)


def _changed(counts: tuple[int, ...], source: int, target: int | None) -> tuple[int, ...]:
    """Return a player's counts after a checker went from one point to another, or away."""
    changed = list(counts)
    changed[source] -= 1
    if target is not None:
        changed[target] += 1
    return tuple(changed)


SLIPS: Final[Mapping[Slip, Callable[[Position, Roll], Iterator[Position]]]] = {
    "wrong-distance": _wrong_distance,
    "dice-unplayed": _dice_unplayed,
    "bar-ignored": _bar_ignored,
    "nothing-played": _nothing_played,
    "smaller-die": _smaller_die,
    "closed-point": _closed_point,
    "borne-off-early": _borne_off_early,
    "borne-off-short": _borne_off_short,
    "backwards": _backwards,
    "hit-left": _hit_left,
    "others-moved": _others_moved,
    "checker-gone": _checker_gone,
    "checker-back": _checker_back,
}
"""The kinds of mistakes by name."""

IN_OTHER_GAMES: Final[Mapping[Slip, Callable[[Position, Roll], Iterator[Position]]]] = {"hit-too-early": _hit_too_early}
"""Those that backgammon does not know."""
