"""False positives of the dice detector: decoration, which is seen again at other points or in the other half.

In a single photograph of an unknown board nobody has seen it bare. Knobs at the points' tips look like dice that show
a one, and inlay like a six; but each is there once more, the same or mirrored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.detector import DiceAndCube
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import DieReading

WIDTH: Final = 1.5
"""Width of what is looked for elsewhere, in sides of the die: its edges and a little of what is round it."""

OTHERWHERE: Final = 1.2
"""How far from a die's middle elsewhere begins, in its sides."""

LEVEL: Final = 0.5
"""By how much the distance from the rails of what is decoration may differ, in sides: dice that look alike, of which
one has not been found, hardly ever lie so."""

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
    middles = [(RECT_MARGIN + die.x * RECT_WIDTH, RECT_MARGIN + die.y * depth) for die in found.dice]
    return tuple(
        die
        for die, middle, side in zip(found.dice, middles, found.sides, strict=True)
        if seen_elsewhere(board, middle, RECT_WIDTH * side, middles) < LIKE
    )


def seen_elsewhere(
    board: Image, middle: tuple[float, float], side: float, dice: Sequence[tuple[float, float]]
) -> float:
    """Return how like the place of a die the one most like it is, itself or mirrored, as far from a rail; not dice.

    Args:
        board: the rectified board, shape (h, w, 3), uint8.
        middle: of the die, pixels, x and y.
        side: of the die, pixels.
        dice: the middles of all dice, this one among them.

    Returns:
        The correlation, at most 1; 0 where the die lies at the edge of the picture.
    """
    reach, (x, y) = round(WIDTH * side / 2), (round(middle[0]), round(middle[1]))
    height, width = board.shape[:2]
    if not (reach <= x < width - reach and reach <= y < height - reach):
        return 0.0
    here = board[y - reach : y + reach + 1, x - reach : x + reach + 1]
    most = np.full((height - 2 * reach, width - 2 * reach), -1.0, dtype=np.float32)
    for mirrored in (here, here[:, ::-1], here[::-1], here[::-1, ::-1]):
        np.maximum(most, cv2.matchTemplate(board, np.ascontiguousarray(mirrored), cv2.TM_CCOEFF_NORMED), out=most)
    rows = np.arange(len(most)) + reach
    level = np.minimum(np.abs(rows - y), np.abs(rows - (height - 1 - y))) <= LEVEL * side
    most[~level] = -1.0
    for die in dice:
        left, top = (max(0, round(at - reach - OTHERWHERE * side)) for at in die)
        right, bottom = (max(0, round(at - reach + OTHERWHERE * side)) for at in die)
        most[top:bottom, left:right] = -1.0
    return float(most.max())
