"""The model file of the network for whole boards: what it has can be taken out of it, and written again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")

from vision.checkers.canvas import HEIGHT, WIDTH  # noqa: E402 - takes PyTorch
from vision.runtime.onnx_file import BOARD, Net  # noqa: E402 - takes PyTorch
from vision.training.board.export import export, shipped_in  # noqa: E402 - takes PyTorch

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt


@pytest.mark.filterwarnings("ignore")  # of PyTorch, whose older exporter is used
def test_what_is_written_again_answers_as_before(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    given: dict[str, npt.NDArray[Any]] = {
        "canvas": rng.integers(0, 256, (2, HEIGHT, WIDTH, 3), dtype=np.uint8),
        "known": rng.normal(size=(2, 26, 128)).astype(np.float32),
        "stands": rng.integers(0, 31, (2, 26)),
        "given": np.array([0.0, 1.0], dtype=np.float32),
        "pictures": rng.integers(0, 256, (3, 160, 224, 3), dtype=np.uint8),
    }
    export(shipped_in(BOARD), tmp_path / "again.onnx")
    before, after = (Net(path).ask(None, **given) for path in (BOARD, tmp_path / "again.onnx"))
    for one, other in zip(before, after, strict=True):
        np.testing.assert_allclose(other, one, atol=1e-4)
