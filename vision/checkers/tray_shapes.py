"""Outlines of borne-off checkers in a tray: rows on edge, and piles.

Lengths are in widths of the playing surface. A strip beside the surface has its own coordinates: u outwards from the
surface's edge, v from the top rail downwards. It is seen as the rectified board is: from straight above, with what is
high displaced away from the point below the camera.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.camera_pose import THICKNESS
from vision.reading import MAX_COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.arrays import Double, Float

THICKNESSES: Final = ((0.22, 0.15), (0.24, 0.2), (0.26, 0.3), (0.28, 0.2), (0.3, 0.15))
"""Thicknesses of checkers in diameters and how usual they are: of sets on sale from 36 x 8 to 45 x 13 millimetres."""

STARTS: Final = ((0.0, 0.6), (0.35, 0.25), (0.9, 0.15))
"""How far from the rail a row on edge begins, in diameters, and how often that is taken to be so."""

PILES: Final = ((5, 1.03), (5, 1.5), (4, 1.03), (3, 1.03), (2, 1.03), (1, 1.03))
"""How many checkers lie on each other before another pile is begun, and how far piles are apart, in diameters."""

STANDING: Final = 0.5
"""How often checkers stand on edge where they have been borne off; else they lie."""

WINDOW: Final = 2.0
"""How wide what checkers cover is at most, in diameters: those of a pile appear beside each other."""

FROM_RAIL: Final = (0.0, 0.25)
"""How far from the rail the first pile lies, in diameters."""

SHADED: Final = 0.15
"""How often of a row on edge only the half towards the lamp stands out from the tray."""

CIRCLE_CORNERS: Final = 16
"""Corners of what stands for a circle."""

_ANGLES: Final = np.linspace(0, 2 * np.pi, CIRCLE_CORNERS + 1)
"""Angles of those corners, radians."""

_CIRCLE: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])
"""Those corners, from the side over the top back to it, shape (2, n)."""

Numbers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class CameraPoint:
    """The camera's place, seen from a strip: u and v of the point below it, and its height."""

    u: float
    v: float
    height: float

    def seen(self, points: Double) -> Double:
        """Return where points (u, v, height), shape (n, 3), appear in the strip, shape (n, 2)."""
        below = np.array([self.u, self.v])
        far = self.height / np.maximum(self.height - points[:, 2:], 0.2 * self.height)
        return np.asarray(below + (points[:, :2] - below) * far, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Tray:
    """The half of a strip that ends at one rail.

    Attributes:
        middle: u of the line in the middle of its checkers.
        rail: v of the rail.
        inwards: 1 where the middle of the board is downwards from there, -1 where it is upwards.
        depth: how far it is from the rail to the middle of the board.
    """

    middle: float
    rail: float
    inwards: int
    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Shapes that so many checkers may cover, one after another.

    Attributes:
        counts: how many checkers each is, never falling, shape (k,).
        first: the first shape of each count that there is.
        weights: the logarithm of how usual each is among those of its count, shape (k,).
        cover: the share of each pixel that is covered, shape (k, h, w); what is covered is in the middle of the w.
    """

    counts: Numbers
    first: Numbers
    weights: Double
    cover: Float


def shapes(tray: Tray, eye: CameraPoint, diameter: float, grid: tuple[int, float, float]) -> Shapes:
    """Return what 1 to 15 checkers in a tray may cover.

    Args:
        tray: where they lie.
        eye: where the camera is.
        diameter: of a checker.
        grid: pixels down, pixels a width, and v of the first row's upper edge.
    """
    found = sorted([*_rows(tray, diameter), *_piles(tray, diameter)], key=lambda one: one[0])
    bodies = [body for _, _, parts in found for body in parts]
    seen = iter(np.split(eye.seen(np.concatenate(bodies)), np.cumsum([len(body) for body in bodies])[:-1]))
    window = round(WINDOW * diameter * grid[1])
    cover = np.stack([_drawn([next(seen) for _ in parts], window, grid) for _, _, parts in found])
    weights = np.array([weight for _, weight, _ in found])
    counts = np.array([count for count, _, _ in found], dtype=np.intp)
    for count in range(1, MAX_COUNT + 1):
        weights[counts == count] /= weights[counts == count].sum()
    first = np.flatnonzero(np.diff(counts, prepend=0))
    return Shapes(counts, first, np.log(weights), cover)


def _rows(tray: Tray, diameter: float) -> Iterator[tuple[int, float, list[Double]]]:
    """Yield count, weight and the body, as points, of rows on edge that fit in a tray.

    What is below the middle of the outermost checkers is hidden by the rail, or by those farther in.
    """
    outer = _CIRCLE[:, : CIRCLE_CORNERS // 2 + 1]
    across = tray.middle + diameter / 2 * np.concatenate([outer[0], _CIRCLE[0]])
    height = diameter / 2 * (1 + np.concatenate([outer[1], _CIRCLE[1]]))
    inner = np.arange(len(across)) >= outer.shape[1]
    for start, often in STARTS:
        for thick, usual in THICKNESSES:
            for count in range(1, MAX_COUNT + 1):
                first, last = start * diameter, (start + count * thick) * diameter
                if last > tray.depth:
                    break
                v = tray.rail + tray.inwards * np.where(inner, last, first)
                yield count, STANDING * (1 - SHADED) * often * usual, [np.column_stack([across, v, height])]
                if start == 0.0:
                    for lit in (np.minimum(across, tray.middle), np.maximum(across, tray.middle)):
                        yield count, STANDING * SHADED / 2 * usual, [np.column_stack([lit, v, height])]


def _piles(tray: Tray, diameter: float) -> Iterator[tuple[int, float, list[Double]]]:
    """Yield count, weight and the bodies, as points, of piles that fit in a tray."""
    u, v = diameter / 2 * np.concatenate([_CIRCLE, _CIRCLE], axis=1)
    upper = np.arange(len(u)) >= _CIRCLE.shape[1]
    for (high, apart), start in itertools.product(PILES, FROM_RAIL):
        for count in range(1, MAX_COUNT + 1):
            full, rest = divmod(count, high)
            layers = [high] * full + [rest] * bool(rest)
            if (start + 1 + apart * (len(layers) - 1)) * diameter > tray.depth:
                break
            away = (start + max(0.5, apart / 2) + apart * np.arange(len(layers))) * diameter
            yield (
                count,
                (1 - STANDING) / len(PILES),
                [
                    np.column_stack([tray.middle + u, tray.rail + tray.inwards * middle + v, upper * top])
                    for middle, top in zip(away, np.array(layers) * THICKNESS * diameter, strict=True)
                ],
            )


def _drawn(bodies: list[Double], width: int, grid: tuple[int, float, float]) -> Float:
    """Return which share of each pixel bodies cover, each the hull of the points at which its corners are seen."""
    height, scale, first = grid
    fine = 4
    canvas = np.zeros((height * fine, width * fine), dtype=np.uint8)
    across = np.concatenate(bodies)[:, 0]
    left = (across.min() + across.max()) / 2 - width / scale / 2
    for points in bodies:
        at = (points - np.array([left, first])) * scale * fine - 0.5
        hull = cv2.convexHull(np.rint(at).astype(np.int32))
        cv2.fillConvexPoly(canvas, hull, 255)
    small = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32) / np.float32(255)
