"""What looks like a die and is part of the board: a logo, an inlaid diamond, the head of a screw.

From the calibration it is known what the bare board looks like at every pixel. What is seen at a supposed die is
compared with that: where the board has a pattern of its own there, and what is seen is that pattern, there is no die. A
die hides what it lies on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.appearance import Background
    from vision.geometry import BoardGeometry, Float
    from vision.reading import DieReading

REACH: Final = 0.25
"""How far round a die's middle is looked, in checker diameters: its upper face and a little more."""

SLACK: Final = 2
"""By how many pixels of the rectified picture the board may have been fitted otherwise since."""

LEAST_PATTERN: Final = 4.0
"""Spread of the bare board's colours, in units of Lab, from which it has a pattern: noise resembles noise."""

ALIKE: Final = 0.82
"""Correlation of what is seen with the bare board from which they are the same. On nine looks, four of them with
emblems or inlay, it was 0.75 at most for 144 dice, and 0.88 at least for nearly all emblems."""


def without_fixtures(
    dice: Sequence[DieReading], lab: Float, background: Background, geometry: BoardGeometry
) -> tuple[DieReading, ...]:
    """Return the dice that are no part of the board.

    Args:
        dice: what was found on the playing surface.
        lab: the rectified picture in Lab, in the light of the calibration, shape (h, w, 3).
        background: of the calibration.
        geometry: where the board is.
    """
    return tuple(die for die in dice if not _is_fixture(die, lab, background, geometry))


def _is_fixture(die: DieReading, lab: Float, background: Background, geometry: BoardGeometry) -> bool:
    """Return whether at a die nothing is seen but the board's own pattern."""
    reach = round(REACH * geometry.diameter * RECT_WIDTH)
    column = round(RECT_MARGIN + die.x * RECT_WIDTH)
    row = round(RECT_MARGIN + die.y * geometry.aspect * RECT_WIDTH)
    seen, bare = (_round(values, row, column, more) for values, more in ((lab, reach), (background.lab, reach + SLACK)))
    known = _round(background.known.astype(np.float32), row, column, reach)
    whole = 2 * reach + 1
    if seen.shape[:2] != (whole, whole) or bare.shape[:2] != (whole + 2 * SLACK, whole + 2 * SLACK) or not known.all():
        return False
    pattern = bare - bare.mean(axis=(0, 1))
    if float(np.sqrt((pattern * pattern).sum(axis=2).mean())) < LEAST_PATTERN:
        return False
    alike = cv2.matchTemplate(np.ascontiguousarray(bare), np.ascontiguousarray(seen), cv2.TM_CCOEFF_NORMED)
    return float(alike.max()) >= ALIKE


def _round(values: Float, row: int, column: int, reach: int) -> Float:
    """Return what of a map is within so many pixels of a spot, less where the map ends."""
    return values[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
