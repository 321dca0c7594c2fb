"""Bench of the simulated table: what a page asks hands to do, and what lies there then."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from queue import Empty, Full, Queue
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from controller.outputs.pages.ordering import LONGEST_MARK
from controller.referee.inputs import Action
from controller.rules import BAR, Player
from controller.simulation.people.by_hand import DeedKind, HandDeed
from controller.web.errors import PagesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WAITING: Final = 12
"""Deeds that may wait for the hands."""
_REMEMBERED: Final = 100
"""Marks of deeds that came last."""


@dataclass(slots=True)
class Bench:
    """Where deeds wait for the hands, and whoever looks on hears what lies there; deeds may come in several threads.

    Attributes:
        hear: is told what lies there; set by whoever serves it.
    """

    hear: Callable[[Mapping[str, Any]], None] = lambda _shown: None
    _deeds: Queue[HandDeed] = field(default_factory=lambda: Queue(WAITING))
    _marks: dict[str, int] = field(default_factory=dict)
    _given: int = 0
    _taken: int = 0
    _done: int = 0
    _shown: Mapping[str, Any] | None = None
    _giving: Lock = field(default_factory=Lock)

    def give(self, deed: HandDeed, mark: str) -> int | None:
        """Let a deed wait; one that comes twice counts once. Return its number, from 1; None where there is no room."""
        with self._giving:
            if mark in self._marks:
                return self._marks[mark]
            try:
                self._deeds.put_nowait(deed)
            except Full:
                return None
            self._given += 1
            self._marks = dict([*self._marks.items()][1 - _REMEMBERED :]) | {mark: self._given}
            return self._given

    def take(self, wait: float) -> HandDeed | None:
        """Return the next deed; None where none comes within some seconds. The one before it is done then."""
        self._done = self._taken
        try:
            deed = self._deeds.get(timeout=wait)
        except Empty:
            return None
        self._taken += 1
        return deed

    def show(self, shown: Mapping[str, Any]) -> None:
        """Tell what lies there now, and how many deeds are done, where that is something else than before."""
        told = {**shown, "done": self._done}
        if told != self._shown:
            self._shown = told
            self.hear(told)


def parse_deed(body: bytes, mark: str) -> HandDeed:
    """Return the deed of a request.

    Args:
        body: JSON such as {"kind": "move", "player": 0, "source": 13, "target": 8}.
        mark: its idempotency key.

    Raises:
        PagesError: it is none ("pages.bad_deed").
    """
    try:
        given = json.loads(body)
        kind, player = DeedKind(given["kind"]), Player(given["player"])
        action = Action(given.get("action", Action.CONFIRM))
        source, target = given.get("source", 0), given.get("target", 0)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        raise PagesError("pages.bad_deed") from None
    places = all(type(point) is int and 0 <= point <= BAR for point in (source, target))
    if not places or not 0 < len(mark) <= LONGEST_MARK:
        raise PagesError("pages.bad_deed")
    return HandDeed(kind, player, source, target, action)
