"""What lies on the bar: how many checkers of each shade, anywhere along it.

The bar is often of the colour of one set. There the difference from the empty bar shows a checker's rim that the
picture itself hardly does.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.changes import Box, wider
from vision.discs import EDGES_REACH, edge_directions, gradients, half_an_edge, rim_evidence
from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.places import BELIEF
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

BARE: Final = 1.4
"""How much of a nat is believed of what speaks against a set of which nothing lies there, where the sets are known.

In 55 matches on four drawn looks the evidence denied none of 2,900 checkers on the bar (less than one in a thousand,
95 %), those aside that lay on others; of 9,700 sets without one it denied nine in ten by 2.5 nats or more, a third by
all of -`LEAST`. So the most that it can say is worth 5.7 nats. Not so beside a checker of the same set, on or under
which another one may lie, nor where two sets are hardly told apart: there one has been taken for the other.
"""


def bar_readings(
    lab: Float,
    evidence: Evidence,
    background: Background,
    geometry: BoardGeometry,
    *,
    known: bool,
) -> tuple[CountReading, CountReading]:
    """Read how many dark and light checkers lie along the bar, in any order and anywhere on it.

    Args:
        lab: the rectified picture in Lab.
        evidence: for a checker centred at each pixel, see `vision.places.disc_evidence`.
        background: the board without checkers.
        geometry: where the bar is.
        known: the sets were learned from a picture of this board; see `count_reading`.

    Returns:
        The counts of dark and of light checkers.
    """
    diameter = geometry.diameter * RECT_WIDTH
    middle = RECT_MARGIN + RECT_WIDTH * (geometry.bar_left + geometry.bar_right) / 2
    reach = round(0.3 * diameter)
    columns = slice(round(middle) - reach, round(middle) + reach + 1)
    lines = np.stack([values[:, columns].max(axis=1) for values in (evidence.dark, evidence.light)])
    better, doubtful = np.maximum(lines.max(axis=0), LEAST), lines.max(axis=0) > LEAST
    inside = slice(RECT_MARGIN + round(0.3 * diameter), len(better) - RECT_MARGIN - round(0.3 * diameter))
    asked = inside.start + np.flatnonzero(doubtful[inside])
    if len(asked):
        rows = slice(int(asked[0]), int(asked[-1]) + 1)
        rim = _faint_rim(lab, background, geometry, reach, rows)
        faint = np.clip((rim - FAINT_RIM) * FAINT_SLOPE, LEAST, 3)
        # A faint rim replaces a missing one; whose checker it is, the colours say all the same.
        better[rows] = np.where(doubtful[rows], np.maximum(better[rows], faint), better[rows])
    rest = np.full_like(better, -1e3)
    rest[inside] = better[inside]
    found: tuple[list[float], list[float]] = ([], [])
    clear = [known, known]
    while len(found[0]) + len(found[1]) < MAX_COUNT and rest.max() > -ABSENT:
        y = int(rest.argmax())
        whose = int(lines[1][y] > lines[0][y])
        found[whose].append(float(rest[y]))
        if rest[y] > 0:
            clear[1 - whose] &= bool(lines[1 - whose][y] - lines[whose][y] <= LEAST)
        rest[max(0, y - round(0.9 * diameter)) : y + round(0.9 * diameter) + 1] = -1e3
    return count_reading(found[0], clear=clear[0]), count_reading(found[1], clear=clear[1])


def _faint_rim(lab: Float, background: Background, geometry: BoardGeometry, reach: int, rows: slice) -> Float:
    """Return in some rows along the bar the rim evidence in the difference from the empty bar, shape (n,)."""
    diameter = geometry.diameter * RECT_WIDTH
    middle = round(RECT_MARGIN + RECT_WIDTH * (geometry.bar_left + geometry.bar_right) / 2)
    half = round(0.5 * diameter) + reach + 3
    strip = slice(middle - half, middle + half + 1)
    difference = np.empty((3, len(lab), 2 * half + 1), dtype=np.float32)
    for channel, plane in enumerate(difference):
        cv2.GaussianBlur(lab[:, strip, channel], (0, 0), 1.5, dst=plane)
        np.subtract(plane, background.lab[:, strip, channel], out=plane)
    gx, gy, steep = gradients(difference.transpose(1, 2, 0))
    box = Box(rows.start, half - reach, rows.stop, half + reach + 1)
    # How strong an edge is, all of the bar says; where edges are, what is no farther away than a rim reaches.
    near = wider(box, math.ceil(diameter / 2) + EDGES_REACH, (len(lab), 2 * half + 1))
    part, strong = near.part, half_an_edge(steep, FAINT_EDGE)
    edges = edge_directions(gx[part], gy[part], steep[part], half=strong)
    return np.asarray(rim_evidence(edges, diameter / 2)[box.within(near)].max(axis=1), dtype=np.float32)


def count_reading(gains: Sequence[float], *, clear: bool) -> CountReading:
    """Return how likely each number of checkers of a set is.

    Args:
        gains: nats for the likeliest checker, for the next one, and so on.
        clear: the set is known, and what lies there of the other one is clearly none of it: then it is believed that
            nothing of it lies there, see `BARE`.
    """
    bare = clear and (not gains or gains[0] <= 0)
    totals = [0.0]
    for count in range(MAX_COUNT):
        gain = gains[count] if count < len(gains) else -ABSENT
        totals.append(totals[-1] + (BARE * max(gain, LEAST) if bare else BELIEF * gain))
    best = max(totals)
    return CountReading(tuple(max(FLOOR, round(100 * (total - best))) for total in totals))
