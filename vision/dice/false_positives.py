"""False positives of the dice detector: decoration, which is seen again where the board's symmetry has its twins.

In a single photograph of an unknown board nobody has seen it bare. Knobs at the points' tips look like dice that show
a one, and inlay like a six; but each is there once more, the same or mirrored.
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

WIDTH: Final = 1.5
"""Width of what is looked for at its twins, in sides of the die: its edges and a little of what is round it."""

OTHERWHERE: Final = 1.2
"""How far from a die its twin is at least, in its sides: what is its own mirror image has none."""

LEVEL: Final = 0.5
"""How far from the place of its twin decoration may be, in sides: boards are not laid out to a hair."""

LIKE: Final = 0.9
"""Correlation, up to 1, of all pixels' colours less their means, from which something is seen again: dice and turned
checkers stay below, knobs and inlay do not."""


def without_false_positives(board: Image, geometry: BoardGeometry, found: DiceAndCube) -> tuple[DieReading, ...]:
    """Return the dice that were found in a photograph, without those that are part of the board.

    Args:
        board: the rectified picture, see `vision.geometry.board.rectify`.
        geometry: where the board is.
        found: what was found on it.
    """
    depth = RECT_WIDTH * geometry.aspect
    return tuple(
        die
        for die, side in zip(found.dice, found.sides, strict=True)
        if seen_at_twins(
            board, (RECT_MARGIN + die.x * RECT_WIDTH, RECT_MARGIN + die.y * depth), RECT_WIDTH * side, geometry
        )
        < LIKE
    )


def seen_at_twins(board: Image, middle: tuple[float, float], side: float, geometry: BoardGeometry) -> float:
    """Return how like the place of a die its twins are: where the board's symmetry has a print once more.

    Whether something there was taken for a die is not asked: a print that looks like a die does so at each of its
    places. Thrown dice hardly ever lie at each other's twins, with the same face up and turned alike.

    Args:
        board: the rectified board, shape (h, w, 3), uint8.
        middle: of the die, pixels, x and y.
        side: of the die, pixels.
        geometry: where the board is.

    Returns:
        The correlation, at most 1; 0 where the die, or each of its twins, lies at the edge of the picture.
    """
    (x, y), (height, width) = middle, board.shape[:2]
    here = _part(board, middle, round(WIDTH * side / 2))
    if here is None:
        return 0.0
    other_half = geometry.bar_right * RECT_WIDTH * (1 if x < width / 2 else -1)
    across, down = width - 1 - x, height - 1 - y
    twins = (
        (here, (x + other_half, y)),
        (here[:, ::-1], (across, y)),
        (here[::-1], (x, down)),
        (here[::-1, ::-1], (across, down)),
    )
    most = 0.0
    for shown, there in twins:
        seen = _part(board, there, round((WIDTH / 2 + LEVEL) * side))
        if seen is not None and math.dist(there, middle) > OTHERWHERE * side:
            alike = cv2.matchTemplate(seen, np.ascontiguousarray(shown), cv2.TM_CCOEFF_NORMED)
            most = max(most, float(alike.max()))
    return most


def _part(board: Image, middle: tuple[float, float], reach: int) -> Image | None:
    """Return the square of a picture about a place, None where it reaches beyond its edge."""
    (x, y), (height, width) = (round(middle[0]), round(middle[1])), board.shape[:2]
    if not (reach <= x < width - reach and reach <= y < height - reach):
        return None
    return board[y - reach : y + reach + 1, x - reach : x + reach + 1]
