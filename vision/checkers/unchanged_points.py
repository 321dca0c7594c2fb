"""Points that look, pixel for pixel, as they did in an earlier settled picture.

Counting takes every picture by itself; whether a sixth checker lies on a row of five is then hard to say. But whoever
lays one there or takes one away changes what the camera sees, and where nothing has changed there lie as many as
before. Compared are two canvases, the later one in the light of the earlier, window by window along each point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.checkers.canvas import SURFACE_HEIGHT, SURFACE_WIDTH, on_canvas
from vision.reading import IN_A_ROW, PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double, Float, Mask
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import DieReading

COARSER: Final = 2
"""How many pixels of the canvas, across and down, become one: noise cancels out."""

WINDOW: Final = 0.72
"""Width of a window, in checker diameters."""

WINDOWS: Final = tuple(float(step) for step in np.arange(0, 4.6, 0.5))
"""Where the windows of a point lie, in checker diameters from the middle of its first checker: over a row of five."""

MOST_SURE: Final = 600
"""What a distance says at most, for either, in centinats; 200 to 800."""

SHADED_DISTANCE: Final = 8.0
"""How far, in units of Lab at the usual noise, a sleeve or a neighbour's shadow makes a point differ that is not full;
1 to 12: on a full one a further checker changes no more than noise and grain do. Both are fitted by
`python -m tests.benchmarks.reading.boards.fit_touched`."""

USUAL_DISTANCE: Final = 1.0
"""Mean distance between two pictures in the most different window of a point that nobody has touched, in units of Lab,
with the camera's noise as usual."""

NOISIEST_DISTANCE: Final = 1.6
"""That distance from which on points are not compared: the light has changed, or the board has moved."""

NEAR_DICE: Final = 1.2
"""How far a window is from a die, in checker diameters, to be looked at: dice come and go."""


class Remembered(NamedTuple):
    """Traces of a settled picture, to compare later ones with.

    Attributes:
        lab: the canvas in CIE Lab, `COARSER`, shape (h, w, 3), L 0..100.
        checkers: where the upper faces of checkers appear, board coordinates, shape (n, 2).
        dice: board coordinates of the dice in it.
    """

    lab: Float
    checkers: Double
    dice: tuple[tuple[float, float], ...]


def remember(canvas: Image, checkers: Double, dice: Sequence[DieReading]) -> Remembered:
    """Return what is kept of a picture.

    Args:
        canvas: see `vision.checkers.canvas`.
        checkers: where the upper faces of checkers appear, board coordinates, shape (n, 2).
        dice: what lies on it.
    """
    size = canvas.shape[1] // COARSER, canvas.shape[0] // COARSER
    coarse = cv2.resize(canvas.astype(np.float32) / np.float32(255), size, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(coarse, cv2.COLOR_BGR2LAB), dtype=np.float32)
    return Remembered(lab, checkers, tuple((die.x, die.y) for die in dice))


def compare(
    before: Remembered, now: Remembered, geometry: BoardGeometry, counts: Sequence[int]
) -> tuple[int, ...] | None:
    """Compare two settled pictures of one calibration, point by point.

    Args:
        before: the earlier picture.
        now: the later one.
        geometry: where the board is.
        counts: how many checkers were read in the earlier one on each of PLACES.

    Returns:
        For each of PLACES the log-odds in centinats that a checker came or went there rather than that nobody touched
        any; 0 where a die that came or went, or a shadow, may be all that differs. None where so much differs that the
        light has changed, or camera or board has moved.
    """
    distances = point_distances(before, now, geometry)
    return None if distances is None else touched(*distances, counts)


def touched(clear: Double, most: Double, counts: Sequence[int]) -> tuple[int, ...]:
    """Return what distances say, as `compare` does.

    The odds fall with the part of the squared distance that there may be on a point that nobody touched: `MOST_SURE`
    where that is none of it, 0 where it is half, and as far below where it is all.

    Args:
        clear: how far the most different window of each point that is clear of dice is from what it was.
        most: the same of all windows.
        counts: how many checkers lay there.
    """
    shaded = np.where(np.array(counts) >= IN_A_ROW, USUAL_DISTANCE, SHADED_DISTANCE)
    least, at_most = (
        np.round(MOST_SURE * (1 - 2 * (alike / np.maximum(distance, alike)) ** 2))
        for distance, alike in ((clear, shaded), (most, USUAL_DISTANCE))
    )
    return tuple(np.clip(0, least, at_most).astype(int).tolist())


def point_distances(before: Remembered, now: Remembered, geometry: BoardGeometry) -> tuple[Double, Double] | None:
    """Return how far the most different window of each point is from what it was, in units of Lab at the usual noise.

    Returns:
        Of the windows that are clear of dice, and of all, in the order of PLACES; None as for `compare`.
    """
    away = now.lab - before.lab
    away -= np.median(away, axis=(0, 1))  # the light's
    distance = np.sqrt(np.einsum("ijk,ijk->ij", away, away))
    wide = WINDOW * geometry.diameter / COARSER
    window = round(wide * SURFACE_WIDTH), round(wide / geometry.aspect * SURFACE_HEIGHT)
    means = np.asarray(cv2.blur(distance, window), dtype=np.float32)
    dice = np.array([*before.dice, *now.dice], dtype=np.float64).reshape(-1, 2)
    windows, free = _along(means, dice, geometry)
    most = windows.max(axis=1)
    noise = max(USUAL_DISTANCE, float(np.median(most)))
    if noise > NOISIEST_DISTANCE:
        return None
    usual = noise / USUAL_DISTANCE
    return np.where(free, windows, 0.0).max(axis=1) / usual, most / usual


def _along(means: Float, dice: Double, geometry: BoardGeometry) -> tuple[Float, Mask]:
    """Return how much each window of each point differs, and which are clear of dice, both (24, windows)."""
    rows = len(PLACES) // 2
    x = np.array(geometry.columns)[:, None]
    steps = np.array(WINDOWS) * geometry.diameter / geometry.aspect
    down = np.repeat([geometry.first[0] + steps, 1 - geometry.first[1] - steps], rows, axis=0)
    height, width = means.shape
    spots = ((on_canvas(np.stack(np.broadcast_arrays(x, down), axis=-1)) + 0.5) / COARSER).astype(int)
    right, below = spots[..., 0].clip(0, width - 1), spots[..., 1].clip(0, height - 1)
    away = np.hypot(dice[:, 0, None, None] - x, (dice[:, 1, None, None] - down) * geometry.aspect)
    return means[below, right], np.asarray((away >= NEAR_DICE * geometry.diameter).all(axis=0))
