"""A small network that reads the face of a die in doubt, from its colours and from its strong ink together.

The two networks of `vision.dice.die_net` tell dice from all else and read their faces, in colours, and have learned of
clear dice as of one make among many. This one has learned nothing else than the faces of flat dice, most of them clear:
what is seen through a body beside what lies on it. It counts where those two leave a doubt, and makes
one where it sees another face. How it was trained, and how well it reads, is in `vision/models/README.md`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.dice.die_net import CLOSE_SPAN, cut, strong_ink
from vision.features.levels import levelled
from vision.runtime.onnx_file import MODELS, Net

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.arrays import Float
    from vision.dice.die_net import Crop
    from vision.frame import Image

INK_COUNTS: Final = 2.0
"""How much larger ink is than `vision.dice.die_net.strong_ink` gives it: of about the spread that colours have."""

MODEL: Final = MODELS / "faces.onnx"


class FaceNet:
    """The network, loaded."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load a model file in the ONNX format."""
        self._net = Net(model)

    def judge(self, image: Image, crops: Sequence[Crop], *, every_way: bool = False) -> Float:
        """Classify the faces seen at spots where flat dice are.

        Args:
            image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
            crops: where to look; spots may be off by 0.2 sides, sides by a fifth.
            every_way: look at each in all `positions_of` a square, at eight times the cost, and say what is likely in
                the mean of their logarithms: a face shows the same number in each, and what the network takes for a pip
                that is none, or misses, is seldom the same.

        Returns:
            Natural logarithms of the probabilities of the faces 1 to 6, shape (n, 6).
        """
        if not crops:
            return np.zeros((0, 6), dtype=np.float32)
        inputs = with_ink([cut(image, crop, CLOSE_SPAN) for crop in crops])
        if not every_way:
            return self._net.answer(inputs).reshape(len(crops), 6)
        said = np.mean([self._net.answer(each).reshape(len(crops), 6) for each in positions_of(inputs)], axis=0)
        return np.asarray(said - np.log(np.exp(said).sum(axis=1, keepdims=True)), dtype=np.float32)


def with_ink(patches: Sequence[Image]) -> Float:
    """Return what the network is given of patches `CLOSE_SPAN` wide: colours and strong inks, shape (n, 8, h, w)."""
    ink = np.stack([strong_ink(patch, CLOSE_SPAN).transpose(2, 0, 1) for patch in patches])
    both = np.concatenate([levelled(patches), np.float32(INK_COUNTS) * ink], axis=1)
    return np.ascontiguousarray(both, dtype=np.float32)


def positions_of(inputs: Float) -> list[Float]:
    """Return squares, shape (n, c, h, w) with h = w, in their eight positions: turned by quarters, and mirrored."""
    return [np.rot90(seen, quarters, axes=(2, 3)) for seen in (inputs, inputs[..., ::-1]) for quarters in range(4)]


@cache
def face_net() -> FaceNet:
    """Return the network that is shipped, loaded at the first call."""
    return FaceNet()
