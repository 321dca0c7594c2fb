"""Errors of the simulated table."""

from __future__ import annotations

from hardware.errors import HardwareError


class SceneError(HardwareError, ValueError):
    """The table cannot be as it was asked to be: no checker to lift, a sixteenth one to put, an unknown look."""
