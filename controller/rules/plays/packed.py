"""The inner form of a position in which plays are counted out: one whole number, one byte a point.

Byte p (bits 8p to 8p+7) holds the number of the mover's checkers on his point p, byte 0 those borne off, byte 25
those on the bar. So the number is `int.from_bytes(bytes(position.mine), "little")`, and playing a die from a point is
one addition of a number known beforehand; the bytes never overflow while a side has at most 255 checkers. Above the
26 bytes lies one bit for each point on which the mover has hit a blot: the other player's checkers change in no other
way during a play, so these bits say all about them, and since a point is hit at most once they are set by a plain
"or", however often the mover lands there.

What a die may do from a point does not depend on the rest of the play except in two ways, both written as bytes that
must be empty (`clear` of a `PackedStep`): the bar, before another checker moves; and, to bear a checker off, everything
outside the home board, or behind the checker when the die is larger than its point. Closed points stay closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules.position import BAR, OFF, POINTS, Position, PositionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from controller.rules.position import Counts

_SHIFT: Final = 8 * 26
_MINE: Final = (1 << _SHIFT) - 1

PackedStep = tuple[int, int, int, int]
"""What one die may do from one point, as four numbers: `has`, the byte of the source, which must not be empty; `clear`,
the bytes that must be empty; `delta`, what the move adds to the packed position; `hit`, the bit of a blot on the
target, or 0. It is legal on a packed position x when `x & has and not x & clear`, and leaves `x + delta | hit`."""


def _bytes(first: int, last: int) -> int:
    """Return the mask of the bytes of the points from first to last."""
    return sum(0xFF << 8 * point for point in range(first, last + 1))


def _step(die: int, source: int, *, blot: bool) -> PackedStep:
    """Return what a die may do from a point when its target is open, empty or with a blot on it."""
    target = max(OFF, source - die)
    if source == BAR:
        clear = 0
    elif target:
        clear = _bytes(BAR, BAR)
    else:
        clear = _bytes(7 if source == die else source + 1, BAR)
    delta = (1 << 8 * target) - (1 << 8 * source)
    return (_bytes(source, source), clear, delta, 1 << _SHIFT + target if blot else 0)


_STEPS: Final = tuple(
    tuple(tuple(_step(die, source, blot=blot) for source in range(26)) for blot in (False, True)) for die in range(12)
)
"""Every step, by die, by the enemies on the target (0 or 1) and by source; die 0 and source 0 are never used. Above 6
stands the sum of two dice, for the end of a way whose middle is looked at elsewhere."""


def pack(position: Position) -> int:
    """Return the packed form of a position with no blot hit yet.

    Raises:
        PositionError: not 26 counts a side ("position.wrong_length"), or a count or a sum outside 0..255
            ("position.not_a_count").
    """
    mine, theirs = position.mine, position.theirs
    if len(mine) != 26 or len(theirs) != 26:
        raise PositionError("position.wrong_length", mine=len(mine), theirs=len(theirs))
    try:
        packed = int.from_bytes(bytes(mine), "little")
    except ValueError as error:
        raise PositionError("position.not_a_count", mine=mine) from error
    if sum(mine) > 255:
        raise PositionError("position.not_a_count", mine=mine)
    return packed


def pack_after(before: Position, after: Position) -> int | None:
    """Return the packed form of a position as left by a play, or None when no play could leave it.

    Args:
        before: the position before the play.
        after: the position after it, seen by the same player.
    """
    if len(after.theirs) != len(before.theirs):
        return None
    hit = 0
    for point in POINTS:
        if before.theirs[25 - point] == 1 and after.theirs[25 - point] == 0:
            hit |= 1 << point
    if _after_hits(before.theirs, hit) != after.theirs:
        return None
    try:
        return pack(after) | hit << _SHIFT
    except PositionError:
        return None


def unpack(packed: Iterable[int], theirs: Counts) -> Iterator[Position]:
    """Yield the positions of packed ones.

    Args:
        packed: positions after a play.
        theirs: the other player's counts before the play, from his own side.
    """
    known = {0: theirs}
    for number in packed:
        hit = number >> _SHIFT
        if hit not in known:
            known[hit] = _after_hits(theirs, hit)
        yield Position(tuple((number & _MINE).to_bytes(26, "little")), known[hit])


def _after_hits(theirs: Counts, hit: int) -> Counts:
    """Return the other player's counts after his blots on some of the mover's points were hit (bit p: point p)."""
    if not hit:
        return theirs
    counts = list(theirs)
    for point in POINTS:
        if hit >> point & 1:
            counts[25 - point] -= 1
            counts[BAR] += 1
    return tuple(counts)


def open_steps(theirs: Counts, die: int, sources: Iterable[int]) -> dict[int, PackedStep]:
    """Return what a die may do from each of some points, in their order, without those whose target is closed.

    Args:
        theirs: the other player's counts before the play, from his own side.
        die: the face.
        sources: the mover's points, 1..24 or 25 for the bar.
    """
    table = _STEPS[die]
    steps = {}
    for source in sources:
        enemies = theirs[25 - source + die] if source > die else 0
        if enemies < 2:
            steps[source] = table[enemies][source]
    return steps


def highest_difference(packed: int, other: int) -> int:
    """Return the highest of the mover's points on which two packed positions differ; they must differ somewhere."""
    return ((packed ^ other) & _MINE).bit_length() - 1 >> 3
