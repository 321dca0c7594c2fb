"""A small network that tells whether a die leans, from how it must look if it lies flat.

Where the camera stands is known, and so how anything that stands upright is seen at a place: its upper face as a square
once the board's slant is taken out, its side faces below it on the side of the camera, their edges straight towards the
point below the camera, and the longer the flatter the camera looks. So a patch is cut that is turned to have that
direction always downwards, at one scale whatever the picture's size, and how flatly the camera looks comes with it. A
die that leans has neither the square nor the upright edges. How the network was trained, and how well it tells, is in
`vision/models/README.md`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.die_net import Crop, cut
from vision.dice.proposals import seen_at
from vision.features.levels import levelled
from vision.geometry.board import to_board
from vision.runtime.onnx_file import MODELS, Net

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Float
    from vision.frame import Image
    from vision.geometry.board import Corners
    from vision.geometry.camera_pose import CameraPose

LEAN_SPAN: Final = 1.2
"""Width of a patch in checker diameters: the die, and some of what it may lean on."""

PATCH: Final = 64
"""The same in the network's pixels."""

MODEL: Final = MODELS / "leaning.onnx"


class Upright(NamedTuple):
    """A crop turned upright for the network.

    Attributes:
        crop: whose side is a checker's diameter; stretched and turned so that what is farther from the point below the
            camera is farther up in the patch.
        flatness: how flatly the camera looks there: the distance to the point below it, in its heights.
    """

    crop: Crop
    flatness: float


class DiePatch(NamedTuple):
    """A die as it is seen best.

    Attributes:
        picture: that of the camera, or the same without the board's pattern.
        flat: the network's log-odds that it lies flat, nats.
    """

    picture: Image
    flat: float


class BoardPose(NamedTuple):
    """A board before a camera.

    Attributes:
        corners: of the playing surface.
        aspect: its depth over its width.
        diameter: of a checker in its widths.
        pose: where the camera is.
    """

    corners: Corners
    aspect: float
    diameter: float
    pose: CameraPose


def upright(px: float, py: float, table: BoardPose) -> Upright:
    """Return how to look at the upper face of a die.

    Args:
        px: of its middle, pixels of the picture to the right.
        py: likewise, downwards.
        table: where the board and the camera are.
    """
    x, y = (float(part) for part in to_board(table.corners, [(px, py)])[0])
    jacobian = seen_at(table.corners, table.aspect, x, y)[2]
    below = table.pose.below
    away = np.array([x - below[0], y * table.aspect - below[1]])
    far = float(np.linalg.norm(away))
    right, down = away / max(far, 1e-9)  # straight below the camera any turn is as good as another
    stretch = np.asarray(jacobian, dtype=np.float64) @ np.array([[-down, -right], [right, -down]])
    scale = float(np.sqrt(abs(np.linalg.det(stretch))))
    return Upright(Crop(px, py, scale * table.diameter, stretch / scale), far / table.pose.height)


class LeanNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = Net(model)

    def nats_for_flat(self, crops: Sequence[tuple[Image, Upright]]) -> Float:
        """Return the log-odds of lying flat of what is at some places, in nats, shape (n,).

        Each is looked at as it is and in a mirror that leaves upright what is upright; the mean counts. A die leans in
        both or in neither, and what the network errs by is seldom the same.

        Args:
            crops: each a picture at full resolution and where to look; off by 0.2 sides of a die at most.
        """
        if not crops:
            return np.zeros(0, dtype=np.float32)
        inputs = with_flatness(
            levelled([cut(image, place.crop, LEAN_SPAN, PATCH) for image, place in crops]),
            [p.flatness for _, p in crops],
        )
        said = self._net.answer(np.concatenate([inputs, inputs[..., ::-1]]))
        return np.asarray(said.reshape(2, len(crops)).mean(axis=0), dtype=np.float32)


def with_flatness(level: Float, flatness: Sequence[float]) -> Float:
    """Return level patches, (n, 3, h, w), with how flatly the camera looks as a fourth channel, the same all over."""
    planes = np.broadcast_to(
        np.asarray(flatness, dtype=np.float32)[:, None, None, None], (len(level), 1, *level.shape[2:])
    )
    return np.ascontiguousarray(np.concatenate([level, planes], axis=1), dtype=np.float32)


@cache
def shipped_lean_net() -> LeanNet:
    """Return the network that is shipped, loaded at the first call."""
    return LeanNet()
