"""The legal plays of every game: those of backgammon, and those of games whose checkers begin beside the board.

What the latter differ in is held in the masks of single moves (`controller.rules.constraints`, `game_moves`) and in the
stages of a roll (`controller.rules.roll_stages`).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from controller.rules.constraints import ways_of
from controller.rules.game_moves import (
    ANYWHERE,
    Near,
    Steps,
    all_played,
    longest,
    move,
    pack,
    pack_after,
    played,
    route,
    unpack,
)
from controller.rules.plays import LegalPlays, legal_plays
from controller.rules.position import OFF, Position
from controller.rules.roll_stages import courses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from controller.rules.dice import Roll
    from controller.rules.game_moves import Step
    from controller.rules.notation import Play
    from controller.rules.profile import RulesProfile
    from controller.rules.roll_stages import Course

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
        courses: the ways to go on with it.
        steps: the single moves.
    """

    __slots__ = ("_known", "_lenient", "before", "courses", "roll", "steps")

    def __init__(self, before: Position, roll: Roll, profile: RulesProfile, named: int | None) -> None:
        """Prepare for a turn."""
        self.before = before
        self.roll = roll
        self.courses = courses(roll, profile, named)
        self.steps = Steps(before, ways_of(before, profile))
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
            for course in self.courses:
                whole, partial = self._outcome(course, Near(goal, 0))
                if goal in whole or goal in partial or goal in self._lenient:
                    found.append(Way(course.named, course.again and goal in whole))
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
            found = self._lenient.union(*(part for course in self.courses for part in self._outcome(course, near)))
            if found:
                break
        return frozenset(unpack(x, self.before) for x in found)

    def staged(self, course: Course, choose: Callable[[Iterable[Position]], Position]) -> Position:
        """Return what is left when a course is played stage by stage, each as `choose` likes it best."""
        reached = pack(self.before)
        for stage in course.stages:
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
        for course in self.courses:
            found = route(start, course.stages, goal, self.steps)
            if found is not None:
                return found
        if goal in self._lenient:
            return next(
                (move(start, step),) for die in self.roll.dice for step, x in self.steps.from_(start, die) if x == goal
            )
        return ()

    def first_moves(self, die: int) -> Iterator[tuple[Step, int]]:
        """Yield the moves that a die allows before any other, each with the packed position that it leaves."""
        return self.steps.from_(pack(self.before), die)

    def most(self, course: Course) -> int:
        """Return how many dice of a course can be played."""
        going_on, done = {pack(self.before)}, 0
        near = Near(pack(self.before), ANYWHERE)
        for stage in course.stages:
            lengths = {packed: longest(packed, stage, self.steps) for packed in going_on}
            if max(lengths.values()) < len(stage):
                return done + max(lengths.values())
            done += len(stage)
            full = {packed for packed, used in lengths.items() if used == len(stage)}
            going_on = played(full, stage, self.steps, near, len(course.dice) - done + len(stage))
        return done

    def _all(self) -> frozenset[int]:
        """Return everything that a legal play may leave, packed."""
        if self.is_dance:
            return frozenset()
        return self._lenient.union(*(part for course in self.courses for part in self._outcome(course, None)))

    def _outcome(self, course: Course, near: Near | None) -> tuple[set[int], set[int]]:
        """Return what a course leaves where it was played whole, and where a die could not be played.

        Each stage is played as far as it can be, and ends the course where it cannot.
        """
        going_on, partial = {pack(self.before)}, set[int]()
        left = len(course.dice)
        for stage in course.stages:
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


Plays = LegalPlays | GamePlays
"""The legal plays of a roll, in whichever game."""


def plays_of(position: Position, roll: Roll, profile: RulesProfile, named: int | None = None) -> Plays:
    """Return every position that a legal play may leave, in the game that is played.

    Args:
        position: the position before the play, seen by the player who moves.
        roll: the dice.
        profile: the rules played by, the variant among them.
        named: the double that the player has named, None where he has not said it.

    Raises:
        PositionError: the position is not made of 26 counts a side, see `Position.problems`.
    """
    if not profile.variant.begins_off_the_board:
        return legal_plays(position, roll, lenient_last_checker=profile.lenient_last_checker)
    return _game_plays(position, roll, profile, named)


@lru_cache(maxsize=8)
def _game_plays(position: Position, roll: Roll, profile: RulesProfile, named: int | None) -> GamePlays:
    """Return the legal plays of a game with rules of its own; a referee looks at each several times."""
    return GamePlays(position, roll, profile, named)
