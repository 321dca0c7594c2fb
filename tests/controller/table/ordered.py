"""Orders of matches on the simulated table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.config.settings_file import laid_over
from controller.config.simulation_settings import SimulatedSettings
from controller.table.order import Order

if TYPE_CHECKING:
    from pathlib import Path


def ordered(out: Path, *, resume: bool = False, serve: bool = False, **given: Any) -> Order[SimulatedSettings]:
    """Return the order of a match with a strip in memory, and with the settings that are named without sections."""
    return Order(laid_over(SimulatedSettings(), {"strip": "memory", "out": out, **given}), resume, serve=serve)
