"""Why a position cannot be reached.

A referee sees the board before a turn, the dice, and the board after it; what happened in between he must infer. The
reasons given are those of the account of the turn that needs the fewest breaches of the rules, and among these the
slightest (the order in which `Breach` declares them; the gravest breach of each account decides, then the next), and
no others. What counts as a breach beside another one is laid down in `controller.rules.breaches.account`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.rules.breaches.account import Case
from controller.rules.breaches.reasons import LEGAL, Breach, Explanation, Reason
from controller.rules.breaches.search import lightest
from controller.rules.breaches.single_moves import enemies, open_hops, some_play
from controller.rules.plays import legal_plays
from controller.rules.position import PositionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.rules.breaches.account import Account
    from controller.rules.breaches.single_moves import Hop
    from controller.rules.dice import Roll
    from controller.rules.position import Position


_FORBIDDEN_MOVES: Final = Breach.CLOSED_POINT | Breach.BORNE_OFF_EARLY | Breach.WRONG_DISTANCE
"""Breaches beside which the dice left over are judged by what can still be played, not by a whole legal play."""

LONGEST_EXAMPLE: Final = 4
"""How many moves an example shows at most: a play of backgammon has no more."""


def explain(before: Position, roll: Roll, after: Position, *, lenient_last_checker: bool = False) -> Explanation:
    """Return the reasons why a turn cannot end in a position; none when it can.

    The same arguments always give the same explanation.

    Args:
        before: the position before the turn, seen by the player who moves.
        roll: the dice.
        after: the position after it, seen by the same player (the turn has not passed). It may hold any counts at
            all: checkers missing or added, both colours on one point.
        lenient_last_checker: as for `legal_plays`.

    Raises:
        PositionError: `before` is nothing that `legal_plays` accepts, or `after` is not made of 26 counts a side.
    """
    if len(after.mine) != 26 or len(after.theirs) != 26:
        raise PositionError("position.wrong_length", mine=len(after.mine), theirs=len(after.theirs))
    legal = legal_plays(before, roll, lenient_last_checker=lenient_last_checker)
    if legal.allows(after):
        return LEGAL
    held = enemies(before)
    larger_first = legal.dice_used == 1 and legal.pips == roll.high > roll.low
    case = Case(before, after, roll.dice, legal.dice_used, larger_first, held)
    account, reasons = lightest(case)
    return told(case, account, reasons)


def told(case: Case, account: Account, reasons: Sequence[Reason]) -> Explanation:
    """Return the reasons of an account as an explanation, with moves that show what could have been played."""
    shown = dict.fromkeys(_with_example(case, account, reasons, reason) for reason in reasons)
    ranks = {breach: rank for rank, breach in enumerate(Breach)}
    return Explanation(tuple(sorted(shown, key=lambda reason: _in_order(ranks[reason.breach], reason))))


def _in_order(rank: int, reason: Reason) -> tuple[int, list[int], tuple[int, ...], bool]:
    return rank, [-point for point in reason.points], reason.dice, reason.other


def _with_example(case: Case, account: Account, reasons: Sequence[Reason], reason: Reason) -> Reason:
    """Return the reason with moves that show what could have been played, where not to have played it is the breach."""
    if reason.breach is Breach.LARGER_DIE:
        hop = next(open_hops(case.before.mine, case.held, case.dice[0], case.ways))
        return replace(reason, points=(hop.source, hop.target))
    if reason.breach is Breach.DICE_UNPLAYED:
        hops, dice = _unplayed(case, account, reasons)
        return replace(reason, points=tuple(point for hop in hops for point in hop[:2]), dice=dice)
    return reason


def _unplayed(case: Case, account: Account, reasons: Sequence[Reason]) -> tuple[Sequence[Hop], tuple[int, ...]]:
    """Return moves that would have played more dice than an account does, and the dice by which they are more."""
    lacking = min(LONGEST_EXAMPLE, case.most - len(account.hops))
    shortest = 1 if any(reason.breach in _FORBIDDEN_MOVES for reason in reasons) else lacking
    for length in range(lacking, shortest - 1, -1):
        rest = some_play(account.end, case.held, account.unused, length, case.ways)
        if rest:
            return rest, tuple(sorted((hop.die for hop in rest), reverse=True))
    most = min(LONGEST_EXAMPLE, case.most)
    whole = some_play(case.before.mine, case.held, case.dice, most, case.ways) or ()
    dice = Counter(hop.die for hop in whole) - Counter(hop.die for hop in account.hops)
    return whole, tuple(sorted(dice.elements(), reverse=True))
