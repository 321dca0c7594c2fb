"""A roll of two dice."""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.errors import RulesError


class RollError(RulesError, ValueError):
    """Not two faces of a die."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice, the larger first.

    Attributes:
        high: the larger face, 1..6.
        low: the smaller face, 1..6; equal to `high` for a doublet.
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        """Refuse faces that no die has, and dice in the wrong order (use `Roll.of` for any order)."""
        if not 1 <= self.low <= self.high <= 6:
            raise RollError("roll.not_two_dice", high=self.high, low=self.low)

    @classmethod
    def of(cls, first: int, second: int) -> Roll:
        """Return the roll of two faces in any order."""
        return cls(max(first, second), min(first, second))

    @property
    def is_doublet(self) -> bool:
        """Whether both dice show the same face."""
        return self.high == self.low

    @property
    def dice(self) -> tuple[int, ...]:
        """The moves that the roll gives: two, or four of the same for a doublet."""
        return (self.high,) * 4 if self.is_doublet else (self.high, self.low)

    def __str__(self) -> str:
        """Return the usual short form, such as "63"."""
        return f"{self.high}{self.low}"
