"""Constraints on a player's checkers in a game with rules of its own: which must be entered first, who may hit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from controller.rules.position import OFF
from controller.rules.profile import HitRight
from controller.rules.variant import Entering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.rules.position import Position
    from controller.rules.profile import RulesProfile


class Hitting(Enum):
    """Whether a player may hit."""

    FREELY = "freely"
    """Always."""
    ONCE_HOME = "once-home"
    """Once a checker of his is at home, or has been borne off from there."""
    WHILE_HOME = "while-home"
    """While a checker of his is at home."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """What holds one player's checkers back in a turn; the defaults are those of backgammon.

    Attributes:
        bar_obliges: a checker on the bar is entered before any other moves, or is entered.
        hand_obliges: one that has never been in play is entered before any on the board moves.
        hitting: whether he may hit.
        exact: only exact numbers bear off.
        unentered: how many of the checkers on the bar have never been in play, before the turn.
    """

    bar_obliges: bool = True
    hand_obliges: bool = True
    hitting: Hitting = Hitting.FREELY
    exact: bool = False
    unentered: int = 0

    def obliges(self, to_enter: int, unentered: int) -> bool:
        """Return whether a checker must be entered before one on the board moves.

        Args:
            to_enter: how many are to be entered.
            unentered: how many of these have never been in play.
        """
        return (self.hand_obliges and to_enter > 0) or (self.bar_obliges and to_enter > unentered)

    def may_hit(self, mine: Sequence[int]) -> bool:
        """Return whether a player with these counts, by his own points from 0 on, may hit now."""
        if self.hitting is Hitting.FREELY:
            return True
        return any(mine[OFF if self.hitting is Hitting.ONCE_HOME else 1 : 7])


USUAL_CONSTRAINTS: Final = Constraints()
"""What holds checkers back in backgammon."""


def constraints_of(position: Position, profile: RulesProfile) -> Constraints:
    """Return what holds the checkers back of the player who moves from a position."""
    variant = profile.variant
    return Constraints(
        bar_obliges=profile.hit_must_reenter or not variant.acey_deucey,
        hand_obliges=variant.entering is Entering.ALL_FIRST and profile.enter_all_first,
        hitting=_hitting(position, profile),
        exact=variant.acey_deucey and profile.european_acey_deucey,
        unentered=position.unentered[0],
    )


def _hitting(position: Position, profile: RulesProfile) -> Hitting:
    """Return whether the player who moves may hit."""
    if not profile.variant.home_before_hitting:
        return Hitting.FREELY
    if profile.hit_right is HitRight.PRESENT:
        return Hitting.WHILE_HOME
    return Hitting.FREELY if position.been_home[0] else Hitting.ONCE_HOME
