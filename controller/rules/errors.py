"""The errors of the rules."""

from __future__ import annotations

from controller.errors import TavolaError


class RulesError(TavolaError):
    """Base of every error of the rules."""
