"""The networks' inputs from a board: counts of checkers, and measures of race, blocks and exposure.

All is seen by the player on roll: each measure comes once for him and once for the other player. The measures are of
our own making; each is scaled to be mostly between 0 and 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.players.evaluation.boards import THEIR_BAR, THEIR_OFF, Boards
from controller.rules import BAR, OFF

Inputs = NDArray[np.float32]
"""Rows of inputs of a network: shape (n, inputs), dtype float32."""

_Sides = NDArray[np.int8]
_Masks = NDArray[np.uint32]

_HORIZON: Final = 12
_ESCAPE_FROM: Final = np.arange(7, 26, dtype=np.uint32)
"""The points from which the way ahead is looked at."""


def _units() -> Inputs:
    """Return the inputs of one point by its count plus 15: four for own checkers, four for the other player's."""
    units = np.zeros((31, 8), dtype=np.float32)
    for count in range(1, 16):
        own = (float(count == 1), float(count >= 2), float(count >= 3), max(0, count - 3) / 2)
        units[15 + count, :4] = own
        units[15 - count, 4:] = own
    return units


def _single_checker_pips() -> Inputs:
    """Return the mean pips that one checker can move with a roll, by which of the twelve points ahead are closed.

    Bit k of the index is the point 12 - k ahead. The mean over the 36 rolls is divided by that of a free way.
    """
    closed = np.arange(1 << _HORIZON)
    open_at = [np.ones(len(closed), dtype=np.bool_)]
    open_at += [closed >> (_HORIZON - ahead) & 1 == 0 for ahead in range(1, _HORIZON + 1)]
    total = np.zeros(len(closed))
    for one in range(1, 7):
        for two in range(1, 7):
            if one == two:
                reached = np.ones(len(closed), dtype=np.bool_)
                best = np.zeros(len(closed))
                for ahead in range(one, min(4 * one, _HORIZON) + 1, one):
                    reached = reached & open_at[ahead]
                    best = np.where(reached, ahead, best)
            else:
                single = np.maximum(open_at[one] * one, open_at[two] * two)
                both = (open_at[one] | open_at[two]) & open_at[one + two]
                best = np.where(both, one + two, single)
            total += best
    mean: Inputs = (total / total[0]).astype(np.float32)
    return mean


_POINTS: Final = np.arange(1, 25, dtype=np.float32)
_ONES: Final = np.ones(24, dtype=np.float32)
_FIFTHS: Final = np.full(9, 1 / 5, dtype=np.float32)
_UNITS: Final = _units()
_PIPS: Final = _single_checker_pips()


def _linear() -> Inputs:
    """Return the weights of measures that are sums over an own side's points 1..24, then the bar; shape (25, 4)."""
    points = np.arange(1, 26)
    return np.stack(
        [
            points / 100,
            (points >= 19) / 5,
            np.where((points > 6) & (points <= 18), points - 6, 0) / 50,
            (points + 5) // 6 / 20,
        ],
        axis=1,
    ).astype(np.float32)


_LINEAR: Final = _linear()
_RACE_MEASURES: Final = 9
_CONTACT_MEASURES: Final = _RACE_MEASURES + 24
RACE_INPUTS: Final = 24 * 8 + 2 * _RACE_MEASURES
CONTACT_INPUTS: Final = 24 * 8 + 2 * _CONTACT_MEASURES


def is_race(boards: Boards) -> NDArray[np.bool_]:
    """Return on which boards the players have passed each other, so that nothing can be hit any more."""
    rear_mine = 25 - (boards[:, 25:0:-1] > 0).argmax(axis=1)
    rear_theirs = 25 - (boards[:, 1:25] < 0).argmax(axis=1)
    bars = (boards[:, BAR] > 0) | (boards[:, THEIR_BAR] > 0)
    nobody_behind = ~(boards[:, 1:25] < 0).any(axis=1)
    race: NDArray[np.bool_] = ~bars & (nobody_behind | (rear_mine + rear_theirs - 1 < 25))
    return race


def race_inputs(boards: Boards) -> Inputs:
    """Return the inputs of the network for races."""
    sides, bars = _sides(boards)
    return _joined(boards, _race_measures(boards, sides, bars))


