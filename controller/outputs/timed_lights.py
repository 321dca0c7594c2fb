"""Lights of which it is known how long the strip takes to show a pattern, and a log of what was said and lit when."""

from __future__ import annotations

import json
import time as clocks
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.outputs.told import Told
from controller.record.event_log import event_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from controller.outputs.listeners import StripLights
    from firmware_bridge.lights import Lights
    from firmware_bridge.strip_map import Cells


class TimedLights:
    """The lights, and how long the strip took to show a pattern.

    Attributes:
        took: seconds that it took to show the last one; None where it has not been shown.
    """

    def __init__(self, lights: Lights) -> None:
        """Take the lights."""
        self._lights = lights
        self._asked = 0.0
        self.took: float | None = None

    def show(self, cells: Cells) -> None:
        """Show a pattern."""
        self._asked, self.took = clocks.perf_counter(), None
        self._lights.show(cells)

    def wait_shown(self, timeout: float) -> bool:
        """Wait until it is shown, and remember how long that took."""
        shown = self._lights.wait_shown(timeout)
        self.took = clocks.perf_counter() - self._asked if shown else None
        return shown


@dataclass(slots=True)
class LitEvents:
    """Lights events one by one, and writes each down with the moments at which it was said and lit; hears in step.

    Attributes:
        strip: what lights them, on `lights`.
        lights: know how long that took.
        lines: where it is written.
        match: the number of the match.
        now: returns when things are said, in seconds.
    """

    strip: StripLights
    lights: TimedLights
    lines: TextIO
    match: int
    now: Callable[[], float]

    def hear(self, told: Told) -> None:
        """Light it and write it down.

        Raises:
            OSError: it cannot be written.
        """
        now = self.now()
        for event in told.events:
            self.lights.took = None
            self.strip.hear(Told((event,)))
            took = self.lights.took
            lit = None if took is None else round(now + took, 3)
            print(event_line(event, t=round(now, 3), match=self.match, lit=lit), file=self.lines)
        self.strip.hear(replace(told, events=()))
        for one in told.notices:
            line = {"t": round(now, 3), "match": self.match, "event": "notice", "key": one.key}
            print(json.dumps(line, separators=(",", ":")), file=self.lines)
