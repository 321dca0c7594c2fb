"""The pins of the Raspberry Pi's header that Tavola uses: the only table of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PiPin:
    """One pin.

    Attributes:
        use: what it is for, a name that settings and programs use.
        words: the same for people.
        gpio: number of the GPIO (BCM).
        pin: number on the 40-pin header.
        kind: "button" to ground with the Pi's own pull-up, "buzzer" through a transistor, "led" through a resistor.
    """

    use: str
    words: str
    gpio: int
    pin: int
    kind: str


PI_PINS: Final = (
    PiPin("clock_left", "clock, left player", 17, 11, "button"),
    PiPin("clock_right", "clock, right player", 27, 13, "button"),
    PiPin("confirm", "confirm", 22, 15, "button"),
    PiPin("cube", "cube", 5, 29, "button"),
    PiPin("undo", "undo", 6, 31, "button"),
    PiPin("director", "call the director", 13, 33, "button"),
    PiPin("repeat", "say it again", 19, 35, "button"),
    PiPin("buzzer", "buzzer", 18, 12, "buzzer"),
    PiPin("status", "status light", 23, 16, "led"),
)
"""Every pin in use."""

GROUNDS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
"""Header pins that are ground."""

FIVE_VOLTS: Final = (2, 4)
"""Header pins with 5 V from the supply."""


def gpio(use: str) -> int:
    """Return the GPIO that is for a use.

    Raises:
        KeyError: nothing is for that use.
    """
    return {pin.use: pin.gpio for pin in PI_PINS}[use]
