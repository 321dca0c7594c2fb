"""The search through the moves of a turn, in games whose checkers begin beside the board.

A position is one whole number here, as in `packed`: a byte for each point, for the bar (25) and for
the checkers that have never been in play (26), and above them a bit for each point on which a blot was hit. What
differs between the games is in the masks of the single moves alone.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final, NamedTuple

from controller.rules.notation import Move
from controller.rules.plays.constraints import Hitting
from controller.rules.position import BAR, HAND, OFF, POINTS, Position, PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.rules.notation import Play
    from controller.rules.plays.constraints import Constraints
    from controller.rules.position import Counts

_SHIFT: Final = 8 * 27
_MINE: Final = (1 << _SHIFT) - 1


ANYWHERE: Final = 255
"""More checkers than can stand elsewhere."""

MOST: Final = 1000
"""How many positions are gone on with from one move to the next in search of what is near."""


class GameStep(NamedTuple):
    """What one die may do from one place.

    Attributes:
        source, target: the place and the point reached, 0 for off.
        has: the byte of the source, which must not be empty.
        clear: the bytes that must be empty.
        needed: bytes of which one must not be empty, if a blot is hit; 0 where hitting is free.
        delta: what the move adds to the packed position.
        hit: the bit of a blot on the target, or 0.
    """

    source: int
    target: int
    has: int
    clear: int
    needed: int
    delta: int
    hit: int


class GameSteps:
    """The single moves from the positions of a turn, each looked at once."""

    __slots__ = ("_before", "_constraints", "_found", "_known")

    def __init__(self, before: Position, constraints: Constraints) -> None:
        """Prepare for a turn that begins with a position, in which some things hold checkers back."""
        self._before = before
        self._constraints = constraints
        self._known: dict[int, tuple[GameStep, ...]] = {}
        self._found: dict[tuple[int, int], tuple[int, ...]] = {}

    def from_(self, packed: int, die: int) -> Iterator[tuple[GameStep, int]]:
        """Yield every move of a die from a packed position, from the highest place down, with what it leaves."""
        if die not in self._known:
            self._known[die] = tuple(_steps(self._before.theirs, die, self._constraints))
        for step in self._known[die]:
            if packed & step.has and not packed & step.clear:
                if step.needed and not packed & (step.needed | step.hit):
                    continue
                yield step, packed + step.delta | step.hit

    def after(self, packed: int, die: int) -> tuple[int, ...]:
        """Return what the moves of a die leave, from a packed position."""
        key = (packed, die)
        if key not in self._found:
            self._found[key] = tuple(x for _, x in self.from_(packed, die))
        return self._found[key]


def _steps(theirs: Counts, die: int, constraints: Constraints) -> Iterator[GameStep]:
    """Yield what a die may do from every place, from the highest down."""
    home = _bytes(OFF if constraints.hitting is Hitting.ONCE_HOME else 1, 6)
    entering = _bytes(BAR, BAR) * constraints.bar_obliges
    moving = entering | _bytes(HAND, HAND) * constraints.hand_obliges
    for source in range(HAND, OFF, -1):
        at = min(BAR, source)
        target = max(OFF, at - die)
        enemies = theirs[BAR - target] if target else 0
        if enemies > 1 or (target == OFF and constraints.exact and at != die):
            continue
        clear = moving
        if source >= BAR:  # where both kinds oblige it is all one which of them enters
            clear = entering if source == HAND and not constraints.hand_obliges else 0
        if target == OFF:
            clear |= _bytes(7 if at == die else at + 1, HAND)
        delta = (1 << 8 * target) - (1 << 8 * source)
        hit = 1 << _SHIFT + target if enemies else 0
        needed = home if enemies and constraints.hitting is not Hitting.FREELY else 0
        yield GameStep(source, target, _bytes(source, source), clear, needed, delta, hit)


def _bytes(first: int, last: int) -> int:
    """Return the mask of the bytes from first to last."""
    return sum(0xFF << 8 * place for place in range(first, last + 1))


def longest(packed: int, stage: tuple[int, ...], steps: GameSteps) -> int:
    """Return how many dice of a stage can be played from a packed position."""
    most = 0
    for i, die in enumerate(stage):
        if die in stage[:i]:
            continue
        rest = (*stage[:i], *stage[i + 1 :])
        for after in steps.after(packed, die):
            most = max(most, 1 + (longest(after, rest, steps) if rest else 0))
            if most == len(stage):
                return most
    return most


def played(starts: set[int], stage: tuple[int, ...], steps: GameSteps, near: Near | None, left: int) -> set[int]:
    """Return what is left when all dice of a stage are played, where that can still come near what is looked for.

    Args:
        starts: positions from which all of them can be played.
        stage: the dice.
        steps: the single moves.
        near: what is looked for, None for everything.
        left: how many moves the roll still has, this stage included.
    """
    found: set[int] = set()
    for order in {stage, stage[::-1]}:
        reached = starts
        for done, die in enumerate(order, start=1):
            reached = {x for one in reached for x in steps.after(one, die)}
            if near is not None:
                reached = near.kept(reached, left - done)
        found |= reached
    return found


def all_played(packed: int, stage: tuple[int, ...], used: int, steps: GameSteps) -> set[int]:
    """Return what is left when only so many dice of a stage can be played; of two the larger if that can be."""
    if not used:
        return {packed}
    if stage[0] != stage[-1]:
        return set(steps.after(packed, stage[0]) or steps.after(packed, stage[1]))
    reached = {packed}
    for die in stage[:used]:
        reached = {x for one in reached for x in steps.after(one, die)}
    return reached


def route(packed: int, stages: tuple[tuple[int, ...], ...], goal: int, steps: GameSteps) -> Play | None:
    """Return the moves that lead from a packed position to another by way of stages; None where none do."""
    if not stages:
        return () if packed == goal else None
    stage, later = stages[0], stages[1:]
    used = longest(packed, stage, steps)
    if used < len(stage):
        later = ()
    if not used:
        return () if packed == goal else None
    near, left = Near(goal, 0), used + sum(map(len, later))
    orders = [stage[:used]] if stage[0] == stage[-1] or used < len(stage) else [stage, stage[::-1]]
    if used < len(stage) and stage[0] != stage[-1]:
        orders = [stage[:1] if steps.after(packed, stage[0]) else stage[1:]]
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def go_on(at: int, dice: tuple[int, ...]) -> Play | None:
        if not dice:
            return route(at, later, goal, steps)
        if (at, dice) in dead:
            return None
        for step, x in steps.from_(at, dice[0]):
            if near.kept({x}, left):
                rest = go_on(x, dice[1:])
                if rest is not None:
                    return (move(at, step), *rest)
        dead.add((at, dice))
        return None

    return next((found for order in orders if (found := go_on(packed, order)) is not None), None)


def move(packed: int, step: GameStep) -> Move:
    """Return a step from a packed position as a move."""
    return Move(step.source, step.target, bool(step.hit & ~packed))


def pack(position: Position) -> int:
    """Return the packed form of a position with no blot hit yet.

    Raises:
        PositionError: not 26 counts a side ("position.wrong_length"), or counts that no board shows
            ("position.not_a_count").
    """
    if len(position.mine) != 26 or len(position.theirs) != 26:
        raise PositionError("position.wrong_length", mine=len(position.mine), theirs=len(position.theirs))
    waiting = position.unentered[0]
    try:
        return int.from_bytes(bytes((*position.mine[:BAR], position.mine[BAR] - waiting, waiting)), "little")
    except ValueError as error:
        raise PositionError("position.not_a_count", mine=position.mine) from error


def pack_after(before: Position, after: Position) -> int | None:
    """Return the packed form of a position as left by a play, or None when no play could leave it."""
    try:
        packed = pack(after)
    except PositionError:
        return None
    for point in POINTS:
        if before.theirs[BAR - point] == 1 and after.theirs[BAR - point] == 0:
            packed |= 1 << _SHIFT + point
    return packed if unpack(packed, before) == after else None


def unpack(packed: int, before: Position) -> Position:
    """Return the position of a packed one, as left by a play from another."""
    counts = (packed & _MINE).to_bytes(27, "little")
    theirs = before.theirs
    hit = packed >> _SHIFT
    if hit:
        there = list(theirs)
        for point in POINTS:
            if hit >> point & 1:
                there[BAR - point] -= 1
                there[BAR] += 1
        theirs = tuple(there)
    return Position(
        (*counts[:BAR], counts[BAR] + counts[HAND]),
        theirs,
        (counts[HAND], before.unentered[1]),
        (before.been_home[0] or any(counts[:7]), before.been_home[1]),
    )


class Near:
    """What is near a position: the same but for a few checkers of the mover's.

    Checkers only go down. So whatever has gone past a position cannot come back to it, and each move that is left
    brings one more checker to its place at most.
    """

    __slots__ = ("_apart", "_counts")

    def __init__(self, goal: int, apart: int) -> None:
        """Ask for positions in which so many checkers may stand elsewhere than in a packed one."""
        self._counts = (goal & _MINE).to_bytes(27, "big")
        self._apart = apart

    def kept(self, reached: set[int], left: int) -> set[int]:
        """Return those packed positions from which so many more moves may lead near.

        Where nothing has to be exact, of very many the likeliest are enough.
        """
        most = self._apart
        apart = {x: far for x in reached if (far := self._how_far(x, left, most)) <= most}
        kept = list(apart)
        if self._apart and len(kept) > MOST:
            kept = heapq.nsmallest(MOST, kept, key=lambda x: (apart[x], self._how_far(x, 0), x))
        return set(kept)

    def is_near(self, packed: int) -> bool:
        """Return whether a packed position is near."""
        return self._how_far(packed, 0, self._apart) <= self._apart

    def _how_far(self, packed: int, left: int, most: int = ANYWHERE) -> int:
        """Return how many checkers stand elsewhere at least after so many more moves, or some number above `most`."""
        past = gone = wrong = 0
        for here, wanted in zip((packed & _MINE).to_bytes(27, "big"), self._counts, strict=True):  # from the hand down
            if here != wanted:
                past += wanted - here
                if past > gone:
                    if past > most:
                        return past
                    gone = past
                elif here > wanted:
                    wrong += here - wanted
                    if wrong - left > most:
                        return wrong - left
        return max(gone, wrong - left)
