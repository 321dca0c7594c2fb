"""Games other than backgammon as simulated people know them: what they play, and when they roll again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.referee.inputs import Action
from controller.rules import GamePlays, legal_plays, wants_name
from controller.simulation.people.evaluator import best_result

if TYPE_CHECKING:
    from controller.rules import Position, Roll, RulesProfile, Way

NAMES = (Action.NAME_1, Action.NAME_2, Action.NAME_3, Action.NAME_4, Action.NAME_5, Action.NAME_6)
"""How a double is named, the lowest first."""


def best_play(before: Position, roll: Roll, profile: RulesProfile) -> Position:
    """Return the legal result that the simple player likes most, `before` itself where there is none.

    Where doubles follow, each part of the turn is played as well as it can be by itself, with every double in turn.
    """
    plays = legal_plays(before, roll, profile)
    if plays.is_dance:
        return before
    if not isinstance(plays, GamePlays):
        return best_result(plays)
    return best_result(plays.play_staged(staged, best_result) for staged in plays.staged_rolls)


def best_way(before: Position, roll: Roll, after: Position, profile: RulesProfile) -> Way | None:
    """Return how a play was meant: the double named for it, and whether it earns another roll; None in backgammon."""
    plays = legal_plays(before, roll, profile)
    if not isinstance(plays, GamePlays):
        return None
    return max(plays.ways(after), key=lambda way: way.again, default=None)


def name_of(way: Way | None, roll: Roll, profile: RulesProfile) -> Action | None:
    """Return the word with which a double is named, None where there is none to name."""
    if way is None or way.named is None or not wants_name(roll, profile):
        return None
    return NAMES[way.named - 1]
