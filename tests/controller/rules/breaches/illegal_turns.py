"""Illegal turns made on purpose, of seven kinds, each with the one reason that there is for it.

Each starts from a legal play chosen at random and spoils it in one way. A spoilt play may be legal after all, or be
explained by something slighter; `injected` leaves that to be judged by those who use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from controller.rules import BAR, OFF, START, Breach, Position, Roll, find_play, legal_plays

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

Hops = list[tuple[int, int]]
"""Checkers moved by one die each: (source, target)."""


class Kind(Enum):
    """How a play is spoilt, and the reason why it is then illegal."""

    WRONG_DISTANCE = Breach.WRONG_DISTANCE
    """One checker moved a number of pips that is not on the dice; the rest of the play is right."""
    CLOSED_POINT = Breach.CLOSED_POINT
    """One die played onto a point held by two or more."""
    BAR_IGNORED = Breach.BAR_FIRST
    """A checker left on the bar, and another moved instead."""
    DICE_UNPLAYED = Breach.DICE_UNPLAYED
    """Only some of the dice played, or none."""
    SMALLER_DIE = Breach.LARGER_DIE
    """The smaller die played where the larger could be, and not both."""
    BORNE_OFF_EARLY = Breach.BORNE_OFF_EARLY
    """One die played to bear off while a checker is not home."""
    CHECKER_MISSING = Breach.CHECKER_MISSING
    """A legal play, and a checker of either colour gone."""
    CHECKER_EXTRA = Breach.CHECKER_EXTRA
    """A legal play, and a checker of either colour more."""


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A turn that was spoilt.

    Attributes:
        before: the position before.
        roll: the dice.
        after: what the board shows after it.
        expected: the flags of all reasons why that is illegal.
    """

    before: Position
    roll: Roll
    after: Position
    expected: Breach


def self_play(rng: random.Random, games: int) -> Iterator[tuple[Position, Roll]]:
    """Yield the positions and rolls of games in which every play is a legal one at random."""
    for _ in range(games):
        position = START
        while position.mine[OFF] < 15 and position.theirs[OFF] < 15:
            roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
            yield position, roll
            results = sorted(legal_plays(position, roll), key=lambda after: (after.mine, after.theirs))
            position = (rng.choice(results) if results else position).turned()


def injected(kind: Kind, before: Position, roll: Roll, rng: random.Random) -> Spoilt | None:
    """Return a legal play at random, spoilt in one way; None where that way is not open to it."""
    results = sorted(legal_plays(before, roll), key=lambda after: (after.mine, after.theirs))
    legal = rng.choice(results) if results else before
    hops = [(move.source, move.target) for move in find_play(before, roll, legal)]
    expected = kind.value
    if kind is Kind.CHECKER_MISSING:
        after = _without_one(legal, rng)
        if after and before.theirs[BAR] <= after.theirs[BAR] < legal.theirs[BAR]:
            expected = Breach.HIT_NOT_ON_BAR  # the checker that went is one that had just been hit
    elif kind is Kind.CHECKER_EXTRA:
        after = _with_one_more(legal, rng)
    elif kind is Kind.DICE_UNPLAYED:
        after = _made(before, hops[: rng.randrange(len(hops))]) if hops else None
    elif kind is Kind.SMALLER_DIE:
        after = _smaller_die(before, roll, rng)
    elif kind is Kind.BAR_IGNORED:
        after = _bar_ignored(before, roll, hops, rng)
    else:
        after = _one_replaced(kind, before, roll, hops, rng)
    return Spoilt(before, roll, after, expected) if after else None


def _made(position: Position, hops: Hops) -> Position | None:
    """Return the position after some moves whatever forbids them, hits put on the bar; None if a checker lacks."""
    mine, theirs = list(position.mine), list(position.theirs)
    for source, target in hops:
        if not mine[source]:
            return None
        mine[source] -= 1
        mine[target] += 1
        if target != OFF and theirs[25 - target] == 1:
            theirs[25 - target] = 0
            theirs[BAR] += 1
    return Position(tuple(mine), tuple(theirs))


