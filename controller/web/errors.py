"""Errors of pages that cannot be served."""

from __future__ import annotations

from controller.errors import TavolaError


class PagesError(TavolaError, ValueError):
    """Pages that cannot be served: an address that is none or is taken, or packages that are missing."""
