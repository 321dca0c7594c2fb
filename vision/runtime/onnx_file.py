"""The networks that are shipped, run by ONNX Runtime."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.arrays import Float

MODELS: Final = Path(__file__).resolve().parents[1] / "models"
"""The folder of the networks that are shipped."""


class Net:
    """A network, loaded; several threads may ask it at once.

    Each question is answered by the thread that asks it, whatever OpenCV is told about threads: networks so small gain
    next to nothing from a second one, and dice are looked for while checkers are counted anyway
    (`vision.runtime.worker`).
    """

    def __init__(self, model: Path) -> None:
        """Load a file in the ONNX format."""
        import onnxruntime  # noqa: PLC0415 - takes a tenth of a second, which whoever reads no picture need not wait

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3  # errors alone: a warning here is nothing that a user could mend
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._inputs = {given.name: given.shape for given in self._session.get_inputs()}

    def nothing(self, name: str, examples: int) -> Float:
        """Return zeros, float32, for so many examples of an input where nothing is given."""
        return np.zeros((examples, *self._inputs[name][1:]), dtype=np.float32)

    def answer(self, *given: npt.NDArray[Any]) -> Float:
        """Return the one output of a network that has no other, see `answers`."""
        (output,) = self.answers(*given)
        return output

    def answers(self, *given: npt.NDArray[Any]) -> list[Float]:
        """Return all outputs for all inputs, in the order in which the file has them; types are those of the file."""
        said = self._session.run(None, dict(zip(self._inputs, map(np.ascontiguousarray, given), strict=True)))
        return [np.asarray(output, dtype=np.float32) for output in said]
