"""The schematics of the strip controller, for both boards."""

from __future__ import annotations

from typing import Final

from hardware.wiring.sheet import SvgSheet

_SUPPLY: Final = 110
_GROUND: Final = 500
_BOARD: Final = (235, 180, 170, 240)  # left, top, width, height
_RIGHT: Final = _BOARD[0] + _BOARD[2]
_STRIP: Final = 880
_PIN_SUPPLY: Final = 220
_PIN_DATA: Final = 300
_PIN_GROUND: Final = 380


def _frame(title: str, board: tuple[str, ...], pins: tuple[tuple[str, str], ...]) -> SvgSheet:
    """Draw what both schematics share: host, board, rails, strip, and the capacitor in front of the strip."""
    sheet = SvgSheet(1040, 640, title)
    sheet.text(30, 42, title, size=20, bold=True)
    sheet.box(30, 250, 120, 100)
    sheet.lines(90, 292, "Raspberry Pi", "or any PC", size=15, anchor="middle")
    sheet.wire("usb", (150, _PIN_DATA), (_BOARD[0], _PIN_DATA))
    sheet.lines(192, 268, "USB", "data cable", size=12, anchor="middle")
    sheet.box(*_BOARD, fill="#e3efe3")
    sheet.lines(_BOARD[0] + 14, 290, *board, size=15)
    for (name, number), y in zip(pins, (_PIN_SUPPLY, _PIN_DATA, _PIN_GROUND), strict=True):
        sheet.text(_RIGHT - 8, y + 5, name, anchor="end", bold=True)
        sheet.text(_RIGHT + 6, y - 6, number, size=11)
    sheet.wire("power", (_RIGHT, _PIN_SUPPLY), (460, _PIN_SUPPLY), (460, _SUPPLY), (850, _SUPPLY))
    sheet.wire("power", (850, _SUPPLY), (850, _PIN_SUPPLY), (_STRIP, _PIN_SUPPLY))
    sheet.wire("ground", (_RIGHT, _PIN_GROUND), (460, _PIN_GROUND), (460, _GROUND), (850, _GROUND))
    sheet.wire("ground", (850, _GROUND), (850, _PIN_GROUND), (_STRIP, _PIN_GROUND))
    sheet.text(500, _SUPPLY - 12, "5 V", bold=True)
    sheet.text(500, _GROUND + 22, "ground (common)", bold=True)
    sheet.box(_STRIP, 180, 130, 240, fill="#e8e8f4")
    sheet.lines(_STRIP + 78, 262, "34 lights", "WS2812B", size=14, anchor="middle")
    for name, y in (("+5V", _PIN_SUPPLY), ("DIN", _PIN_DATA), ("GND", _PIN_GROUND)):
        sheet.text(_STRIP + 8, y + 5, name, bold=True)
    sheet.capacitor(820, _SUPPLY, _GROUND, 440)
    sheet.lines(735, 436, "C1", "1000 µF", "≥ 6.3 V", size=12)
    sheet.text(806, 430, "+", size=14, anchor="end")
    sheet.wire("power", (445, 160), (475, 150))
    sheet.text(484, 162, "X", bold=True)
    sheet.box(30, 545, 980, 74, dashed=True, fill="#ffffff")
    sheet.lines(
        46,
        570,
        "More than 400 mA (only after raising the power cap in the firmware): cut the 5 V wire at X,"
        " and feed the strip from its own",
        "5 V, 2 A supply: plus to the 5 V wire right of X, minus to the common ground. Never two supplies on one wire.",
        size=14,
    )
    return sheet


def pico() -> SvgSheet:
    """Draw the schematic with a Raspberry Pi Pico, whose 3.3 V a 74AHCT125 lifts to the 5 V that the lights want."""
    sheet = _frame(
        "Strip controller with a Raspberry Pi Pico",
        ("Raspberry", "Pi Pico"),
        (("VBUS", "pin 40"), ("GP16", "pin 21"), ("GND", "pin 23")),
    )
    left, right = 560, 680
    sheet.wire("data", (_RIGHT, _PIN_DATA), (left, _PIN_DATA))
    sheet.text(500, _PIN_DATA - 8, "3.3 V", size=12)
    sheet.box(left, 240, right - left, 200, fill="#f3e9dc")
    sheet.lines((left + right) / 2, 350, "U1", "74AHCT125", size=14, anchor="middle")
    sheet.text(left + 8, _PIN_DATA + 5, "2  1A", size=12)
    sheet.text(right - 8, _PIN_DATA + 5, "1Y  3", size=12, anchor="end")
    sheet.text(620, 257, "14  Vcc", size=12, anchor="middle")
    sheet.text(620, 433, "7  GND", size=12, anchor="middle")
    sheet.text(left + 8, 395, "1  1OE", size=12)
    sheet.wire("power", (620, 240), (620, _SUPPLY))
    sheet.joint(620, _SUPPLY, "power")
    sheet.wire("ground", (620, 440), (620, _GROUND))
    sheet.joint(620, _GROUND)
    sheet.wire("ground", (left, 390), (530, 390), (530, _GROUND))
    sheet.joint(530, _GROUND)
    sheet.capacitor(705, _SUPPLY, _GROUND, 200)
    sheet.lines(725, 198, "C2", "100 nF", size=12)
    sheet.wire("data", (right, _PIN_DATA), (725, _PIN_DATA))
    sheet.resistor(725, _PIN_DATA, "R1  330 Ω")
    sheet.wire("data", (775, _PIN_DATA), (_STRIP, _PIN_DATA))
    sheet.text(
        30, 75, "Unused inputs of U1 (pins 4, 5, 9, 10, 12, 13) to ground; its unused outputs (6, 8, 11) stay open."
    )
    return sheet


def nano() -> SvgSheet:
    """Draw the schematic with an Arduino Nano, whose data line has 5 V already."""
    sheet = _frame(
        "Strip controller with an Arduino Nano",
        ("Arduino", "Nano"),
        (("5V", ""), ("D6", ""), ("GND", "")),
    )
    sheet.wire("data", (_RIGHT, _PIN_DATA), (600, _PIN_DATA))
    sheet.text(500, _PIN_DATA - 8, "5 V data", size=12)
    sheet.resistor(600, _PIN_DATA, "R1  330 Ω")
    sheet.wire("data", (650, _PIN_DATA), (_STRIP, _PIN_DATA))
    sheet.text(
        30,
        75,
        "No level shifter: a Nano's pins have 5 V. Its USB diode is good for 500 mA, and the cap keeps below that.",
    )
    return sheet
