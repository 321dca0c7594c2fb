"""Estimate a lens from the picture: the board's frame is straight, so it must become straight.

Edge points along the four sides of the board are straightened with one k1 after the other. Where they gather most on
straight lines, the lens is undone (plumb-line method, Brown 1971, with a Hough transform in place of lines picked by
hand).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.lens import STRONGEST, Lens, straighten

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import Corners

WORKING_WIDTH: Final = 1280
"""Width to which larger pictures are reduced, pixels."""

OUTWARDS: Final = 0.16
"""How far from a side of the board edges are looked at on its outside, in lengths of the longest side."""

INWARDS: Final = 0.03
"""The same on its inside: where checkers begin."""

ALONG: Final = 0.985
"""Cosine of the angle by which an edge may be off the side's direction: 10 degrees."""

LEAST_EDGE: Final = 6.0
"""Least step of brightness that is an edge, of 255 a pixel."""

COARSE: Final = tuple(float(k1) for k1 in np.linspace(-STRONGEST, STRONGEST, 25))
"""Values of k1 that are tried first."""

ROUNDS: Final = 4
"""How often values about the best one are tried, each time three times as near to each other."""

SLOPES: Final = tuple(float(slope) for slope in np.linspace(-0.06, 0.06, 41))
"""Directions of lines that are tried, off the side's own."""

LEAST_GAIN: Final = 0.03
"""Share by which points must gather more under a lens than under none for it to be believed; by chance it is less."""


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Edge points along one side of the board.

    Attributes:
        points: pixels, shape (n, 2).
        ends: the two corners, pixels, shape (2, 2).
    """

    points: Double
    ends: Double


def fit_lens(image: Image, corners: Corners) -> Lens | None:
    """Estimate how much the lens bends lines.

    Args:
        image: the picture, whole: the lens' axis goes through its middle.
        corners: of the playing surface; up to about a hundredth of its width off does no harm.

    Returns:
        The lens, None where lines are straight as far as can be seen, or too few are seen.
    """
    sides = _sides(image, corners)
    if not sides:
        return None
    height, width = image.shape[:2]

    def gathered(k1: float) -> float:
        return sum(_gathered(side, Lens(k1, width, height)) for side in sides)

    best = max(COARSE, key=gathered)
    step = COARSE[1] - COARSE[0]
    for _ in range(ROUNDS):
        step /= 3
        tried = (best - 2 * step, best - step, best, best + step, best + 2 * step)
        best = max((k1 for k1 in tried if abs(k1) <= STRONGEST), key=gathered)
    clear = abs(best) < STRONGEST and gathered(best) > (1 + LEAST_GAIN) * gathered(0.0)
    return Lens(best, width, height) if clear else None


def _sides(image: Image, corners: Corners) -> list[_Side]:
    """Return the edge points along the sides of the board."""
    shrink = max(1.0, image.shape[1] / WORKING_WIDTH)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if shrink > 1:
        grey = cv2.resize(grey, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.2)
    gx = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
    gy = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)
    quad = np.array(corners.points) / shrink
    longest = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).max())
    size = np.hypot(gx, gy)
    rows, columns = np.nonzero(size > LEAST_EDGE)
    inner = (rows > 0) & (rows < size.shape[0] - 1) & (columns > 0) & (columns < size.shape[1] - 1)
    rows, columns = rows[inner], columns[inner]
    found = []
    for number in range(4):
        start, end = quad[number], quad[(number + 1) % 4]
        length = float(np.linalg.norm(end - start))
        along = (end - start) / length
        out = np.array([along[1], -along[0]])  # corners go clockwise, so outside is to the left
        s = (columns - start[0]) * along[0] + (rows - start[1]) * along[1]
        t = (columns - start[0]) * out[0] + (rows - start[1]) * out[1]
        near = (-0.12 * length < s) & (s < 1.12 * length) & (-INWARDS * longest < t) & (t < OUTWARDS * longest)
        x, y = columns[near], rows[near]
        straight = np.abs(gx[y, x] * out[0] + gy[y, x] * out[1]) > ALONG * size[y, x]
        points = _crests(size, x[straight], y[straight], upright=abs(out[0]) > abs(out[1]))
        if len(points):
            found.append(_Side(points * shrink, np.stack([start, end]) * shrink))
    return found


def _crests(size: Double, x: Double, y: Double, *, upright: bool) -> Double:
    """Return the points at which edges are strongest across their direction, finer than pixels, shape (n, 2)."""
    dx, dy = (1, 0) if upright else (0, 1)
    middle, before, after = size[y, x], size[y - dy, x - dx], size[y + dy, x + dx]
    crest = (middle >= before) & (middle > after)
    bend = np.maximum(2 * middle - before - after, 1e-6)
    fine = np.where(crest, 0.5 * (after - before) / bend, 0)
    return np.asarray(np.stack([x + dx * fine, y + dy * fine], axis=1)[crest], dtype=np.float64)


def _gathered(side: _Side, lens: Lens) -> float:
    """Return how much the points of a side gather on lines once they are straightened."""
    start, end = straighten(lens, side.ends)
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    away = straighten(lens, side.points) - start
    s, t = away @ along - length / 2, away @ np.array([along[1], -along[0]])
    low = float(t.min()) - 0.06 * length
    bins = int(float(t.max()) + 0.06 * length - low) + 2
    total = 0
    for slope in SLOPES:
        at = (t - slope * s - low).astype(np.int64)
        counts = np.bincount(at.clip(0, bins - 1, out=at), minlength=bins)
        near = counts[:-1] + counts[1:]
        total += int((near * near * near).sum())
    return float(total)
