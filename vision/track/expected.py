"""Expected: what tracking has to know of a match, as one small value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Awaited(StrEnum):
    """Kind of what is waited for at the board."""

    NOTHING = "nothing"
    """Neither of the following."""
    THROW = "throw"
    PLAY = "play"
    """The end of a play, which may end by lifting its dice."""
    VERDICT = "verdict"
    """A further look at a play that has ended; as during it, the other player may throw."""


class CubeSearch(StrEnum):
    """Area in which the doubling cube is looked for."""

    NONE = "none"
    MOVED = "moved"
    """Where it was seen before, and does not lie where it lay."""
    ANY = "any"
    """Also where it has not been seen before."""


class PlacedDie(Protocol):
    """A die with its upper face, where it lies in board coordinates."""

    @property
    def value(self) -> int:
        """The upper face, 1..6."""

    @property
    def x(self) -> float:
        """From the left edge of the board to the right, 0..1."""

    @property
    def y(self) -> float:
        """From its upper edge to the lower, 0..1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """Expectations of the next pictures.

    Attributes:
        awaited: what is waited for.
        dice: those of the last roll, as they were read.
        pushed: how far from there a die that nobody threw lies at most, in board coordinates.
        cocked: log-odds in centinats of lying flat, the negative of which a die falls short of that clearly leans.
        cube: where the cube is looked for.
        since: the time of the reading since which changes are told; None where none are.
        again: a settled picture is read again, though nothing has moved.
        bare: names of the points on which nothing stands, where a throw is waited for.
    """

    awaited: Awaited
    dice: tuple[PlacedDie, ...] = ()
    pushed: float
    cocked: int
    cube: CubeSearch = CubeSearch.NONE
    since: float | None = None
    again: bool = False
    bare: frozenset[str] = frozenset()
