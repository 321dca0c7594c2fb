"""GNU Backgammon's ID of a whole state: a position ID and a match ID joined by a colon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.rules.ids.match_id import match_id
from controller.rules.ids.position_id import position_id

if TYPE_CHECKING:
    from controller.rules.ids.match_id import MatchId
    from controller.rules.position import Position


def gnubg_id(position: Position, match: MatchId) -> str:
    """Return the ID of a position, seen by the player on roll, and the rest of the state.

    Raises:
        PositionError: the position has no ID, see `position_id`.
    """
    return f"{position_id(position)}:{match_id(match)}"
