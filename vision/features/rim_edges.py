"""Evidence for discs of a known size: how much of a circle's rim is an edge, whatever the colours are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Float

if TYPE_CHECKING:
    from vision.frame import Image

Bytes = npt.NDArray[np.uint8]
RimDirections = list[Bytes]
"""Edges by direction, see `edge_directions`."""

Slopes = tuple[Float, Float, Float]
"""The gradient of a picture, to the right and down, and its size, each of shape (h, w), in Lab units a pixel."""

ANGLES: Final = 24
"""Directions in which the rim is looked at."""

_LEVELS: Final = 10
"""Steps of an edge's strength: the sum over all directions still fits a byte."""

_BINS: Final = 128
"""Steps of an edge's direction over a half turn."""

BAND: Final = 64
"""Rows that are gone through together: what is worked out for them stays near the processor meanwhile."""


def to_lab(image: Image) -> Float:
    """Return the picture in CIE Lab as float32, L 0..100, a and b about -100..100, shape (h, w, 3).

    In memory its channels lie apart, see `planes_of`.
    """
    planes = np.empty((3, *image.shape[:2]), dtype=np.float32)
    for top in range(0, len(image), BAND):
        scaled = np.multiply(image[top : top + BAND], np.float32(1 / 255), dtype=np.float32)
        cv2.split(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB, scaled), list(planes[:, top : top + BAND]))
    return planes.transpose(1, 2, 0)


def planes_of(lab: Float) -> list[Float]:
    """Return the channels of a picture one by one; they are copied only where they lie side by side.

    Planes that lie apart are gone through several times faster than channels side by side.
    """
    if lab.ndim == 3 and lab.flags.c_contiguous:
        return [np.asarray(plane, dtype=np.float32) for plane in cv2.split(lab)]
    return [np.ascontiguousarray(lab[..., channel]) for channel in range(lab.shape[-1])]


def gradients(lab: Float) -> Slopes:
    """Return the gradient of the channel that changes most at each pixel, in Lab units a pixel.

    Args:
        lab: picture in Lab, shape (h, w, 3).
    """
    lightness, *colours = planes_of(lab)
    pick_x, pick_y, most = _slopes(lightness)
    for plane in colours:
        gx, gy, size = _slopes(plane)
        more = cv2.compare(size, most, cv2.CMP_GT)
        for one, picked in ((gx, pick_x), (gy, pick_y), (size, most)):
            cv2.copyTo(one, more, picked)
    return pick_x, pick_y, most


def _slopes(plane: cv2.typing.MatLike) -> Slopes:
    """Return the gradient of one channel."""
    smooth = cv2.GaussianBlur(plane, (0, 0), 0.9)
    gx = np.asarray(cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32), dtype=np.float32)
    gy = np.asarray(cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32), dtype=np.float32)
    return gx, gy, np.asarray(cv2.magnitude(gx, gy), dtype=np.float32)


def _half_an_edge(size: Float, least: float) -> np.float32:
    """Return the gradient that counts as half an edge in a picture, see `edge_directions`."""
    # Of most pictures most is so even that the middle need not be known.
    even = 2 * np.count_nonzero(size <= least / 1.5) > size.size
    return np.float32(least if even else max(least, 1.5 * _median(size)))


def _median(values: Float) -> float:
    """Return the median of numbers; NumPy's own takes several times as long, as it looks for two ranks at once."""
    middle = values.size // 2
    parted = np.partition(values, middle, axis=None)
    upper = float(parted[middle])
    return upper if values.size % 2 else (float(parted[:middle].max()) + upper) / 2


def _crests(gx: Float, gy: Float, size: Float) -> npt.NDArray[np.bool_]:
    """Return where the gradient is a crest's: nowhere larger beside it, across the edge."""
    padded = np.asarray(cv2.copyMakeBorder(size, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0.0), dtype=np.float32)
    crest = np.empty(size.shape, dtype=np.bool_)
    for top in range(0, len(size), BAND):
        rows = slice(top, top + BAND)
        crest[rows] = _crests_in(gx[rows], gy[rows], padded[top : top + BAND + 2])
    return crest


