"""Errors of commands to a running referee."""

from __future__ import annotations

from controller.errors import TavolaError


class ControlError(TavolaError, ValueError):
    """A command that makes no sense, or a referee who cannot be reached."""