def contact_inputs(boards: Boards) -> Inputs:
    """Return the inputs of the network for everything else."""
    sides, bars = _sides(boards)
    race = _race_measures(boards, sides, bars)
    return _joined(boards, np.concatenate([race, _contact_measures(sides, bars)], axis=1))


def _joined(boards: Boards, measures: Inputs) -> Inputs:
    """Return the counts of the points and the measures of both sides in one row a board."""
    count = len(boards)
    units = np.take(_UNITS, boards[:, 1:25] + np.int8(15), axis=0).reshape(count, -1)
    return np.concatenate([units, measures[:count], measures[count:]], axis=1)


def _sides(boards: Boards) -> tuple[_Sides, NDArray[np.int8]]:
    """Return points and bar of each board seen by the player on roll, then of each seen by the other.

    Returns:
        The points 1..24, the side's own checkers positive, shape (2n, 24), and the checkers on its bar, shape (2n,).
    """
    points = boards[:, 1:25]
    sides = np.concatenate([points, -points[:, ::-1]])
    return sides, np.concatenate([boards[:, BAR], boards[:, THEIR_BAR]])


def _race_measures(boards: Boards, sides: _Sides, bars: NDArray[np.int8]) -> Inputs:
    """Return what counts in every position; shape (2n, 9)."""
    own = np.empty((len(sides), 25), dtype=np.float32)
    np.maximum(sides, 0, out=own[:, :24], casting="unsafe")
    own[:, 24] = bars
    measures = np.empty((len(sides), _RACE_MEASURES), dtype=np.float32)
    measures[:, :4] = own @ _LINEAR
    left = own @ np.ones(25, dtype=np.float32)
    measures[:, 4] = np.concatenate([boards[:, OFF], boards[:, THEIR_OFF]]) > 0
    for i in range(3):
        measures[:, 5 + i] = np.clip((left - 5 * i) / 5, 0, 1)
    measures[:, 8] = _rearmost(own) / 25
    return measures


def _rearmost(own: Inputs) -> NDArray[np.intp]:
    """Return the highest point (25 for the bar) with a checker; 0 when none is left."""
    there = own > 0
    return np.where(there.any(axis=1), 25 - there[:, ::-1].argmax(axis=1), 0)


def _contact_measures(sides: _Sides, bars: NDArray[np.int8]) -> Inputs:
    """Return what counts while the players can still hit each other; shape (2n, 24)."""
    rows, half = len(sides), len(sides) // 2
    own, closed, blots = _mask(sides > 0), _mask(sides <= -2), _mask(sides == -1)
    made = _mask(sides >= 2)
    counts = np.maximum(sides, 0).astype(np.float32)
    measures = np.empty((rows, _CONTACT_MEASURES - _RACE_MEASURES), dtype=np.float32)
    home = np.bitwise_count(made & np.uint32(0x7E)).astype(np.float32) / 6
    measures[:, 0] = bars == 1
    measures[:, 1] = bars >= 2
    measures[:, 2] = bars / np.float32(6)
    measures[:, 3] = home
    measures[:, 4] = home * home
    measures[:, 5] = np.bitwise_count(made >> np.uint32(19)) / np.float32(3)
    measures[:, 6:8] = _shots(own, closed, blots, bars)
    ways = np.take(_PIPS, (closed << np.uint32(_HORIZON))[:, np.newaxis] >> _ESCAPE_FROM & np.uint32(0xFFF))
    back = counts[:, 15:]
    measures[:, 8] = (back * ways[:, 9:18]) @ _FIFTHS
    measures[:, 9] = back @ _FIFTHS - measures[:, 8]
    measures[:, 10:18] = ways[:, 11:]
    measures[:, 18] = np.bitwise_count(_mask(sides == 1)) / np.float32(4)
    rear = np.where(bars > 0, 25, _rearmost(counts))
    measures[:, 19] = np.where(rear >= 7, ways[np.arange(rows), np.maximum(rear, 7) - 7], 1)
    other_rear = np.concatenate([rear[half:], rear[:half]])
    behind = np.maximum(_POINTS - (25 - other_rear).astype(np.float32)[:, np.newaxis], 0)
    measures[:, 20] = (counts * (behind > 0)) @ _ONES / 15
    measures[:, 21] = (counts * behind) @ _ONES / 100
    measures[:, 22] = _longest_run(made) / np.float32(6)
    measures[:, 23] = np.maximum(counts - 3, 0) @ _ONES / 6
    return measures


