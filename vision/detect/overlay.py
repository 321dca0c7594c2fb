"""Draw a reading over its picture, so that a person can check it at a glance."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import place_outline, to_picture
from vision.reading import IN_A_ROW, PLACES, SURE, Reading, Shade, lead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

Colour = tuple[int, int, int]


class Certainty(StrEnum):
    """How sure a reading is."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    UNSURE = "unsure"
    """A guess."""


COLOURS: Final[dict[Certainty, Colour]] = {
    Certainty.SURE: (80, 200, 60),
    Certainty.DOUBTFUL: (0, 190, 255),
    Certainty.UNSURE: (40, 40, 240),
}
"""Outlines of readings, blue-green-red."""

HIDDEN: Final[Colour] = (200, 60, 200)
"""Outline of a place that is hidden."""

FRAME: Final[Colour] = (255, 160, 0)
"""Outline of the board."""

DOUBTFUL: Final = 100
"""Lead, in centinats, from which a reading that is not sure is no guess; 50 to 200."""


def draw_overlay(image: Image, reading: Reading, geometry: BoardGeometry) -> Image:
    """Return a copy of the picture with the reading drawn over it.

    The first five checkers of a point are ringed, and the first says how many there are and whose, D or L; dice and
    cube have their values over them, where they hide none. Green is sure, yellow doubtful, red a guess, purple hidden.

    Args:
        image: the picture that was read.
        reading: of it.
        geometry: where the board is in it.

    Returns:
        A new picture of the same size.
    """
    canvas = image.copy()
    thick = max(1, round(image.shape[1] / 900))
    outline = to_picture(geometry.corners, [(0, 0), (1, 0), (1, 1), (0, 1)])
    cv2.polylines(canvas, [np.rint(outline).astype(np.int32)], isClosed=True, color=FRAME, thickness=thick)
    for place, point in zip(PLACES, reading.points, strict=True):
        if place in reading.hidden:
            shape = np.rint(to_picture(geometry.corners, place_outline(geometry, place))).astype(np.int32)
            cv2.polylines(canvas, [shape], isClosed=True, color=HIDDEN, thickness=thick)
            continue
        shade, count = point.best
        colour = COLOURS[certainty(point.scores)]
        if shade is None:
            if certainty(point.scores) is not Certainty.SURE:
                _write(canvas, "0?", spot(geometry, place, 0), colour, geometry)
            continue
        for nth in range(min(count, IN_A_ROW)):
            _ring(canvas, spot(geometry, place, nth), colour, geometry)
        letter = "D" if shade is Shade.DARK else "L"
        _write(canvas, f"{count}{letter}", spot(geometry, place, 0), colour, geometry)
    _draw_bar(canvas, reading, geometry)
    above = 3 / 4 * checker_width(geometry)  # clear of their upper faces
    for die in reading.dice:
        _write(canvas, f"[{die.value}]", (die.px, die.py - above), COLOURS[certainty(die.scores)], geometry)
    if (cube := reading.cube) is not None:
        _write(canvas, f"x{cube.value}", (cube.px, cube.py - above), COLOURS[certainty(cube.scores)], geometry)
    return canvas


def _draw_bar(canvas: Image, reading: Reading, geometry: BoardGeometry) -> None:
    x = (geometry.bar_left + geometry.bar_right) / 2
    if "bar" in reading.hidden:
        _write(canvas, "?", board_point(geometry, x, 0.5), HIDDEN, geometry)
        return
    for count, letter, y in ((reading.bar_dark, "D", 0.44), (reading.bar_light, "L", 0.56)):
        sure = certainty(count.scores)
        if count.best or sure is not Certainty.SURE:
            _write(canvas, f"{count.best}{letter}", board_point(geometry, x, y), COLOURS[sure], geometry)


def certainty(scores: Sequence[int]) -> Certainty:
    """Return how sure a reading with these scores is."""
    if lead(scores) >= SURE:
        return Certainty.SURE
    return Certainty.DOUBTFUL if lead(scores) >= DOUBTFUL else Certainty.UNSURE


def spot(geometry: BoardGeometry, place: str, nth: int) -> tuple[float, float]:
    """Return where the nth checker of a point appears, picture pixels."""
    row = int(place[0] == "B")
    away = (geometry.first[row] + nth * geometry.spacing) / geometry.aspect
    return board_point(geometry, geometry.columns[PLACES.index(place)], 1 - away if row else away)


def board_point(geometry: BoardGeometry, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the board appears, picture pixels."""
    px, py = to_picture(geometry.corners, [(x, y)])[0]
    return float(px), float(py)


def checker_width(geometry: BoardGeometry) -> float:
    """Return the diameter of a checker in the middle of the board, picture pixels."""
    (ax, ay), (bx, by) = to_picture(geometry.corners, [(0.0, 0.5), (1.0, 0.5)])
    return max(8.0, float(np.hypot(bx - ax, by - ay)) * geometry.diameter)


def _ring(canvas: Image, at: tuple[float, float], colour: Colour, geometry: BoardGeometry) -> None:
    radius = round(0.42 * checker_width(geometry))
    cv2.circle(canvas, (round(at[0]), round(at[1])), radius, colour, max(1, round(radius / 12)), cv2.LINE_AA)


def _write(canvas: Image, text: str, at: tuple[float, float], colour: Colour, geometry: BoardGeometry) -> None:
    size = checker_width(geometry) / 48
    font = cv2.FONT_HERSHEY_SIMPLEX
    bold = max(1, round(1.6 * size))
    (wide, high), _ = cv2.getTextSize(text, font, size, bold)
    left, low = round(at[0] - wide / 2), round(at[1] + high / 2)
    cv2.putText(canvas, text, (left, low), font, size, (0, 0, 0), bold + 2, cv2.LINE_AA)
    cv2.putText(canvas, text, (left, low), font, size, colour, bold, cv2.LINE_AA)
