"""Cocked dice: what the network sees of each, weighed with what there is that it might lean on.

A leaning die and a flat one look much alike from above; but a die leans on something: on the rim of a checker, which
must then stand just so far from it, on a rail or the bar, or on another die. Where there is nothing, it hardly leans.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.support import SIDE, upper_and_foot, values_at
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double
    from vision.features.checker_evidence import Evidence
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose
    from vision.reading import DieReading

UNDER: Final = (0.45, 0.5)
"""Distances, in checker diameters, between the middles of a leaning die and of a checker that a part of it is above."""

IN_REACH: Final = tuple(0.45 + 0.05 * step for step in range(11))
"""Distances, in checker diameters, at which a checker is not out of a die's reach, whatever face of the die was taken
for its upper one: where it is one that stands upright, the die lies nearer by up to its side than is thought."""

DIRECTIONS: Final = 48
"""Directions, evenly spread, in which a checker to lean on is looked for."""

_ANGLES: Final = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
"""Those directions, radians."""

_RING: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])

BOUNDS: Final = (-1.0, 4.0)
"""Nats for a checker that are believed at least and at most."""

AT_WALL: Final = 0.8
"""How near, in sides, the middle of a die's foot is to the rail or the bar on which it leans."""


@dataclass(frozen=True, slots=True)
class FlatWeights:
    """Weights of the evidence that a die lies flat, in nats.

    Attributes:
        alone: for a die of which nothing else is known.
        seen: for each nat of the network that sees it.
        free: where nothing to lean on is in reach (`IN_REACH`).
        under: against it, for each nat for a checker under the die.
        wall: against it, where a wall is beside the die; chosen by hand, as dice lie flat at rails oftener in play than
            where they are strewn.
    """

    alone: float
    seen: float
    free: float
    under: float
    wall: float


WEIGHTS: Final = FlatWeights(alone=-1.0, seen=0.95, free=2.8, under=0.9, wall=2.0)
"""Chosen by `python -m tests.benchmarks.reading.dice.fit_leaning`, which leaves `wall` as it is; `alone` lies between
what it prints with `--called 0.0085` and `--called 0.003`."""


ABSENT: Final = -0.5
"""Nats for a checker up to which there is none."""

DIE_NEAR: Final = 1.6
"""How near, in sides, another die is on which one may lean."""


class FlatEvidence(NamedTuple):
    """Evidence for and against a die's lying flat.

    Attributes:
        seen: nats for it of the network that sees the die.
        under: the best of the checkers on which a part of it may lie, nats, within `BOUNDS`.
        wall: 1 where a rail or the bar is so near that it may lean there, else 0.
        free: 1 where neither checker nor wall nor another die is near enough that it might be leant on, else 0.
    """

    seen: float
    under: float
    wall: float
    free: float


def with_support(
    dice: Sequence[DieReading], evidence: Evidence, geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice whose odds of lying flat count what they might lean on.

    Args:
        dice: as the network sees them.
        evidence: for a checker centred at each pixel of the rectified picture.
        geometry: where the board is.
        pose: where the camera is.
    """
    told = flat_evidence(dice, evidence, geometry, pose)
    return tuple(replace(die, flat=round(100 * nats_for_flat(one))) for die, one in zip(dice, told, strict=True))


def flat_evidence(
    dice: Sequence[DieReading], evidence: Evidence, geometry: BoardGeometry, pose: CameraPose
) -> list[FlatEvidence]:
    """Return what speaks for and against each die's lying flat; arguments as for `with_support`."""
    told = []
    for die in dice:
        spot, foot = upper_and_foot(die, geometry, pose)
        under = _best_checker(foot, UNDER, evidence, geometry)
        wall = float(_to_wall(foot, geometry) < AT_WALL * SIDE)
        near = max(_best_checker(at, IN_REACH, evidence, geometry) for at in (spot, foot))
        free = float(near <= ABSENT and not wall and not _beside_a_die(die, dice, geometry))
        told.append(FlatEvidence(die.flat / 100, under, wall, free))
    return told


def _beside_a_die(die: DieReading, dice: Sequence[DieReading], geometry: BoardGeometry) -> bool:
    """Return whether another die is near enough to be leant on."""
    reach = DIE_NEAR * SIDE * geometry.diameter
    return any(math.hypot(one.x - die.x, (one.y - die.y) * geometry.aspect) < reach for one in dice if one is not die)


def nats_for_flat(told: FlatEvidence) -> float:
    """Return by how much evidence speaks for a die's lying flat, in nats; less than 0 if against."""
    of = WEIGHTS
    against = of.under * told.under + of.wall * told.wall
    return of.alone + of.seen * told.seen + of.free * told.free - against


def _best_checker(foot: Double, reaches: Sequence[float], evidence: Evidence, geometry: BoardGeometry) -> float:
    """Return the most nats for a checker whose middle is so far, in diameters, from where a die stands."""
    ring = _RING * geometry.diameter * RECT_WIDTH
    spots = (foot[:, None, None] + np.array(reaches)[:, None] * ring[:, None]).reshape(2, -1)
    most = max(float(values_at(one, spots).max()) for one in (evidence.dark, evidence.light))
    return _within(most, BOUNDS)


def _within(nats: float, bounds: tuple[float, float]) -> float:
    """Return nats as far as they are believed."""
    return min(max(nats, bounds[0]), bounds[1])


def _to_wall(foot: Double, geometry: BoardGeometry) -> float:
    """Return how far the spot where a die stands is from the nearest rail or the bar, in checker diameters."""
    x, y = (foot - RECT_MARGIN) / RECT_WIDTH
    sides = (x, 1 - x, abs(x - geometry.bar_left), abs(x - geometry.bar_right))
    return float(min(*sides, y, geometry.aspect - y)) / geometry.diameter
