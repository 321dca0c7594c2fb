"""Evidence for discs of a known size: how much of a circle's rim is an edge, whatever the colours are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.geometry import Float

Bytes = npt.NDArray[np.uint8]
RimDirections = list[Bytes]
"""Edges by direction, see `rim_directions`."""

ANGLES: Final = 24
"""Directions in which the rim is looked at."""

_LEVELS: Final = 10
"""Steps of an edge's strength: the sum over all directions still fits a byte."""

_BINS: Final = 128
"""Steps of an edge's direction over a half turn."""

_RAMP: Final = np.rint(np.arange(256) * _LEVELS / 255).astype(np.uint8)


def to_lab(image: Image) -> Float:
    """Return the picture in CIE Lab as float32, L 0..100, a and b about -100..100, shape (h, w, 3)."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) * np.float32(1 / 255), cv2.COLOR_BGR2LAB), dtype=np.float32)


def gradients(lab: Float) -> tuple[Float, Float]:
    """Return the gradient (x, y) of the channel that changes most at each pixel, in Lab units a pixel.

    Args:
        lab: picture in Lab, shape (h, w, 3).

    Returns:
        Two arrays of shape (h, w).
    """
    smooth = cv2.GaussianBlur(lab, (0, 0), 0.9)
    gx = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
    gy = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)
    size = gx * gx + gy * gy
    pick_x, pick_y, most = gx[..., 0], gy[..., 0], size[..., 0]
    for channel in (1, 2):
        more = size[..., channel] > most
        pick_x = np.where(more, gx[..., channel], pick_x)
        pick_y = np.where(more, gy[..., channel], pick_y)
        most = np.where(more, size[..., channel], most)
    return np.asarray(pick_x, dtype=np.float32), np.asarray(pick_y, dtype=np.float32)


def thin_edges(gx: Float, gy: Float, least: float = 2.0) -> tuple[Float, Float]:
    """Keep the crest of every edge and make strong and weak ones alike.

    Args:
        gx: gradient to the right, shape (h, w), in Lab units a pixel.
        gy: gradient downwards.
        least: gradient that counts as half an edge where the picture has no texture.

    Returns:
        The gradient's direction (x, y) times a strength of 0..1, zero beside the crests.
    """
    size = np.sqrt(gx * gx + gy * gy)
    ax, ay = np.abs(gx), np.abs(gy)
    steep = np.float32(0.4142)  # tan 22.5 degrees: the neighbour across the edge is beside, above or diagonal
    padded = np.pad(size, 1)
    height, width = size.shape

    def neighbours(dx: int, dy: int) -> Float:
        ahead = padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        behind = padded[1 - dy : 1 - dy + height, 1 - dx : 1 - dx + width]
        return np.asarray(np.maximum(ahead, behind), dtype=np.float32)

    diagonal = np.where(gx * gy > 0, neighbours(1, 1), neighbours(1, -1))
    beside = np.where(ay < steep * ax, neighbours(1, 0), np.where(ax < steep * ay, neighbours(0, 1), diagonal))
    half = np.float32(max(least, 1.5 * float(np.median(size))))
    strength = np.where(size >= beside, size / (size + half), np.float32(0)) / np.maximum(size, np.float32(1e-3))
    return np.asarray(gx * strength, dtype=np.float32), np.asarray(gy * strength, dtype=np.float32)


def rim_directions(ex: Float, ey: Float) -> RimDirections:
    """Sort the edges of a picture by their direction, for `rim_evidence`.

    Args:
        ex: thinned edge to the right, shape (h, w), see `thin_edges`.
        ey: thinned edge downwards.

    Returns:
        For each of ANGLES / 2 directions how strong an edge across it is, 0.._LEVELS, widened by a pixel.
    """
    kernel = np.ones((3, 3), dtype=np.uint8)  # a checker is never quite round nor quite the size expected
    strength = cv2.convertScaleAbs(np.sqrt(ex * ex + ey * ey), alpha=255)
    bins = (cv2.phase(ex, ey) * np.float32(_BINS / np.pi)).astype(np.int32).astype(np.uint8) & (_BINS - 1)
    result = []
    for k in range(ANGLES // 2):
        away = np.abs((np.arange(256) & (_BINS - 1)) + 0.5 - _BINS * k / (ANGLES // 2))
        turn = np.minimum(away, _BINS - away) * np.pi / _BINS
        # Edges more than some 35 degrees off the tangent are not the rim's.
        share = np.clip(np.cos(turn) * 5 - 4, 0, 1)
        across = cv2.multiply(cv2.LUT(strength, _RAMP), cv2.LUT(bins, (share * 255).astype(np.uint8)), scale=1 / 255)
        result.append(np.asarray(cv2.dilate(across, kernel), dtype=np.uint8))
    return result


def rim_evidence(directions: RimDirections, radius: float) -> Float:
    """Return for every pixel how much of the circle round it is an edge across the radius.

    Args:
        directions: the picture's edges, see `rim_directions`.
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
    return np.asarray(total.astype(np.float32) * np.float32(1 / (ANGLES * _LEVELS)), dtype=np.float32)


def _add_shifted(total: Bytes, source: Bytes, dx: int, dy: int) -> None:
    """Add to `total[y, x]` the value `source[y + dy, x + dx]` where that lies inside."""
    height, width = total.shape
    y0, y1 = max(0, -dy), min(height, height - dy)
    x0, x1 = max(0, -dx), min(width, width - dx)
    part = total[y0:y1, x0:x1]
    part[...] = cv2.add(part, source[y0 + dy : y1 + dy, x0 + dx : x1 + dx])
