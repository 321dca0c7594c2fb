"""Check of a position that a director is about to set: is it one, and does the roll lead to it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.rules import VARIANTS, Position, position_id
from controller.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping


def checked(one: str, two: str, current: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is to be said of a position.

    Args:
        one: the counts of player ONE, 26 numbers with commas between them, from his own side.
        two: those of the other player, from his.
        current: the JSON form of the director's snapshot.

    Returns:
        `sound`: it can be set; `problems`: why not, by name; `id`: its position ID with player ONE on roll, for the
        order.
    """
    mine, theirs = _counts(one), _counts(two)
    if mine is None or theirs is None:
        return {"sound": False, "problems": ["wrong_length"], "id": ""}
    position = Position(mine, theirs)
    checkers = sum(VARIANTS[current["game"]].start.mine)
    found = position.problems(checkers)
    if found:
        return {"sound": False, "problems": [str(one.name).lower() for one in found], "id": ""}
    try:
        return {"sound": True, "problems": [], "id": position_id(position)}
    except RulesError as error:
        return {"sound": False, "problems": [getattr(error, "key", "position")], "id": ""}


def _counts(text: str) -> tuple[int, ...] | None:
    """Return 26 counts; None where the text is none."""
    parts = text[:200].split(",")
    if len(parts) != 26 or not all(part.isascii() and part.isdecimal() and len(part) <= 2 for part in parts):
        return None
    return tuple(int(part) for part in parts)
