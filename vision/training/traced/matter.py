"""Matter of traced tables: textures made of noise, as colours red-green-blue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.training.traced.builds import Colour, MatterKind, TracedSetMake


def octaves(rng: np.random.Generator, shape: tuple[int, int], grain: tuple[float, float], count: int) -> Float:
    """Return noise in several sizes, mean about 0 and spread 1.

    Args:
        rng: where the chance comes from.
        shape: rows and columns.
        grain: size of its largest bumps down and across, pixels.
        count: how many sizes, each half of the one before.
    """
    total = np.zeros(shape, dtype=np.float32)
    for octave in range(count):
        rows, columns = (
            max(2, int(np.ceil(n / max(g / 2**octave, 1.0))) + 1) for n, g in zip(shape, grain, strict=True)
        )
        coarse = rng.standard_normal((rows, columns)).astype(np.float32)
        total += cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC) / np.float32(1.6**octave)
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), dtype=np.float32)


def relief(kind: MatterKind, shape: tuple[int, int], scale: float, rng: np.random.Generator) -> Float:
    """Return how much lighter or darker matter is from spot to spot, as a part of its own lightness.

    Args:
        kind: of the matter.
        shape: rows and columns; grain runs along the rows.
        scale: pixels a millimetre.
        rng: where the chance comes from.
    """
    if kind == "wood":
        bend = octaves(rng, shape, (30 * scale, 160 * scale), 3)
        rows = np.arange(shape[0], dtype=np.float32)[:, None] / np.float32(scale)
        rings = np.sin(rows * np.float32(0.55) + 2.4 * bend)
        return np.asarray(0.10 * rings + 0.07 * octaves(rng, shape, (1.5 * scale, 40 * scale), 3), dtype=np.float32)
    if kind in ("felt", "vinyl"):
        strength = 0.06 if kind == "felt" else 0.025
        return np.asarray(strength * octaves(rng, shape, (1.2 * scale, 1.2 * scale), 2), dtype=np.float32)
    if kind == "leather":
        cells = np.abs(octaves(rng, shape, (2.6 * scale, 2.6 * scale), 2))
        return np.asarray(0.10 * np.minimum(cells, 1.2) - 0.08 + 0.05 * octaves(rng, shape, (60, 60), 2), np.float32)
    if kind == "marble":
        veins = np.abs(octaves(rng, shape, (70 * scale, 90 * scale), 5))
        return np.asarray(-0.30 * np.exp(-9 * veins) + 0.06 * octaves(rng, shape, (40, 40), 3), dtype=np.float32)
    if kind == "cork":
        grains = octaves(rng, shape, (2.4 * scale, 3.0 * scale), 2)
        return np.asarray(np.where(grains > 1.35, -0.35, 0.07 * grains), dtype=np.float32)
    return np.asarray(0.012 * octaves(rng, shape, (8 * scale, 8 * scale), 2), dtype=np.float32)


def sheet_of(kind: MatterKind, colour: Colour, shape: tuple[int, int], scale: float, rng: np.random.Generator) -> Float:
    """Return matter of a colour, red-green-blue 0..255, shape (rows, columns, 3)."""
    tint = rng.normal(1.0, 0.06, 3).astype(np.float32)
    lighter = relief(kind, shape, scale, rng)[..., None] * tint
    return np.clip(np.asarray(colour, dtype=np.float32) * (1 + lighter), 2, 250)


def veined(make: TracedSetMake, shape: tuple[int, int], scale: float, rng: np.random.Generator) -> Float:
    """Return matter of two colours in grain or clouds, as of checkers, red-green-blue 0..255."""
    if make.kind == "pearl":
        mix = np.clip(0.35 + 0.35 * octaves(rng, shape, (5 * scale, 16 * scale), 3), 0, 1)
    elif make.kind == "wood":
        bend = octaves(rng, shape, (20 * scale, 60 * scale), 2)
        rows = np.arange(shape[0], dtype=np.float32)[:, None] / np.float32(scale)
        mix = np.clip(0.35 + 0.35 * np.sin(1.4 * rows + 2 * bend), 0, 1)
    else:
        mix = np.clip(0.1 + 0.1 * octaves(rng, shape, (9 * scale, 9 * scale), 2), 0, 1)
    share = np.asarray(mix, dtype=np.float32)[..., None]
    return np.asarray(
        np.asarray(make.colour, np.float32) * (1 - share) + np.asarray(make.vein, np.float32) * share, np.float32
    )


def as_light(colours: Float) -> Float:
    """Return colours 0..255 as the part of the light that they send back, 0..0.92."""
    return np.asarray(np.minimum(np.power(np.clip(colours, 0, 255) / 255.0, 2.2), 0.92), dtype=np.float32)
