"""The simulated strip that this system can have: the compiled controller where possible, its model elsewhere."""

from __future__ import annotations

from hardware.firmware.build import CompilerMissing
from hardware.simulated.strip.in_memory import MemoryStrip
from hardware.simulated.strip.process import StripProcess, pseudo_terminals_work

SimulatedStrip = StripProcess | MemoryStrip
"""Either; `port` is what `firmware_bridge.lights.Lights` takes."""


def simulated_strip() -> SimulatedStrip:
    """Plug in a simulated strip: a process where there are pseudo-terminals and a C compiler, else one in memory.

    Raises:
        CompileFailed: there is a C compiler, and it refuses the controller. That is a fault, and no reason to do
            quietly without.
        StripFailed: the compiled controller does not start; the same.
    """
    if not pseudo_terminals_work():
        return MemoryStrip()
    try:
        return StripProcess()
    except CompilerMissing:
        return MemoryStrip()
