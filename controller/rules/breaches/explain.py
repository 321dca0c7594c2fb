"""Why a position cannot be reached.

A referee sees the board before a turn, the dice, and the board after it; what happened in between he must infer. The
reasons given are those of the reconstruction of the turn that needs the fewest breaches of the rules, and among these
the slightest (the order in which `Breach` declares them; the gravest breach of each decides, then the next), and
no others. What counts as a breach beside another one is laid down in `controller.rules.breaches.violations`.

In a game with rules of its own a turn may go on in several ways, as many as there are doubles to be named; the way is
told that needs the fewest and slightest breaches. A blot that the mover has no right to hit is as good as closed; a
player may earn that right within the turn, so both are lightest where he lacked it before.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.rules.breaches.reasons import LEGAL, Breach, Explanation, Reason
from controller.rules.breaches.search import lightest
from controller.rules.breaches.single_moves import enemies, open_hops, some_play
from controller.rules.breaches.violations import Case
from controller.rules.plays.backgammon import LegalPlays
from controller.rules.plays.constraints import constraints_of
from controller.rules.plays.legal import legal_plays
from controller.rules.position import OFF, PositionError
from controller.rules.profile import STANDARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.rules.breaches.single_moves import Hop
    from controller.rules.breaches.violations import Reconstruction
    from controller.rules.dice import Roll
    from controller.rules.plays.game_plays import GamePlays
    from controller.rules.position import Position
    from controller.rules.profile import RulesProfile


_FORBIDDEN_MOVES: Final = Breach.CLOSED_POINT | Breach.BORNE_OFF_EARLY | Breach.WRONG_DISTANCE
"""Breaches beside which the dice left over are judged by what can still be played, not by a whole legal play."""

LONGEST_EXAMPLE: Final = 4
"""How many moves an example shows at most: a play of backgammon has no more."""


def explain(
    before: Position, roll: Roll, after: Position, profile: RulesProfile = STANDARD, named: int | None = None
) -> Explanation:
    """Return the reasons why a turn cannot end in a position; none when it can.

    The same arguments always give the same explanation.

    Args:
        before: the position before the turn, seen by the player who moves.
        roll: the dice.
        after: the position after it, seen by the same player (the turn has not passed). It may hold any counts at
            all: checkers missing or added, both colours on one point.
        profile: the rules played by, the variant among them.
        named: the double that the player has named; None where he has not said it.

    Raises:
        PositionError: `before` is nothing that `legal_plays` accepts, or `after` is not made of 26 counts a side.
    """
    if len(after.mine) != 26 or len(after.theirs) != 26:
        raise PositionError("position.wrong_length", mine=len(after.mine), theirs=len(after.theirs))
    plays = legal_plays(before, roll, profile, named)
    if plays.allows(after):
        return LEGAL
    if isinstance(plays, LegalPlays):
        larger_first = plays.dice_used == 1 and plays.pips == roll.high > roll.low
        case = Case(before, after, roll.dice, plays.dice_used, larger_first, enemies(before))
        _, reconstruction, reasons = lightest(case)
        return _told(case, reconstruction, reasons)
    found = [(*lightest(case), case) for case in _cases(plays, after, profile)]
    _, reconstruction, reasons, case = min(found, key=lambda one: one[0][:2])
    explanation = _told(case, reconstruction, reasons)
    real = enemies(before)
    return Explanation(tuple(_named_rightly(reason, real) for reason in explanation.reasons))


def _cases(plays: GamePlays, after: Position, profile: RulesProfile) -> Iterator[Case]:
    """Yield what is to be explained: for each staging of the roll, without the right to hit and with it."""
    before = plays.before
    constraints, real = constraints_of(before, profile), enemies(before)
    blots_closed = tuple(2 if count == 1 else count for count in real)
    helds = [real] if constraints.may_hit(before.mine) else [blots_closed, real]
    for held in helds:
        for staged in plays.staged_rolls:
            most = plays.most(staged)
            dice = staged.dice if most >= len(staged.stages[0]) else staged.stages[0]
            played = [step for step, _ in plays.first_moves(dice[0])]
            larger = len(set(dice)) == 2 == len(dice) and most == 1 and bool(played)
            yield Case(before, after, dice, most, larger, held, constraints)


def _named_rightly(reason: Reason, real: tuple[int, ...]) -> Reason:
    """Return a reason that calls a blot closed as what it is: hit without the right to it."""
    closed = [point for point in reason.points[1:] if point != OFF]
    if reason.breach is not Breach.CLOSED_POINT or any(real[point] > 1 for point in closed):
        return reason
    return replace(reason, breach=Breach.HIT_TOO_EARLY, points=reason.points[:2])


def _told(case: Case, reconstruction: Reconstruction, reasons: Sequence[Reason]) -> Explanation:
    """Return the reasons of a reconstruction as an explanation, with moves that show what could have been played."""
    shown = dict.fromkeys(_with_example(case, reconstruction, reasons, reason) for reason in reasons)
    ranks = {breach: rank for rank, breach in enumerate(Breach)}
    return Explanation(tuple(sorted(shown, key=lambda reason: _in_order(ranks[reason.breach], reason))))


def _in_order(rank: int, reason: Reason) -> tuple[int, list[int], tuple[int, ...], bool]:
    return rank, [-point for point in reason.points], reason.dice, reason.other


def _with_example(case: Case, reconstruction: Reconstruction, reasons: Sequence[Reason], reason: Reason) -> Reason:
    """Return the reason with moves that show what could have been played, where not to have played it is the breach."""
    if reason.breach is Breach.LARGER_DIE:
        hop = next(open_hops(case.before.mine, case.held, case.dice[0], case.constraints))
        return replace(reason, points=(hop.source, hop.target))
    if reason.breach is Breach.DICE_UNPLAYED:
        hops, dice = _unplayed(case, reconstruction, reasons)
        return replace(reason, points=tuple(point for hop in hops for point in hop[:2]), dice=dice)
    return reason


def _unplayed(
    case: Case, reconstruction: Reconstruction, reasons: Sequence[Reason]
) -> tuple[Sequence[Hop], tuple[int, ...]]:
    """Return moves that would have played more dice than a reconstruction does, and the dice by which they are more."""
    lacking = min(LONGEST_EXAMPLE, case.most - len(reconstruction.hops))
    shortest = 1 if any(reason.breach in _FORBIDDEN_MOVES for reason in reasons) else lacking
    for length in range(lacking, shortest - 1, -1):
        rest = some_play(reconstruction.end, case.held, reconstruction.unused, length, case.constraints)
        if rest:
            return rest, tuple(sorted((hop.die for hop in rest), reverse=True))
    most = min(LONGEST_EXAMPLE, case.most)
    whole = some_play(case.before.mine, case.held, case.dice, most, case.constraints) or ()
    dice = Counter(hop.die for hop in whole) - Counter(hop.die for hop in reconstruction.hops)
    return whole, tuple(sorted(dice.elements(), reverse=True))
