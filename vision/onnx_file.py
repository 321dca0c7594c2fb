"""Running the small networks that are shipped, by ONNX Runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from vision.geometry import Float


class Net:
    """A network with one input and one output, loaded; several threads may ask it at once.

    Each question is answered by the thread that asks it, whatever OpenCV is told about threads: networks so small gain
    next to nothing from a second one, and dice are looked for while checkers are counted anyway (`vision.alongside`).
    """

    def __init__(self, model: Path) -> None:
        """Load a file in the ONNX format."""
        import onnxruntime  # noqa: PLC0415 - takes a tenth of a second, which whoever reads no picture need not wait

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3  # errors alone: a warning here is nothing that a user could mend
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def answer(self, batch: Float) -> Float:
        """Return the output for a batch, float32; both have the batch as their first axis."""
        (output,) = self._session.run(None, {self._input: np.ascontiguousarray(batch, dtype=np.float32)})
        return np.asarray(output, dtype=np.float32)
