"""The legal plays of many boards at once: what `controller.rules.legal_plays` finds, as arrays.

A table's play is always chosen from what the rules list; this generator serves look-ahead and training, which ask for
millions of plays. The tests compare it with the rules.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.players.evaluation.boards import THEIR_BAR, WIDTH, Boards, Rows
from controller.rules import BAR, OFF

DiceArray = NDArray[np.int8]
"""One face for each board."""

ROLLS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, the larger die first."""

CHANCES: Final = np.array([(1 if high == low else 2) / 36 for high, low in ROLLS], dtype=np.float32)
"""How likely each of the 21 rolls is."""

_SOURCES: Final = np.arange(26, dtype=np.int8)
_HASH: Final = np.random.default_rng(7).integers(1, 1 << 63, 7, dtype=np.uint64) | np.uint64(1)
_HASH_BITS: Final = 40


def results(boards: Boards, high: DiceArray, low: DiceArray) -> tuple[Rows, Boards]:
    """Return what every legal play of a roll leaves, for each board.

    Args:
        boards: the boards before the play, seen by the mover.
        high: the larger die for each board.
        low: the smaller die, the same for a doublet.

    Returns:
        The rows of `boards` that the results belong to, ascending, and the results, still seen by the mover. Each
        result of a board comes once; a board that allows no move comes with itself.
    """
    doublet = high == low
    plain, doubled = np.flatnonzero(~doublet), np.flatnonzero(doublet)
    owners_plain, after_plain = _two_dice(boards[plain], high[plain], low[plain])
    owners_doubled, after_doubled = _doublets(boards[doubled], high[doubled])
    owners = np.concatenate([plain[owners_plain], doubled[owners_doubled]])
    return _each_once(owners, np.concatenate([after_plain, after_doubled]))


def after_all_rolls(boards: Boards) -> tuple[Rows, Boards]:
    """Return the results of all 21 rolls: owners count board * 21 + roll, in the order of `ROLLS`."""
    high, low = np.array(ROLLS, dtype=np.int8).T
    count = len(boards)
    return results(np.repeat(boards, len(ROLLS), axis=0), np.tile(high, count), np.tile(low, count))


def first_rows(owners: Rows, count: int) -> Rows:
    """Return where each of `count` owners begins in an ascending list of owners; every owner must be in it."""
    return np.searchsorted(owners, np.arange(count))


def best_rows(values: NDArray[np.float32], owners: Rows, count: int) -> Rows:
    """Return the row of the highest value of each owner (ascending, all there); the first of equals."""
    starts = first_rows(owners, count)
    best = np.maximum.reduceat(values, starts)
    candidates = np.flatnonzero(values == best[owners])
    return candidates[np.searchsorted(owners[candidates], np.arange(count))]


def _two_dice(boards: Boards, high: DiceArray, low: DiceArray) -> tuple[Rows, Boards]:
    """Return owners and results, with repeats, for rolls of two different dice."""
    high_owner, high_only = _step(boards, high, None)[:2]
    low_owner, low_only = _step(boards, low, None)[:2]
    then_low, high_low = _step(high_only, low[high_owner], None)[:2]
    then_high, low_high = _step(low_only, high[low_owner], None)[:2]
    owners = np.concatenate([high_owner[then_low], low_owner[then_high]])
    after = [np.concatenate([high_low, low_high])]
    served = _served(owners, len(boards))
    all_owners = [owners]
    alone = np.arange(len(boards))
    for owner, one_die in ((high_owner, high_only), (low_owner, low_only), (alone, boards)):
        wanted = np.flatnonzero(~served[owner])
        all_owners.append(owner[wanted])
        after.append(one_die[wanted])
        served |= _served(owner, len(boards))
    return np.concatenate(all_owners), np.concatenate(after)