def _one_replaced(kind: Kind, before: Position, roll: Roll, hops: Hops, rng: random.Random) -> Position | None:
    """Return the position after a play of which one move is another one, by the same die or by a wrong number."""
    if not hops or (kind is not Kind.BORNE_OFF_EARLY and any(target == OFF for _, target in hops)):
        return None  # while bearing off, the die that a move took is not its distance
    left_out = rng.randrange(len(hops))
    source, target = hops[left_out]
    rest = _made(before, hops[:left_out] + hops[left_out + 1 :])
    die = source - target
    if rest is None or die not in roll.dice:
        return None
    sources = [point for point in range(BAR, OFF, -1) if rest.mine[point] and (point == BAR or not rest.mine[BAR])]
    if kind is Kind.WRONG_DISTANCE:
        given = {roll.high * n for n in range(5)} if roll.is_doublet else {0, roll.high, roll.low, roll.high + roll.low}
        ways = [(source, point) for point in range(1, source) if source - point not in given]
        ways = [(a, b) for a, b in ways if a in sources and rest.theirs[25 - b] < 2 and not (a == BAR and b < 19)]
    elif kind is Kind.CLOSED_POINT:
        ways = [(point, point - die) for point in sources if point > die and rest.theirs[25 - point + die] > 1]
    else:
        ways = [(die, OFF)] if die in sources and any(rest.mine[7:]) else []
    return _made(rest, [rng.choice(ways)]) if ways else None


def _bar_ignored(before: Position, roll: Roll, hops: Hops, rng: random.Random) -> Position | None:
    """Return the position after a play in which a checker that should enter does not, and another moves instead."""
    if not before.mine[BAR]:
        return None
    entering = [i for i, (source, _) in enumerate(hops) if source == BAR]
    stays = rng.choice(entering) if entering else None
    die = rng.choice(roll.dice) if stays is None else BAR - hops[stays][1]
    rest = before if stays is None else _made(before, hops[:stays] + hops[stays + 1 :])
    if rest is None:
        return None
    ways = [(point, point - die) for point in range(24, die, -1) if rest.mine[point]]
    ways = [(source, target) for source, target in ways if rest.theirs[25 - target] < 2]
    return _made(rest, [rng.choice(ways)]) if ways else None


def _smaller_die(before: Position, roll: Roll, rng: random.Random) -> Position | None:
    """Return the position after the smaller die where only one can be played and the larger could."""
    legal = legal_plays(before, roll)
    if roll.is_doublet or legal.dice_used != 1 or legal.pips != roll.high:
        return None
    sources = [BAR] if before.mine[BAR] else [point for point in range(24, roll.low, -1) if before.mine[point]]
    ways = [(point, point - roll.low) for point in sources if before.theirs[25 - point + roll.low] < 2]
    return _made(before, [rng.choice(ways)]) if ways else None


def _without_one(position: Position, rng: random.Random) -> Position | None:
    """Return the position with one checker of either colour gone from the board."""
    whose = rng.randrange(2)
    sides = [list(position.mine), list(position.theirs)]
    places = [point for point in range(1, 26) if sides[whose][point]]
    if not places:
        return None
    sides[whose][rng.choice(places)] -= 1
    return Position(tuple(sides[0]), tuple(sides[1]))


def _with_one_more(position: Position, rng: random.Random) -> Position:
    """Return the position with one checker of either colour more, on a point that the other player does not hold."""
    whose = rng.randrange(2)
    sides = [list(position.mine), list(position.theirs)]
    place = rng.choice([point for point in range(1, 25) if not sides[1 - whose][25 - point]])
    sides[whose][place] += 1
    return Position(tuple(sides[0]), tuple(sides[1]))
