"""The games that start from another position: what a variant is, as data."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.rules.errors import RulesError
from controller.rules.position import START, Position

if TYPE_CHECKING:
    from collections.abc import Mapping


class VariantError(RulesError, ValueError):
    """A variant whose start position does not make sense."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game on the backgammon board, told apart by where and with how many checkers it starts.

    Attributes:
        name: a stable name, such as "nackgammon".
        start: the position before the first roll; both players must have the same number of checkers.
    """

    name: str
    start: Position

    def __post_init__(self) -> None:
        """Refuse a start in which the players have different numbers of checkers, or none."""
        mine, theirs = sum(self.start.mine), sum(self.start.theirs)
        if mine != theirs or mine == 0:
            raise VariantError("variant.uneven_start", name=self.name, mine=mine, theirs=theirs)

    @property
    def checkers(self) -> int:
        """The number of checkers of each player: fifteen in backgammon, three in hypergammon."""
        return sum(self.start.mine)


def _symmetric_start(points: Mapping[int, int]) -> Position:
    """Return the position in which both players have these counts on their own points."""
    counts = tuple(points.get(point, 0) for point in range(26))
    return Position(counts, counts)


BACKGAMMON: Final = Variant("backgammon", START)
"""The standard game: 2 on 24, 5 on 13, 3 on 8, 5 on 6."""

NACKGAMMON: Final = Variant("nackgammon", _symmetric_start({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}))
"""Nack Ballard's start: two more checkers back, one fewer on the midpoint and on the six point."""

HYPERGAMMON: Final = Variant("hypergammon", _symmetric_start({24: 1, 23: 1, 22: 1}))
"""Three checkers a side; there are no others."""

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {variant.name: variant for variant in (BACKGAMMON, NACKGAMMON, HYPERGAMMON)}
)
"""The variants by name."""
