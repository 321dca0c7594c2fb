"""Errors of the emulated Pi."""

from __future__ import annotations

from hardware.errors import HardwareError


class VirtualPiError(HardwareError, RuntimeError):
    """The guest cannot be built, or what was to happen in it did not."""
