"""A closer look at full points: how many checkers lie on each other at every step of a line.

A point has room for about five checkers in line; the sixth lies on the first. From above it differs from a single one
by a wall twice as high, by where its rim appears, and by shadows, a few pixels each. So a full point is cut out of the
camera's picture itself, three times: as the upper faces of the first, second and third layer would lie in the board's
steps, which follows from where the camera stands. In one of the three a checker's rim is where a checker's rim belongs.

How a single checker of this set looks under this camera is seen in rows of single ones (`close_look`): what is seen of
a full point is judged beside what is seen of such a row.

How the network was trained, and how well it counts, is in `vision/models/README.md`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.board import warp
from vision.geometry.camera_pose import THICKNESS
from vision.reading import MAX_COUNT
from vision.runtime.onnx_file import MODELS, loaded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose

Bytes = npt.NDArray[np.uint8]

CHECKER: Final = 48
"""Width of a checker in a close strip, pixels; also from step to step of a line."""

ACROSS: Final = 72
"""Width of a close strip, pixels."""

STEPS: Final = 6
"""Steps of a line that are looked at."""

ALONG: Final = CHECKER * (STEPS + 1)
"""Length of a close strip, pixels: half a checker before the rail and half a one behind the last step."""

LEVELS: Final = 3
"""Layers whose upper faces the strips are cut for."""

LAYERS: Final = LEVELS + 2
"""Lab for the first layer, lightness alone for the others."""

LEAST_CHANCE: Final = 1e-2
"""Chance, 0..1, that every count is given at least: the network has seen few sets, and is sometimes sure where it
should not be. A third or twice of it surprises by 7 % more at most."""

MODEL: Final = MODELS / "places_close.onnx"


def close_matrix(geometry: BoardGeometry, pose: CameraPose, place: int, level: int, pad: int = 0) -> Double:
    """Return the 3x3 matrix from a close strip's pixels to board coordinates.

    Strips are mirrored where needed so that upper layers appear to the right of lower ones.

    Args:
        geometry: where the points are.
        pose: where the camera stands.
        place: index of the point in `reading.PLACES`.
        level: 1 for the upper faces of checkers on the board, 2 for those on them, and so on.
        pad: pixels more on every side.
    """
    way = 1.0 if geometry.columns[place] >= pose.below[0] else -1.0
    across, along = way * geometry.diameter / CHECKER, geometry.spacing / CHECKER
    x = geometry.columns[place] - across * ((ACROSS - 1) / 2 + pad)
    away = geometry.first[int(place >= 12)] - along * (CHECKER - 0.5 + pad)
    if place >= 12:
        along, away = -along, geometry.aspect - away
    thick = THICKNESS * geometry.diameter
    farther = (pose.height - thick) / (pose.height - level * thick)
    below_x, below_y = pose.below
    return np.array(
        [
            [farther * across, 0.0, below_x + farther * (x - below_x)],
            [0.0, farther * along / geometry.aspect, (below_y + farther * (away - below_y)) / geometry.aspect],
            [0.0, 0.0, 1.0],
        ],
        dtype=np.float64,
    )


def cut_close(image: Image, geometry: BoardGeometry, pose: CameraPose, places: Sequence[int], pad: int = 0) -> Bytes:
    """Cut points out of a picture.

    Args:
        image: the picture at full resolution.
        geometry: where the points are.
        pose: where the camera stands.
        places: indexes of points in `reading.PLACES`.
        pad: pixels more on every side.

    Returns:
        Shape (n, LAYERS, ALONG + 2 pad, ACROSS + 2 pad), uint8: Lab, and lightness as it is for further layers.
    """
    width, height = ACROSS + 2 * pad, ALONG + 2 * pad
    result = np.empty((len(places), LAYERS, height, width), dtype=np.uint8)
    for strip, place in zip(result, places, strict=True):
        for level in range(1, LEVELS + 1):
            matrix = close_matrix(geometry, pose, place, level, pad)
            seen = warp(image, geometry.corners, matrix, (width, height), one_of_many=True)
            lab = cv2.split(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB))
            if level == 1:
                strip[:3] = lab
            else:
                strip[level + 1] = lab[0]
    return result


def log_counts(heights: Float) -> Float:
    """Return log-chances of 0 to `MAX_COUNT` checkers on whole lines, taking their steps for independent.

    Args:
        heights: see `SeenSteps`.

    Returns:
        Shape (n, MAX_COUNT + 1).
    """
    chances = np.exp(heights.astype(np.float64))
    _, highest, steps = chances.shape
    total = np.zeros((len(chances), highest * steps), dtype=np.float64)
    total[:, 0] = 1.0
    for step in range(steps):
        longer = total * chances[:, 0, step, None]
        for height in range(1, highest):
            longer[:, height:] += total[:, :-height] * chances[:, height, step, None]
        total = longer
    return np.asarray(np.log(total[:, : MAX_COUNT + 1] + LEAST_CHANCE), dtype=np.float32)


class SeenSteps(NamedTuple):
    """What is seen at every step of points.

    Attributes:
        heights: natural logarithms of how likely 0 to 4 checkers lie on each other, shape (n, 5, STEPS).
        features: numbers that mean something to the network alone, of which those of a row of single checkers are
            kept, shape (n, k, STEPS).
    """

    heights: Float
    features: Float


class CloseNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = loaded(model)

    def look(self, strips: Bytes, shifts: Float, rows: Sequence[Float | None] = ()) -> SeenSteps:
        """Look at points.

        Args:
            strips: shape (n, LAYERS, ALONG, ACROSS), see `cut_close`.
            shifts: shape (n, 2), see `vision.geometry.camera_pose.shifts`.
            rows: the features of a row of single checkers of the same shade for each of them, None where there is none;
                nothing where there is none for any.
        """
        beside = self._net.nothing("rows", len(strips))
        for nothing, row in zip(beside, rows, strict=False):
            if row is not None:
                nothing[:] = row
        return SeenSteps(*self._net.answers(strips, shifts, beside))


@cache
def shipped_close_net() -> CloseNet:
    """Return the network that is shipped, loaded at the first call."""
    return CloseNet()
