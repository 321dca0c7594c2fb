"""Model files: an exported network answers as it did in training, by fewer steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install '.[train]')")
onnx = pytest.importorskip("onnx", reason="onnx is not installed (pip install '.[train]')")

from vision.training.onnx_model import again, halfway, weights_of, write_onnx  # noqa: E402 - takes PyTorch

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Tensor
    from torch.nn import Module, Sequential


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


@pytest.mark.filterwarnings("ignore")  # of PyTorch, whose older exporter is used
def test_a_net_is_led_halfway_back_to_the_one_it_went_on_from(tmp_path: Path) -> None:
    torch.manual_seed(2)
    first, other = (net_with_norms() for _ in range(2))
    picture = torch.rand(4, 3, 12, 12)
    write_onnx(first, picture, tmp_path / "first.onnx", ("picture", "features"), {})

    write_onnx(other, picture, tmp_path / "other.onnx", ("picture", "features"), {})
    one, two = (weights(tmp_path / f"{name}.onnx") for name in ("first", "other"))
    halfway(other, tmp_path / "first.onnx", picture)
    write_onnx(other, picture, tmp_path / "mean.onnx", ("picture", "features"), {})
    for mean, a, b in zip(weights(tmp_path / "mean.onnx"), one, two, strict=True):
        np.testing.assert_allclose(mean, (a + b) / 2, rtol=0, atol=1e-3)


@pytest.mark.filterwarnings("ignore")  # of PyTorch, whose older exporter is used
def test_a_net_that_goes_on_answers_as_the_one_that_was_exported_whatever_way_its_layers_are_joined(
    tmp_path: Path,
) -> None:
    torch.manual_seed(4)
    first, other, picture = joined_net(), joined_net(), torch.rand(4, 3, 12, 12)
    write_onnx(first, picture, tmp_path / "first.onnx", ("picture", "features"), {})
    again(other, tmp_path / "first.onnx", picture)
    with torch.no_grad():
        expected = first(picture)
        np.testing.assert_allclose(other(picture).numpy(), expected.numpy(), rtol=0, atol=2e-3)
        halfway(other, tmp_path / "first.onnx", picture)
        np.testing.assert_allclose(other(picture).numpy(), expected.numpy(), rtol=0, atol=2e-3)


def joined_net() -> Module:
    """Return a net whose layers are asked in another order than they were made in, with a way round some of them."""

    class Joined(torch.nn.Module):  # type: ignore[misc, name-defined]  # PyTorch may not be there
        def __init__(self) -> None:
            super().__init__()
            self.last = torch.nn.Conv2d(8, 4, 1)
            self.round = net_with_norms()
            self.first = torch.nn.Conv2d(3, 3, 3, padding=1)

        def forward(self, seen: Tensor) -> Tensor:
            x = self.first(seen)
            return self.last(torch.cat([self.round(x), x[:, :, 1:-1, 1:-1]], 1))

    return Joined().eval()


def net_with_norms() -> Sequential:
    net = torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3, bias=False), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.Conv2d(8, 5, 1)
    )
    with torch.no_grad():
        for _ in range(5):
            net(torch.rand(16, 3, 12, 12))  # other means and spreads than those it begins with
    return net.eval()


def weights(path: Path) -> list[npt.NDArray[np.float32]]:
    """Return the weights and biases of an exported net's convolutions."""
    model = onnx.load(str(path))
    stored = weights_of(model)
    return [stored[name].numpy() for node in model.graph.node if node.op_type == "Conv" for name in node.input[1:]]
