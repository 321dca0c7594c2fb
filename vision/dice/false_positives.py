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
    from vision.arrays import Float
    from vision.dice.detector import DiceAndCube
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import DieReading

WIDTH: Final = 1.1
"""Width of what is looked for elsewhere, in sides of the die: what is round it may differ."""

OTHERWHERE: Final = 1.2
"""How far from each other places are at least, in sides of the die: what is its own mirror image has no twin."""

LEVEL: Final = 0.5
"""How far from the place of its twin decoration may be, in sides: boards are not laid out to a hair."""

LIKE: Final = 0.9
"""Correlation, up to 1, of all pixels' colours less their means, from which something is seen again: dice and turned
checkers stay below, knobs and inlay do not."""

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
    reach = round(WIDTH * side / 2)
    column, row = round(x), round(y)
    if not (reach <= column < width - reach and reach <= row < height - reach):
        return False
    here = board[row - reach : row + reach + 1, column - reach : column + reach + 1]
    other_half = geometry.bar_right * RECT_WIDTH * (1 if x < width / 2 else -1)
    across, down = width - 1 - x, height - 1 - y
    twins = (
        (here, (x + other_half, y)),
        (here[:, ::-1], (across, y)),
        (here[::-1], (x, down)),
        (here[::-1, ::-1], (across, down)),
    )
    places = [middle]
    for shown, twin in twins:
        alike = cv2.matchTemplate(board, np.ascontiguousarray(shown), cv2.TM_CCOEFF_NORMED)
        for at in _seen_at(np.asarray(alike, dtype=np.float32), reach):
            if all(math.dist(at, other) > OTHERWHERE * side for other in places):
                if max(abs(at[0] - twin[0]), abs(at[1] - twin[1])) <= LEVEL * side + 1:
                    return True
                places.append(at)
    return len(places) > OFTEN


def _seen_at(alike: Float, reach: int) -> list[tuple[float, float]]:
    """Return the middles of places where something is seen again, the likest first."""
    rows, columns = np.nonzero(alike >= LIKE)
    order = np.argsort(-alike[rows, columns])
    return [(float(columns[k] + reach), float(rows[k] + reach)) for k in order.tolist()]
