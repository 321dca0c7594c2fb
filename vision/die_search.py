"""What the network says of candidates: which look like dice at all, and what a die is whose face has been fitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.die_net import COCKED, NONE, classify_dice
from vision.geometry import RECT_MARGIN, RECT_WIDTH, to_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import BoardGeometry, Double

GLANCE: Final = 0.01
"""Chance of being a die from which a candidate is worth a close look."""


ASIDE: Final = ((0.0, 0.0), (0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1))
"""Where repeated looks go, in sides of the die."""

LEAST_CHANCE: Final = 1e-3
"""No chance is taken to be smaller: the network has learned from drawn dice."""


def promising(
    image: Image, geometry: BoardGeometry, places: Sequence[tuple[int, int]], sides: Sequence[float]
) -> list[tuple[int, int]]:
    """Return the candidates that may be dice, the likeliest first.

    Args:
        image: the picture at full resolution.
        geometry: where the board is.
        places: candidates in rectified pixels.
        sides: sizes of dice that may be on the board, in checker diameters.
    """
    if not places:
        return []
    depth = RECT_WIDTH * geometry.aspect
    board = np.array([((x - RECT_MARGIN) / RECT_WIDTH, (y - RECT_MARGIN) / depth) for x, y in places])
    spots = to_picture(geometry.corners, board)
    sizes = checker_sizes(geometry, board)
    looks = [(spot[0], spot[1], size * side) for spot, size in zip(spots, sizes, strict=True) for side in sides]
    none = classify_dice(image, looks)[:, NONE].reshape(len(places), len(sides)).min(axis=1)
    order = sorted(range(len(places)), key=lambda number: float(none[number]))
    return [places[number] for number in order if 1 - np.exp(none[number]) >= GLANCE]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the network says of one spot.

    Attributes:
        die: the chance that a die lies there, 0..1.
        faces: natural logarithms of the chances of the upper faces 1..6, given that it lies flat.
        flat: log-odds in nats that it lies flat rather than leans.
    """

    die: float
    faces: tuple[float, ...]
    flat: float


def opinion(image: Image, px: float, py: float, side: float) -> Opinion:
    """Look at a die's upper face several times, a little to all sides, and average what is seen.

    Args:
        image: the picture at full resolution.
        px: the middle of the face, picture pixels to the right.
        py: the same downwards.
        side: its side, picture pixels.
    """
    looks = [(px + dx * side, py + dy * side, side * finer) for dx, dy in ASIDE for finer in (0.92, 1.08)]
    chances = np.maximum(np.exp(classify_dice(image, looks)).mean(axis=0), LEAST_CHANCE)
    faces = chances[1:COCKED]
    return Opinion(
        die=float(1 - chances[NONE]),
        faces=tuple(float(value) for value in np.log(faces / faces.sum())),
        flat=float(np.log(faces.sum() / chances[COCKED])),
    )


def checker_sizes(geometry: BoardGeometry, board: Double) -> list[float]:
    """Return how long a checker's diameter is in picture pixels at places of the board, the geometric mean of two ways.

    Args:
        geometry: where the board is.
        board: board coordinates, shape (n, 2).
    """
    across = np.array([geometry.diameter / 2, 0.0])
    along = np.array([0.0, geometry.diameter / 2 / geometry.aspect])
    ends = [to_picture(geometry.corners, board + step) for step in (across, -across, along, -along)]
    wide = np.hypot(*(ends[0] - ends[1]).T)
    deep = np.hypot(*(ends[2] - ends[3]).T)
    return [float(size) for size in np.sqrt(wide * deep)]
