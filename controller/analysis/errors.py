"""The errors of analyses."""

from __future__ import annotations

from controller.errors import TavolaError


class ReportError(TavolaError):
    """A match that is not analysed."""
