"""A position: where the checkers of both players stand, seen by the player on roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OFF: Final = 0
"""The index of the checkers borne off."""

BAR: Final = 25
"""The index of the bar."""

Counts = tuple[int, ...]
"""26 counts of one player's checkers from his OWN side: index 0 borne off, 1..24 his points, 25 the bar."""


@dataclass(frozen=True, slots=True)
class Position:
    """Both players' checkers.

    Each player counts from his own side: own point p is the other player's point 25 - p.

    Attributes:
        mine: counts of the player on roll (or who has just played, until the turn passes).
        theirs: counts of the other player, from the other player's side.
    """

    mine: Counts
    theirs: Counts

    def turned(self) -> Position:
        """Return the same board seen by the other player."""
        return Position(self.theirs, self.mine)


_START: Counts = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)

START: Final = Position(_START, _START)
"""The start of backgammon: 2 on 24, 5 on 13, 3 on 8, 5 on 6 for each player."""
