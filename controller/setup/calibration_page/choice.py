"""Choice of whoever calibrates on a page: corners and home, out of a request."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from controller.referee.layout import Corner
from controller.setup.calibrate import HOMES
from controller.web.errors import PagesError

FARTHEST: Final = 1e5
"""Pixels from the picture's corner that a corner may be."""


@dataclass(frozen=True, slots=True)
class CalibrationChoice:
    """What somebody has chosen.

    Attributes:
        corners: four (x, y) in pixels of the camera's picture.
        homes: where the home of the dark checkers may be: one quadrant, or all of them where the picture is to say it.
        anyway: what looks like dice is not minded.
    """

    corners: tuple[tuple[float, float], ...]
    homes: tuple[Corner, ...] = HOMES
    anyway: bool = False


def parse_choice(body: bytes) -> CalibrationChoice:
    """Return the choice of a request.

    Args:
        body: JSON such as {"corners": [[10, 20], ...], "home": "bottom-right", "anyway": false}; a home of "" is any.

    Raises:
        PagesError: it is none ("pages.bad_corners").
    """
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise PagesError("pages.bad_corners")
    corners, home, anyway = given.get("corners"), given.get("home", ""), given.get("anyway", False)
    if not isinstance(corners, list) or len(corners) != 4 or not isinstance(anyway, bool):
        raise PagesError("pages.bad_corners")
    if home not in ("", *HOMES) or not all(isinstance(one, list) and len(one) == 2 for one in corners):
        raise PagesError("pages.bad_corners")
    points = tuple((_pixels(x), _pixels(y)) for x, y in corners)
    return CalibrationChoice(points, (Corner(home),) if home else HOMES, anyway)


def _pixels(value: Any) -> float:
    """Return a coordinate.

    Raises:
        PagesError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PagesError("pages.bad_corners")
    if not -FARTHEST <= value <= FARTHEST:  # nor is what is no number within
        raise PagesError("pages.bad_corners")
    return float(value)
