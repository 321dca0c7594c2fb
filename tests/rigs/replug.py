"""How long the right lights take to come back when the plug has been pulled and put in again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from firmware_bridge.cells import Cell, Colour
from firmware_bridge.lights import Lights
from hardware.simulated.strip.process import StripProcess
from tests.rigs.avr.avr_strip import AvrStrip
from tests.rigs.fault_rig import Misfortune, Rig
from tests.rigs.numbers import number_shown

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE: Final = 5.0
_PATIENCE_MS: Final = 4_000


def nano_ms(image: Path, count: int) -> list[float]:
    """Return milliseconds from the port being there again to the newest state being lit, in virtual time.

    The link in front of the Nano's image in simavr; opening the port does not reset this Nano. (One that is reset by
    it, as they are sold, stays in its boot loader for up to 2 s first, which is not the firmware's doing.)
    """
    strip = AvrStrip(image)
    rig = Rig(strip, seed=11)
    rig.run(200)
    took = []
    for _ in range(count):
        rig.want()
        rig.run(100)
        rig.strike(Misfortune.UNPLUG, at_strip=True)
        rig.want()
        while rig.now < rig.plugged_from:
            rig.run(1)
        while number_shown(strip.render()) != rig.link.number and rig.now < rig.plugged_from + _PATIENCE_MS:
            rig.run(1)
        took.append(float(rig.now - rig.plugged_from))
    return took


def program_ms(count: int) -> list[float]:
    """Return the same of the program behind a pseudo-terminal, with all threads and ports, in real time."""
    took = []
    with StripProcess() as strip, Lights(strip.port) as lights:
        for number in range(count):
            colour = Cell((Colour.RED, Colour.BLUE)[number % 2])
            strip.unplug()
            lights.show({1: colour})
            time.sleep(0.03)
            strip.plug()
            before = time.monotonic()
            lit = strip.wait_for(lambda colours, rgb=colour.rgb: colours[0] == rgb, _PATIENCE)  # type: ignore[misc]
            took.append(1000 * (time.monotonic() - before) if lit else float("inf"))
    return took
