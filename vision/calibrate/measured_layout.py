"""Measure a board's layout at the rims of checkers that stand where it is known.

The network for whole boards sees proportions to some per cent, and where the camera stands follows from the aspect: a
little off moves it by much of its height. So the rims are measured: along rays from each checker's middle, where the
colour changes most. Under the right aspect they are circles of one size, under another one ellipses. Only the far part
of a rim is believed, as seen from the point straight below the camera. There the upper face ends at the board; on the
near side the wall is seen below it, and which of its two edges is the stronger depends on the light.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.checkers.seen_checkers import where_seen
from vision.geometry.board import to_picture
from vision.geometry.camera_pose import THICKNESS, camera_pose
from vision.geometry.layout import Proportions, laid_out
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.arrays import Double, Float, Mask
    from vision.checkers.seen_checkers import SeenCheckers
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners

RAYS: Final = 72
"""Directions in which a rim is looked for."""

WINDOW: Final = (0.8, 1.22)
"""Where along a ray it is looked for, in radii as they are thought to be."""

STEP: Final = 0.014
"""Distance of samples along a ray, in radii."""

ACROSS: Final = 4
"""An edge is what changes within so many of these steps before and behind it."""

LEAST_RAYS: Final = 6
"""Edges that have to be seen of a rim, in the mean of all."""

FAR_ANGLE: Final = np.radians(100.0)
"""Angle, radians, from the direction away from the camera up to which the far part of a rim reaches."""

LOW_WALL: Final = 0.04
"""Where a wall is seen no wider than this, in radii, all of the rim is taken."""

ROUNDS: Final = 6
"""How often rims are measured about the middles, aspect and radius that the last time gave."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rims:
    """Checkers as they are thought to be: middles in widths of the board, (n, 2), its aspect, and their radius."""

    middles: Double
    aspect: float
    radius: float


def measure_layout(
    image: Image, first: BoardGeometry, standing: Mapping[str, int], checkers: SeenCheckers
) -> BoardGeometry | None:
    """Return a board's layout by the checkers that stand on it, None where too few are seen.

    Args:
        image: the picture.
        first: the layout as the network for whole boards has it, see `vision.geometry.layout.laid_out`.
        standing: how many checkers lie in a row on each point that is not empty, by place name.
        checkers: what is seen of them one by one.
    """
    if not standing:
        return None
    corners, picture = first.corners, (image.shape[0], image.shape[1])
    seen = Proportions(first.aspect, first.diameter, first.bar_left, first.bar_right)
    rims = _Rims(where_seen(checkers, first, standing), first.aspect, first.diameter / 2)
    smooth = _lab_about(image, corners, rims)
    for _ in range(ROUNDS):
        measured = _measured(smooth, corners, rims)
        if measured is None:
            return None
        rims = measured
    size = replace(seen, aspect=rims.aspect, diameter=2 * rims.radius)
    return _in_rows(laid_out(corners, size, picture), standing, rims.middles)