def _doublets(boards: Boards, die: DiceArray) -> tuple[Rows, Boards]:
    """Return owners and results for doublets.

    The moves are made in descending order of their sources, so that no result is found twice.
    """
    owners, last, after = np.arange(len(boards)), np.full(len(boards), BAR, dtype=np.int8), boards
    done_owners, done = [], []
    for _ in range(4):
        rows, longer, sources = _step(after, die[owners], last)
        ended = np.flatnonzero(~_served(owners[rows], len(boards))[owners])
        done_owners.append(owners[ended])
        done.append(after[ended])
        owners, last, after = owners[rows], sources, longer
    return np.concatenate([*done_owners, owners]), np.concatenate([*done, after])


def _served(owners: Rows, count: int) -> NDArray[np.bool_]:
    """Return which of `count` boards occur among the owners."""
    served = np.zeros(count, dtype=np.bool_)
    served[owners] = True
    return served


def _step(boards: Boards, dice: DiceArray, last: NDArray[np.int8] | None) -> tuple[Rows, Boards, NDArray[np.int8]]:
    """Return every move of one die: the row it starts from, the board it leaves and its source.

    Args:
        boards: seen by the mover.
        dice: the die of each board.
        last: the highest source allowed on each board; None for any.
    """
    rows, after, sources = [], [], []
    for die in range(1, 7):
        chosen = np.flatnonzero(dice == die)
        if chosen.size:
            some = boards[chosen]
            row, source = np.nonzero(_movable(some, die, None if last is None else last[chosen]))
            rows.append(chosen[row])
            after.append(_moved(some[row], source, die))
            sources.append(source.astype(np.int8))
    if not rows:
        return np.zeros(0, dtype=np.intp), np.zeros((0, WIDTH), dtype=np.int8), np.zeros(0, dtype=np.int8)
    return np.concatenate(rows), np.concatenate(after), np.concatenate(sources)


def _movable(boards: Boards, die: int, last: NDArray[np.int8] | None) -> NDArray[np.bool_]:
    """Return from which of the points 0..25 a checker may move by this die; shape (n, 26)."""
    mine = boards[:, :26] > 0
    can = np.zeros(mine.shape, dtype=np.bool_)
    np.logical_and(mine[:, die + 1 :], boards[:, 1 : 26 - die] >= -1, out=can[:, die + 1 :])
    can[np.flatnonzero(mine[:, BAR]), :BAR] = False
    home = np.flatnonzero(~mine[:, 7:].any(axis=1))
    if home.size:
        at_home = mine[home, 6:0:-1]
        rearmost = 6 - at_home.argmax(axis=1)
        can[home, die] |= mine[home, die]
        shorter = (rearmost < die) & at_home.any(axis=1)
        can[home[shorter], rearmost[shorter]] = True
    if last is not None:
        can &= last[:, np.newaxis] >= _SOURCES
    return can


def _moved(boards: Boards, sources: Rows, die: int) -> Boards:
    """Return boards, given away by the caller, each with one checker moved from its source by the die."""
    cells = boards.reshape(-1)
    begin = np.arange(len(boards)) * WIDTH
    targets = np.maximum(sources - die, OFF)
    cells[begin + sources] -= 1
    cells[begin + targets] += 1
    # A blot was -1 there and is 0 now; an own or empty point is at least 1.
    hit = np.flatnonzero((cells[begin + targets] == 0) & (targets > OFF))
    cells[begin[hit] + targets[hit]] = 1
    cells[begin[hit] + THEIR_BAR] += 1
    return boards


def _each_once(owners: Rows, boards: Boards) -> tuple[Rows, Boards]:
    """Return the different boards of each owner, owners ascending.

    Boards are told apart by 40 bits of a sum of their words times odd numbers. That two of one owner's results
    agree by chance, once in some thousand million turns, would lose one of them, nothing worse.
    """
    words = np.ascontiguousarray(boards).view(np.uint32)
    mixed = words[:, 0] * _HASH[0]
    for column in range(1, 7):
        mixed += words[:, column] * _HASH[column]
    mixed ^= mixed >> np.uint64(29)
    mixed *= _HASH[0]
    shift = np.uint64(_HASH_BITS)
    keys = owners.astype(np.uint64) << shift | mixed >> (np.uint64(64) - shift)
    _, first = np.unique(keys, return_index=True)
    return owners[first], boards[first]
