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
from vision.runtime.onnx_file import MODELS, loaded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Float
    from vision.dice.crops import Crop
    from vision.frame import Image

NONE, COCKED, FIRST_CUBE, CLASSES = 0, 7, 8, 14
"""Classes: what is neither a die nor the cube with its upper face in the middle; flat dice by the values of their
faces; a die that leans; a doubling cube that shows 2, and 4 to 64; and how many there are."""

FACES: Final = slice(NONE + 1, COCKED)
DICE: Final = slice(NONE + 1, FIRST_CUBE)
CUBES: Final = slice(FIRST_CUBE, CLASSES)

MODEL: Final = MODELS / "die.onnx"


class DieNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = loaded(model)

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
        return self._net.answer(np.stack(patches), np.array(flatness, dtype=np.float32))


@cache
def shipped_die_net() -> DieNet:
    """Return the network that is shipped, loaded at the first call."""
    return DieNet()
