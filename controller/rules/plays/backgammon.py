"""The legal plays of a roll in backgammon, as the set of positions that they may leave.

Plays that leave the same position are one: which moves led there cannot be seen on a board, and is chosen afterwards
(`legal.find_play`). Inside, positions are the whole numbers of `packed`; they become `Position`s when they are asked
for.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, TypeVar

from controller.rules.plays.packed import open_steps, pack, pack_after, unpack
from controller.rules.position import BAR, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from controller.rules.dice import Roll

_Element = TypeVar("_Element")


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

    def __init__(self, before: Position, roll: Roll, dice_used: int, pips: int, results: set[int]) -> None:
        """Keep what `backgammon_plays` found; the results are in the form of `controller.rules.plays.packed`."""
        self.before = before
        self.roll = roll
        self.dice_used = dice_used
        self.pips = pips
        self._results = results

    @classmethod
    def _from_iterable(cls, elements: Iterable[_Element]) -> frozenset[_Element]:
        """Return what the operators &, |, - and ^ make: a plain frozen set, since it no longer belongs to a roll."""
        return frozenset(elements)

    def __contains__(self, after: object) -> bool:
        """Return whether a legal play leaves this position."""
        return isinstance(after, Position) and pack_after(self.before, after) in self._results

    def __iter__(self) -> Iterator[Position]:
        """Yield every position that a legal play may leave, each once, in no promised order."""
        return unpack(self._results, self.before.theirs)

    def __len__(self) -> int:
        """Return how many positions the legal plays can leave."""
        return len(self._results)

    def __hash__(self) -> int:
        """Return the hash of the set, the same as that of every equal set."""
        return hash(frozenset(self))

    def __repr__(self) -> str:
        """Return a short form for logs; the set itself is too long for them."""
        return f"<LegalPlays {self.roll}: {len(self)} results with {self.dice_used} dice>"

    @property
    def is_dance(self) -> bool:
        """Whether no move is possible and the turn must be passed."""
        return self.dice_used == 0

    def allows(self, after: Position) -> bool:
        """Return whether the turn may end like this: by a legal play, or unchanged when no move is possible."""
        return after == self.before if self.is_dance else after in self


def backgammon_plays(position: Position, roll: Roll, *, lenient_last_checker: bool) -> LegalPlays:
    """Return every position that a legal play of this roll may leave; see `legal.legal_plays`."""
    start = pack(position)
    if roll.is_doublet:
        dice_used, results = _doublet(start, position, roll.high)
        return LegalPlays(position, roll, dice_used, dice_used * roll.high, results)
    dice_used, pips, results = _two_dice(start, position, roll.high, roll.low)
    if lenient_last_checker and sum(position.mine[1:]) == 1:
        results |= _last_checker_off(start, position, roll)
    return LegalPlays(position, roll, dice_used, pips, results)


def _last_checker_off(start: int, position: Position, roll: Roll) -> set[int]:
    """Return what bearing off a player's last checker with one die leaves; empty when neither die can.

    Args:
        start: the packed form of the position.
        position: the position, with one checker of the mover not borne off.
        roll: two different dice.
    """
    source = position.mine.index(1, 1)
    return {
        start + delta
        for die in roll.dice
        if source <= die
        for _, _, delta, _ in open_steps(position.theirs, die, [source]).values()
    }


def _two_dice(start: int, position: Position, high: int, low: int) -> tuple[int, int, set[int]]:
    """Return how many dice the legal plays of two different dice use, their sum, and what the plays leave."""
    outside = sum(position.mine[7:BAR])
    find = _in_any_order if outside > 1 and not position.mine[BAR] else _one_after_the_other
    both, after_high, after_low = find(start, position, high, low)
    if both:
        return 2, high + low, both
    if after_high:
        return 1, high, set(after_high)
    if after_low:
        return 1, low, set(after_low)
    return 0, 0, set()


def _one_after_the_other(start: int, position: Position, high: int, low: int) -> tuple[set[int], list[int], list[int]]:
    """Return what playing both dice leaves, the larger alone, and the smaller alone; right in every position."""
    occupied = [point for point in range(BAR, 0, -1) if position.mine[point]]
    theirs = position.theirs
    highs = open_steps(theirs, high, {*occupied, *[point - low for point in occupied if point > low]}).values()
    lows = open_steps(theirs, low, {*occupied, *[point - high for point in occupied if point > high]}).values()
    after_high = [start + delta | hit for has, clear, delta, hit in highs if start & has and not start & clear]
    after_low = [start + delta | hit for has, clear, delta, hit in lows if start & has and not start & clear]
    both = {x + delta | hit for x in after_high for has, clear, delta, hit in lows if x & has and not x & clear}
    both.update([x + delta | hit for x in after_low for has, clear, delta, hit in highs if x & has and not x & clear])
    return both, after_high, after_low


def _in_any_order(start: int, position: Position, high: int, low: int) -> tuple[set[int], list[int], list[int]]:
    """Return the same, faster, for positions with nobody on the bar and two checkers outside the home board.

    There nobody bears off or has to enter, so two checkers do not get into each other's way: each move by one die goes
    with each by the other. One checker that takes both dice is looked at apart, by either point in between.
    """
    mine, theirs = position.mine, position.theirs
    occupied = [point for point in range(24, 0, -1) if mine[point]]
    highs = open_steps(theirs, high, [point for point in occupied if point > high])
    lows = open_steps(theirs, low, [point for point in occupied if point > low])
    after_high = [start + delta | hit for _, _, delta, hit in highs.values()]
    after_low = [start + delta | hit for _, _, delta, hit in lows.values()]
    both: set[int] = set()
    for source, x in zip(highs, after_high, strict=True):
        others = lows
        if source in lows and mine[source] == 1:
            others = lows.copy()
            del others[source]
        both.update([x + delta | hit for _, _, delta, hit in others.values()])
    ends = open_steps(theirs, high + low, [point for point in occupied if point > high + low])
    for source, (_, _, delta, hit) in ends.items():
        for steps in (highs, lows):
            if source in steps:
                _, _, _, hit_between = steps[source]
                both.add(start + delta | hit | hit_between)
    return both, after_high, after_low


def _doublet(start: int, position: Position, die: int) -> tuple[int, set[int]]:
    """Return how many dice the legal plays of a doublet use, and what the plays leave.

    The moves of any play can be made in descending order of their sources (no move needs another from a lower point
    to be made first), and in that order no two plays leave the same position. So each play begun goes on with the
    steps from its last source downwards, and nothing is found twice.
    """
    steps = list(enumerate(open_steps(position.theirs, die, _reachable(position, die)).values()))
    onwards = [steps[i:] for i in range(len(steps))]
    plays = [(start, steps)]
    for dice_used in range(4):
        longer = [
            (x + delta | hit, onwards[i])
            for x, rest in plays
            for i, (has, clear, delta, hit) in rest
            if x & has and not x & clear
        ]
        if not longer:
            return dice_used, {x for x, _ in plays} if dice_used else set()
        plays = longer
    return 4, {x for x, _ in plays}


def _reachable(position: Position, die: int) -> list[int]:
    """Return the points that hold a checker, or may hold one after moves of this die, the highest first."""
    sources: list[int] = []
    for point in range(BAR, 0, -1):
        if position.mine[point] or (point + die in sources and position.theirs[25 - point] < 2):
            sources.append(point)
    return sources
