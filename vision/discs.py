"""Evidence for discs of a known size: how much of a circle's rim is an edge, whatever the colours are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.geometry import Float

ANGLES: Final = 24
"""Directions in which the rim is looked at."""


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


def thin_edges(gx: Float, gy: Float) -> tuple[Float, Float]:
    """Keep the crest of every edge and make strong and weak ones alike.

    Args:
        gx: gradient to the right, shape (h, w), in Lab units a pixel.
        gy: gradient downwards.

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
    half = np.float32(max(2.0, 1.5 * float(np.median(size))))
    strength = np.where(size >= beside, size / (size + half), np.float32(0)) / np.maximum(size, np.float32(1e-3))
    return np.asarray(gx * strength, dtype=np.float32), np.asarray(gy * strength, dtype=np.float32)


def rim_evidence(ex: Float, ey: Float, radius: float) -> Float:
    """Return for every pixel how much of the circle round it is an edge across the radius.

    Args:
        ex: thinned edge to the right, shape (h, w), see `thin_edges`.
        ey: thinned edge downwards.
        radius: of the circle in pixels.

    Returns:
        Array (h, w) of 0 (no edge anywhere) to 1 (an edge all round).
    """
    height, width = ex.shape
    total = np.zeros((height, width), dtype=np.float32)
    kernel = np.ones((3, 3), dtype=np.uint8)  # a checker is never quite round nor quite the size expected
    strength = np.sqrt(ex * ex + ey * ey)
    half = ANGLES // 2
    for k in range(half):
        angle = np.pi * k / half
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        # Edges more than some 35 degrees off the tangent are not the rim's.
        across = np.maximum(np.abs(ex * cos + ey * sin) * np.float32(5) - strength * np.float32(4), np.float32(0))
        across = np.asarray(cv2.dilate(across, kernel), dtype=np.float32)
        dx, dy = round(radius * cos), round(radius * sin)
        for sign in (1, -1):
            _add_shifted(total, across, sign * dx, sign * dy)
    return np.asarray(total / ANGLES, dtype=np.float32)


def _add_shifted(total: Float, source: Float, dx: int, dy: int) -> None:
    """Add to `total[y, x]` the value `source[y + dy, x + dx]` where that lies inside."""
    height, width = total.shape
    y0, y1 = max(0, -dy), min(height, height - dy)
    x0, x1 = max(0, -dx), min(width, width - dx)
    total[y0:y1, x0:x1] += source[y0 + dy : y1 + dy, x0 + dx : x1 + dx]
