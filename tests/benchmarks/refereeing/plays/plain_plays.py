"""The plays of a roll counted out in the plainest way, as a peer to the rules: its own board, its own rules, no tricks.

The board is one list for both players as it lies on the table, seen from one fixed chair: at 1 to 24 positive numbers
are checkers of the player who moves down to point 1, negative ones of the player who moves up to point 24. Their bars
are at 25 and 0, where they come from; what they have borne off is at 26 and 27. So it can be asked for either player,
and must answer the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.rules import BAR, OFF, Position, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

Board = list[int]


def on_table(position: Position, side: int) -> Board:
    """Return the board when the player on roll moves down (side 1) or up (side -1)."""
    down, up = (position.mine, position.theirs) if side > 0 else (position.theirs, position.mine)
    points = [down[point] - up[25 - point] for point in range(1, 25)]
    return [-up[BAR], *points, down[BAR], down[OFF], -up[OFF]]


def off_table(board: Board, side: int) -> Position:
    """Return the position as the player who moves down (side 1) or up (side -1) sees it."""
    down = (board[26], *(max(0, count) for count in board[1:26]))
    up = (-board[27], *(max(0, -count) for count in board[24::-1]))
    return Position(down, up) if side > 0 else Position(up, down)


def plain_plays(position: Position, roll: Roll, side: int = 1) -> tuple[set[tuple[int, ...]], int, int]:
    """Return the boards that legal plays leave (see `off_table`), how many dice they use, and the sum of these."""
    board = on_table(position, side)
    orders = [[roll.high] * 4] if roll.is_doublet else [[roll.high, roll.low], [roll.low, roll.high]]
    ends: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for order in orders:
        _play(board, order, side, (0, 0), ends)
    dice_used, pips = max(ends)
    return ends[dice_used, pips] if dice_used else set(), dice_used, pips


def _play(
    board: Board, dice: list[int], side: int, used: tuple[int, int], ends: dict[tuple[int, int], set[tuple[int, ...]]]
) -> None:
    """Play the dice in this order as far as they go, and note the ends by the number and the sum of the dice used."""
    moved = False
    if dice:
        for after in _moves(board, dice[0], side):
            moved = True
            _play(after, dice[1:], side, (used[0] + 1, used[1] + dice[0]), ends)
    if not moved:
        ends.setdefault(used, set()).add(tuple(board))


def _moves(board: Board, die: int, side: int) -> Iterator[Board]:
    """Yield the boards that one checker moved by one die leaves."""
    bar, off, other_bar = (25, 26, 0) if side > 0 else (0, 27, 25)
    sources = [bar] if board[bar] else [point for point in range(1, 25) if board[point] * side > 0]
    farthest = max((point if side > 0 else 25 - point for point in sources), default=0)
    for source in sources:
        target = source - die * side
        if not 1 <= target <= 24:
            to_go = source if side > 0 else 25 - source
            if farthest > 6 or to_go not in (die, farthest):
                continue
            target = off
        elif board[target] * side < -1:
            continue
        after = board.copy()
        after[source] -= side
        if target != off and board[target] == -side:
            after[target] = side
            after[other_bar] -= side
        else:
            after[target] += side
        yield after
