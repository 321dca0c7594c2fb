"""Positions as they stand on boards: after random play, strewn with tall stacks, with both sets on a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.training.board.drawn.chance import maybe, one_of

if TYPE_CHECKING:
    import numpy.typing as npt

START: Final = ((23, 2), (12, 5), (7, 3), (5, 5))
"""Where a player's checkers stand at first, counted from the player's side from 0, and how many."""

_TALL: Final = (6, 6, 6, 7, 7, 8, 8, 9, 10, 11, 13, 15)
_HEAPS: Final = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 7)
_ON_BAR: Final = (*(1,) * 9, *(2,) * 6, 3, 3, 3, 4, 4, 5, 6, 7)
_INTRUDING: Final = (1, 1, 1, 1, 2, 2, 3)
_AT_MOST_SHARED: Final = 9
"""Checkers of both sets that lie on a point at most: who plays to one by mistake sees what lies there."""


class DrawnPosition(NamedTuple):
    """Checkers that stand on a board.

    Attributes:
        points: counts of dark and light checkers on 24 points in the order of `reading.PLACES`, shape (24, 2); both on
            one where somebody has erred.
        bar: how many dark and light checkers lie on the bar.
        off: how many have been borne off.
    """

    points: npt.NDArray[np.int64]
    bar: tuple[int, int]
    off: tuple[int, int]


def start_position(rng: np.random.Generator) -> DrawnPosition:
    """Return the start position from one of its sides."""
    return _seen_from(rng, *_played(rng, 0))


def later_position(rng: np.random.Generator) -> DrawnPosition:
    """Return a position as they stand in games, or a strewn one; now and then the bare board, or both on a point."""
    kind = rng.random()
    if kind < 0.06:
        return DrawnPosition(np.zeros((24, 2), dtype=np.int64), (0, 0), (0, 0))
    position = (
        strewn_position(rng)
        if kind >= 0.58
        else _with_bar(rng, _seen_from(rng, *_played(rng, int(rng.integers(1, 90)))))
    )
    return _with_intruders(rng, position) if maybe(rng, 0.3) else position


def game_position(rng: np.random.Generator) -> DrawnPosition:
    """Return a position after some plays, seen from any side; now and then a strewn one, with tall stacks."""
    if maybe(rng, 0.25):
        return strewn_position(rng)
    return _with_bar(rng, _seen_from(rng, *_played(rng, int(rng.integers(4, 50)))))


def strewn_position(rng: np.random.Generator) -> DrawnPosition:
    """Return a position that need not come of play: heaps anywhere, tall ones often."""
    points = np.zeros((24, 2), dtype=np.int64)
    free = [int(point) for point in rng.permutation(24)]
    bar = _some_on_bar(rng) if maybe(rng, 0.4) else (0, 0)
    off = [0, 0]
    for who in (0, 1):
        left = (15 if maybe(rng, 0.7) else int(rng.integers(3, 16))) - bar[who]
        tall = maybe(rng, 0.8)
        while left > 0 and free:
            count = min(left, one_of(rng, _TALL if tall else _HEAPS))
            tall = False
            points[free.pop(), who] = count
            left -= count
        off[who] = 15 - int(points[:, who].sum()) - bar[who]
    return DrawnPosition(points, bar, (off[0], off[1]))


def _played(rng: np.random.Generator, plies: int) -> tuple[list[int], list[int]]:
    """Return 24 points, positive for the one and negative for the other, and the bar, after so many random plays."""
    board, bar = [0] * 24, [0, 0]
    for point, count in START:
        board[point] += count
        board[23 - point] -= count
    for ply in range(plies):
        side = 1 if ply % 2 == 0 else -1
        dice = [int(rng.integers(1, 7)), int(rng.integers(1, 7))]
        for pips in dice * 2 if dice[0] == dice[1] else dice:
            _move(rng, board, bar, side, pips)
    return board, bar


def _move(rng: np.random.Generator, board: list[int], bar: list[int], side: int, pips: int) -> None:
    """Make one random legal move, if there is one."""
    who = 0 if side > 0 else 1
    moves: list[tuple[int | None, int | None]] = []
    if bar[who]:
        entry = 24 - pips if side > 0 else pips - 1
        moves = [(None, entry)] if board[entry] * side >= -1 else []
    else:
        home = all(board[p] * side <= 0 for p in (range(6, 24) if side > 0 else range(18)))
        for point in range(24):
            if board[point] * side > 0:
                to = point - pips * side
                if not 0 <= to < 24:
                    moves += [(point, None)] if home else []
                elif board[to] * side >= -1:
                    moves += [(point, to)] * (1 if board[point] * side == 2 else 2)
    if not moves:
        return
    start, end = one_of(rng, moves)
    if start is None:
        bar[who] -= 1
    else:
        board[start] -= side
    if end is not None:
        if board[end] * side < 0:
            board[end] = 0
            bar[1 - who] += 1
        board[end] += side


def _seen_from(rng: np.random.Generator, board: list[int], bar: list[int]) -> DrawnPosition:
    """Return a played position in picture terms, from any side, by either set."""
    order = [*range(12, 24), *range(11, -1, -1)]
    signed = np.array([board[point] for point in order])
    points = np.stack([np.maximum(signed, 0), np.maximum(-signed, 0)], axis=1).reshape(2, 12, 2)
    if maybe(rng, 0.5):
        points = points[:, ::-1]
    if maybe(rng, 0.5):
        points = points[::-1]
    if maybe(rng, 0.5):
        points, bar = points[..., ::-1], bar[::-1]
    points = np.minimum(points.reshape(24, 2), 15)
    off = 15 - points.sum(axis=0) - np.array(bar)
    return DrawnPosition(points, (bar[0], bar[1]), (max(0, int(off[0])), max(0, int(off[1]))))


def _with_bar(rng: np.random.Generator, position: DrawnPosition) -> DrawnPosition:
    """Return a position as it is, or with another number of checkers on the bar: random play leaves many there."""
    kind = rng.random()
    if kind >= 0.7:
        return position
    bar = (0, 0) if kind < 0.5 else _some_on_bar(rng)
    points = position.points.copy()
    for who, wanted in enumerate(bar):
        for _ in range(int(points[:, who].sum()) + wanted - 15):
            points[one_of(rng, np.flatnonzero(points[:, who]).tolist()), who] -= 1
    off = 15 - points.sum(axis=0) - np.array(bar)
    return DrawnPosition(points, bar, (int(off[0]), int(off[1])))


def _some_on_bar(rng: np.random.Generator) -> tuple[int, int]:
    first = (one_of(rng, _ON_BAR), one_of(rng, _ON_BAR) if maybe(rng, 0.25) else 0)
    return first if maybe(rng, 0.5) else (first[1], first[0])


def _with_intruders(rng: np.random.Generator, position: DrawnPosition) -> DrawnPosition:
    """Return a position in which some checkers of one set have gone to points of the other, one to three to each."""
    points = position.points.copy()
    standing = rng.permutation(np.flatnonzero(points.sum(axis=1)))
    for place in standing[: one_of(rng, (1, 1, 2, 3))]:
        who = int(points[place, 0] > 0)
        for _ in range(one_of(rng, _INTRUDING)):
            others = [other for other in np.flatnonzero(points[:, who]).tolist() if other != place]
            if others and points[place].sum() < _AT_MOST_SHARED and points[place, 1 - who]:
                points[one_of(rng, others), who] -= 1
                points[place, who] += 1
    return position._replace(points=points)
