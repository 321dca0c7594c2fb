"""The doubling cube: a square with a number on it, on the bar or beside the playing surface, at any turn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.discs import gradients, thin_edges, to_lab
from vision.faces import FaceSet, fit_face, make_stencil
from vision.geometry import to_picture, warp
from vision.reading import CUBE_FACES, FLOOR, CubeReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.faces import FaceFit
    from vision.frame import Image
    from vision.geometry import BoardGeometry, Double, Float
    from vision.proposals import Proposal

ASIDE: Final = 0.2
"""How far beside the playing surface a cube may lie, in widths of it."""

SIDES: Final = (0.45, 0.54, 0.65, 0.78)
"""Sides of cubes looked for, in checker diameters."""

LOOKED_AT: Final = 4
"""How many places are looked at closely."""

LEAST_EXPLAINED: Final = 0.46
"""Share of a face's variation that a number must explain."""

LEAST_CONTRAST: Final = 8.0
"""Least variation inside a face, Lab units."""

LEAST_EDGE: Final = 0.35
"""Least share of a face's outline that is an edge."""

PATCH: Final = 72
"""Side of the patch round a candidate in pixels; it shows two checker diameters."""

_SPAN: Final = 2.0


@lru_cache(maxsize=1)
def number_faces() -> FaceSet:
    """Return the six faces drawn with plain digits, narrow and wide, thin and bold."""

    def patterns(u: Float, v: Float) -> list[Float]:
        drawn = []
        for value in CUBE_FACES:
            for height, bold in ((0.42, 6), (0.55, 6), (0.55, 11), (0.68, 6), (0.68, 11)):
                picture = _draw_number(str(value), height, bold)
                size = picture.shape[0]
                drawn.append(
                    np.asarray(
                        cv2.remap(
                            picture,
                            ((u + 0.5) * size).reshape(1, -1),
                            ((v + 0.5) * size).reshape(1, -1),
                            cv2.INTER_LINEAR,
                        )[0],
                        dtype=np.float32,
                    )
                )
        return drawn

    return FaceSet(make_stencil(11, patterns), make_stencil(17, patterns), 4)


def _draw_number(text: str, height: float, bold: int) -> Float:
    """Draw a number in the middle of a square of 96 pixels.

    Args:
        text: the digits.
        height: of the digits in sides of the square, less where they would be too wide.
        bold: thickness of the strokes at a height of 96 pixels, pixels.

    Returns:
        Ink 0..1, shape (96, 96).
    """
    size = 96
    canvas = np.zeros((3 * size, 5 * size), dtype=np.uint8)
    cv2.putText(canvas, text, (size, 2 * size), cv2.FONT_HERSHEY_SIMPLEX, 4.4, 255, bold, cv2.LINE_AA)
    rows, columns = np.nonzero(canvas)
    ink = canvas[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = min(height * size / ink.shape[0], 0.8 * size / ink.shape[1])
    small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    square = np.zeros((size, size), dtype=np.float32)
    top, left = (size - small.shape[0]) // 2, (size - small.shape[1]) // 2
    square[top : top + small.shape[0], left : left + small.shape[1]] = small / np.float32(255)
    return np.asarray(cv2.GaussianBlur(square, (0, 0), 2.0), dtype=np.float32)


def find_cube(image: Image, geometry: BoardGeometry, places: Sequence[Proposal]) -> CubeReading | None:
    """Look for the doubling cube.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        places: where it may lie.

    Returns:
        The cube, None where none is seen clearly.
    """
    fits = [_look_closely(image, geometry, place.x, place.y) for place in places]
    best = max((fit for fit in fits if fit is not None), key=lambda fit: fit[0], default=None)
    return None if best is None else best[1]


def _look_closely(image: Image, geometry: BoardGeometry, x: float, y: float) -> tuple[float, CubeReading] | None:
    """Fit numbers to a place; return how clearly it is a cube, and the reading."""
    scale = _SPAN * geometry.diameter / PATCH
    local = np.array(
        [
            [scale, 0, x - scale * PATCH / 2],
            [0, scale / geometry.aspect, y - scale * PATCH / 2 / geometry.aspect],
            [0, 0, 1],
        ],
        dtype=np.float64,
    )
    lab = to_lab(warp(image, geometry.corners, local, (PATCH, PATCH)))
    unit = PATCH / _SPAN
    fit = fit_face(lab, thin_edges(*gradients(lab)), [side * unit for side in SIDES], 0.2 * unit, number_faces())
    if fit is None or max(fit.explained) < LEAST_EXPLAINED:
        return None
    if fit.contrast < LEAST_CONTRAST or fit.edge < LEAST_EDGE:
        return None
    return max(fit.explained) + 0.5 * fit.edge, _reading(fit, local, geometry)


def _reading(fit: FaceFit, local: Double, geometry: BoardGeometry) -> CubeReading:
    spot = local @ np.array([fit.pose.x, fit.pose.y, 1.0])
    x, y = float(spot[0]), float(spot[1])
    px, py = to_picture(geometry.corners, [(x, y)])[0]
    # Digits of unknown type explain a face less well than pips do: half of what speaks for them is believed.
    best = max(fit.support)
    scores = tuple(max(FLOOR, round(50 * (value - best))) for value in fit.support)
    return CubeReading(x=x, y=y, px=float(px), py=float(py), scores=scores)
