"""Whether the rig of the Nano sees each protection missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.cells import Cell, Colour
from firmware_bridge.messages import Bright, Show
from hardware.firmware import avr
from tests.rigs.avr import avr_figures
from tests.rigs.avr.avr_hostile import hostile
from tests.rigs.mutants import Protection, mutated

if TYPE_CHECKING:
    from pathlib import Path

_STATES = 4_000
_SHORT_STRIP = 4
_ALL_WHITE = bytes((Cell(Colour.WHITE).code,)) * 34
_CAP_MA = 100
_CAP_SUM = _CAP_MA * 255 // 20


def fault_seen(protection: Protection, folder: Path) -> str:
    """Return what the rig finds wrong with an image that lacks a protection; empty if it finds nothing.

    Args:
        protection: what to take out.
        folder: an empty one, for the sources.
    """
    sources = mutated(protection, folder)
    leds = _SHORT_STRIP if protection is Protection.LATCH_GAP else 34
    return complaint(protection, avr.elf(sources, leds))


def complaint(protection: Protection, image: Path) -> str:
    """Return what the rig that looks after a protection finds wrong with an image; empty if nothing.

    The image for `Protection.LATCH_GAP` has a strip of four lights, which alone is short enough to be drawn too soon.
    """
    match protection:
        case Protection.CRC | Protection.GENERATION | Protection.SESSION:
            result = hostile(image, _STATES, seed=3, stop_at_wrong=True)
            return f"wrong light after {result.frames} states" if result.wrong else ""
        case Protection.SILENCE:
            took = max(avr_figures.lost_to_safe_ms(image, 1))
            return "" if took <= 1050 else "a host that is gone leaves its verdict lit"
        case Protection.WATCHDOG:
            took = max(avr_figures.hang_to_safe_ms(image, 1))
            return "" if took <= 300 else "a program that hangs leaves its verdict lit"
        case Protection.LATCH_GAP:
            shortest, joined = avr_figures.shortest_gap_us(image, _SHORT_STRIP, 600)
            return "" if shortest >= 300 and not joined else f"{joined} frames run into one"
        case Protection.FIFO_DRAINING:
            load = avr_figures.full_load(image, 200, short=False)
            return "" if load.counts.overruns == 0 else f"{load.counts.overruns} bytes lost"
        case Protection.POWER_CAP:
            talk = avr_figures.started(image)
            talk.hello()
            talk.ask(Bright(_CAP_MA))
            talk.ask(Show(1, _ALL_WHITE))
            talk.rig.run(10_000)
            total = sum(talk.rig.shown()[-1].grb)
            assert total, "the rig is alive: the strip is lit"
            return "" if total <= _CAP_SUM else f"{total * 20 // 255} mA"
