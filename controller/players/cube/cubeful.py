"""The worth of a game with its cube, from the chances to win and to win gammons.

The worth of a position with a cube lies between that with a cube which nobody can use again and that with one which is
always turned at the perfect moment: their mean, weighted as in Rick Janowski's "Take-Points in Money Games" (1993).
In a match the same is done with chances to win the match instead of points, the take points counted out from the
highest cube down.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from controller.players.cube.stakes import worths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.players.player import Situation

_EFFICIENCY: Final = 0.68
"""Janowski's share of the perfect cube in the mean; the value that is commonly used for positions with contact."""

_REDOUBLES: Final = 5
"""How many further doubles are counted out; each counts about a fifth of the one before."""


class Owner(Enum):
    """Who may turn the cube."""

    NOBODY = "nobody"
    """It is in the centre: both."""
    ME = "me"
    THEM = "them"


@dataclass(frozen=True, slots=True)
class _Bounds:
    """A game at one cube, as a player with certain gammon chances sees it.

    Attributes:
        win, lose: what a win and a loss are worth on the average, gammons among them.
        cash, drop: what a plain win and a plain loss are worth: the other passes, or I do.
        take_at: the chance to win from which I take, were a cube of this value doubled, with a perfect cube.
        cash_at: the chance to win from which the other passes.
    """

    win: float
    lose: float
    cash: float
    drop: float
    take_at: float
    cash_at: float


def worth(situation: Situation, chances: Sequence[float], cube: int, owner: Owner, *, turned: bool = True) -> float:
    """Return what the game is worth to the player that is asked, before the roll.

    Args:
        situation: the game.
        chances: his five probabilities, see `controller.players.evaluation.network`.
        cube: the value of the cube.
        owner: who may turn it.
        turned: see `stakes.worths`.
    """
    win = float(chances[0])
    bounds = _bounds(situation, chances, cube, turned=turned)
    dead = win * bounds.win + (1 - win) * bounds.lose
    points = [(0.0, bounds.lose), (1.0, bounds.win)]
    if owner is not Owner.ME and bounds.take_at > 0:
        points.insert(1, (bounds.take_at, bounds.drop))
    if owner is not Owner.THEM and bounds.cash_at < 1:
        points.insert(-1, (bounds.cash_at, bounds.cash))
    return (1 - _EFFICIENCY) * dead + _EFFICIENCY * _between(points, win)


def _bounds(situation: Situation, chances: Sequence[float], cube: int, *, turned: bool) -> _Bounds:
    """Return the bounds of a game at a cube."""
    stakes = worths(situation, cube, turned=turned)
    return _Bounds(
        win=_mean(stakes.win, chances[0], chances[1], chances[2]),
        lose=_mean(stakes.lose, 1 - chances[0], chances[3], chances[4]),
        cash=stakes.win[0],
        drop=stakes.lose[0],
        take_at=_take_point(situation, chances, cube, _REDOUBLES),
        cash_at=1 - _their_take_point(situation, chances, cube, _REDOUBLES),
    )


def _mean(levels: tuple[float, float, float], base: float, gammons: float, backgammons: float) -> float:
    """Return the mean worth of games of which some are gammons and some of those backgammons."""
    if base <= 0:
        return levels[0]
    gammon, backgammon = min(1.0, gammons / base), min(1.0, backgammons / base)
    return levels[0] + (levels[1] - levels[0]) * gammon + (levels[2] - levels[1]) * backgammon


def _take_point(situation: Situation, chances: Sequence[float], cube: int, left: int) -> float:
    """Return from which chance I take a double of this cube, if all later doubles are perfect."""
    doubled = worths(situation, 2 * cube, turned=True)
    win = _mean(doubled.win, chances[0], chances[1], chances[2])
    lose = _mean(doubled.lose, 1 - chances[0], chances[3], chances[4])
    drop = worths(situation, cube, turned=True).lose[0]
    if left and doubled.win[2] > doubled.win[0]:
        return _share(drop - lose, doubled.win[0] - lose) * (
            1 - _their_take_point(situation, chances, 2 * cube, left - 1)
        )
    return _share(drop - lose, win - lose)


def _their_take_point(situation: Situation, chances: Sequence[float], cube: int, left: int) -> float:
    """Return from which chance of his the other player takes a double of this cube."""
    doubled = worths(situation, 2 * cube, turned=True)
    win = _mean(doubled.win, chances[0], chances[1], chances[2])
    lose = _mean(doubled.lose, 1 - chances[0], chances[3], chances[4])
    cash = worths(situation, cube, turned=True).win[0]
    if left and doubled.lose[2] < doubled.lose[0]:
        return _share(win - cash, win - doubled.lose[0]) * (1 - _take_point(situation, chances, 2 * cube, left - 1))
    return _share(win - cash, win - lose)


def _share(part: float, whole: float) -> float:
    """Return part of a whole, kept within 0..1; 0 where the whole is nothing."""
    return min(1.0, max(0.0, part / whole)) if whole > 1e-9 else 0.0


def _between(points: list[tuple[float, float]], at: float) -> float:
    """Return the value of straight lines through points of ascending place; later points lie nowhere before others."""
    for (left, low), (right, high) in pairwise(points):
        if at <= right:
            return low if right <= left else low + (high - low) * (at - left) / (right - left)
    return points[-1][1]
