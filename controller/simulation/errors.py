"""The errors of simulated people."""

from __future__ import annotations

from controller.errors import TavolaError


class SimulationError(TavolaError, RuntimeError):
    """The simulated people cannot go on: the referee does not answer what happened on the table."""


class LeftTableError(SimulationError):
    """Somebody has left the table before the match was over."""
