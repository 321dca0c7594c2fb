"""Write networks as ONNX, as the reader loads them, and take their weights back, to go on learning.

Weights are stored as half floats, which takes half the room; ONNX Runtime widens them once, when it loads a file, and
calculates as with others. Half a float keeps eleven bits of a weight, which hardly changes an answer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import onnx.reference
import onnx.shape_inference
import onnx.utils
import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

FEW: Final = 64
"""Numbers that are fewer stay as they are: shapes, temperatures, the last biases."""


def write_onnx(
    net: nn.Module,
    example: torch.Tensor | tuple[torch.Tensor, ...],
    path: Path,
    names: tuple[str, ...],
    free: Mapping[str, tuple[int, ...]],
) -> None:
    """Write a net as ONNX, opset 17, its weights as half floats.

    Args:
        net: its normalisations and dropouts are no longer those of training afterwards.
        example: what it may be given.
        path: the file.
        names: of what the net is given, then of what it returns.
        free: axes that may have any length, by the names of what has them.
    """
    given = (example,) if isinstance(example, torch.Tensor) else example
    net.eval()
    torch.onnx.export(
        net,
        given,
        str(path),
        input_names=names[: len(given)],
        output_names=names[len(given) :],
        dynamic_axes={name: list(axes) for name, axes in free.items()},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    fold_padding(model)
    halve(model)
    onnx.save(model, str(path))


def fold_padding(model: onnx.ModelProto) -> None:
    """Let convolutions add the zeros round their pictures that nodes before them add: a copy of each less.

    Convolutions padded more on one side than on the other can be had in ONNX, and not in PyTorch.
    """
    graph = model.graph
    constants = onnx.utils.Extractor(onnx.shape_inference.infer_shapes(model))
    for pad in [node for node in graph.node if node.op_type == "Pad"]:
        (conv,) = (node for node in graph.node if pad.output[0] in node.input)
        (amounts,) = onnx.reference.ReferenceEvaluator(constants.extract_model([], [pad.input[1]])).run(None, {})
        within = next(one for one in conv.attribute if one.name == "pads")
        before, after = amounts[2 : len(amounts) // 2], amounts[len(amounts) // 2 + 2 :]  # but for batch and channels
        within.ints[:] = [*map(sum, zip(within.ints, (*before, *after), strict=True))]
        conv.input[0] = pad.input[0]
        graph.node.remove(pad)
    _drop_unused(graph)


def _drop_unused(graph: onnx.GraphProto) -> None:
    """Remove the nodes whose outputs nobody takes."""
    wanted = {output.name for output in graph.output}
    for node in reversed([*graph.node]):  # nodes come after those whose outputs they take
        if wanted.isdisjoint(node.output):
            graph.node.remove(node)
        else:
            wanted.update(node.input)


def halve(model: onnx.ModelProto) -> None:
    """Store the weights of a model as half floats, widened before they are used; those stored so stay as they are."""
    graph = model.graph
    wide = [t for t in graph.initializer if t.data_type == onnx.TensorProto.FLOAT and np.prod(t.dims) >= FEW]
    for number, tensor in enumerate(wide):
        name = f"{tensor.name}.half"
        weights = onnx.numpy_helper.to_array(tensor).astype(np.float16)
        widen = onnx.helper.make_node("Cast", [name], [tensor.name], f"widen.{number}", to=onnx.TensorProto.FLOAT)
        graph.node.insert(number, widen)
        graph.initializer.remove(tensor)
        graph.initializer.append(onnx.numpy_helper.from_array(weights, name))
    onnx.checker.check_model(model)


def weights_of(model: onnx.ModelProto) -> dict[str, torch.Tensor]:
    """Return the weights of an exported model by the names under which they are used, float32 where they are floats.

    Weights that are alike, as biases that have learned nothing, are stored once.
    """
    stored = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type in ("Cast", "Identity") and node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    stored = {n: v.astype(np.float32) if v.dtype == np.float16 else v for n, v in stored.items()}
    return {name: torch.from_numpy(values.copy()) for name, values in stored.items()}


def again(net: nn.Module, exported: Path, batch: torch.Tensor | tuple[torch.Tensor, ...], part: str = "") -> None:
    """Give a net the weights of the one that was exported of it, so that it can go on learning.

    An exported net has its normalisations folded into its convolutions. They are unfolded so that the net does the same
    as before where the means and spreads are those of a batch. A temperature is left out.

    Args:
        net: of the same structure.
        exported: the file.
        batch: what the net is given.
        part: how the names of its layers begin in the file, where there are others.
    """
    stored, biases = _stored(exported, part), torch.zeros(0)

    def take(layer: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
        nonlocal biases
        if isinstance(layer, nn.Conv2d | nn.Linear):
            weight, biases = next(stored)
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(biases)
        elif isinstance(layer, nn.BatchNorm2d):
            mean, spread = given[0].mean(dim=(0, 2, 3)), given[0].var(dim=(0, 2, 3)).clamp_min(1e-6)
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(spread)
            layer.weight.copy_((spread + layer.eps).sqrt())
            layer.bias.copy_(biases + mean)

    _visited(net, batch, take)


def halfway(net: nn.Module, exported: Path, batch: torch.Tensor) -> None:
    """Give a net the mean of its weights and those of the exported net that it went on from.

    Normalisations are folded into their convolutions, as an export does; afterwards they do nothing but add.

    Args:
        net: whose weights become the mean.
        exported: the file.
        batch: what the net is given.
    """
    layers: list[nn.Module] = []
    _visited(net, batch, lambda layer, _: layers.append(layer))
    stored = _stored(exported)
    with torch.no_grad():
        for layer, after in pairwise([*layers, nn.Identity()]):
            if not isinstance(layer, nn.Conv2d | nn.Linear):
                continue
            weight, bias = next(stored)
            if isinstance(after, nn.BatchNorm2d):
                gain = after.weight / (after.running_var + after.eps).sqrt()
                layer.weight.copy_((layer.weight * gain[:, None, None, None] + weight) / 2)
                after.bias.copy_((after.bias - after.running_mean * gain + bias) / 2)
                after.running_mean.zero_()
                after.running_var.fill_(1 - after.eps)
                after.weight.fill_(1)
            else:
                layer.weight.copy_((layer.weight + weight) / 2)
                layer.bias.copy_((layer.bias + bias) / 2)


def _visited(
    net: nn.Module,
    batch: torch.Tensor | tuple[torch.Tensor, ...],
    visit: Callable[[nn.Module, tuple[torch.Tensor, ...]], None],
) -> None:
    """Ask a net, and visit each of its layers that has weights before it answers, with what it is given."""
    weighted = (layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear | nn.BatchNorm2d))
    hooks = [layer.register_forward_pre_hook(visit) for layer in weighted]
    net.eval()
    with torch.no_grad():
        net(batch)
    for hook in hooks:
        hook.remove()


def _stored(exported: Path, part: str = "") -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield weights and biases of an exported net's layers, in the order in which they are asked."""
    model = onnx.load(str(exported))
    tensors = weights_of(model)
    for node in model.graph.node:
        if node.op_type in ("Conv", "Gemm") and node.name.startswith(part):
            weight, bias = (tensors[name] for name in node.input[1:])
            yield weight, bias
