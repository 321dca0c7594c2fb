"""Finding the playing surface in a picture without help: quadrilaterals of edges, believed only where discs agree.

This is a first attempt: it needs a board with checkers on most of its points' bases and a frame that stands out. It
refuses rather than guesses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.discs import gradients, rim_directions, rim_evidence, thin_edges, to_lab
from vision.geometry import RECT_MARGIN, RECT_WIDTH, GeometryError, parse_corners, rectify, to_picture
from vision.layout import STRONG, find_discs, fit_layout, fit_proportions, upright_edges

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.geometry import BoardGeometry, Corners, Double

WORKING_WIDTH: Final = 640
"""Width at which edges are looked for, pixels."""

LEAST_AREA: Final = 0.15
"""Share of the picture that a board must fill to be found."""

LEAST_DISCS: Final = 8
"""Clear discs that must lie on columns."""

LEAST_ALIGNED: Final = 0.96
"""Share of all clear discs inside the surface that must lie on columns or on the bar."""

LEAST_FILL: Final = 0.78
"""Checkers fill at least this share of a point's width; less means that trays or table were taken for points."""

FARTHEST: Final = 0.58
"""Mean distance of the first checkers from the rails, in diameters, above which the frame was taken for the surface."""

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
    for outline in _quadrilaterals(image)[:MOST_TRIED]:
        board = _board_in(image, outline)
        if board is not None and _beyond_rails(board.geometry) > FARTHEST:
            board = _board_in(image, _without_frame(board.geometry))
        if board is None or _beyond_rails(board.geometry) > FARTHEST:
            continue
        if best is None or board.belief > best[0]:
            best = (board.belief, board.geometry.corners)
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


@dataclass(frozen=True, slots=True)
class _Board:
    """A quadrilateral in which the discs agree with a board.

    Attributes:
        geometry: as the discs say.
        belief: how well they agree, to choose between quadrilaterals.
    """

    geometry: BoardGeometry
    belief: float


def _board_in(image: Image, corners: Corners) -> _Board | None:
    """Return the board that the discs in a quadrilateral agree with, None where they do not."""
    fit = fit_proportions(image, corners)
    edges = thin_edges(*gradients(to_lab(rectify(image, corners, fit.aspect))))
    rim = rim_evidence(rim_directions(*edges), fit.diameter / 2)
    clear = [disc for disc in find_discs(rim, fit.diameter, 40) if disc.rim > STRONG]
    if len(clear) < LEAST_DISCS:
        return None
    geometry = fit_layout(corners, fit, clear, upright_edges(*edges))
    middles = [*geometry.columns, (geometry.bar_left + geometry.bar_right) / 2]
    away = [min(abs((disc.x - RECT_MARGIN) / RECT_WIDTH - x) for x in middles) / geometry.pitch for disc in clear]
    aligned = sum(1 for value in away if value < 0.2) / len(away)
    depth = RECT_WIDTH * fit.aspect
    rows = [min(disc.y - RECT_MARGIN, depth - (disc.y - RECT_MARGIN)) / fit.diameter for disc in clear]
    at_rail = sum(1 for value in rows if 0.2 < value < 0.9)
    if aligned < LEAST_ALIGNED or geometry.diameter < LEAST_FILL * geometry.pitch:
        return None
    if at_rail < LEAST_DISCS // 2 or min(rows) < 0.1:
        return None
    return _Board(geometry, aligned * fit.clarity * min(1.0, at_rail / LEAST_DISCS))


def _beyond_rails(geometry: BoardGeometry) -> float:
    """Return how far from the rails the first checkers are, in diameters, the mean of both rows."""
    return sum(geometry.first) / 2 / geometry.diameter


def _without_frame(geometry: BoardGeometry) -> Corners:
    """Return corners farther in, by what lies between the rails taken and those that the first checkers touch."""
    frame = sum(geometry.first) / 2 - 0.5 * geometry.diameter
    x, y = frame, frame / geometry.aspect
    inner = to_picture(geometry.corners, [(x, y), (1 - x, y), (1 - x, 1 - y), (x, 1 - y)])
    return parse_corners([(float(px), float(py)) for px, py in inner])
