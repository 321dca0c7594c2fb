"""Whose breach an illegal play is, by whose checkers were moved and who alone can have moved them so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.rules import Breach, Player

if TYPE_CHECKING:
    from controller.rules import Explanation, Position, Reason


def offenders(player: Player, before: Position, explanation: Explanation) -> frozenset[Player]:
    """Return who has broken a rule in a turn: its player, the other one, or both; its player where no reason is known.

    Args:
        player: whose turn it was.
        before: the position before it, seen by him.
        explanation: why what it left is illegal.
    """
    whose = {player.other if _by_the_other(reason, before) else player for reason in explanation.reasons}
    return frozenset(whose or {player})


def _by_the_other(reason: Reason, before: Position) -> bool:
    """Return whether only the other player can have done what a reason names, with a checker of his own.

    He moves it, enters it from the bar on to which it was hit, or bears it off where he may bear off.
    """
    match reason.breach:
        case Breach.OTHER_MOVED:
            return True
        case Breach.HIT_NOT_ON_BAR:
            return len(reason.points) > 1 and 1 <= reason.points[1] <= 6
        case Breach.CHECKER_MISSING:
            return reason.other and not any(before.theirs[7:])
        case _:
            return False
