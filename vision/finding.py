"""Finding the playing surface in a picture without help: quadrilaterals of edges, believed only where discs agree.

This is a first attempt: it needs a board with checkers on most of its points' bases and a frame that stands out. It
refuses rather than guesses.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.discs import gradients, rim_directions, rim_evidence, thin_edges, to_lab
from vision.geometry import RECT_MARGIN, RECT_WIDTH, GeometryError, parse_corners, rectify
from vision.layout import STRONG, find_discs, fit_layout, fit_proportions, upright_edges

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.geometry import Corners, Double

WORKING_WIDTH: Final = 640
"""Width at which edges are looked for, pixels."""

LEAST_AREA: Final = 0.15
"""Share of the picture that a board must fill to be found."""

LEAST_DISCS: Final = 8
"""Clear discs that must lie on columns."""

LEAST_ALIGNED: Final = 0.85
"""Share of all clear discs inside the surface that must lie on columns or on the bar."""

MOST_TRIED: Final = 8
"""Quadrilaterals that are tried."""


def find_corners(image: Image) -> Corners:
    """Find the corners of the playing surface.

    Args:
        image: the picture; the bar stands about upright.

    Returns:
        The corners.

    Raises:
        GeometryError: `corners.not_found`: no quadrilateral is a board with confidence.
    """
    best: tuple[float, Corners] | None = None
    for corners in _quadrilaterals(image)[:MOST_TRIED]:
        belief = _belief(image, corners)
        if belief > 0 and (best is None or belief > best[0]):
            best = (belief, corners)
    if best is None:
        raise GeometryError("corners.not_found")
    return best[1]


def _quadrilaterals(image: Image) -> list[Corners]:
    """Return convex quadrilaterals of edges that are large enough, the largest first, no two alike."""
    scale = WORKING_WIDTH / image.shape[1]
    small = cv2.resize(image, (WORKING_WIDTH, round(image.shape[0] * scale)), interpolation=cv2.INTER_AREA)
    grey = cv2.bilateralFilter(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 7, 40, 7)
    found: list[tuple[float, Double]] = []
    for low in (20, 45, 90):
        edges = cv2.dilate(cv2.Canny(grey, low, 3 * low), np.ones((3, 3), dtype=np.uint8))
        contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            if cv2.contourArea(hull) < LEAST_AREA * grey.size:
                continue
            for tolerance in (0.02, 0.04, 0.06):
                polygon = cv2.approxPolyDP(hull, tolerance * cv2.arcLength(hull, closed=True), closed=True)
                if len(polygon) == 4:
                    corners = _ordered(np.asarray(polygon[:, 0], dtype=np.float64)) / scale
                    found.append((float(cv2.contourArea(polygon)), corners))
                    break
    found.sort(key=lambda pair: -pair[0])
    kept: list[Corners] = []
    for _, quadrilateral in found:
        try:
            corners = parse_corners([(float(x), float(y)) for x, y in quadrilateral])
        except GeometryError:
            continue
        near = 0.015 * image.shape[1]
        if all(
            max(math.dist(a, b) for a, b in zip(corners.points, other.points, strict=True)) > near for other in kept
        ):
            kept.append(corners)
    return kept


def _ordered(points: Double) -> Double:
    """Return four points clockwise in the picture from the top left one."""
    middle = points.mean(axis=0)
    turned = points[np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))]
    first = int(turned.sum(axis=1).argmin())
    return np.asarray(np.roll(turned, -first, axis=0), dtype=np.float64)


def _belief(image: Image, corners: Corners) -> float:
    """Return how well the discs in a quadrilateral agree with a board's columns and rails, 0 where they do not."""
    fit = fit_proportions(image, corners)
    edges = thin_edges(*gradients(to_lab(rectify(image, corners, fit.aspect))))
    rim = rim_evidence(rim_directions(*edges), fit.diameter / 2)
    clear = [disc for disc in find_discs(rim, fit.diameter, 40) if disc.rim > STRONG]
    if len(clear) < LEAST_DISCS:
        return 0.0
    geometry = fit_layout(corners, fit, clear, upright_edges(*edges))
    middles = [*geometry.columns, (geometry.bar_left + geometry.bar_right) / 2]
    away = [min(abs((disc.x - RECT_MARGIN) / RECT_WIDTH - x) for x in middles) / geometry.pitch for disc in clear]
    aligned = sum(1 for value in away if value < 0.2) / len(away)
    depth = RECT_WIDTH * fit.aspect
    rows = []
    for disc in clear:
        y = disc.y - RECT_MARGIN
        rows.append(min(y, depth - y) / fit.diameter)
    # Where the frame was taken for the surface, no checker touches the edge; outside it none may lie.
    at_rail = sum(1 for value in rows if 0.2 < value < 0.8)
    if aligned < LEAST_ALIGNED or at_rail < LEAST_DISCS // 2 or min(rows) < 0.1:
        return 0.0
    return aligned * fit.clarity * min(1.0, at_rail / LEAST_DISCS)
