"""The errors of the referee."""

from __future__ import annotations

from controller.errors import TavolaError


class RefereeError(TavolaError):
    """Base of every error of the referee."""


class OptionError(RefereeError, ValueError):
    """A preset or an option that does not exist."""
