"""The case of the Raspberry Pi, the box of the buttons and the camera's arm: their measures, drawn to scale."""

from __future__ import annotations

from typing import Final

from hardware.wiring.camera_arm import FRAMES, LENSES, height
from hardware.wiring.pins import PI_PINS
from hardware.wiring.sheet import SvgSheet

PI: Final = (85.0, 56.0)
"""The board of a Raspberry Pi 3, 4 or 5, millimetres."""

PI_HOLES: Final = (58.0, 49.0)
"""Between its holes for M2.5 screws; the first is 3.5 mm from both edges."""

CASE: Final = (98.0, 69.0, 39.0)
"""The case outside, walls 2.5 mm thick: room for a heat sink of 15 mm, or a small fan."""

BOX: Final = (280.0, 60.0, 40.0)
"""The box of the buttons outside."""

BUTTONS: Final = (
    ("clock_left", 30.0, 24.0),
    ("undo", 64.0, 16.0),
    ("confirm", 102.0, 16.0),
    ("cube", 140.0, 16.0),
    ("repeat", 178.0, 16.0),
    ("director", 216.0, 16.0),
    ("clock_right", 250.0, 24.0),
)
"""The buttons: their use, how far from the box's left end, and their holes' diameters, millimetres."""

PROFILE: Final = 20.0
"""Side of the arm's aluminium profile."""

COLUMN: Final = 900.0
"""Length of the upright profile."""

BEAM: Final = 500.0
"""Length of the one across, on which the camera hangs."""

CAMERA_HOLES: Final = (21.0, 12.5)
"""Between the holes for M2 screws of a Camera Module 3."""

RIBBON: Final = 500.0
"""Longest camera ribbon that is easy to get: the case therefore hangs on the column, near the camera."""

_MM: Final = 1.7
"""Pixels a millimetre of case and box."""

_ARM: Final = 0.5
"""Pixels a millimetre of the arm."""


def case() -> SvgSheet:
    """Draw all three."""
    sheet = SvgSheet(1040, 1070, "Case, buttons and camera arm, in millimetres")
    sheet.text(30, 42, sheet.title, size=20, bold=True)
    _case(sheet, 40, 100)
    _box(sheet, 40, 345)
    _arm(sheet, 150, 1050)
    return sheet


def _case(sheet: SvgSheet, x: float, y: float) -> None:
    """Draw the case from above, lid off, with the Pi in it."""
    sheet.text(x - 10, y - 18, "The case from above, lid off", size=16, bold=True)
    width, depth, high = (_MM * side for side in CASE)
    sheet.box(x, y, width, depth, fill="#f4f1ea")
    left, top = x + (width - _MM * PI[0]) / 2, y + (depth - _MM * PI[1]) / 2
    sheet.box(left, top, _MM * PI[0], _MM * PI[1], fill="#c8e6c9")
    for across in (3.5, 3.5 + PI_HOLES[0]):
        for down in (3.5, 3.5 + PI_HOLES[1]):
            sheet.disc(left + _MM * across, top + _MM * down, _MM * 1.35)
    sheet.text(x + width / 2, y + depth / 2 + 5, "Raspberry Pi 85 x 56", size=12, anchor="middle")
    sheet.text(x + width / 2, y + depth + 18, f"{CASE[0]:g}", size=13, anchor="middle")
    sheet.text(x + width + 8, y + depth / 2 + 5, f"{CASE[1]:g}", size=13)
    side = x + width + 60
    sheet.box(side, y + depth - high, width, high, fill="#f4f1ea")
    sheet.text(side + width + 8, y + depth - high / 2 + 5, f"{CASE[2]:g}", size=13)
    sheet.box(side + 12, y + depth - high + 26, 1.0 * _MM * 70, _MM * 10, fill="#ffffff")
    sheet.text(side + width / 2, y + depth - high - 8, "from the side of the power plug", size=12, anchor="middle")
    sheet.lines(
        side + width + 60,
        y - 6,
        "Walls 2.5; four M2.5 posts, 5 high, 58 x 49 apart.",
        "Openings: 54 x 18 for USB and network,",
        "70 x 10 for power and HDMI,",
        "52 x 8 over the header, 20 x 2 for the camera",
        "ribbon; eight slots 3 x 30 in lid and bottom.",
        "Two M5 holes, 50 apart, in the bottom:",
        "they hold it to the column's groove.",
        size=13,
    )


