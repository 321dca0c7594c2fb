"""The legal plays of games whose checkers begin beside the board.

What they differ in is held in the masks of single moves (`controller.rules.plays.constraints`, `game_moves`) and in the
stages of a roll (`controller.rules.plays.roll_stages`).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from controller.rules.plays.constraints import constraints_of
from controller.rules.plays.game_moves import (
    ANYWHERE,
    GameSteps,
    Near,
    all_played,
    longest,
    move,
    pack,
    pack_after,
    played,
    route,
    unpack,
)
from controller.rules.plays.roll_stages import staged_rolls
from controller.rules.position import OFF, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from controller.rules.dice import Roll
    from controller.rules.notation import Play
    from controller.rules.plays.game_moves import GameStep
    from controller.rules.plays.roll_stages import StagedRoll
    from controller.rules.profile import RulesProfile

_Element = TypeVar("_Element")

FARTHEST: Final = 4
"""How many checkers may stand elsewhere in what `GamePlays.near` looks for, before it takes whatever is legal."""


class Way(NamedTuple):
    """How a position may have come about.

    Attributes:
        named: the double named for it, None where none is named.
        again: whether all was played that earns another roll.
    """

    named: int | None
    again: bool


class GamePlays(AbstractSet[Position]):
    """Every position that a legal play may leave, in a game with rules of its own.

    Like `LegalPlays`: seen by the player who moves, and without an element where no move is possible. Whether a
    position is one of them is found out by looking for it: a 1 and a 2 with the double that follows can leave a hundred
    thousand positions, and in the European game far more than can be counted out. `near` gives those close to another.

    Attributes:
        before: the position before the play.
        roll: the dice.
        staged_rolls: the stages of it, one for each double that may be named.
        steps: the single moves.
    """

    __slots__ = ("_known", "_lenient", "before", "roll", "staged_rolls", "steps")

    def __init__(self, before: Position, roll: Roll, profile: RulesProfile, named: int | None) -> None:
        """Prepare for a turn."""
        self.before = before
        self.roll = roll
        self.staged_rolls = staged_rolls(roll, profile, named)
        self.steps = GameSteps(before, constraints_of(before, profile))
        self._known: dict[int, tuple[Way, ...]] = {}
        start = pack(before)
        self._lenient = frozenset[int]()
        if profile.lenient_last_checker and sum(before.mine[1:]) == 1 and not roll.is_doublet:
            off = [x for die in roll.dice for step, x in self.steps.from_(start, die) if step.target == OFF]
            self._lenient = frozenset(off)

    @classmethod
    def _from_iterable(cls, elements: Iterable[_Element]) -> frozenset[_Element]:
        """Return what the operators &, |, - and ^ make: a plain frozen set, since it no longer belongs to a roll."""
        return frozenset(elements)

    def __contains__(self, after: object) -> bool:
        """Return whether a legal play leaves this position."""
        return isinstance(after, Position) and bool(self.ways(after))

    def __iter__(self) -> Iterator[Position]:
        """Yield every position that a legal play may leave, each once, in no promised order.

        That may be very many where a double is to be named.
        """
        return (unpack(packed, self.before) for packed in self._all())

    def __len__(self) -> int:
        """Return how many positions the legal plays can leave."""
        return len(self._all())

    def __hash__(self) -> int:
        """Return the hash of the set, the same as that of every equal set."""
        return hash(frozenset(self))

    @property
    def is_dance(self) -> bool:
        """Whether no move is possible and the turn must be passed."""
        return not any(self.steps.after(pack(self.before), die) for die in {self.roll.high, self.roll.low})

    def allows(self, after: Position) -> bool:
        """Return whether the turn may end like this: by a legal play, or unchanged when no move is possible."""
        return after == self.before if self.is_dance else after in self

    def ways(self, after: Position) -> tuple[Way, ...]:
        """Return every way in which a legal play leaves a position, lower doubles first."""
        goal = pack_after(self.before, after)
        if goal is None or self.is_dance:
            return ()
        if goal not in self._known:
            found = []
            for staged in self.staged_rolls:
                whole, partial = self._outcome(staged, Near(goal, 0))
                if goal in whole or goal in partial or goal in self._lenient:
                    found.append(Way(staged.named, staged.again and goal in whole))
            self._known[goal] = tuple(found)
        return self._known[goal]

    def near(self, goal: Position, least: int = 1) -> frozenset[Position]:
        """Return the legal positions that are like another one but for a few of the mover's checkers.

        Args:
            goal: any position with as many checkers, seen by the player who moves.
            least: how many checkers may stand elsewhere at least; more, where nothing legal is found so near.
        """
        packed = pack(goal)
        found: frozenset[int] = frozenset()
        for apart in (*range(least, FARTHEST), ANYWHERE):
            near = Near(packed, apart)
            found = self._lenient.union(*(part for staged in self.staged_rolls for part in self._outcome(staged, near)))
            if found:
                break
        return frozenset(unpack(x, self.before) for x in found)

    def play_staged(self, staged: StagedRoll, choose: Callable[[Iterable[Position]], Position]) -> Position:
        """Return what is left when a roll is played stage by stage, each as `choose` likes it best."""
        reached = pack(self.before)
        for stage in staged.stages:
            used = longest(reached, stage, self.steps)
            whole = used == len(stage)
            if not used:
                break
            found = (
                played({reached}, stage, self.steps, None, 0) if whole else all_played(reached, stage, used, self.steps)
            )
            by_position = {unpack(x, self.before): x for x in found}
            reached = by_position[choose(by_position)]
            if not whole:
                break
        return unpack(reached, self.before)

    def route(self, after: Position) -> Play:
        """Return the moves of a legal play that leaves a position, in an order in which they can be made.

        None where no play leaves it. Of several plays it is the one that names the lowest double, and tries the highest
        place and the larger die first.
        """
        goal = pack_after(self.before, after)
        start = pack(self.before)
        if goal is None or self.is_dance:
            return ()
        for staged in self.staged_rolls:
            found = route(start, staged.stages, goal, self.steps)
            if found is not None:
                return found
        if goal in self._lenient:
            return next(
                (move(start, step),) for die in self.roll.dice for step, x in self.steps.from_(start, die) if x == goal
            )
        return ()

    def first_moves(self, die: int) -> Iterator[tuple[GameStep, int]]:
        """Yield the moves that a die allows before any other, each with the packed position that it leaves."""
        return self.steps.from_(pack(self.before), die)

    def most(self, staged: StagedRoll) -> int:
        """Return how many dice of a staged roll can be played."""
        going_on, done = {pack(self.before)}, 0
        near = Near(pack(self.before), ANYWHERE)
        for stage in staged.stages:
            lengths = {packed: longest(packed, stage, self.steps) for packed in going_on}
            if max(lengths.values()) < len(stage):
                return done + max(lengths.values())
            done += len(stage)
            full = {packed for packed, used in lengths.items() if used == len(stage)}
            going_on = played(full, stage, self.steps, near, len(staged.dice) - done + len(stage))
        return done

    def _all(self) -> frozenset[int]:
        """Return everything that a legal play may leave, packed."""
        if self.is_dance:
            return frozenset()
        return self._lenient.union(*(part for staged in self.staged_rolls for part in self._outcome(staged, None)))

    def _outcome(self, staged: StagedRoll, near: Near | None) -> tuple[set[int], set[int]]:
        """Return what a staged roll leaves where it was played whole, and where a die could not be played.

        Each stage is played as far as it can be, and ends the play where it cannot.
        """
        going_on, partial = {pack(self.before)}, set[int]()
        left = len(staged.dice)
        for stage in staged.stages:
            lengths = {packed: longest(packed, stage, self.steps) for packed in going_on}
            for packed, used in lengths.items():
                if used < len(stage):
                    partial |= all_played(packed, stage, used, self.steps)
            whole = played({x for x in going_on if lengths[x] == len(stage)}, stage, self.steps, near, left)
            going_on = whole
            left -= len(stage)
        if near is None:
            return going_on, partial
        return {x for x in going_on if near.is_near(x)}, {x for x in partial if near.is_near(x)}
