"""A network that says what lies at a place: a die and the face it shows, one that leans, the cube, or none of them.

It looks at square patches of the picture, at full resolution (`vision.dice.crops`), and is told how flatly the camera
looks. Its first layers have learned from photographs. How it was trained, and how well it reads, is in
`vision/models/README.md`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.dice.crops import cut
from vision.features.levels import levelled
from vision.runtime.onnx_file import MODELS, Net

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Float
    from vision.dice.crops import Crop
    from vision.frame import Image

NONE: Final = 0
"""Class of what is neither a die nor the cube with its upper face in the middle."""

COCKED: Final = 7
"""Class of a die that leans; the faces of flat ones have their values as classes."""

FIRST_CUBE: Final = 8
"""Class of a doubling cube that shows 2; those of 4 to 64 follow."""

CLASSES: Final = 14
"""How many classes there are."""

FACES: Final = slice(NONE + 1, COCKED)
DICE: Final = slice(NONE + 1, FIRST_CUBE)
CUBES: Final = slice(FIRST_CUBE, CLASSES)

MODEL: Final = MODELS / "die.onnx"


class DieNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = Net(model)

    def judge(self, image: Image, crops: Sequence[Crop]) -> Float:
        """Say what lies at places of a picture.

        Args:
            image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
            crops: where to look; off by 0.2 sides, their sides by a fifth at most.

        Returns:
            Natural logarithms of probabilities, shape (n, `CLASSES`).
        """
        return self.classify([cut(image, crop) for crop in crops], [crop.flatness for crop in crops])

    def classify(self, patches: Sequence[Image], flatness: Sequence[float]) -> Float:
        """Say what patches show.

        Args:
            patches: each `PATCH` wide and high, blue-green-red, uint8.
            flatness: of the look at each, see `vision.dice.crops.Crop`.

        Returns:
            As `judge`.
        """
        if not patches:
            return np.zeros((0, CLASSES), dtype=np.float32)
        return self._net.answer(with_flatness(levelled(patches), flatness)).reshape(len(patches), CLASSES)


def with_flatness(level: Float, flatness: Sequence[float]) -> Float:
    """Return level patches, (n, 3, h, w), with how flatly the camera looks as a fourth channel, the same all over."""
    told = np.asarray(flatness, dtype=np.float32)[:, None, None, None]
    return np.concatenate([level, np.broadcast_to(told, (len(level), 1, *level.shape[2:]))], axis=1)


@cache
def die_net() -> DieNet:
    """Return the network that is shipped, loaded at the first call."""
    return DieNet()
