"""What is measured on the Pico's image in rp2040js, in emulated time."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge import messages
from firmware_bridge.cells import Colour
from firmware_bridge.link_state import LinkState
from hardware.firmware import pico
from hardware.simulated.strip.model import render
from tests.rigs.numbers import SAFE
from tests.rigs.pico import Driver, PicoRig

if TYPE_CHECKING:
    from pathlib import Path

_STEP_US: Final = 500
_PATIENCE: Final = 1.5


@dataclass(frozen=True, slots=True)
class PicoFigures:
    """Milliseconds, but for the last two.

    Attributes:
        latch: from each write to its lights, in order of length.
        silent: from the last request of a host that falls silent to safe lights.
        hung: from a program that hangs to safe lights.
        shortest_gap_us: shortest silence between two frames on the pin.
        bad: pulses and frames that no light understands.
    """

    latch: tuple[float, ...]
    silent: float
    hung: float
    shortest_gap_us: float
    bad: int


def measure(count: int, folder: Path) -> PicoFigures:
    """Measure the image for the UART, the slower of the two wires, with so many states.

    Args:
        count: how many states are shown.
        folder: where the emulator finds the image.

    Raises:
        RigFailedError: the emulator cannot be installed, or does not work.
        CompilerMissing: "toolchain.missing".
    """
    chance = random.Random(5)
    with PicoRig(pico.image(pico.elf("uart")), "uart", folder) as rig:
        rig.run(8_000)
        driver = Driver(rig)
        assert driver.until(lambda: driver.link.state is LinkState.LIVE, 0.3)
        took = []
        for _ in range(count):
            cells = bytes(chance.randrange(1, len(Colour)) for _ in range(messages.LEDS))
            meant = render(cells, messages.POWER_MA, 0)
            asked = driver.want(cells)
            assert driver.until(lambda: driver.link.is_shown and driver.latched[-1].grb == meant, 0.1)  # noqa: B023
            took.append(1000 * (driver.latched[-1].at - asked))
        silent = _until_safe_ms(rig)
        driver = Driver(rig)
        driver.want(bytes((Colour.RED,)) * messages.LEDS)
        assert driver.until(lambda: driver.link.is_shown, 0.3)
        driver.spend(2_000)
        rig.run(1, freeze=True)
        hung = _until_safe_ms(rig)
        return PicoFigures(tuple(sorted(took)), silent, hung, (rig.shortest_gap or 0.0) / 1000, rig.bad)


def _until_safe_ms(rig: PicoRig) -> float:
    begun = rig.now
    while rig.now < begun + _PATIENCE:
        for latch in rig.run(4 * _STEP_US).latched:
            if latch.grb == SAFE:
                return 1000 * (latch.at - begun)
    return float("inf")
