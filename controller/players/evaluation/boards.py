"""Many positions at once, as one array: the form in which the built-in player moves and evaluates.

A board is a row of 28 small integers, seen by one player, the mover: column 0 his checkers borne off, 1..24 his points
(his own checkers positive, the other player's negative), 25 his bar, 26 the other's bar, 27 the other's borne off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from controller.rules import BAR, OFF, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

Boards = NDArray[np.int8]
"""Boards, one a row: shape (n, 28), dtype int8."""

Rows = NDArray[np.intp]
"""Numbers of rows."""

WIDTH: Final = 28
THEIR_BAR: Final = 26
THEIR_OFF: Final = 27


def boards_of(positions: Iterable[Position]) -> Boards:
    """Return positions as boards, each seen by its `mine`."""
    counts = [(position.mine, position.theirs) for position in positions]
    mine = np.array([pair[0] for pair in counts], dtype=np.int8).reshape(-1, 26)
    theirs = np.array([pair[1] for pair in counts], dtype=np.int8).reshape(-1, 26)
    boards = np.empty((len(counts), WIDTH), dtype=np.int8)
    boards[:, :26] = mine
    boards[:, 1:25] -= theirs[:, 24:0:-1]
    boards[:, THEIR_BAR] = theirs[:, BAR]
    boards[:, THEIR_OFF] = theirs[:, OFF]
    return boards


def turned(boards: Boards) -> Boards:
    """Return the same boards seen by the other player."""
    other = np.empty_like(boards)
    other[:, OFF] = boards[:, THEIR_OFF]
    np.negative(boards[:, 24:0:-1], out=other[:, 1:25])
    other[:, BAR] = boards[:, THEIR_BAR]
    other[:, THEIR_BAR] = boards[:, BAR]
    other[:, THEIR_OFF] = boards[:, OFF]
    return other
