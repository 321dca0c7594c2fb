"""Strength of the computer's levels, in the unit of GNU Backgammon's statistics."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ERROR_RATES: Final[Mapping[str, float]] = MappingProxyType({"beginner": 44.9, "club": 5.3})
"""Thousandths of a point that a level gives away per unforced play ("Error rate mEMG"), as `python -m
tests.benchmarks.players.rate_player --level LEVEL` prints them. The level `gnubg` is what they are measured by."""


def strengths() -> str:
    """Return how strong the levels are, for people."""
    rates = ", ".join(f"{level} {rate:.0f}" for level, rate in ERROR_RATES.items())
    return f"error rates, thousandths of a point a play: {rates}; gnubg, two rolls ahead, is the measure"
