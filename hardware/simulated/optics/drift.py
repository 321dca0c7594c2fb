"""Slow swings of a camera's own settings: its exposure and its white balance never rest for long."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from hardware.simulated.drawing.shading import GAMMA

Gain = tuple[float, float, float]
"""What the values of blue, green and red are multiplied by."""


@dataclass(frozen=True, slots=True)
class Drift:
    """How far a camera's settings swing.

    Attributes:
        exposure: at most so many stops (doublings of the light) up and down.
        white: at most so much warmer and colder, as the warmth of a `Light`.
        period: seconds of the slower of two swings; the other is a little over twice as fast.
        seed: chooses where the swings begin.
    """

    exposure: float = 0.0
    white: float = 0.0
    period: float = 45.0
    seed: int = 0

    def at(self, time: float) -> Gain | None:
        """Return the gain at a time in seconds; None for a camera that does not drift."""
        if self.exposure == 0.0 and self.white == 0.0:
            return None
        rng = random.Random(self.seed)
        level, warmth = (0.65 * self._swing(time, 1.0, rng) + 0.35 * self._swing(time, 2.3, rng) for _ in range(2))
        light, white = 2.0 ** (self.exposure * level), self.white * warmth
        blue, green, red = (
            (light * part) ** (1.0 / GAMMA) for part in (max(1.0 - 0.28 * white, 0.05), 1.0, 1.0 + 0.16 * white)
        )
        return (blue, green, red)

    def _swing(self, time: float, faster: float, rng: random.Random) -> float:
        """Return one swing, -1..1, that begins by chance."""
        return math.sin(2 * math.pi * (faster * time / self.period + rng.random()))
