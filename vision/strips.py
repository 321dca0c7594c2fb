"""Each point cut out of the rectified board as an upright strip: what the network for places looks at.

A strip begins a little before the rail and runs inwards along the point's axis. Lengths along it are in spacings,
across it in diameters of checkers, so that the first checker lies at the same place in every strip, and those that
touch follow at even steps.

Its layers, bytes: the picture in Lab (3), how well each pixel's colour suits the dark checkers, the light checkers and
the empty board (3), and the rim evidence (1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.appearance import UNIFORM
from vision.discs import planes_of
from vision.geometry import RECT_MARGIN, RECT_WIDTH, WarpMap, map_of, warp_by
from vision.standpoint import THICKNESS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.appearance import Densities
    from vision.geometry import BoardGeometry, Double, Float
    from vision.standpoint import Standpoint

Bytes = npt.NDArray[np.uint8]

CHECKER: Final = 24
"""Width of a checker in a strip, pixels."""

ACROSS: Final = 44
"""Width of a strip: a checker and the nearer part of its neighbours' points."""

ALONG: Final = 192
"""Length of a strip: seven checkers in line and the space before the first."""

BEFORE: Final = 18
"""Pixels of a strip before the rail: rails hide first checkers, and upper ones lean out over them."""

LAYERS: Final = 7

_DENSITY_STEPS: Final = 18.0
"""Steps of a byte for each nat of a colour's log-density; `UNIFORM` is 80."""


def shifts(stand: Standpoint, geometry: BoardGeometry) -> Float:
    """Return how far upper checkers appear beside the lower ones they lie on, in diameters a layer.

    Returns:
        Shape (24, 2): across the strip (rightwards in the picture) and along it (away from the rail).
    """
    result = np.zeros((24, 2), dtype=np.float32)
    for place in range(24):
        y = geometry.first[int(place >= 12)] + 2 * geometry.spacing
        x = geometry.columns[place]
        away = y if place < 12 else geometry.aspect - y
        lift = THICKNESS / stand.height
        result[place] = lift * (x - stand.below[0]), lift * (away - stand.below[1]) * (1 if place < 12 else -1)
    return result


def layer_maps(lab: Float, rim: Float, densities: Densities) -> tuple[Bytes, Bytes]:
    """Return the layers of all strips as maps over the rectified picture, shapes (h, w, 3) and (h, w, 4)."""
    spans = ((2.55, 0.0), (1.0, 128.0), (1.0, 128.0))
    seen = [_levels(plane, *span) for plane, span in zip(planes_of(lab), spans, strict=True)]
    suits = [
        _levels(density, _DENSITY_STEPS, 80 - _DENSITY_STEPS * UNIFORM)
        for density in (densities.dark, densities.light, densities.empty)
    ]
    suits.append(_levels(rim, 255.0, 0.0))
    return np.asarray(cv2.merge(seen), dtype=np.uint8), np.asarray(cv2.merge(suits), dtype=np.uint8)


def _levels(values: cv2.typing.MatLike, scale: float, start: float) -> cv2.typing.MatLike:
    """Return values as bytes, the fraction cut off."""
    # A half less, as OpenCV rounds; it also holds what is too large or too small to a byte.
    return cv2.addWeighted(values, scale, values, 0.0, start - 0.5, dtype=cv2.CV_8U)


def strip_matrix(geometry: BoardGeometry, place: int, pad: int = 0) -> Double:
    """Return the 2x3 matrix from a strip's pixels to those of the rectified picture."""
    across = geometry.diameter * RECT_WIDTH / CHECKER
    along = geometry.spacing * RECT_WIDTH / CHECKER
    x = RECT_MARGIN + geometry.columns[place] * RECT_WIDTH - (ACROSS / 2 - 0.5 + pad) * across
    first = geometry.first[int(place >= 12)] * RECT_WIDTH
    begin = RECT_MARGIN + first - (BEFORE + CHECKER / 2 - 0.5 + pad) * along
    if place < 12:
        return np.array([[across, 0, x], [0, along, begin]], dtype=np.float64)
    bottom = RECT_WIDTH * geometry.aspect + 2 * RECT_MARGIN
    return np.array([[across, 0, x], [0, -along, bottom - begin]], dtype=np.float64)


def strip_map(geometry: BoardGeometry, pad: int = 0) -> WarpMap:
    """Return where the strips of all points are in the rectified picture, one below the other.

    Args:
        geometry: where the points are.
        pad: pixels more on every side.
    """
    height, width = ALONG + 2 * pad, ACROSS + 2 * pad
    x, y = np.arange(width), np.arange(height)
    right = np.empty((24, height, width), dtype=np.float32)
    down = np.empty_like(right)
    for place in range(24):
        matrix = strip_matrix(geometry, place, pad)
        right[place] = matrix[0, 0] * x + matrix[0, 2]
        down[place] = (matrix[1, 1] * y + matrix[1, 2])[:, None]
    return map_of(right.reshape(-1, width), down.reshape(-1, width))


def cut_strips(maps: tuple[Bytes, Bytes], where: WarpMap, places: Sequence[int] = range(24)) -> Bytes:
    """Cut out the strips of points.

    Args:
        maps: see `layer_maps`.
        where: see `strip_map`.
        places: of which points, indexes of `reading.PLACES`.

    Returns:
        Shape (n, LAYERS, ALONG + 2 pad, ACROSS + 2 pad), in the order of `places`; the rail is always at the first
        rows.
    """
    width = where.rest.shape[1]
    whole = where.whole.reshape(24, -1, width, 2)[places]
    rest = where.rest.reshape(24, -1, width)[places]
    if not rest.size:  # OpenCV samples no picture of no pixels
        return np.empty((0, LAYERS, *rest.shape[1:]), dtype=np.uint8)
    within = WarpMap(whole.reshape(-1, width, 2), rest.reshape(-1, width))
    planes = [plane for layers in maps for plane in cv2.split(warp_by(layers, within))]
    return np.stack([np.asarray(plane, dtype=np.uint8).reshape(len(places), -1, width) for plane in planes], axis=1)
