"""Rest of a die: flat on the board, on a checker, or leaning on something.

A leaning die and a flat one look much alike from above; but a die leans on something: on a checker, on a rail or the
bar, or on another die. Where there is nothing, it hardly leans. Where checkers lie is seen one by one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.geometry.board import place_outline
from vision.geometry.camera_pose import foot_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose
    from vision.reading import DieReading

SIDE: Final = 0.4
"""A die's side in checker diameters, as is usual."""

REACH: Final = 1.0
"""How near to a die's middle, in its sides, the edge is of whatever it leans on: checker, wall, other die; 0.8 to 1.2.
What it counts is `RestingWeights.free`, which `fit_leaning` fits."""


@dataclass(frozen=True, slots=True)
class RestingWeights:
    """Weights of what speaks for a die's lying flat on the board, in nats.

    Attributes:
        alone: for a die's lying flat, where nothing else is known.
        seen: for each nat of the network that sees it.
        free: where nothing to lean on is in reach.
        even: how far the middle of the nearest checker is, in diameters, that speaks neither for nor against its lying
            on that.
        nearer: for its lying on a checker, for each diameter nearer.
        most: for or against it, at most.
        before: the same of what was seen before the die came, at most: checkers may have been moved since.
    """

    alone: float
    seen: float
    free: float
    even: float
    nearer: float
    most: float
    before: float


WEIGHTS: Final = RestingWeights(alone=-2.5, seen=1.24, free=6.16, even=0.38, nearer=18.3, most=6.0, before=2.0)
"""Chosen by `python -m tests.benchmarks.reading.dice.fit_leaning`, but for `most` and `before`."""


class FlatEvidence(NamedTuple):
    """Evidence for a die's lying flat.

    Attributes:
        seen: nats for it of the network that sees the die.
        free: 1 where neither checker nor wall nor another die is near enough that it might be leant on, else 0.
    """

    seen: float
    free: float


def with_rest(
    dice: Sequence[DieReading], checkers: Double, geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice with the odds that each lies flat, and that it lies on a checker.

    Args:
        dice: as the network sees them.
        checkers: where the upper faces of checkers appear, board coordinates, shape (n, 2).
        geometry: where the board is.
        pose: where the camera is.
    """
    told = flat_evidence(dice, checkers, geometry, pose)
    return tuple(
        replace(
            die,
            flat=round(100 * nats_for_flat(one)),
            on_checker=round(100 * nats_on_checker(from_checker(die, checkers, geometry, pose), WEIGHTS.most)),
        )
        for die, one in zip(dice, told, strict=True)
    )


def flat_evidence(
    dice: Sequence[DieReading], checkers: Double, geometry: BoardGeometry, pose: CameraPose
) -> list[FlatEvidence]:
    """Return what speaks for each die's lying flat; arguments as for `with_rest`."""
    told = []
    for die in dice:
        near = min(_nearest(at, checkers, geometry) for at in upper_and_foot(die, geometry, pose))
        walled = _to_wall(upper_and_foot(die, geometry, pose)[1], geometry) < REACH * SIDE
        free = near > 0.5 + REACH * SIDE and not walled and not _beside_a_die(die, dice, geometry)
        told.append(FlatEvidence(die.flat / 100, float(free)))
    return told


def nats_for_flat(told: FlatEvidence) -> float:
    """Return by how much evidence speaks for a die's lying flat, in nats; less than 0 if against."""
    return WEIGHTS.alone + WEIGHTS.seen * told.seen + WEIGHTS.free * told.free


def nats_on_checker(distance: float, most: float) -> float:
    """Return by how much the nearest checker's distance, in diameters, speaks for a die's lying on it, in nats."""
    return max(-most, min(most, WEIGHTS.nearer * (WEIGHTS.even - distance)))


def from_checker(die: DieReading, checkers: Double, geometry: BoardGeometry, pose: CameraPose) -> float:
    """Return how far from where a die stands the nearest checker's middle is, in diameters; see `with_rest`."""
    return _nearest(upper_and_foot(die, geometry, pose)[1], checkers, geometry)


def with_what_was_there(
    dice: Sequence[DieReading], before: Double, geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice whose odds that they lie on a checker heed whether one was seen there before they came.

    Args:
        dice: of a settled picture, with the odds by what is seen in it.
        before: where checkers appeared in an earlier settled picture, board coordinates, shape (n, 2).
        geometry: where the board is.
        pose: where the camera is.
    """
    return tuple(
        replace(
            die,
            on_checker=die.on_checker
            + round(100 * nats_on_checker(from_checker(die, before, geometry, pose), WEIGHTS.before)),
        )
        for die in dice
    )


def with_bare_ground(
    dice: Sequence[DieReading], bare: frozenset[str], geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice whose odds that they lie on a checker heed on which points none stood before they came.

    For who knows that otherwise than by an earlier picture, see `with_what_was_there`.

    Args:
        dice: of a settled picture, with the odds by what is seen in it.
        bare: names of the points on which nothing stood.
        geometry: where the board is.
        pose: where the camera is.
    """
    outlines = [place_outline(geometry, name) for name in bare]
    less = round(100 * WEIGHTS.before)
    return tuple(
        replace(die, on_checker=die.on_checker - less) if _within(die, outlines, geometry, pose) else die
        for die in dice
    )


def _within(die: DieReading, outlines: Sequence[Double], geometry: BoardGeometry, pose: CameraPose) -> bool:
    """Return whether a die stands on one of some points, of upright outlines in board coordinates."""
    at = upper_and_foot(die, geometry, pose)[1] / np.array([1.0, geometry.aspect])
    return any(bool((outline[0] <= at).all() and (at <= outline[2]).all()) for outline in outlines)


def _nearest(at: Double, checkers: Double, geometry: BoardGeometry) -> float:
    """Return how far from a spot, in widths, the middle of the nearest checker appears, in diameters."""
    away = np.linalg.norm(checkers * np.array([1.0, geometry.aspect]) - at, axis=1)
    return float(away.min(initial=math.inf)) / geometry.diameter


def _beside_a_die(die: DieReading, dice: Sequence[DieReading], geometry: BoardGeometry) -> bool:
    """Return whether another die is near enough to be leant on."""
    reach = (0.5 + REACH) * SIDE * geometry.diameter
    return any(math.hypot(one.x - die.x, (one.y - die.y) * geometry.aspect) < reach for one in dice if one is not die)


def _to_wall(foot: Double, geometry: BoardGeometry) -> float:
    """Return how far the spot where a die stands is from the nearest rail or the bar, in checker diameters."""
    x, y = foot.tolist()
    sides = (x, 1 - x, abs(x - geometry.bar_left), abs(x - geometry.bar_right))
    return float(min(*sides, y, geometry.aspect - y)) / geometry.diameter


def upper_and_foot(die: DieReading, geometry: BoardGeometry, pose: CameraPose) -> tuple[Double, Double]:
    """Return where a die's upper face is seen and where it stands, in widths of the board (x, y from the top rail)."""
    at = np.array([die.x, die.y * geometry.aspect])
    return at, foot_of(at, SIDE * geometry.diameter, pose)