def _in_rows(geometry: BoardGeometry, standing: Mapping[str, int], middles: Double) -> BoardGeometry:
    """Return a layout with its columns, first checkers and spacing as checkers lie, by a line through each half row.

    Args:
        geometry: the layout.
        standing: see `measure_layout`.
        middles: where these checkers are seen, in this order, shape (n, 2).
    """
    places = np.repeat([PLACES.index(place) for place in standing], list(standing.values()))
    nth = np.concatenate([np.arange(count) for count in standing.values()])
    columns = np.array(geometry.columns)
    for half in range(4):
        mine = places // 6 == half
        if len(set(places[mine].tolist())) > 1:
            columns[6 * half : 6 * half + 6] = np.polyval(
                np.polyfit(places[mine], middles[mine, 0], 1), np.arange(6 * half, 6 * half + 6)
            )
    away = np.where(places < len(PLACES) // 2, middles[:, 1], geometry.aspect - middles[:, 1])
    first, spacing = list(geometry.first), []
    for row in (0, 1):
        mine = places // 12 == row
        if len(set(nth[mine].tolist())) > 1:
            slope, first[row] = (float(value) for value in np.polyfit(nth[mine], away[mine], 1))
            spacing.append(slope)
    return replace(
        geometry,
        columns=tuple(columns.tolist()),
        first=(first[0], first[1]),
        spacing=float(np.mean(spacing)) if spacing else geometry.spacing,
    )


def _measured(lab: Float, corners: Corners, rims: _Rims) -> _Rims | None:
    """Return the checkers as their rims are seen; None where too little of them is seen, or no ellipse is."""
    turns = np.arange(RAYS) * 2 * np.pi / RAYS
    found, seen = _edges(_along_rays(lab, corners, rims, turns))
    seen &= _far(rims, turns, corners, (lab.shape[0], lab.shape[1]))
    count = len(rims.middles)
    if np.count_nonzero(seen) < LEAST_RAYS * count:
        return None
    # A rim's distance from its middle: radius and ellipse, the same for all, and how far that middle is off.
    terms = np.zeros((count, RAYS, 2 + 2 * count))
    terms[:, :, 0], terms[:, :, 1] = 1.0, -np.cos(2 * turns)
    for nth in range(count):
        terms[nth, :, 2 + 2 * nth], terms[nth, :, 3 + 2 * nth] = np.cos(turns), np.sin(turns)
    solved = _robustly(terms.reshape(count * RAYS, -1)[seen.ravel()], found[seen])
    across, along = solved[0] - solved[1], solved[0] + solved[1]
    if min(across, along) < WINDOW[0] or max(across, along) > WINDOW[1]:
        return None
    middles = rims.middles + rims.radius * solved[2:].reshape(-1, 2)
    aspect = rims.aspect * across / along
    middles[:, 1] *= aspect / rims.aspect
    return _Rims(middles, float(aspect), float(rims.radius * across))


def _lab_about(image: Image, corners: Corners, rims: _Rims) -> Float:
    """Return a picture's colours, CIE Lab, a little smoothed, where checkers are; zeros elsewhere, as that is quick."""
    box = np.stack([rims.middles.min(axis=0) - 2 * rims.radius, rims.middles.max(axis=0) + 2 * rims.radius])
    ends = to_picture(corners, [(x, y / rims.aspect) for x in box[:, 0] for y in box[:, 1]])
    (left, top), (right, bottom) = ends.min(axis=0).astype(int).clip(0), ends.max(axis=0).astype(int).clip(0) + 1
    part = image[top:bottom, left:right].astype(np.float32) / np.float32(255)
    smooth = np.zeros(image.shape, dtype=np.float32)
    smooth[top:bottom, left:right] = cv2.GaussianBlur(cv2.cvtColor(part, cv2.COLOR_BGR2LAB), (0, 0), 0.8)
    return smooth


def _along_rays(lab: Float, corners: Corners, rims: _Rims, turns: Double) -> Float:
    """Return the picture along rays from the middles, shape (n, RAYS, samples, 3); the window and `ACROSS` more."""
    reach = rims.radius * np.arange(WINDOW[0] - ACROSS * STEP, WINDOW[1] + (ACROSS + 0.5) * STEP, STEP)
    x = rims.middles[:, 0, None, None] + np.cos(turns)[:, None] * reach
    y = rims.middles[:, 1, None, None] + np.sin(turns)[:, None] * reach
    spots = to_picture(corners, np.stack([x, y / rims.aspect], -1).reshape(-1, 2)).astype(np.float32)
    where = spots.reshape(len(rims.middles) * RAYS, len(reach), 2)
    seen = cv2.remap(lab, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32).reshape(len(rims.middles), RAYS, len(reach), 3)


def _edges(seen: Float) -> tuple[Double, Mask]:
    """Return how far out the clearest edge of each ray is, in radii, and whether it has one; shapes (n, RAYS)."""
    change = np.linalg.norm(seen[:, :, 2 * ACROSS :] - seen[:, :, : -2 * ACROSS], axis=-1).astype(np.float64)
    best = change.argmax(axis=2)
    inside = (best > 0) & (best < change.shape[2] - 1)
    best = best.clip(1, change.shape[2] - 2)
    before, there, behind = (np.take_along_axis(change, (best + k)[:, :, None], 2)[:, :, 0] for k in (-1, 0, 1))
    crest = 0.5 * (before - behind) / np.minimum(before - 2 * there + behind, -1e-6)
    return WINDOW[0] + STEP * (best + crest.clip(-0.5, 0.5)), inside


def _far(rims: _Rims, turns: Double, corners: Corners, picture: tuple[int, int]) -> Mask:
    """Return where a rim is far from the camera, or no wall is seen below it, shape (n, RAYS)."""
    pose = camera_pose(corners, rims.aspect, picture)
    away = rims.middles - np.array(pose.below)
    wall = 2 * THICKNESS * np.linalg.norm(away, axis=1) / pose.height
    turned = turns - np.arctan2(away[:, 1], away[:, 0])[:, None]
    return np.asarray((np.cos(turned) >= np.cos(FAR_ANGLE)) | (wall <= LOW_WALL)[:, None], dtype=np.bool_)


def _robustly(terms: Double, found: Double) -> Double:
    """Return the terms' factors by least squares, leaving out what is far off by Tukey's biweight.

    Args:
        terms: shape (n, k).
        found: what their sum is to be, shape (n,).
    """
    hold = 1e-3 * np.eye(terms.shape[1])
    hold[:2] = 0
    believed = np.ones(len(found))
    solved: Double = np.zeros(terms.shape[1])
    for _ in range(8):
        weighed = terms * believed[:, None]
        solved = np.asarray(np.linalg.solve(terms.T @ weighed + hold, weighed.T @ found), dtype=np.float64)
        off = np.abs(found - terms @ solved)
        spread = max(0.003, 1.4826 * float(np.median(off)))
        believed = np.maximum(0.0, 1 - (off / (4 * spread)) ** 2) ** 2
    return solved
