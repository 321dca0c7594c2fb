"""Writes networks as ONNX, as the reader loads them, and takes their weights back, to go on learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnx
import onnx.numpy_helper
import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def write_onnx(
    net: nn.Module, example: torch.Tensor, path: Path, names: tuple[str, str], free: Mapping[int, str]
) -> None:
    """Write a net as ONNX, opset 17.

    Args:
        net: from one tensor to one; its normalisations and dropouts are no longer those of training afterwards.
        example: such a tensor.
        path: the file.
        names: of what the net is given and of what it returns.
        free: the axes of both that may have any length, with their names.
    """
    net.eval()
    torch.onnx.export(
        net,
        (example,),
        str(path),
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes={name: dict(free) for name in names},
        opset_version=17,
        dynamo=False,
    )


def again(layers: Iterable[nn.Module], exported: Path, batch: torch.Tensor) -> None:
    """Give layers that follow each other the weights of an exported net, so that they can go on learning.

    An exported net has its normalisations folded into its convolutions. They are unfolded so that the layers do the
    same as before where the means and spreads are those of a batch. A temperature is left out.

    Args:
        layers: of the net, in order.
        exported: the file.
        batch: what the first layer is given.
    """
    model = onnx.load(str(exported))
    tensors = {t.name: torch.from_numpy(onnx.numpy_helper.to_array(t).copy()) for t in model.graph.initializer}
    with_weights = (node for node in model.graph.node if node.op_type in ("Conv", "Gemm"))
    stored = iter([tensors[name] for name in node.input[1:]] for node in with_weights)
    seen = batch
    with torch.no_grad():
        for layer in layers:
            layer.eval()
            if isinstance(layer, nn.Conv2d | nn.Linear):
                weight, bias = next(stored)
                layer.weight.copy_(weight)
                if layer.bias is not None:
                    layer.bias.copy_(bias)
            elif isinstance(layer, nn.BatchNorm2d):
                mean, spread = seen.mean(dim=(0, 2, 3)), seen.var(dim=(0, 2, 3)).clamp_min(1e-6)
                layer.running_mean.copy_(mean)
                layer.running_var.copy_(spread)
                layer.weight.copy_((spread + layer.eps).sqrt())
                layer.bias.copy_(bias + mean)
            seen = layer(seen)
