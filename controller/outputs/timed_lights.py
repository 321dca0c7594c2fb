"""Lights of which it is known how long the strip takes to show a pattern."""

from __future__ import annotations

import time as clocks
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from firmware_bridge.cells import Cell
    from firmware_bridge.lights import Lights


class TimedLights:
    """The lights, and how long the strip took to show a pattern.

    Attributes:
        took: seconds that it took to show the last one; None where it has not been shown.
        late: how many were not shown in time.
    """

    def __init__(self, lights: Lights) -> None:
        """Take the lights."""
        self._lights = lights
        self._asked = 0.0
        self.took: float | None = None
        self.late = 0

    def show(self, cells: Mapping[str | int, Cell] | Sequence[Cell]) -> None:
        """Show a pattern."""
        self._asked, self.took = clocks.perf_counter(), None
        self._lights.show(cells)

    def wait_shown(self, timeout: float) -> bool:
        """Wait until it is shown, and remember how long that took."""
        shown = self._lights.wait_shown(timeout)
        self.took = clocks.perf_counter() - self._asked if shown else None
        self.late += not shown
        return shown
