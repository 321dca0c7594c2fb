"""The support of a die, a checker or the board: by what is seen round it, and what was seen there before it came."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.features.unchanged_points import COARSER
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, place_outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double, Float
    from vision.features.checker_evidence import Evidence
    from vision.features.colour_model import Densities
    from vision.features.unchanged_points import Remembered
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose
    from vision.reading import DieReading

SIDE: Final = 0.4
"""A die's side in checker diameters, as is usual."""

RING_RADII: Final = (0.38, 0.42, 0.46)
"""Radii round a die, in checker diameters, at which is looked: beyond the die, and within a checker that it lies on."""

DIRECTIONS: Final = 24
"""Directions, evenly spread, in which is looked."""

CHECKER_NEAR: Final = 0.22
"""How far from a die's middle that of a checker is which it lies on, in diameters."""


@dataclass(frozen=True, slots=True)
class SupportWeight:
    """Weight of something measured that speaks for a checker under a die.

    Attributes:
        even: the measure that speaks neither for nor against one.
        nats: for each unit beyond it.
    """

    even: float
    nats: float

    def of(self, measured: float) -> float:
        """Return nats for a checker under the die, less than 0 against one."""
        return self.nats * (measured - self.even)


SHARE: Final = SupportWeight(even=0.65, nats=6.0)
"""Of the share of what is round a die that suits a checker better than the board: a die nestled between two checkers
has half of them round it, one on a checker nearly all."""

DISC: Final = SupportWeight(even=1.3, nats=1.2)
"""Of the nats for a checker's middle under it."""

MOST_NATS: Final = 6.0
"""Nats at most."""


UNDER: Final = 0.28
"""How far from where a die stands the middle of a checker was, in diameters, on which it lies."""

BEFORE: Final = SupportWeight(even=0.6, nats=1.5)
"""Of the nats for a checker that was seen under it before the die came."""

MOST_BEFORE: Final = 2.0
"""Nats that are believed of it, either way: checkers may have been moved since."""


def with_ground(
    dice: Sequence[DieReading], densities: Densities, evidence: Evidence, geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice with the odds that each lies on a checker; see `seen_around`."""
    grounded = []
    for die in dice:
        share, disc = seen_around(die, densities, evidence, geometry, pose)
        nats = SHARE.of(share) + DISC.of(disc)
        grounded.append(replace(die, on_checker=round(100 * max(-MOST_NATS, min(MOST_NATS, nats)))))
    return tuple(grounded)


def with_what_was_there(
    dice: Sequence[DieReading], before: Remembered, geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice whose odds that they lie on a checker heed whether one was seen there, whole, before they came.

    Args:
        dice: of a settled picture, with the odds by what is seen round them.
        before: an earlier settled picture; it tells nothing of dice that lay there in it.
        geometry: where the board is.
        pose: where the camera is.
    """
    return tuple(_with_former(die, before, geometry, pose) for die in dice)


def with_bare_ground(
    dice: Sequence[DieReading], bare: frozenset[str], geometry: BoardGeometry, pose: CameraPose
) -> tuple[DieReading, ...]:
    """Return dice whose odds that they lie on a checker heed on which points none stood before they came.

    For who knows that otherwise than by an earlier picture, see `with_what_was_there`.

    Args:
        dice: of a settled picture, with the odds by what is seen round them.
        bare: names of the points on which nothing stood.
        geometry: where the board is.
        pose: where the camera is.
    """
    outlines = [place_outline(geometry, name) for name in bare]
    less = round(100 * MOST_BEFORE)
    return tuple(
        replace(die, on_checker=die.on_checker - less) if _within(die, outlines, geometry, pose) else die
        for die in dice
    )


def _within(die: DieReading, outlines: Sequence[Double], geometry: BoardGeometry, pose: CameraPose) -> bool:
    """Return whether a die stands on one of some points, of upright outlines in board coordinates."""
    _, foot = upper_and_foot(die, geometry, pose)
    at = (foot - RECT_MARGIN) / RECT_WIDTH / np.array([1.0, geometry.aspect])
    return any(bool((outline[0] <= at).all() and (at <= outline[2]).all()) for outline in outlines)


def _with_former(die: DieReading, before: Remembered, geometry: BoardGeometry, pose: CameraPose) -> DieReading:
    _, foot = upper_and_foot(die, geometry, pose)
    reach = UNDER * geometry.diameter * RECT_WIDTH / COARSER
    steps = np.arange(-reach, reach + 1)
    across, down = np.meshgrid(steps, steps)
    inside = np.hypot(across, down) <= reach
    seen = values_at(before.discs, foot[:, None] / COARSER + np.stack([across[inside], down[inside]]))
    if np.isnan(seen).any():
        return die
    nats = BEFORE.of(float(seen.max()))
    return replace(die, on_checker=die.on_checker + round(100 * max(-MOST_BEFORE, min(MOST_BEFORE, nats))))


def seen_around(
    die: DieReading, densities: Densities, evidence: Evidence, geometry: BoardGeometry, pose: CameraPose
) -> tuple[float, float]:
    """Return what is seen round a die.

    Args:
        die: where its upper face is seen.
        densities: how well every pixel's colour suits checkers and board.
        evidence: for a checker centred at each pixel.
        geometry: where the board is.
        pose: where the camera is.

    Returns:
        The share of what is round it that suits a checker better than the board, and the nats that speak for a checker
        centred under it.
    """
    diameter = geometry.diameter * RECT_WIDTH
    upper, foot = upper_and_foot(die, geometry, pose)
    angles = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    ring = np.stack([np.cos(angles), np.sin(angles)])
    middle = (upper + foot) / 2
    round_it = np.concatenate([middle[:, None] + reach * diameter * ring for reach in RING_RADII], axis=1)
    dark, light, empty = (values_at(one, round_it) for one in (densities.dark, densities.light, densities.empty))
    steps = np.arange(-CHECKER_NEAR, CHECKER_NEAR + 0.01, 0.05) * diameter
    across, down = np.meshgrid(steps, steps)
    inside = np.hypot(across, down) <= CHECKER_NEAR * diameter
    spots = foot[:, None] + np.stack([across[inside], down[inside]])
    disc = max(float(values_at(one, spots).max()) for one in (evidence.dark, evidence.light))
    return float((np.maximum(dark, light) > empty).mean()), disc


def upper_and_foot(die: DieReading, geometry: BoardGeometry, pose: CameraPose) -> tuple[Double, Double]:
    """Return where a die's upper face is seen and where it stands, pixels of the rectified picture (x, y).

    What lies higher is seen farther from the point below the camera.
    """
    at = np.array([die.x, die.y * geometry.aspect])
    upper = RECT_MARGIN + at * RECT_WIDTH
    return upper, upper - SIDE * geometry.diameter / pose.height * (at - np.array(pose.below)) * RECT_WIDTH


def values_at(values: Float, at: Double) -> Float:
    """Return the values of a map at the nearest pixels to spots (x, y), shape (2, n)."""
    rows, columns = values.shape
    x, y = np.rint(at).astype(np.intp)
    x, y = np.minimum(np.maximum(x, 0), columns - 1), np.minimum(np.maximum(y, 0), rows - 1)  # quicker than `np.clip`
    return np.asarray(values[y, x], dtype=np.float32)