def _mask(there: NDArray[np.bool_]) -> _Masks:
    """Return truths about the points 1..24 as bits: bit p is point p."""
    packed = np.packbits(there, axis=1, bitorder="little").astype(np.uint32)
    mask: _Masks = (packed[:, 0] | packed[:, 1] << np.uint32(8) | packed[:, 2] << np.uint32(16)) << np.uint32(1)
    return mask


def _longest_run(made: _Masks) -> NDArray[np.uint8]:
    """Return how many made points stand in a row at most."""
    longest = np.zeros(len(made), dtype=np.uint8)
    while made.any():
        longest += made > 0
        made = made & made >> np.uint32(1)
    return longest


def _shots(own: _Masks, closed: _Masks, blots: _Masks, bars: NDArray[np.int8]) -> Inputs:
    """Return how exposed the other player's blots are to a side's next roll.

    Returns:
        Shape (2n, 2): the share of the 36 rolls that hit, and the mean of the pips lost by the costliest blot that a
        roll hits, divided by 10.
    """
    exposed = np.zeros((len(own), 2), dtype=np.float32)
    free = np.flatnonzero((bars == 0) & (blots != 0))
    entering = np.flatnonzero((bars > 0) & (blots != 0))
    exposed[free] = _hits(own[free], closed[free], blots[free], None)
    exposed[entering] = _hits(own[entering], closed[entering], blots[entering], bars[entering])
    return exposed


def _hits(own: _Masks, closed: _Masks, blots: _Masks, bars: NDArray[np.int8] | None) -> Inputs:
    """Return `_shots` for rows that are all on the bar (`bars` gives how many), or all not (None)."""
    total = np.zeros((2, len(own)), dtype=np.float32)
    at_bar = None if bars is None else np.full(len(own), 1 << BAR, dtype=np.uint32)
    first = own if at_bar is None else at_bar
    faces = [np.uint32(die) for die in range(7)]
    direct = [first >> die for die in faces]
    landed = [there & ~closed for there in direct]
    for one in range(1, 7):
        for two in range(1, one):
            hit = direct[one] | direct[two]
            if bars is None:
                hit |= landed[one] >> faces[two] | landed[two] >> faces[one]
            else:
                onward = _onward(own, landed, faces, one, two)
                hit |= np.where(bars == 1, onward, 0)
            _count_hits(total, hit & blots, 2)
        reach, moved = direct[one], landed[one]
        for step in range(2, 5):
            # With some on the bar the first moves enter them; then any checker may go on.
            start = moved if bars is None else np.where(bars < step, moved | np.where(moved > 0, own, 0), 0)
            reach = reach | start.astype(np.uint32) >> faces[one]
            moved = moved | start.astype(np.uint32) >> faces[one] & ~closed
        _count_hits(total, reach & blots, 1)
    return total.T


def _onward(own: _Masks, landed: list[_Masks], faces: list[np.uint32], one: int, two: int) -> _Masks:
    """Return what the second die reaches once the first has entered the only checker on the bar."""
    after_one = np.where(landed[one] > 0, own | landed[one], 0).astype(np.uint32)
    after_two = np.where(landed[two] > 0, own | landed[two], 0).astype(np.uint32)
    return after_one >> faces[two] | after_two >> faces[one]


def _count_hits(total: Inputs, hit: _Masks, ways: int) -> None:
    """Add a roll of so many ways in 36 to the shots (row 0) and to the pips they cost (row 1).

    The highest bit hit is what the costliest blot has travelled; it stands in the exponent of a float.
    """
    highest = np.maximum(hit.astype(np.float32).view(np.uint32) >> np.uint32(23), np.uint32(126)) - np.uint32(126)
    total[0] += (hit > 0) * np.float32(ways / 36)
    total[1] += highest * np.float32(ways / 360)
