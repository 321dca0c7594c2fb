"""The Raspberry Pi's header: which pin goes where, and the three small circuits behind them."""

from __future__ import annotations

from typing import Final

from hardware.wiring.pins import FIVE_VOLTS, GROUNDS, PI_PINS
from hardware.wiring.sheet import SvgSheet

_TOP: Final = 100
_PITCH: Final = 25
_ODD: Final = 350
_EVEN: Final = 380
_FILLS: Final = {"button": "#bbdefb", "buzzer": "#ffe0b2", "led": "#c8e6c9"}


def pi_header() -> SvgSheet:
    """Draw the header as it is seen with the USB ports at the bottom."""
    sheet = SvgSheet(1040, 660, "Raspberry Pi: buttons, buzzer and status light")
    sheet.text(30, 42, sheet.title, size=20, bold=True)
    sheet.text(30, 72, "The 40-pin header, seen from above with the USB ports at the bottom.")
    sheet.box(_ODD - 20, _TOP - 18, _EVEN - _ODD + 40, 19 * _PITCH + 36)
    used = {pin.pin: pin for pin in PI_PINS}
    for number in range(1, 41):
        odd = number % 2
        x, y = (_ODD if odd else _EVEN), _TOP + (number - 1) // 2 * _PITCH
        pin = used.get(number)
        plain = "#222222" if number in GROUNDS else "#ef9a9a" if number in FIVE_VOLTS else "#ffffff"
        sheet.disc(x, y, 8, fill=plain if pin is None else _FILLS[pin.kind])
        words = None if pin is None else f"{pin.words}: GPIO {pin.gpio}, pin {number}"
        if number in GROUNDS:
            words = f"ground, pin {number}"
        elif number == FIVE_VOLTS[0]:
            words = f"5 V, pin {number}"
        if words:
            sheet.text(x - 28 if odd else x + 28, y + 5, words, anchor="end" if odd else "start", bold=pin is not None)
    _button(sheet, 640, 190)
    _buzzer(sheet, 640, 330)
    _status(sheet, 640, 560)
    return sheet


def _button(sheet: SvgSheet, x: float, y: float) -> None:
    sheet.text(x, y - 55, "Each button", size=16, bold=True)
    sheet.text(x, y - 32, "closes to ground; the Pi's own pull-up does the rest.", size=13)
    sheet.text(x, y + 5, "GPIO", bold=True)
    sheet.wire("data", (x + 45, y), (x + 110, y))
    sheet.wire("plain", (x + 110, y), (x + 150, y - 18))
    sheet.disc(x + 110, y, 4)
    sheet.disc(x + 155, y, 4)
    sheet.wire("ground", (x + 159, y), (x + 220, y))
    sheet.text(x + 230, y + 5, "ground", bold=True)


def _buzzer(sheet: SvgSheet, x: float, y: float) -> None:
    """Draw the buzzer and its transistor: base at the left, collector up, emitter down."""
    sheet.text(x, y - 55, "Buzzer", size=16, bold=True)
    sheet.text(x, y - 32, "active, 5 V, at most 100 mA; NPN transistor Q1 is a BC337.", size=13)
    base_x, base_y = x + 185, y + 110
    sheet.text(x, base_y + 5, "GPIO 18", bold=True)
    sheet.wire("data", (x + 70, base_y), (x + 95, base_y))
    sheet.resistor(x + 95, base_y, "R2  1 kΩ")
    sheet.wire("data", (x + 145, base_y), (base_x, base_y))
    sheet.wire("ground", (base_x, base_y - 20), (base_x, base_y + 20))
    sheet.wire("plain", (base_x, base_y - 8), (base_x + 25, base_y - 28), (base_x + 25, base_y - 45))
    sheet.wire("plain", (base_x, base_y + 8), (base_x + 25, base_y + 28), (base_x + 25, base_y + 42))
    sheet.polygon(((base_x + 25, base_y + 28), (base_x + 14, base_y + 25), (base_x + 20, base_y + 17)), fill="#222222")
    sheet.text(base_x + 38, base_y + 6, "Q1", size=13)
    sheet.text(base_x + 38, base_y + 47, "ground", bold=True)
    sheet.box(base_x, base_y - 75, 50, 30, fill="#ffe0b2")
    sheet.text(base_x + 25, base_y - 55, "BZ1", size=13, anchor="middle")
    sheet.wire("power", (base_x + 25, base_y - 75), (base_x + 25, base_y - 92), (base_x + 110, base_y - 92))
    sheet.text(base_x + 118, base_y - 87, "5 V, pin 2", bold=True)
    sheet.wire("plain", (base_x + 80, base_y - 92), (base_x + 80, base_y - 68))
    sheet.polygon(((base_x + 72, base_y - 54), (base_x + 88, base_y - 54), (base_x + 80, base_y - 68)), fill="#ffffff")
    sheet.wire("ground", (base_x + 71, base_y - 68), (base_x + 89, base_y - 68))
    sheet.wire("plain", (base_x + 80, base_y - 54), (base_x + 80, base_y - 36), (base_x + 25, base_y - 36))
    sheet.joint(base_x + 25, base_y - 36, "plain")
    sheet.joint(base_x + 80, base_y - 92, "power")
    sheet.text(base_x + 98, base_y - 55, "D1  1N4148", size=13)


def _status(sheet: SvgSheet, x: float, y: float) -> None:
    sheet.text(x, y - 40, "Status light", size=16, bold=True)
    sheet.text(x, y + 5, "GPIO 23", bold=True)
    sheet.wire("data", (x + 70, y), (x + 95, y))
    sheet.resistor(x + 95, y, "R3  330 Ω")
    sheet.wire("data", (x + 145, y), (x + 185, y))
    sheet.polygon(((x + 185, y - 10), (x + 185, y + 10), (x + 203, y)), fill="#c8e6c9")
    sheet.wire("ground", (x + 203, y - 10), (x + 203, y + 10))
    sheet.wire("ground", (x + 203, y), (x + 240, y))
    sheet.text(x + 250, y + 5, "ground", bold=True)
    sheet.text(x + 194, y + 32, "green LED", size=13, anchor="middle")
