"""Static patterns: parts of the board that look like a die, such as an emblem, a diamond, the tip of a point.

Where a board was cleared for its calibration, it is known what is seen there when nothing lies on it. Where the same
pattern is seen in the same colours, nothing does: a die hides what it lies on, and even a clear one shows its own edges
and pips. What a checker hid then is known from the other points of its row: a print repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.features.bare_board import Background, Mask
    from vision.geometry.board import BoardGeometry

REACH: Final = 0.15
"""How far round the middle is looked, in checker diameters: most of a die's upper face. Farther off, the side of a die
that lies beside an emblem would be seen, or its shadow."""

FIT_SLACK: Final = 3
"""By how many pixels of the rectified picture the board may have been fitted otherwise since."""

SMOOTH: Final = 1.5
"""The bare board is kept smoothed by so many pixels (`vision.features.bare_board.learn_background`)."""

LEAST_PATTERN: Final = 4.0
"""Spread of the bare board's colours, in units of Lab, from which it has a pattern: noise resembles noise."""

PATTERN_ALIKE: Final = 0.9
"""Correlation of what is seen with the bare board from which it is the same pattern."""

SAME_COLOUR: Final = 12.0
"""Mean difference between them, in units of Lab, up to which it is of the same colours."""


def shows_bare_board(spot: tuple[float, float], lab: Float, background: Background, geometry: BoardGeometry) -> bool:
    """Return whether nothing is seen at a spot but the board's own pattern.

    Args:
        spot: in board coordinates.
        lab: the rectified picture in Lab, in the light of the calibration, shape (h, w, 3).
        background: of the calibration.
        geometry: where the board is.

    Returns:
        False as well where the board has no pattern, or is not known bare.
    """
    if background.bare is None:
        return False
    bare = background.bare
    asked = [spot] if seen_bare(spot, bare, geometry) else _repeats(spot, geometry)
    places = [at for at in asked if seen_bare(at, bare, geometry)]
    if not places:
        return False
    column, row, reach = _where(spot, geometry)
    seen = _part(lab, column, row, reach + FIT_SLACK)
    seen = np.asarray(
        cv2.GaussianBlur(seen, (0, 0), SMOOTH)[FIT_SLACK:-FIT_SLACK, FIT_SLACK:-FIT_SLACK], dtype=np.float32
    )
    patches = (_part(background.lab, *_where(at, geometry)[:2], reach + FIT_SLACK) for at in places)
    return any(_same_pattern(seen, patch, reach) for patch in patches)


def _repeats(spot: tuple[float, float], geometry: BoardGeometry) -> list[tuple[float, float]]:
    """Return where the same place of the other points of a row is that have the colour of the point at a spot."""
    x, y = spot
    row = geometry.columns[:12] if y < 0.5 else geometry.columns[12:]
    own = min(range(12), key=lambda number: abs(row[number] - x))
    return [(row[number] + x - row[own], y) for number in range(own % 2, 12, 2) if number != own]


def _part(values: Float, column: int, row: int, far: int) -> Float:
    return np.ascontiguousarray(values[row - far : row + far + 1, column - far : column + far + 1])


def _same_pattern(seen: Float, bare: Float, reach: int) -> bool:
    """Return whether a patch shows the pattern of a bare one, wider by `FIT_SLACK` on each side, in its colours."""
    if _spread(bare) < LEAST_PATTERN:
        return False
    alike = cv2.matchTemplate(bare, np.ascontiguousarray(seen), cv2.TM_CCOEFF_NORMED)
    _, best, _, (right, down) = cv2.minMaxLoc(alike)
    there = bare[down : down + 2 * reach + 1, right : right + 2 * reach + 1]
    # What is uniform has no correlation with anything: 1 is returned for it, which says nothing.
    if best < PATTERN_ALIKE or min(_spread(there), _spread(seen)) < LEAST_PATTERN / 2:
        return False
    return float(np.linalg.norm(cv2.meanStdDev(seen)[0] - cv2.meanStdDev(there)[0])) <= SAME_COLOUR


def seen_bare(spot: tuple[float, float], bare: Mask, geometry: BoardGeometry) -> bool:
    """Return whether the board was seen bare at a spot and round it.

    Args:
        spot: in board coordinates.
        bare: where it was, see `vision.features.bare_board.Background`.
        geometry: where the board is.
    """
    column, row, reach = _where(spot, geometry)
    far = reach + FIT_SLACK
    known = bare[max(0, row - far) : row + far + 1, max(0, column - far) : column + far + 1]
    return known.shape == (2 * far + 1, 2 * far + 1) and bool(known.all())


def _where(spot: tuple[float, float], geometry: BoardGeometry) -> tuple[int, int, int]:
    """Return column and row of a spot in the rectified picture, and how far round it is looked, pixels."""
    column = round(RECT_MARGIN + spot[0] * RECT_WIDTH)
    row = round(RECT_MARGIN + spot[1] * geometry.aspect * RECT_WIDTH)
    return column, row, round(REACH * geometry.diameter * RECT_WIDTH)


def _spread(lab: Float) -> float:
    """Return how far colours stray from their mean, the root of the mean square in units of Lab."""
    return float(np.linalg.norm(cv2.meanStdDev(lab)[1]))
