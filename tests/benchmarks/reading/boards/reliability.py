"""Whether likelihoods mean what they say: of the contents given a chance of 90 %, are nine in ten there?"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.reading import content_index

if TYPE_CHECKING:
    from pathlib import Path

    from vision.reading import PlaceReading, Shade

EDGES: Final = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)
"""Chances at which the likeliest contents are sorted into bins."""

WIDE: Final = 520
"""Width and height of the diagram in pixels."""


@dataclass(slots=True)
class Reliability:
    """What places were said to hold, and whether they did.

    Attributes:
        chances: of the likeliest content of each place.
        right: whether it was there.
        surprise: natural logarithms of the chances given to what was there.
    """

    chances: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    surprise: list[float] = field(default_factory=list)

    def add(self, point: PlaceReading, truth: tuple[Shade | None, int]) -> None:
        """Add a place."""
        shares = np.exp(np.array(point.scores, dtype=np.float64) / 100)
        shares /= shares.sum()
        index = content_index(*truth)
        self.chances.append(float(shares.max()))
        self.right.append(point.best == truth)
        self.surprise.append(float(np.log(shares[index])))

    def bins(self) -> list[tuple[float, float, int, float, int]]:
        """Return for each bin that is not empty: its edges, how many places, their mean chance, how many were right."""
        chances, right = np.array(self.chances), np.array(self.right)
        found = []
        for low, high in itertools.pairwise(EDGES):
            inside = (chances >= low) & ((chances < high) | (high == 1.0))
            if inside.any():
                found.append((low, high, int(inside.sum()), float(chances[inside].mean()), int(right[inside].sum())))
        return found

    def table(self) -> str:
        """Return the bins as text."""
        lines = ["  said           places  mean said  right"]
        for low, high, count, mean, right in self.bins():
            lines.append(
                f"  {low:5.3f}..{high:5.3f}  {count:6}     {mean:6.4f}  {right / count:6.4f} ({right} of {count})"
            )
        lines.append(f"  mean surprise {-float(np.mean(self.surprise)):.4f} nats a place")
        return "\n".join(lines)

    def draw(self, out: Path) -> None:
        """Write the diagram: what was said to the right, what was there upwards, larger dots for more places."""
        canvas = np.full((WIDE, WIDE, 3), 255, dtype=np.uint8)
        inner = WIDE - 80

        def at(x: float, y: float) -> tuple[int, int]:
            return round(50 + inner * x), round(WIDE - 50 - inner * y)

        cv2.rectangle(canvas, at(0, 0), at(1, 1), (180, 180, 180), 1)
        cv2.line(canvas, at(0, 0), at(1, 1), (180, 180, 180), 1, cv2.LINE_AA)
        for _, _, count, mean, right in self.bins():
            cv2.circle(canvas, at(mean, right / count), 3 + round(2 * np.log10(count)), (160, 80, 20), -1, cv2.LINE_AA)
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(canvas, "chance said", (WIDE // 2 - 40, WIDE - 15), font, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.putText(canvas, "share right", (5, 30), font, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.imwrite(str(out), canvas)
