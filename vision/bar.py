"""What lies on the bar: how many checkers of each shade, anywhere along it.

The bar is often of the colour of one set. There the difference from the empty bar shows a checker's rim that the
picture itself hardly does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.discs import edge_directions, gradients, rim_evidence
from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.reading import FLOOR, MAX_COUNT, CountReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.appearance import Background
    from vision.geometry import BoardGeometry, Float
    from vision.places import Evidence

FAINT_EDGE: Final = 0.3
"""Gradient of the difference from the empty bar that is half an edge, Lab units a pixel: noise is well below."""

FAINT_RIM: Final = 0.42
"""Rim evidence in the difference that speaks neither for nor against a checker; without one there are no edges."""

FAINT_SLOPE: Final = 40.0
"""Nats for each unit of rim evidence in the difference: what is there differs little from what is not."""

LEAST: Final = -4.0
"""Nats for a checker that are believed at least; where no more speak for one, its colours are not there."""

ABSENT: Final = 8.0
"""Nats that speak against a checker of which nothing is seen."""


def bar_readings(
    lab: Float, evidence: Evidence, background: Background, geometry: BoardGeometry, weight: float
) -> tuple[CountReading, CountReading]:
    """Read how many dark and light checkers lie along the bar, in any order and anywhere on it.

    Args:
        lab: the rectified picture in Lab.
        evidence: for a checker centred at each pixel, see `vision.places.disc_evidence`.
        background: the board without checkers.
        geometry: where the bar is.
        weight: how much of a nat of evidence is believed.

    Returns:
        The counts of dark and of light checkers.
    """
    diameter = geometry.diameter * RECT_WIDTH
    middle = RECT_MARGIN + RECT_WIDTH * (geometry.bar_left + geometry.bar_right) / 2
    reach = round(0.3 * diameter)
    columns = slice(round(middle) - reach, round(middle) + reach + 1)
    lines = np.stack([values[:, columns].max(axis=1) for values in (evidence.dark, evidence.light)])
    better, doubtful = np.maximum(lines.max(axis=0), LEAST), lines.max(axis=0) > LEAST
    if doubtful.any():
        faint = np.clip((_faint_rim(lab, background, geometry, reach) - FAINT_RIM) * FAINT_SLOPE, LEAST, 3)
        # A faint rim replaces a missing one; whose checker it is, the colours say all the same.
        better = np.where(doubtful, np.maximum(better, faint), better)
    inside = slice(RECT_MARGIN + round(0.3 * diameter), len(better) - RECT_MARGIN - round(0.3 * diameter))
    rest = np.full_like(better, -1e3)
    rest[inside] = better[inside]
    found: tuple[list[float], list[float]] = ([], [])
    while len(found[0]) + len(found[1]) < MAX_COUNT and rest.max() > -ABSENT:
        y = int(rest.argmax())
        found[int(lines[1][y] > lines[0][y])].append(float(rest[y]))
        rest[max(0, y - round(0.9 * diameter)) : y + round(0.9 * diameter) + 1] = -1e3
    return _count_reading(found[0], weight), _count_reading(found[1], weight)


def _faint_rim(lab: Float, background: Background, geometry: BoardGeometry, reach: int) -> Float:
    """Return along the bar the rim evidence in the difference from the empty bar, shape (h,)."""
    diameter = geometry.diameter * RECT_WIDTH
    middle = round(RECT_MARGIN + RECT_WIDTH * (geometry.bar_left + geometry.bar_right) / 2)
    half = round(0.5 * diameter) + reach + 3
    strip = slice(middle - half, middle + half + 1)
    difference = cv2.GaussianBlur(lab[:, strip], (0, 0), 1.5) - background.lab[:, strip]
    slopes = gradients(np.asarray(difference, dtype=np.float32))
    rim = rim_evidence(edge_directions(*slopes, FAINT_EDGE), diameter / 2)
    return np.asarray(rim[:, half - reach : half + reach + 1].max(axis=1), dtype=np.float32)


def _count_reading(gains: Sequence[float], weight: float) -> CountReading:
    totals = [0.0]
    for count in range(MAX_COUNT):
        totals.append(totals[-1] + (gains[count] if count < len(gains) else -ABSENT))
    best = max(totals)
    return CountReading(tuple(max(FLOOR, round(100 * weight * (total - best))) for total in totals))