def _box(sheet: SvgSheet, x: float, y: float) -> None:
    """Draw the box of the buttons from above."""
    sheet.text(x - 10, y - 18, "The buttons, from above: between the players, beside the board", size=16, bold=True)
    width, depth = _MM * BOX[0], _MM * BOX[1]
    sheet.box(x, y, width, depth, fill="#f4f1ea")
    words = {pin.use: pin.words for pin in PI_PINS}
    for number, (use, at, hole) in enumerate(BUTTONS):
        sheet.disc(x + _MM * at, y + depth / 2, _MM * hole / 2, fill="#bbdefb")
        sheet.text(x + _MM * at, y + depth / 2 + 4.5, f"{hole:g}", size=12, anchor="middle")
        low = y + depth - 8 if number % 2 else y + 16
        name = words[use].split(",")[0] if use.startswith("clock") else words[use]
        sheet.text(x + _MM * at, low, name, size=11, anchor="middle")
        sheet.text(x + _MM * at, y + depth + 18, f"{at:g}", size=12, anchor="middle")
    sheet.text(x + width + 8, y + depth / 2 + 5, f"{BOX[1]:g}, and {BOX[2]:g} high", size=13)
    sheet.text(
        x, y + depth + 38, "Holes by their diameters; distances from the left end. Buzzer inside, under a 3 mm hole."
    )
    sheet.text(x, y + depth + 57, "A cable of 10 wires of 0.14 mm², at most 1.5 m long, to the header.")


def _arm(sheet: SvgSheet, x: float, ground: float) -> None:
    """Draw the arm from the side, with the board below."""
    sheet.text(30, ground - _ARM * COLUMN - 42, "The arm, from the side", size=16, bold=True)
    side, tall, reach = max(4.0, _ARM * PROFILE), _ARM * COLUMN, _ARM * BEAM
    sheet.box(x, ground - tall, side, tall, fill="#d8d8d8")
    sheet.box(x, ground - tall - side, reach, side, fill="#d8d8d8")
    sheet.text(x - 8, ground - tall / 2, f"column {COLUMN:g}", size=13, anchor="end")
    sheet.text(x + reach + 12, ground - tall - 1, f"beam {BEAM:g}, profile 20 x 20", size=13)
    board = FRAMES[0]
    middle = x + side + 30 + _ARM * board.width / 2
    sheet.box(middle - _ARM * board.width / 2, ground - 18, _ARM * board.width, 14, fill="#d7c4a8")
    sheet.text(middle, ground - 26, f"{board.name}, {board.width:g} wide", size=13, anchor="middle")
    high = _ARM * height(LENSES[0], board)
    lens = ground - 18 - high
    sheet.box(middle - 14, lens - 12, 28, 12, fill="#e3efe3")
    sheet.wire("plain", (middle, lens - 12), (middle, ground - tall))
    sheet.wire("plain", (middle - 12, lens), (middle - _ARM * board.width / 2, ground - 18), dashed=True)
    sheet.wire("plain", (middle + 12, lens), (middle + _ARM * board.width / 2, ground - 18), dashed=True)
    sheet.box(x + side, ground - tall + 36, _ARM * CASE[2], _ARM * CASE[0], fill="#f4f1ea")
    sheet.text(x + side + 26, ground - tall + 66, "case", size=13)
    words = x + 480
    sheet.lines(
        words,
        ground - tall + 40,
        "The camera slides along the beam until it is above the",
        "middle of the board, and up and down on a rod M6 x 200;",
        f"its plate has four holes for M2, {CAMERA_HOLES[0]:g} x {CAMERA_HOLES[1]:g} apart.",
        f"The ribbon is at most {RIBBON:g} long, so the case hangs on the",
        "column. Its foot is a screw clamp for tables up to 60 thick,",
        "at a narrow side of the board, where no player sits.",
        "",
        "How high the lens must be above the board:",
        *(
            f"{frame.name} ({frame.width:g} x {frame.depth:g}): "
            + ", ".join(f"{height(one, frame):.0f}" for one in LENSES)
            for frame in FRAMES
        ),
        "with a Camera Module 3, its wide version, and a USB",
        "webcam of 78 degrees.",
        size=13,
    )
