"""Why a position cannot be reached, in every game; what `explain` is for backgammon.

In a game with rules of its own a turn may go on in several ways, as many as there are doubles to be named; the way is
told that needs the fewest and slightest breaches. A blot that the mover has no right to hit is as good as closed; a
player may earn that right within the turn, so both are weighed where he lacked it before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.rules.breaches.account import Case
from controller.rules.breaches.explain import explain, told
from controller.rules.breaches.reasons import LEGAL, Breach, Explanation, Reason
from controller.rules.breaches.search import weighed
from controller.rules.breaches.single_moves import enemies
from controller.rules.constraints import ways_of
from controller.rules.game_plays import GamePlays, plays_of
from controller.rules.position import OFF, PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.rules.dice import Roll
    from controller.rules.position import Position
    from controller.rules.profile import RulesProfile


def explain_of(
    before: Position, roll: Roll, after: Position, profile: RulesProfile, named: int | None = None
) -> Explanation:
    """Return the reasons why a turn cannot end in a position, in the game that is played; none when it can.

    Args:
        before: the position before the turn, seen by the player who moves.
        roll: the dice.
        after: the position after it, seen by the same player; it may hold any counts at all.
        profile: the rules played by, the variant among them.
        named: the double that the player has named; None where he has not said it.

    Raises:
        PositionError: see `explain`.
    """
    if not profile.variant.begins_off_the_board:
        return explain(before, roll, after, lenient_last_checker=profile.lenient_last_checker)
    if len(after.mine) != 26 or len(after.theirs) != 26:
        raise PositionError("position.wrong_length", mine=len(after.mine), theirs=len(after.theirs))
    plays = plays_of(before, roll, profile, named)
    if not isinstance(plays, GamePlays) or plays.allows(after):
        return LEGAL
    found = [(*weighed(case), case) for case in _cases(plays, after, profile)]
    _, account, reasons, case = min(found, key=lambda one: one[0][:2])
    explanation = told(case, account, reasons)
    real = enemies(before)
    return Explanation(tuple(_named_rightly(reason, real) for reason in explanation.reasons))


def _cases(plays: GamePlays, after: Position, profile: RulesProfile) -> Iterator[Case]:
    """Yield what is to be explained: for each course of the roll, without the right to hit and with it."""
    before = plays.before
    ways, real = ways_of(before, profile), enemies(before)
    blots_closed = tuple(2 if count == 1 else count for count in real)
    helds = [real] if ways.may_hit(before.mine) else [blots_closed, real]
    for held in helds:
        for course in plays.courses:
            most = plays.most(course)
            dice = course.dice if most >= len(course.stages[0]) else course.stages[0]
            played = [step for step, _ in plays.first_moves(dice[0])]
            larger = len(set(dice)) == 2 == len(dice) and most == 1 and bool(played)
            yield Case(before, after, dice, most, larger, held, ways)


def _named_rightly(reason: Reason, real: tuple[int, ...]) -> Reason:
    """Return a reason that calls a blot closed as what it is: hit without the right to it."""
    closed = [point for point in reason.points[1:] if point != OFF]
    if reason.breach is not Breach.CLOSED_POINT or any(real[point] > 1 for point in closed):
        return reason
    return replace(reason, breach=Breach.HIT_TOO_EARLY, points=reason.points[:2])
