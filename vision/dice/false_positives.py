"""False positives of the dice detector: decoration, which is seen again elsewhere on the board.

In a single photograph of an unknown board nobody has seen it bare. Knobs at the points' tips look like dice that show
a one, blossoms as well, and inlay like a six; but each is there once more, the same or mirrored, where the board's
symmetry has its twin, or several times.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from vision.dice.detector import DiceAndCube
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import DieReading

WIDTH: Final = 1.1
"""Width of what is looked for elsewhere, in sides of the die: what is round it may differ. So far from each other are
places at least: what is its own mirror image has no twin."""

LEVEL: Final = 0.5
"""How far from the place of its twin decoration may be, in sides: boards are not laid out to a hair."""

LIKE: Final = 0.9
"""Correlation, up to 1, of all pixels' colours less their means, from which something is seen again: dice and turned
checkers stay below, knobs and inlay do not."""

TRIED: Final = 8
"""At how many places it is looked closely, each way it may be turned over, 4 to 20: the likest in a picture half as
large."""

OFTEN: Final = 2
"""In how many other places something is that is decoration wherever these are: of two thrown dice one is elsewhere."""


def without_false_positives(board: Image, geometry: BoardGeometry, found: DiceAndCube) -> tuple[DieReading, ...]:
    """Return the dice that were found in a photograph, without those that are part of the board.

    Args:
        board: the rectified picture, see `vision.geometry.board.rectify`.
        geometry: where the board is.
        found: what was found on it.
    """
    depth = RECT_WIDTH * geometry.aspect
    middles = [(RECT_MARGIN + die.x * RECT_WIDTH, RECT_MARGIN + die.y * depth) for die in found.dice]
    each = zip(found.dice, middles, found.sides, strict=True)
    return tuple(die for die, at, side in each if not is_decoration(board, at, RECT_WIDTH * side, geometry))


def is_decoration(board: Image, middle: tuple[float, float], side: float, geometry: BoardGeometry) -> bool:
    """Return whether what lies at the place of a die is seen again, at its twin or `OFTEN` elsewhere.

    Whether something there was taken for a die is not asked: a print that looks like a die does so at each of its
    places. Thrown dice hardly ever lie at each other's twins, with the same face up and turned alike.

    Args:
        board: the rectified board, shape (h, w, 3), uint8.
        middle: of the die, pixels, x and y.
        side: of the die, pixels.
        geometry: where the board is.

    Returns:
        False where the die lies at the edge of the picture.
    """
    (x, y), (height, width) = middle, board.shape[:2]
    here = _part(board, middle, round(WIDTH * side / 2))
    if here is None:
        return False
    other_half = geometry.bar_right * RECT_WIDTH * (1 if x < width / 2 else -1)
    across, down = width - 1 - x, height - 1 - y
    twins = (
        (here, (x + other_half, y)),
        (here[:, ::-1], (across, y)),
        (here[::-1], (x, down)),
        (here[::-1, ::-1], (across, down)),
    )
    apart, places = WIDTH * side, [middle]
    if any(math.dist(at, middle) > apart and _likeness(board, shown, at, side) >= LIKE for shown, at in twins):
        return True
    small = _halved(board)
    for shown, _ in twins:
        for at in _perhaps(small, _halved(shown), apart / 2):
            if all(math.dist(at, other) > apart for other in places) and _likeness(board, shown, at, side) >= LIKE:
                places.append(at)
    return len(places) > OFTEN


def _likeness(board: Image, shown: Image, at: tuple[float, float], side: float) -> float:
    """Return how like something is what is about a place, at most 1; 0 at the edge of the picture."""
    seen = _part(board, at, round((WIDTH / 2 + LEVEL) * side))
    if seen is None:
        return 0.0
    return float(cv2.matchTemplate(seen, np.ascontiguousarray(shown), cv2.TM_CCOEFF_NORMED).max())


def _halved(board: Image) -> Image:
    return np.asarray(cv2.pyrDown(cv2.cvtColor(np.ascontiguousarray(board), cv2.COLOR_BGR2GRAY)), dtype=np.uint8)


def _perhaps(small: Image, shown: Image, apart: float) -> list[tuple[float, float]]:
    """Return the middles of the places of the whole picture at which something is likest seen again."""
    alike = cv2.matchTemplate(small, shown, cv2.TM_CCOEFF_NORMED)
    found: list[tuple[float, float]] = []
    reach = round(apart)
    for _ in range(TRIED):
        _, _, _, (column, row) = cv2.minMaxLoc(alike)
        found.append((float(2 * column + shown.shape[1] - 1), float(2 * row + shown.shape[0] - 1)))
        alike[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = -1
    return found


def _part(board: Image, middle: tuple[float, float], reach: int) -> Image | None:
    """Return the square of a picture about a place, None where it reaches beyond its edge."""
    (x, y), (height, width) = (round(middle[0]), round(middle[1])), board.shape[:2]
    if not (reach <= x < width - reach and reach <= y < height - reach):
        return None
    return board[y - reach : y + reach + 1, x - reach : x + reach + 1]
