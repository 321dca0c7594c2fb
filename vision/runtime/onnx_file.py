"""The networks that are shipped, run by ONNX Runtime."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.arrays import Float

MODELS: Final = Path(__file__).resolve().parents[1] / "models"
"""The folder of the networks that are shipped."""

BOARD: Final = MODELS / "board.onnx"
"""What looks at canvases and at whole pictures: what stands on a board (`checkers.board_net`), and where there is one
(`locate.scene_net`)."""

_ANY: Final = 16
"""Stands for a side that may be of any length in what has no examples: sides are halved four times, so any multiple."""

_LOADING: Final = Lock()
"""Held while a network is loaded, so that each is loaded once."""

_TYPES: Final = {"tensor(uint8)": np.uint8, "tensor(int64)": np.int64, "tensor(float)": np.float32}


class Net:
    """A network, loaded; several threads may ask it at once.

    Each question is answered by the thread that asks it, whatever OpenCV is told about threads: networks so small gain
    next to nothing from a second one, and dice are looked for while checkers are counted anyway
    (`vision.runtime.worker`).

    Attributes:
        model: its file.
    """

    def __init__(self, model: Path) -> None:
        """Load a file in the ONNX format."""
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # else it notes for its maker who runs it on what
        import onnxruntime  # noqa: PLC0415 - takes a tenth of a second, which whoever reads no picture need not wait

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3  # errors alone: a warning here is nothing that a user could mend
        self.model = model
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._empty = {
            given.name: np.zeros(
                (0, *(side if isinstance(side, int) else _ANY for side in given.shape[1:])), _TYPES[given.type]
            )
            for given in self._session.get_inputs()
        }

    def nothing(self, name: str, examples: int) -> Float:
        """Return zeros, float32, for so many examples of an input where nothing is given."""
        return np.zeros((examples, *self._empty[name].shape[1:]), dtype=np.float32)

    def answer(self, *given: npt.NDArray[Any]) -> Float:
        """Return the one output of a network that has no other, see `answers`."""
        (output,) = self.answers(*given)
        return output

    def answers(self, *given: npt.NDArray[Any]) -> list[Float]:
        """Return all outputs for all inputs, in the order in which the file has them; types are those of the file."""
        return self.ask(None, **dict(zip(self._empty, given, strict=True)))

    def ask(self, wanted: Sequence[str] | None, **given: npt.NDArray[Any]) -> list[Float]:
        """Return the outputs of some names, or all; of inputs that are not given there are no examples."""
        return [np.asarray(output, dtype=np.float32) for output in self._session.run(wanted, self.whole(**given))]

    def whole(self, **given: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return all inputs, as the engine takes them, where some are given and the others have no examples."""
        return self._empty | {name: np.ascontiguousarray(each) for name, each in given.items()}


def loaded(model: Path) -> Net:
    """Return a network, loaded at the first call: whoever asks for it after that gets the same one, in any thread."""
    with _LOADING:
        return _loaded(model)


@cache
def _loaded(model: Path) -> Net:
    return Net(model)
