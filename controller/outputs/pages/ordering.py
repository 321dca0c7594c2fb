"""Orders from a page: what one is made of, and what comes of it. Who carries it out is the table's matter."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.web.errors import PagesError

MOST_WORDS: Final = 8
"""Words of an order."""
LONGEST_WORD: Final = 200
"""Letters of a word; a position ID has 14, an XGID some 70, a name 40."""
LONGEST_REASON: Final = 400
"""Letters of a reason."""
LONGEST_MARK: Final = 64
"""Letters of a mark that tells orders apart, and of a name."""


@dataclass(frozen=True, slots=True)
class PageOrder:
    """An order.

    Attributes:
        words: as `tavola ctl` has them.
        why: the reason.
        mark: tells this order from any other, so that it counts once however often it comes.
        who: the name under which it lands in the audit trail.
    """

    words: tuple[str, ...]
    why: str
    mark: str
    who: str


@dataclass(frozen=True, slots=True)
class OrderOutcome:
    """What came of an order.

    Attributes:
        done: it was carried out.
        lines: what the referee said, or why nothing was done.
        busy: the referee had no time for it; it was not carried out.
    """

    done: bool
    lines: tuple[str, ...]
    busy: bool = False


CarryOut = Callable[[PageOrder], OrderOutcome]
"""Carries an order out; waits for the referee, and may be called in several threads."""


def parse_order(body: bytes, mark: str) -> PageOrder:
    """Return the order of a request.

    Args:
        body: JSON such as {"words": ["undo"], "why": "the dice were knocked over", "who": "Carla"}.
        mark: its idempotency key.

    Raises:
        PagesError: it is none ("pages.bad_order").
    """
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict) or not 0 < len(mark) <= LONGEST_MARK or not mark.isascii() or not mark.isprintable():
        raise PagesError("pages.bad_order")
    words, why, who = given.get("words"), given.get("why", ""), given.get("who", "")
    if not isinstance(words, list) or not 0 < len(words) <= MOST_WORDS:
        raise PagesError("pages.bad_order")
    bounds = [*((word, LONGEST_WORD) for word in words), (why, LONGEST_REASON), (who, LONGEST_MARK)]
    if not all(isinstance(text, str) and len(text) <= most for text, most in bounds):
        raise PagesError("pages.bad_order")
    return PageOrder(tuple(words), why, f"page-{mark}", who.strip() or "the director")
