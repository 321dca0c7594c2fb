"""What a die may lean on: the rim of a checker, which must then stand just so far from it.

A leaning die and a flat one look much alike from above; but a die leans on something. What the networks see of its
lying flat is weighed with the checkers that are seen where one would have to stand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import RECT_WIDTH
from vision.under_dice import upper_and_foot, values_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import BoardGeometry
    from vision.places import Evidence
    from vision.reading import DieReading
    from vision.standpoint import Standpoint

TOUCHING: Final = (0.55, 0.6, 0.65, 0.7, 0.75)
"""Distances, in checker diameters, between the middles of a leaning die and of the checker on whose rim it leans."""

UNDER: Final = (0.45, 0.5)
"""The same where a part of the die is above the checker."""

DIRECTIONS: Final = 48
"""In how many directions is looked."""

BOUNDS: Final = (-1.0, 4.0)
"""Nats for a checker that are believed at least and at most."""

ALONE: Final = 1.57
SLOPES: Final = (0.70, 0.76)
"""Nats for lying flat with neither checker, and what each nat for one touching and one under it takes from them.

Fitted, with those of `vision.dice.FLAT_COUNTS`, to 1743 dice on fourteen drawn looks, a fifth of them leaning; `ALONE`
was chosen so that there one flat die in a hundred is called cocked by the odds at which the referee calls one.
"""


def with_support(
    dice: Sequence[DieReading], evidence: Evidence, geometry: BoardGeometry, stand: Standpoint
) -> tuple[DieReading, ...]:
    """Return dice whose odds of lying flat count what they might lean on.

    Args:
        dice: as the networks see them.
        evidence: for a checker centred at each pixel of the rectified picture.
        geometry: where the board is.
        stand: where the camera is.
    """
    return tuple(
        replace(die, flat=die.flat + round(100 * nats_for_flat(die, evidence, geometry, stand))) for die in dice
    )


def nats_for_flat(die: DieReading, evidence: Evidence, geometry: BoardGeometry, stand: Standpoint) -> float:
    """Return by how much the checkers seen round a die speak for its lying flat, in nats; less than 0 if against."""
    _, foot = upper_and_foot(die, geometry, stand)
    angles = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    ring = np.stack([np.cos(angles), np.sin(angles)]) * geometry.diameter * RECT_WIDTH
    nats = ALONE
    for slope, reaches in zip(SLOPES, (TOUCHING, UNDER), strict=True):
        spots = np.concatenate([foot[:, None] + reach * ring for reach in reaches], axis=1)
        most = max(float(values_at(one, spots).max()) for one in (evidence.dark, evidence.light))
        nats -= slope * min(max(most, BOUNDS[0]), BOUNDS[1])
    return nats
