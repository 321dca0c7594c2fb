"""The mounting of strip, controller and camera on the board's frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.strip_map import NAMES, POINTS, STANDARD
from hardware.wiring.sheet import SvgSheet

if TYPE_CHECKING:
    from firmware_bridge.strip_map import Place

_LEFT, _RIGHT, _TOP, _BOTTOM = 190, 850, 130, 530
_RAIL: Final = 34
_BAR: Final = 60
_POINT: Final = (_RIGHT - _LEFT - _BAR) / 12
_MIDDLE: Final = (_TOP + _BOTTOM) / 2
_LAMPS: Final = {"points": "#bbdefb", "named": "#ffe0b2"}


def board() -> SvgSheet:
    """Draw the board from above, as the camera sees it, each light with its number on the strip."""
    sheet = SvgSheet(1040, 720, "Where each light sits")
    sheet.text(30, 42, sheet.title, size=20, bold=True)
    sheet.text(
        30, 72, "The board as the camera sees it; the numbers are those of the lights on the standard strip, from 0."
    )
    wide = _RIGHT - _LEFT + 4 * _RAIL + 60
    sheet.box(_LEFT - 2 * _RAIL - 30, _TOP - _RAIL, wide, _BOTTOM - _TOP + 2 * _RAIL, fill="#d7c4a8")
    sheet.box(_LEFT, _TOP, _RIGHT - _LEFT, _BOTTOM - _TOP, fill="#e9efe6")
    bar = _LEFT + 6 * _POINT
    sheet.box(bar, _TOP, _BAR, _BOTTOM - _TOP, fill="#d7c4a8")
    for place in range(1, POINTS + 1):
        x, bottom = _point(place)
        tip = _MIDDLE + (55 if bottom else -55)
        foot = _BOTTOM if bottom else _TOP
        sheet.polygon(((x - 22, foot), (x + 22, foot), (x, tip)), "#c8d6c2" if place % 2 else "#f6f6f0")
    for place in (*range(1, POINTS + 1), *NAMES):
        _lamp(sheet, place)
    _run(sheet)
    sheet.text((_LEFT + _RIGHT) / 2, _MIDDLE + 5, "bar", size=15, anchor="middle")
    sheet.lines(
        30,
        625,
        "Blue: lights 0 to 23, one at the foot of each point; along the lower edge from the right,"
        " then along the upper edge from the left.",
        "Orange: 24, 25 bar; 26, 27 trays; 28 cube; 29, 30 whose turn; 31, 32 dice in the left and right half;"
        " 33 link.",
        "The data wire goes through all lights in the order of their numbers.",
        "Another order, direction or corner is a matter of settings: tavola lights test --map FILE.",
        size=13.5,
    )
    return sheet


def _point(place: int) -> tuple[float, bool]:
    """Return x of a point's middle, and whether it is at the bottom."""
    bottom = place <= 12
    column = 12 - place if bottom else place - 13
    return _LEFT + (column + 0.5) * _POINT + (_BAR if column >= 6 else 0), bottom


def _where(place: Place) -> tuple[float, float]:
    lower, upper = _BOTTOM + _RAIL / 2, _TOP - _RAIL / 2
    left, right = _LEFT - _RAIL, _RIGHT + _RAIL
    named = {
        "bar_bottom": (_LEFT + 6 * _POINT + _BAR / 2, lower),
        "bar_top": (_LEFT + 6 * _POINT + _BAR / 2, upper),
        "tray_bottom": (right, lower),
        "tray_top": (right, upper),
        "cube": (left, _MIDDLE),
        "turn_bottom": (left, lower),
        "turn_top": (left, upper),
        "dice_left": (left, _MIDDLE - 100),
        "dice_right": (right, _MIDDLE - 100),
        "link": (left - 40, upper),
    }
    if isinstance(place, str):
        return named[place]
    x, bottom = _point(place)
    return x, lower if bottom else upper


def _lamp(sheet: SvgSheet, place: Place) -> None:
    x, y = _where(place)
    sheet.disc(x, y, 13, fill=_LAMPS["named" if isinstance(place, str) else "points"])
    sheet.text(x, y + 4.5, str(STANDARD.index(place)), size=12, anchor="middle", bold=True)
    if isinstance(place, int):
        sheet.text(x, y + (33 if place <= 12 else -24), f"{place}", size=12, anchor="middle")
        return
    words = {"cube": "cube", "dice_left": "dice", "dice_right": "dice", "link": "link"}.get(place, place.split("_")[0])
    if place.startswith(("dice", "cube")):
        sheet.text(x, y + 30, words, size=12, anchor="middle")
    else:
        sheet.text(x, y + (33 if y > _MIDDLE else -24), words, size=12, anchor="middle")


