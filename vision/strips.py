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
from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.standpoint import THICKNESS

if TYPE_CHECKING:
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
    rows, columns = rim.shape
    seen = np.empty((rows, columns, 3), dtype=np.uint8)
    suits = np.empty((rows, columns, 4), dtype=np.uint8)
    for channel, (scale, start) in enumerate(((2.55, 0.0), (1.0, 128.0), (1.0, 128.0))):
        seen[..., channel] = _levels(lab[..., channel], scale, start)
    for channel, density in enumerate((densities.dark, densities.light, densities.empty)):
        suits[..., channel] = _levels(density, _DENSITY_STEPS, 80 - _DENSITY_STEPS * UNIFORM)
    suits[..., 3] = _levels(rim, 255.0, 0.0)
    return seen, suits


def _levels(values: Float, scale: float, start: float) -> Bytes:
    """Return values as bytes, the fraction cut off."""
    scaled = values * np.float32(scale) + np.float32(start)
    return np.asarray(np.clip(scaled, 0, 255, out=scaled), dtype=np.uint8)


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


def cut_strips(maps: tuple[Bytes, Bytes], geometry: BoardGeometry, pad: int = 0) -> Bytes:
    """Cut out the strips of all points.

    Args:
        maps: see `layer_maps`.
        geometry: where the points are.
        pad: pixels more on every side.

    Returns:
        Shape (24, LAYERS, ALONG + 2 pad, ACROSS + 2 pad), in the order of `reading.PLACES`; the rail is always at the
        first rows.
    """
    size = (ACROSS + 2 * pad, ALONG + 2 * pad)
    result = np.empty((24, LAYERS, size[1], size[0]), dtype=np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for place in range(24):
        matrix = strip_matrix(geometry, place, pad)
        for begin, layers in ((0, maps[0]), (3, maps[1])):
            cut = cv2.warpAffine(layers, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
            result[place, begin : begin + cut.shape[2]] = np.moveaxis(cut, 2, 0)
    return result
