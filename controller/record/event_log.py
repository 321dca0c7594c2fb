"""Events as lines of JSON, for programs that compare or count: plain names and numbers.

A position is the 26 counts of the player concerned and of the other one, each from his own side; a roll its two dice,
the higher first; a player 0 or 1; a flag the names of its parts. The lines are described in `docs/simulation.md`.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from typing import TYPE_CHECKING, Any, Final

from controller.rules import Player, Position, Roll

if TYPE_CHECKING:
    from controller.referee.events import Event

_AS_THEY_ARE: Final = (str, int, float, bool)
"""Kinds that JSON has; of what is written most are such."""


def event_line(event: Event, **facts: Any) -> str:
    """Return an event as a line, without a line feed.

    Args:
        event: what was said.
        facts: what is known of its saying, which comes first.
    """
    named = {field.name: plain(getattr(event, field.name)) for field in fields(event)}
    return json.dumps({**facts, "event": type(event).__name__, **named}, separators=(",", ":"))


def plain(value: object) -> Any:
    """Return a value as what JSON has; it cannot be read back."""
    if value is None or type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, Position):
        return [list(value.mine), list(value.theirs)]
    if isinstance(value, Roll):
        return [value.high, value.low]
    if isinstance(value, Player):
        return int(value)
    if isinstance(value, Flag):
        return [one.name for one in type(value) if one in value]
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple | list | frozenset):
        return [plain(one) for one in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value
