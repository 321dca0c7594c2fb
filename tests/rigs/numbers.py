"""States of the strip that carry a number: what the lights show tells which one was asked for."""

from __future__ import annotations

from typing import Final

from firmware_bridge import messages
from firmware_bridge.cells import Cell, Colour, Effect
from hardware.simulated.strip.model import render

BITS: Final = 20
"""How many lights carry it; the others stay dark."""

ZERO, ONE = Cell(Colour.BLUE), Cell(Colour.GREEN)
DARK: Final = bytes(3 * messages.LEDS)
SAFE: Final = render(bytes(messages.LEDS - 1) + bytes((Cell(Colour.AMBER, Effect.BLINK).code,)), 400, 0)
GRB: Final = {ZERO: bytes((0, 0, 80)), ONE: bytes((80, 0, 0))}


def cells(number: int) -> bytes:
    """Return the state of a number: its bits, two colours, on the first lights; the others dark."""
    bits = [(ONE if number >> bit & 1 else ZERO).code for bit in range(BITS)]
    return bytes(bits) + bytes(messages.LEDS - BITS)


def number_shown(grb: bytes) -> int | None:
    """Return the number of what is latched, None for a dark or safe strip; fails for anything else."""
    if grb in (DARK, SAFE):
        return None
    number = sum(1 << bit for bit in range(BITS) if grb[3 * bit : 3 * bit + 3] == GRB[ONE])
    expected = b"".join(GRB[ONE if number >> bit & 1 else ZERO] for bit in range(BITS))
    assert grb == expected.ljust(len(DARK), b"\0"), "the strip shows what nobody asked for"
    return number
