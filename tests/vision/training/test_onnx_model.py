"""Model files: an exported network answers as it did in training, by fewer steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tavola[train]')")
onnx = pytest.importorskip("onnx", reason="onnx is not installed (pip install 'tavola[train]')")

from vision.training.onnx_model import write_onnx  # noqa: E402 - takes PyTorch

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.filterwarnings("ignore")  # of PyTorch, whose older exporter is used
def test_zeros_round_a_picture_are_added_by_the_convolutions_themselves(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = torch.nn.Sequential(
        torch.nn.ZeroPad2d((0, 1, 2, 3)),
        torch.nn.Conv2d(3, 8, 3, 2, padding=1),
        torch.nn.ReLU(),
        torch.nn.ZeroPad2d((1, 2, 1, 2)),
        torch.nn.Conv2d(8, 8, 5, 2, groups=8),
    )
    picture = torch.rand(2, 3, 33, 48)

    write_onnx(net, picture, tmp_path / "net.onnx", ("picture", "features"), {})

    kinds = {node.op_type for node in onnx.load(str(tmp_path / "net.onnx")).graph.node}
    assert kinds == {"Cast", "Conv", "Relu"}
    session = onnxruntime.InferenceSession(tmp_path / "net.onnx", providers=["CPUExecutionProvider"])
    (said,) = session.run(None, {"picture": picture.numpy()})
    with torch.no_grad():
        np.testing.assert_allclose(said, net(picture).numpy(), rtol=0, atol=1e-3)