def _run(sheet: SvgSheet) -> None:
    """Draw the arrows that say which way the run along the points goes."""
    for x, y, to in ((_RIGHT - 40, _BOTTOM - 40, -1), (_LEFT + 40, _TOP + 40, 1)):
        sheet.wire("data", (x, y), (x + 120 * to, y))
        sheet.polygon(((x + 120 * to, y - 7), (x + 120 * to, y + 7), (x + 138 * to, y)), "#1565c0")


def side() -> SvgSheet:
    """Draw the rail cut through, and the whole from the side."""
    sheet = SvgSheet(1040, 560, "How it is mounted")
    sheet.text(30, 42, sheet.title, size=20, bold=True)
    _cut(sheet)
    _whole(sheet)
    return sheet


def _cut(sheet: SvgSheet) -> None:
    """Draw the rail cut through: the light under a small lip, so that it shines on the board and into nobody's eyes."""
    sheet.text(30, 90, "The rail, cut through", size=16, bold=True)
    sheet.box(30, 430, 380, 26, fill="#e9efe6")
    sheet.text(250, 448, "playing surface", size=13, anchor="middle")
    sheet.box(60, 250, 90, 180, fill="#d7c4a8")
    sheet.text(105, 345, "rail", size=14, anchor="middle")
    sheet.box(60, 232, 140, 18, fill="#b89b72")
    sheet.wire("plain", (190, 232), (225, 190))
    sheet.text(230, 190, "lip, 10 mm: no light into the players' eyes", size=13)
    sheet.box(150, 254, 10, 46, fill="#e8e8f4")
    sheet.disc(166, 277, 6, fill="#fff59d")
    sheet.wire("plain", (172, 277), (225, 262))
    sheet.text(230, 266, "light, facing the point's foot", size=13)
    sheet.box(178, 254, 6, 46, fill="#ffffff")
    sheet.wire("plain", (184, 292), (225, 318))
    sheet.text(230, 322, "strip of white paper or opal", size=13)
    sheet.text(230, 340, "acrylic: a spot, not a glare", size=13)
    sheet.wire("plain", (156, 300), (225, 374))
    sheet.text(230, 380, "strip, glued to the rail under the lip", size=13)
    sheet.lines(
        30,
        495,
        "Strips of 30 lights a metre are cut apart and wired again at the points'",
        "distance (some 50 mm), or single WS2812B boards are used.",
        "Wires of at least 0.25 mm²; ground and 5 V run along with the data.",
        size=13,
    )


def _whole(sheet: SvgSheet) -> None:
    sheet.text(560, 90, "The whole, from the side", size=16, bold=True)
    sheet.box(560, 430, 330, 16, fill="#d7c4a8")
    sheet.text(725, 470, "board", size=14, anchor="middle")
    sheet.wire("plain", (910, 450), (910, 140), (725, 140))
    sheet.box(700, 140, 50, 26, fill="#e3efe3")
    sheet.wire("plain", (715, 166), (575, 428), dashed=True)
    sheet.wire("plain", (735, 166), (875, 428), dashed=True)
    sheet.text(690, 158, "camera, above the middle", size=13, anchor="end")
    sheet.wire("plain", (725, 172), (725, 424))
    sheet.polygon(((719, 182), (731, 182), (725, 170)), "#555555")
    sheet.polygon(((719, 416), (731, 416), (725, 428)), "#555555")
    sheet.text(716, 395, "40 to 80 cm", size=13, anchor="end")
    sheet.text(920, 250, "arm", size=13)
    sheet.box(880, 450, 60, 24, fill="#f4f1ea")
    sheet.text(910, 492, "foot, clamped", size=13, anchor="middle")
    sheet.box(960, 420, 60, 26, fill="#e3efe3")
    sheet.lines(990, 466, "Pico or", "Nano", size=13, anchor="middle")
    sheet.wire("usb", (960, 433), (890, 433))
    sheet.text(545, 518, "Controller beside the board: at most 50 cm of wire to the first light,", size=13)
    sheet.text(545, 537, "USB cable from there to the Pi.", size=13)
