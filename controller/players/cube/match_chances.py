"""Chances to win the match from a score, both playing equally well: a match equity table as a formula.

While both players lack two points or more, the lead is measured against the luck still to come: the chance is that of
a normal variable, 0.693 D / sqrt(S + 2.5) spreads above the mean, with D the lead and S the points that both lack. The
two numbers were fitted to two entries of Woolsey's published table (2 to 3: 60 %, 2 to 5: 75 %); the rest follows it
within some two in a hundred. Scores at which a player lacks one point are counted out: the Crawford game is played
without a cube; after it the trailer doubles at once.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import Final

_GAMMONS: Final = 0.22
"""The share of games won that are gammons, where the cube does not end them: about as often as in backgammon at all."""

_LEAD: Final = 0.693
_NEARLY_OVER: Final = 2.5


def match_chance(mine: int, theirs: int, *, crawford_over: bool) -> float:
    """Return my chance, 0..1, to win the match, before a game.

    Args:
        mine: the points I lack; 0 or less when I have won.
        theirs: the points the other player lacks.
        crawford_over: the game without doubling has been played, or is not played at all.
    """
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine == theirs:
        return 0.5
    if mine > theirs:
        return 1 - match_chance(theirs, mine, crawford_over=crawford_over)
    if mine > 1:
        return 0.5 * (1 + erf(_LEAD * (theirs - mine) / sqrt(2 * (mine + theirs + _NEARLY_OVER))))
    return 1 - (_doubling_at_once(theirs) if crawford_over else _in_crawford_game(theirs))


def _in_crawford_game(lacking: int) -> float:
    """Return the trailer's chance when he lacks so many points, the leader one, and nobody may double."""
    return 0.5 * ((1 - _GAMMONS) * _doubling_at_once(lacking - 1) + _GAMMONS * _doubling_at_once(lacking - 2))


@lru_cache(maxsize=128)
def _doubling_at_once(lacking: int) -> float:
    """Return the trailer's chance when he lacks so many points, the leader one, and the Crawford game is over."""
    if lacking <= 0:
        return 1.0
    if lacking <= 2:
        return 0.5
    return 0.5 * ((1 - _GAMMONS) * _doubling_at_once(lacking - 2) + _GAMMONS * _doubling_at_once(lacking - 4))
