"""A simple player: ranks the positions that a roll can lead to. Good enough to end a game, not to win one.

The weights are plain common sense in pips: blots in reach cost what they would lose, made points and primes are worth
having, high stacks are not. There is no look-ahead.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Final

from controller.rules import BAR, OFF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.rules import Position

_MADE_POINT: Final = 3.0
_HOME_POINT: Final = 5.0
_ON_BAR: Final = 12.0
_BORNE_OFF: Final = 8.0
_TALL: Final = 3.0
_BLOT: Final = 0.35


def best_result(results: Iterable[Position]) -> Position:
    """Return the position that the simple player likes most; ties go to the one that sorts first.

    Raises:
        ValueError: if there is no position to choose from.
    """
    return max(results, key=lambda position: (worth(position), position.mine, position.theirs, position.unentered))


def worth(position: Position) -> float:
    """Return what `position` is worth to the player who has just moved (`mine`), in pips."""
    mine, theirs = position.mine, position.theirs
    race = _pips(theirs) - _pips(mine)
    total = race + _ON_BAR * theirs[BAR] + _BORNE_OFF * mine[OFF]
    for point in range(1, 25):
        count = mine[point]
        if count >= 2:
            total += _HOME_POINT if point <= 6 else _MADE_POINT
            total -= _TALL * max(0, count - 4)
        elif count == 1:
            total -= _BLOT * (25 - point) * _shots(theirs, 25 - point)
    return total


def _pips(counts: tuple[int, ...]) -> int:
    """Return the pip count of one player's 26 counts."""
    return sum(map(mul, counts, range(len(counts))))


def _shots(theirs: tuple[int, ...], point: int) -> float:
    """Return roughly how exposed a blot on the other player's own `point` is, 0 (safe) to 1."""
    direct = sum(1 for distance in range(1, 7) if point + distance <= BAR and theirs[point + distance])
    indirect = sum(1 for distance in range(7, 12) if point + distance <= BAR and theirs[point + distance])
    return min(1.0, 0.2 * direct + 0.05 * indirect)
