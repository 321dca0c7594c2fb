"""A board drawn with letters, for a terminal without pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules import BAR, OFF

if TYPE_CHECKING:
    from controller.rules import Position

MINE: Final = "X"
THEIRS: Final = "O"
"""The checkers of the player from whose side the board is seen, and the other's."""

_ROWS: Final = 5
"""Checkers of a point that are drawn; of more the last one drawn is their number."""


def text_board(position: Position) -> str:
    """Return a board as lines, seen by the player on roll, whose home is at the bottom right."""
    top = [*range(13, 19), None, *range(19, 25)]
    bottom = [*range(12, 6, -1), None, *range(6, 0, -1)]
    edge = f"+{'-' * 18}+---+{'-' * 18}+"
    rows = [_row(position, top, height) for height in range(_ROWS)]
    rows += [_row(position, bottom, height) for height in reversed(range(_ROWS))]
    off = f"{MINE} {position.mine[OFF]} off, {THEIRS} {position.theirs[OFF]} off"
    return "\n".join([_numbers(top), edge, *rows[:_ROWS], f"|{' ' * 18}|   |{' ' * 18}|", *rows[_ROWS:], edge,
                      _numbers(bottom), off])  # fmt: skip


def _numbers(points: list[int | None]) -> str:
    """Return the numbers of a row of points."""
    return (" " + "".join("     " if point is None else f"{point:^3}" for point in points)).rstrip()


def _row(position: Position, points: list[int | None], height: int) -> str:
    """Return a line of the board: the checkers that lie at a height, from the rail, on each point and the bar."""
    cells = []
    for point in points:
        if point is None:
            # The other's checkers on the bar are at the bottom, where they come in from.
            mine = points[0] == 13
            count = position.mine[BAR] if mine else position.theirs[BAR]
            cells.append(f"|{_cell(MINE if mine else THEIRS, count, height)}|")
        else:
            mine = bool(position.mine[point])
            count = position.mine[point] or position.theirs[25 - point]
            cells.append(_cell(MINE if mine else THEIRS, count, height))
    return f"|{''.join(cells)}|"


def _cell(letter: str, count: int, height: int) -> str:
    """Return one checker of a number, or nothing, three letters wide."""
    if height >= count:
        return "   "
    return f"{count:^3}" if height == _ROWS - 1 and count > _ROWS else f" {letter} "
