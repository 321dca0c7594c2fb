"""The digits of doubling cubes, drawn with strokes of our own, so that a network learns digits and not one fount."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image

DIGITS: Final = frozenset("123468")
"""What can be drawn: all digits of 2, 4, 8, 16, 32 and 64."""

_HEIGHT: Final = 96
"""Of a digit, pixels."""


def _arc(middle: tuple[float, float], radii: tuple[float, float], begin: float, end: float) -> Double:
    """Return points of an arc; angles in degrees from the right, clockwise as y runs down."""
    angles = np.radians(np.linspace(begin, end, 25))
    return np.stack([middle[0] + radii[0] * np.cos(angles), middle[1] + radii[1] * np.sin(angles)], axis=1)


def _strokes(digit: str, rng: np.random.Generator) -> list[Double]:
    """Return a digit's strokes in a unit square, x to the right, y down, one of its usual forms by chance."""
    waist = float(rng.uniform(0.44, 0.54))
    open_form = rng.random() < 0.5
    if digit == "1":
        top = float(rng.uniform(0.15, 0.3))
        strokes = [np.array([(0.25, top), (0.55, 0.0), (0.55, 1.0)])]
        return [*strokes, np.array([(0.25, 1.0), (0.85, 1.0)])] if open_form else strokes
    if digit == "2":
        low = float(rng.uniform(15, 50))
        bow = _arc((0.5, 0.29), (0.44, 0.29), 195 - 25 * rng.random(), 360 + low)
        return [np.vstack([bow, (0.04, 1.0), (0.96, 1.0)])]
    if digit == "3":
        lower = _arc((0.48, (1 + waist) / 2), (0.48, (1 - waist) / 2), -90, 160)
        if open_form and rng.random() < 0.4:
            return [np.vstack([(0.08, 0.0), (0.9, 0.0), (0.42, waist), lower])]
        return [_arc((0.46, waist / 2), (0.42, waist / 2), -160, 90), lower]
    if digit == "4":
        bar, stem = float(rng.uniform(0.62, 0.76)), float(rng.uniform(0.62, 0.76))
        top = stem if open_form else float(rng.uniform(0.3, 0.6))
        return [
            np.array([(top, 0.0), (0.02, bar), (1.0, bar)]),
            np.array([(stem, 0.0 if open_form else 0.35), (stem, 1.0)]),
        ]
    if digit == "6":
        round_part = _arc((0.5, (1 + waist) / 2 - 0.03), (0.46, (1 - waist) / 2 + 0.03), 0, 360)
        tail = _arc((0.72, 0.7), (0.68, 0.7), 180, 262) if open_form else np.array([(0.06, 0.62), (0.62, 0.0)])
        return [round_part, tail]
    upper = _arc((0.5, waist / 2), (float(rng.uniform(0.36, 0.44)), waist / 2), 0, 360)
    return [upper, _arc((0.5, (1 + waist) / 2), (0.48, (1 - waist) / 2), 0, 360)]


def drawn_digits(text: str, rng: np.random.Generator) -> Image:
    """Return digits side by side, ink on nothing, shape (h, w), uint8; form, width, slant and weight by chance."""
    width = float(rng.uniform(0.45, 0.75)) * _HEIGHT
    thick = float(rng.uniform(0.07, 0.24)) * _HEIGHT
    slant = float(rng.normal(0.0, 0.06))
    gap = thick + float(rng.uniform(0.05, 0.25)) * _HEIGHT
    left = 40.0 + thick
    canvas = np.zeros((_HEIGHT + 100, 420), dtype=np.uint8)
    shape = int(rng.integers(1 << 30))
    for digit in text:
        for stroke in _strokes(digit, np.random.default_rng(shape)):
            y = stroke[:, 1] * _HEIGHT + 50
            x = left + stroke[:, 0] * width * (0.7 if digit == "1" else 1.0) - slant * (y - 50)
            points = np.round(16 * np.stack([x, y], axis=1)).astype(np.int32)
            cv2.polylines(canvas, [points], False, 255, max(1, round(thick)), cv2.LINE_AA, 4)
        left += width * (0.7 if digit == "1" else 1.0) + gap
    return canvas
