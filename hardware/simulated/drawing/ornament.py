"""Outlines of points and what is printed on a playing surface: what boards differ in beside measures and colours."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.looks.materials import blend
from hardware.simulated.looks.parts import Fabric
from hardware.simulated.scene.board import COLUMNS, column_end, column_x

if TYPE_CHECKING:
    import numpy.typing as npt

    from hardware.simulated.looks.materials import U8
    from hardware.simulated.looks.parts import BoardLook, Colour
    from hardware.simulated.scene.board import BoardSize

BAR_COVER: Final = Fabric("leather", (30, 28, 28))
BLACK_METAL: Final[Colour] = (44, 44, 46)
"""What a dark bar is covered with, and its hinges."""

_FILLED: Final = 0.485
"""Half a point's width at its widest, as a share of a column's."""
_STEPS: Final = 24
"""How many corners stand for a curve."""
_NAME: Final = "TAVERNA"
"""The maker's name on a board that is printed with letters."""


def point_outline(size: BoardSize, column: int) -> list[tuple[float, float]]:
    """Return the outline of a column's point, millimetres: from the rail to its tip on the left, and back."""
    middle, half = column_x(size, column), size.point_width * _FILLED
    sign = -1 if column_end(column) == "bottom" else 1
    rail, length = sign * size.height / 2, size.point_length

    def at(aside: float, along: float) -> tuple[float, float]:
        return middle + aside, rail - sign * along

    match size.construction.outline:
        case "pointed":
            left = [(-half, 0.0), (0.0, length)]
        case "blunt":
            left = [(-half, 0.0), (-0.28 * half, length)]
        case "round":
            turns = [math.pi / 2 * step / _STEPS for step in range(_STEPS + 1)]
            left = [(-half * math.sin(turn), half * (1 - math.cos(turn))) for turn in turns] + [(0.0, length)]
        case "drop":
            shares = [step / _STEPS for step in range(_STEPS + 1)]
            left = [(-half * math.sin(math.pi * share**0.6), share * length) for share in shares]
        case "scalloped":
            shares = [step / (3 * _STEPS) for step in range(3 * _STEPS + 1)]
            left = [(-half * (1 - t) * (0.86 + 0.14 * math.cos(10 * math.pi * t)), t * length) for t in shares]
    right = [(-aside, along) for aside, along in reversed(left)]
    return [at(*corner) for corner in (*left, *right)]


def printed_on(field: U8, size: BoardSize, look: BoardLook, ppm: float) -> U8:
    """Return a playing surface with what is printed on it, in the colour of its logo, its inlay or its light checkers.

    Args:
        field: the surface from above, row 0 the top.
        size: the board, which says what is printed.
        look: its colours.
        ppm: pixels a millimetre.
    """
    mask: U8 = np.zeros(field.shape[:2], dtype=np.uint8)
    if size.construction.print == "flowers":
        _flowers(mask, size, ppm)
    else:
        _letters(mask, size, ppm)
    ink = look.logo or look.inlay or look.light.colour
    return blend(field, np.full_like(field, ink[::-1]), mask)


def _pixel(size: BoardSize, ppm: float, x: float, y: float) -> tuple[float, float]:
    return (x + size.width / 2) * ppm, (size.height / 2 - y) * ppm


def _flowers(mask: U8, size: BoardSize, ppm: float) -> None:
    """Draw a rosette on every point, and a row of larger ones along the middle of either half."""
    radius = 0.3 * size.point_width
    for column in COLUMNS:
        sign = -1 if column_end(column) == "bottom" else 1
        y = sign * (size.height / 2 - 0.62 * size.point_length)
        _rosette(mask, _pixel(size, ppm, column_x(size, column), y), 0.55 * radius * ppm, 6)
    for sign in (-1, 1):
        for step in range(1, 6):
            x = sign * (size.bar_width / 2 + step * size.point_width)
            _rosette(mask, _pixel(size, ppm, x, 0.0), radius * ppm * (1.0 if step % 2 else 0.6), 8)


def _rosette(mask: U8, at: tuple[float, float], radius: float, petals: int) -> None:
    """Draw a flower: petals round a ring with a dot in it; pixels."""
    for petal in range(petals):
        way = 2 * math.pi * petal / petals
        middle = (at[0] + 0.62 * radius * math.cos(way), at[1] + 0.62 * radius * math.sin(way))
        box = (middle, (0.7 * radius, 0.3 * radius), math.degrees(way))
        cv2.ellipse(mask, box, 220, -1, cv2.LINE_AA)
    centre: npt.NDArray[np.int32] = np.rint(np.asarray(at) * 16).astype(np.int32)
    cv2.circle(mask, (int(centre[0]), int(centre[1])), round(0.3 * radius * 16), 0, -1, cv2.LINE_AA, 4)
    cv2.circle(mask, (int(centre[0]), int(centre[1])), round(0.16 * radius * 16), 235, -1, cv2.LINE_AA, 4)


def _letters(mask: U8, size: BoardSize, ppm: float) -> None:
    """Write the maker's name across either half, and a number at the rail of every point."""
    for column in COLUMNS:
        sign = -1 if column_end(column) == "bottom" else 1
        at = _pixel(size, ppm, column_x(size, column), sign * (size.height / 2 - 9.0))
        _write(mask, str(column), at, 9.0 * ppm)
    for sign in (-1, 1):
        _write(mask, _NAME, _pixel(size, ppm, sign * (size.width + size.bar_width) / 4, 0.0), 26.0 * ppm)


def _write(mask: U8, text: str, middle: tuple[float, float], high: float) -> None:
    """Write a text so high, in pixels, round a middle."""
    font, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(0.12 * high))
    (_, unit), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = high / unit
    (wide, tall), _ = cv2.getTextSize(text, font, scale, thick)
    at = round(middle[0] - wide / 2), round(middle[1] + tall / 2)
    cv2.putText(mask, text, at, font, scale, 225, thick, cv2.LINE_AA)
