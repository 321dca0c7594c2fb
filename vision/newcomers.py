"""What lies on a board that was cleared for its calibration, and is as small as a die.

It is seen where the board shows other colours than it does bare, by itself or beside larger things. This finds dice
where the proposing network is led astray: on an emblem it may name the emblem's frame, not the die that lies across it,
while the networks that look closely tell the die at once when they are shown where it lies.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.die_net import stretch_of
from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.proposals import Proposal, seen_at, side_on_board
from vision.under_dice import SIDE

if TYPE_CHECKING:
    from vision.appearance import Background
    from vision.geometry import BoardGeometry, Float
    from vision.standpoint import Standpoint

COARSER: Final = 2
"""How many pixels of the rectified picture, across and down, become one: a die is some fifteen wide."""

LIGHTNESS_COUNTS: Final = 0.6
"""How much lightness counts against hue: shadows are no things."""

OTHER: Final = 24.0
"""Distance from the bare board's colour, in units of Lab, from which a pixel is altogether of another colour."""

AROUND: Final = 2.1
"""Width of what is seen of a small thing and of what is round it, in sides of a die."""

LEAST: Final = 0.35
"""By what share more of the thing than of what is round it is of another colour. Of 27 dice on simulated tables that
had not been proposed, most of them on emblems, the least had 0.39 and the next 0.65."""

APART: Final = 0.8
"""How far two things are from each other at least, in sides."""

MOST: Final = 5
"""How many places are named at most; such dice were among the first three."""

RAISED: Final = 0.5
"""How far above the board, in sides, the middle of what is seen of a die appears to be."""

LARGER: Final = 1.05
"""How much larger than a die's usual side its upper face is seen: it is nearer to the camera."""

SIZES: Final = (0.75, 1.35)
"""How much smaller and larger than usual dice are at most."""


def newcomers(
    lab: Float, background: Background, geometry: BoardGeometry, stand: Standpoint, size: float = 1.0
) -> list[Proposal]:
    """Return where small things lie on a board: the clearest first.

    Args:
        lab: the rectified picture in Lab, in the light of the calibration, shape (h, w, 3).
        background: of the calibration.
        geometry: where the board is.
        stand: where the camera is.
        size: how much larger than usual their upper faces are, if they are dice.

    Returns:
        Places, of log-odds 0; none where the board is not known bare.
    """
    found = []
    for column, row in small_things(lab, background, geometry.diameter * RECT_WIDTH):
        at = np.array([column - RECT_MARGIN, row - RECT_MARGIN]) / RECT_WIDTH
        x, y = at + RAISED * SIDE * geometry.diameter / stand.height * (at - np.array(stand.below))
        y /= geometry.aspect
        px, py, jacobian = seen_at(geometry.corners, geometry.aspect, float(x), float(y))
        side = size * LARGER * SIDE * geometry.diameter * math.sqrt(abs(float(np.linalg.det(jacobian))))
        found.append(Proposal(px, py, side, float(x), float(y), 0.0, stretch_of(jacobian)))
    return found


def size_of(die: Proposal, geometry: BoardGeometry) -> float:
    """Return how much larger than usual a die's upper face is, within `SIZES`; dice of a pair are of one size."""
    return min(max(side_on_board(die, geometry) / (LARGER * SIDE * geometry.diameter), SIZES[0]), SIZES[1])


def small_things(lab: Float, background: Background, diameter: float) -> list[tuple[float, float]]:
    """Return columns and rows of the rectified picture where something as small as a die is, the clearest first.

    Args:
        lab: see `newcomers`.
        background: likewise.
        diameter: of a checker, in pixels of the rectified picture.
    """
    if background.bare is None:
        return []
    side = SIDE * diameter / COARSER
    seen, bare = (_coarser(part) for part in (lab, background.lab))
    away = (seen - bare) * np.array([LIGHTNESS_COUNTS, 1, 1], dtype=np.float32)
    known = _coarser(background.bare.astype(np.float32))
    share = np.minimum(np.sqrt((away * away).sum(axis=2)) / np.float32(OTHER), 1) * known
    inner, outer = (2 * round((width - 1) / 2) + 1 for width in (max(3.0, side), AROUND * side))
    within, whole = (cv2.blur(share, (width, width)) for width in (inner, outer))
    ring = (whole * outer**2 - within * inner**2) / (outer**2 - inner**2)
    clear = np.asarray(within - ring, dtype=np.float32)
    reach = round(APART * side)
    found: list[tuple[float, float]] = []
    while len(found) < MOST:
        _, best, _, (column, row) = cv2.minMaxLoc(clear)
        if best < LEAST:
            break
        found.append((COARSER * (column + 0.5) - 0.5, COARSER * (row + 0.5) - 0.5))
        clear[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = -1
    return found


def _coarser(picture: Float) -> Float:
    """Return a picture of fewer pixels, each the mean of some."""
    height, width = picture.shape[:2]
    size = (width // COARSER, height // COARSER)
    whole = picture[: COARSER * size[1], : COARSER * size[0]]
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