def _crests_in(gx: Float, gy: Float, padded: Float) -> npt.NDArray[np.bool_]:
    """Return where the gradient is a crest's in some rows; `padded` is its size, with one pixel more all round."""
    ax, ay = np.abs(gx), np.abs(gy)
    steep = np.float32(0.4142)  # tan 22.5 degrees: the neighbour across the edge is beside, above or diagonal
    height, width = gx.shape
    size = padded[1:-1, 1:-1]

    def highest(dx: int, dy: int) -> Bytes:
        ahead = padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        behind = padded[1 - dy : 1 - dy + height, 1 - dx : 1 - dx + width]
        return np.asarray(size >= cv2.max(ahead, behind)).view(np.uint8)

    crest = highest(1, -1)
    cv2.copyTo(highest(1, 1), ((gx > 0) == (gy > 0)).view(np.uint8), crest)
    cv2.copyTo(highest(1, 0), (ay < steep * ax).view(np.uint8), crest)
    cv2.copyTo(highest(0, 1), (ax < steep * ay).view(np.uint8), crest)
    return crest.view(np.bool_)


def _turns() -> Bytes:
    """Return what an edge of each strength and direction counts for each direction of a rim.

    No edge counts for a direction and for that at right angles to it: one has the lower four bits, the other the upper.

    Returns:
        Shape (ANGLES / 4, (_LEVELS + 1) * _BINS).
    """
    away = np.abs(np.arange(_BINS) + 0.5 - _BINS * np.arange(ANGLES // 2)[:, None] / (ANGLES // 2))
    turn = np.minimum(away, _BINS - away) * np.pi / _BINS
    # Edges more than some 35 degrees off the tangent are not the rim's.
    share = np.floor(255 * np.clip(np.cos(turn) * 5 - 4, 0, 1)) / 255
    counts = np.arange(_LEVELS + 1)[None, :, None] * share[:, None]
    each = np.asarray(np.rint(counts).reshape(ANGLES // 2, -1), dtype=np.uint8)
    return np.asarray(each[: ANGLES // 4] | each[ANGLES // 4 :] << 4, dtype=np.uint8)


_TURNS: Final = _turns()


def edge_directions(gx: Float, gy: Float, size: Float, least: float = 2.0) -> RimDirections:
    """Sort the edges of a picture by their direction, for `rim_evidence`.

    Args:
        gx: see `Slopes`.
        gy: likewise.
        size: likewise.
        least: gradient that counts as half an edge where the picture has no texture.

    Returns:
        For each of ANGLES / 2 directions how strong an edge across it is, 0.._LEVELS, widened by a pixel.
    """
    kernel = np.ones((3, 3), dtype=np.uint8)  # a checker is never quite round nor quite the size expected
    half = _half_an_edge(size, least)
    at = np.flatnonzero(_crests(gx, gy, size))
    strong = size.ravel().take(at)
    level = np.rint(np.rint(strong / (strong + half) * np.float32(255)) * np.float32(_LEVELS / 255)).astype(np.intp)
    turned = cv2.phase(gx.ravel().take(at), gy.ravel().take(at)).ravel() * np.float32(_BINS / np.pi)
    kind = level * _BINS + (turned.astype(np.intp) & (_BINS - 1))
    both = np.zeros(size.shape, dtype=np.uint8)
    pairs = []
    for counts in _TURNS:
        both.ravel()[at] = counts.take(kind)
        pairs.append([np.asarray(cv2.dilate(edges, kernel), dtype=np.uint8) for edges in (both & 15, both >> 4)])
    return [first for first, _ in pairs] + [second for _, second in pairs]


def rim_evidence(directions: RimDirections, radius: float) -> Float:
    """Return for every pixel how much of the circle round it is an edge across the radius.

    Args:
        directions: the picture's edges, see `edge_directions`.
        radius: of the circle in pixels.

    Returns:
        Array (h, w) of 0 (no edge anywhere) to 1 (an edge all round).
    """
    total = np.zeros_like(directions[0])
    for k, across in enumerate(directions):
        angle = np.pi * k / len(directions)
        dx, dy = round(radius * float(np.cos(angle))), round(radius * float(np.sin(angle)))
        for sign in (1, -1):
            _add_shifted(total, across, sign * dx, sign * dy)
    return np.multiply(total, np.float32(1 / (ANGLES * _LEVELS)), dtype=np.float32)


def _add_shifted(total: Bytes, source: Bytes, dx: int, dy: int) -> None:
    """Add to `total[y, x]` the value `source[y + dy, x + dx]` where that lies inside."""
    (height, width), (rows, columns) = total.shape, source.shape
    y0, y1 = max(0, -dy), min(height, rows - dy)
    x0, x1 = max(0, -dx), min(width, columns - dx)
    if y0 < y1 and x0 < x1:
        part = total[y0:y1, x0:x1]
        cv2.add(part, source[y0 + dy : y1 + dy, x0 + dx : x1 + dx], dst=part)
