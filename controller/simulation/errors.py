"""The errors of simulated people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.errors import TavolaError

if TYPE_CHECKING:
    from controller.rules import Level


class SimulationError(TavolaError, RuntimeError):
    """The simulated people cannot go on: the referee does not answer what happened on the table."""


class ResignsError(SimulationError):
    """Who was asked for something else resigns instead, at a level."""

    def __init__(self, level: Level) -> None:
        """Resign at a level."""
        super().__init__("people.resigns")
        self.level = level


class LeftTableError(SimulationError):
    """Somebody has left the table before the match was over."""
