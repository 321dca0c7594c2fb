"""What every event of the referee has, and what events are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.rules import Player


class Audience(StrEnum):
    """Who is told of an event; every event goes to the journal and the director."""

    BOTH = "both"
    """Everybody at the table: it may be spoken and lit."""
    DIRECTOR = "director"
    """The director alone: neither spoken nor lit."""


class Sanction(StrEnum):
    """What is due for an illegal play that is not a player's first."""

    WARNING = "warning"
    PENALTY = "penalty"
    """Penalty points for the other player."""


class UnsureWhy(StrEnum):
    """What leaves a doubt about a play."""

    UNCLEAR = "unclear"
    """The picture does not show it clearly enough, or the two witnesses contradict each other."""
    BETWEEN = "between"
    """A checker may stand on either of two points next to each other."""
    TOTAL = "total"
    """A checker may be missing, or there may be one too many."""
    HIDDEN = "hidden"
    """Something lies over a place."""
    BUMPED = "bumped"
    """Several checkers stand where no play puts them: the board was bumped rather than played on."""
    BEFORE = "before"
    """The play is illegal only if the position before it was read rightly, and that is not certain."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events.

    Attributes:
        time: seconds on the clock of the inputs, when that happened which the event tells of.
        audience: who is told of it.
    """

    time: float
    audience: Audience = field(default=Audience.BOTH, kw_only=True)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """One difference between the board and what should stand on it, as one player counts.

    Attributes:
        player: whose numbering `point` follows.
        point: 1..24 or 25 for the bar.
        expected: (own checkers, the other's checkers) that should stand there.
        seen: the same as seen.
    """

    player: Player
    point: int
    expected: tuple[int, int]
    seen: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Remedy:
    """One checker to be moved so that the board agrees again, as its owner counts.

    Attributes:
        player: whose checker.
        source: where it stands too many, None where one is missing altogether.
        target: where it belongs, None where it has to be taken off the board.
    """

    player: Player
    source: int | None
    target: int | None
