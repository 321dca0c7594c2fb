"""Marks of a reading for a page: where in the picture what was read lies, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from controller.setup.calibrate import start_of
from vision.detect.overlay import board_point, certainty, checker_width, spot
from vision.geometry.board import place_outline, to_picture
from vision.reading import PLACES, Shade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.layout import Corner
    from vision.detect.photo import PhotoReading
    from vision.geometry.board import BoardGeometry
    from vision.reading import Reading

LAYER: Final = 5
"""Checkers of a point that lie on the board; the others lie on them."""
_ON_BAR: Final = ((Shade.DARK, 0.44), (Shade.LIGHT, 0.56))


def marks(photo: PhotoReading) -> dict[str, Any]:
    """Return what was read as plain data, in pixels of the picture.

    Returns:
        `radius` of a checker; `places`, those that are not surely empty: `name`, `shade`, `count`, `sure`, `hidden`,
        and `at`, where its checkers lie; `bar`, likewise; `dice` and `cube`; `outlines` of the places by name, and
        `quadrants` by name, each with four corners.
    """
    reading, geometry = photo.reading, photo.geometry
    return {
        "radius": round(0.42 * checker_width(geometry), 1),
        "places": _places(reading, geometry),
        "bar": _bar(reading, geometry),
        "dice": [
            {"value": die.value, "at": _rounded((die.px, die.py)), "sure": certainty(die.scores).value}
            for die in reading.dice
        ],
        "cube": None
        if reading.cube is None
        else {"value": reading.cube.value, "at": _rounded((reading.cube.px, reading.cube.py))},
        "outlines": {place: _outline(geometry, place_outline(geometry, place).tolist()) for place in (*PLACES, "bar")},
        "quadrants": _quadrants(geometry),
    }


def nearest_start(reading: Reading, homes: Sequence[Corner]) -> tuple[Corner, tuple[str, ...]]:
    """Return the home of the dark checkers with which a reading is most like the start position, and where it differs.

    Args:
        reading: what was read.
        homes: where the home may be.
    """
    found = {}
    for home in homes:
        start = start_of(home)
        found[home] = tuple(
            name
            for name, place in zip(PLACES, reading.points, strict=True)
            if name in reading.hidden or place.best != start.get(name, (None, 0))
        )
    home = min(homes, key=lambda one: len(found[one]))
    return home, found[home]


def _places(reading: Reading, geometry: BoardGeometry) -> list[dict[str, Any]]:
    """Return the marks of the points."""
    made = []
    for name, place in zip(PLACES, reading.points, strict=True):
        (shade, count), hidden, sure = place.best, name in reading.hidden, certainty(place.scores).value
        if shade is None and sure == "sure" and not hidden:
            continue
        at = [_rounded(spot(geometry, name, nth)) for nth in range(max(1, min(count, LAYER)))]
        made.append(
            {"name": name, "shade": shade and shade.value, "count": count, "sure": sure, "hidden": hidden, "at": at}
        )
    return made


def _bar(reading: Reading, geometry: BoardGeometry) -> list[dict[str, Any]]:
    """Return the marks of the bar."""
    middle = (geometry.bar_left + geometry.bar_right) / 2
    made = []
    for (shade, y), lying in zip(_ON_BAR, (reading.bar_dark, reading.bar_light), strict=True):
        hidden, sure = "bar" in reading.hidden, certainty(lying.scores).value
        if lying.best or hidden or sure != "sure":
            at = [_rounded(board_point(geometry, middle, y))]
            made.append(
                {"name": "bar", "shade": shade.value, "count": lying.best, "sure": sure, "hidden": hidden, "at": at}
            )
    return made


def _quadrants(geometry: BoardGeometry) -> dict[str, list[list[float]]]:
    """Return the outlines of the quadrants."""
    halves = {"left": (0.0, geometry.bar_left), "right": (geometry.bar_right, 1.0)}
    rows = {"top": (0.0, 0.5), "bottom": (0.5, 1.0)}
    return {
        f"{row}-{half}": _outline(geometry, [(left, top), (right, top), (right, bottom), (left, bottom)])
        for row, (top, bottom) in rows.items()
        for half, (left, right) in halves.items()
    }


def _outline(geometry: BoardGeometry, points: Sequence[Sequence[float]]) -> list[list[float]]:
    return [_rounded((x, y)) for x, y in to_picture(geometry.corners, points).tolist()]


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
