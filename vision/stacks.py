"""Checkers on top of others: how many lie in a second layer on the line of a point.

A line ends where the players began to stack, and its length alone does not tell how many lie on top. But an upper
checker is nearer to the camera: it appears farther from the point straight below the camera than the one it lies on.
How much farther follows from the camera's height. Where that shift is too small to be seen (close to that point, or
from far away), the counts stay nearly as likely as each other: honest doubt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.places import IN_LINE
from vision.reading import FLOOR, MAX_COUNT, PlaceReading
from vision.standpoint import THICKNESS

if TYPE_CHECKING:
    from vision.geometry import BoardGeometry, Float
    from vision.places import Evidence
    from vision.standpoint import Standpoint

SHORTEST_LINE: Final = 5
"""Checkers in line from which people begin to stack."""

RARE: Final = 0.35
"""What each checker on top costs beforehand, in nats: tall stacks are rarer than short ones."""

LEAST_LIFT: Final = 0.003
"""With less than this the camera is so far away that nothing can be told."""

CLEAREST: Final = 6.0
"""The most that one checker may say for or against a second layer, in nats of evidence before belief."""


@dataclass(frozen=True, slots=True)
class Parallax:
    """How far things above the board's plane appear shifted.

    Attributes:
        lift: the shift of an upper face of the first layer, as a share of its distance from `below`.
        below: board x and y of the point straight below the camera, in widths of the playing surface.
    """

    lift: float
    below: tuple[float, float]


def parallax_of(geometry: BoardGeometry, stand: Standpoint) -> Parallax | None:
    """Return how far the upper faces of checkers on the board appear shifted, None where that cannot be seen.

    Args:
        geometry: of the board, with the size of its checkers.
        stand: where the camera stands.
    """
    thick = THICKNESS * geometry.diameter
    lift = thick / (stand.height - thick)
    return Parallax(lift, stand.below) if lift >= LEAST_LIFT else None


def layered(
    points: tuple[PlaceReading, ...], evidence: Evidence, seen: tuple[BoardGeometry, Parallax | None], weight: float
) -> tuple[PlaceReading, ...]:
    """Return the readings of the points with the counts of stacked checkers weighed.

    Args:
        points: readings of lines, in the order of PLACES.
        evidence: for a checker centred at each pixel of the rectified picture.
        seen: where the points are, and the parallax.
        weight: how much of a nat of evidence is believed.
    """
    geometry, parallax = seen
    rows = [list(point.scores) for point in points]
    for place, scores in enumerate(rows):
        for base, values in ((0, evidence.dark), (MAX_COUNT, evidence.light)):
            line = _longest_line(scores[base + 1 : base + IN_LINE + 1])
            if line >= SHORTEST_LINE:
                # Of a third layer nothing is known: it is left as likely as its rarity lets it be.
                gains = [*_gains(place, line, values, geometry, parallax), *([0.0] * MAX_COUNT)]
                _stack(scores, base + line, [weight * gain - RARE for gain in gains[: MAX_COUNT - line]])
    stacked = np.array(rows)
    stacked -= stacked.max(axis=1, keepdims=True)
    return tuple(PlaceReading(tuple(row)) for row in np.maximum(stacked, FLOOR).tolist())


def _longest_line(scores: list[int]) -> int:
    """Return the likeliest number of checkers in line, given the scores of 1, 2, ..."""
    return 1 + max(range(len(scores)), key=scores.__getitem__)


def _stack(scores: list[int], line: int, gains: list[float]) -> None:
    """Raise the scores of the counts after index `line` to what one, two, ... checkers on top explain, in nats each."""
    said = 0.0
    for on_top, gain in enumerate(gains, start=1):
        said += gain
        scores[line + on_top] = max(scores[line + on_top], scores[line] + round(100 * said))


def _gains(place: int, line: int, values: Float, geometry: BoardGeometry, parallax: Parallax | None) -> list[float]:
    """Return for each checker of a line, from the rail, what speaks for another on top of it, in nats."""
    if parallax is None:
        return [0.0] * line
    top = place < 12
    x = geometry.columns[place]
    gains = []
    for number in range(line):
        along = geometry.first[0 if top else 1] + number * geometry.spacing
        y = along if top else geometry.aspect - along
        up = parallax.lift / (1 + parallax.lift)
        dx, dy = up * (x - parallax.below[0]), up * (y - parallax.below[1])
        gain = _best_near(values, x + dx, y + dy, geometry) - _best_near(values, x, y, geometry)
        gains.append(float(np.clip(gain, -CLEAREST, CLEAREST)))
    return gains


def _best_near(values: Float, x: float, y: float, geometry: BoardGeometry) -> float:
    """Return the strongest evidence for a checker within the little that people lay them crooked."""
    reach_x = max(1, round(0.05 * geometry.diameter * RECT_WIDTH))
    reach_y = max(1, round(0.02 * geometry.diameter * RECT_WIDTH))
    column, row = round(RECT_MARGIN + x * RECT_WIDTH), round(RECT_MARGIN + y * RECT_WIDTH)
    window = values[max(0, row - reach_y) : row + reach_y + 1, max(0, column - reach_x) : column + reach_x + 1]
    return float(window.max()) if window.size else -CLEAREST
