"""What can be wrong with a command to a running referee."""

from __future__ import annotations

from controller.errors import ControllerError


class ControlError(ControllerError, ValueError):
    """A command that makes no sense, or a referee who cannot be reached."""
