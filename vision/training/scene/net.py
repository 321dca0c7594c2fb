"""The scene network in PyTorch; `vision.locate.scene_net` runs what is exported from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnx
import torch
from torch import nn
from torch.nn import functional

from vision.locate.scene_net import MAPS
from vision.training.onnx_model import weights_of, write_onnx

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_WIDTHS = (20, 32, 44, 56)
_FAR = (1, 2, 4, 8, 2)
"""How far apart the pixels are that the innermost convolutions look at: together the whole picture."""


def _layer(before: int, after: int, stride: int = 1, far: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, far, dilation=far, bias=False), nn.BatchNorm2d(after), nn.ReLU()
    )


class SceneSegmenter(nn.Module):
    """From level pictures, (n, 3, h, w), to logits of the maps, (n, 4, h / 2, w / 2); h and w are multiples of 16."""

    def __init__(self) -> None:
        """Draw the weights."""
        super().__init__()
        a, b, c, d = _WIDTHS
        self.fine = nn.Sequential(_layer(3, a, 2), _layer(a, a))
        self.middle = nn.Sequential(_layer(a, b, 2), _layer(b, b))
        self.coarse = nn.Sequential(_layer(b, c, 2), _layer(c, c))
        self.down = _layer(c, d, 2)
        self.far = nn.ModuleList(_layer(d, d, far=far) for far in _FAR)
        self.to_eighth = nn.Sequential(nn.Conv2d(d, c, 1, bias=False), nn.BatchNorm2d(c))
        self.to_quarter = nn.Sequential(nn.Conv2d(c, b, 1, bias=False), nn.BatchNorm2d(b))
        self.to_half = nn.Sequential(nn.Conv2d(b, a, 1, bias=False), nn.BatchNorm2d(a))
        self.at_eighth, self.at_quarter, self.at_half = _layer(c, c), _layer(b, b), _layer(a, a)
        self.out = nn.Conv2d(a, len(MAPS), 3, 1, 1)
        nn.init.constant_(self.out.bias, -2.0)

    def forward(self, level: torch.Tensor) -> torch.Tensor:
        """Return the logits of level pictures."""
        half = self.fine(level)
        quarter = self.middle(half)
        eighth = self.coarse(quarter)
        x = self.down(eighth)
        for layer in self.far:
            x = x + layer(x)
        x = self.at_eighth(functional.relu(eighth + _twice(self.to_eighth(x))))
        x = self.at_quarter(functional.relu(quarter + _twice(self.to_quarter(x))))
        x = self.at_half(functional.relu(half + _twice(self.to_half(x))))
        logits: torch.Tensor = self.out(x)
        return logits


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def again(net: SceneSegmenter, exported: Path, levels: Sequence[torch.Tensor]) -> None:
    """Give a net the weights of an exported one, so that it can go on learning.

    An exported net has its normalisations folded into its convolutions. They are unfolded so that the net does the same
    as before where the means and spreads are those of the level pictures given.
    """
    model = onnx.load(str(exported))
    tensors = weights_of(model)
    stored = [[tensors[name] for name in node.input[1:]] for node in model.graph.node if node.op_type == "Conv"]
    pairs = _in_order(net)
    with torch.no_grad():
        for (conv, norm), (weight, bias) in zip(pairs, stored, strict=True):
            conv.weight.copy_(weight)
            if norm is None:
                conv.bias.copy_(bias)
                continue
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias)
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
        sums = [[torch.zeros(conv.out_channels), torch.zeros(conv.out_channels)] for conv, _ in pairs]
        watched = [
            conv.register_forward_hook(lambda _m, _i, out, k=k: _add_moments(sums[k], out))
            for k, (conv, _) in enumerate(pairs)
        ]
        net.eval()
        for level in levels:
            net(level)
        for hook in watched:
            hook.remove()
        for (_, norm), (total, squares) in zip(pairs, sums, strict=True):
            if norm is not None:
                mean, square = total / len(levels), squares / len(levels)
                norm.running_mean.copy_(mean)
                norm.running_var.copy_((square - mean**2).clamp_min(1e-6))
                norm.weight.copy_((norm.running_var + norm.eps).sqrt())
                norm.bias.add_(mean)


def _add_moments(sums: list[torch.Tensor], out: torch.Tensor) -> None:
    sums[0] += out.mean(dim=(0, 2, 3))
    sums[1] += (out**2).mean(dim=(0, 2, 3))


def _in_order(net: SceneSegmenter) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """Return the convolutions, with the normalisations that follow them, in the order in which they are used."""
    parts: list[nn.Sequential] = [*net.fine, *net.middle, *net.coarse, net.down, *net.far]
    parts += [net.to_eighth, net.at_eighth, net.to_quarter, net.at_quarter, net.to_half, net.at_half]
    return [*((part[0], part[1]) for part in parts), (net.out, None)]


def export(net: SceneSegmenter, path: Path) -> None:
    """Write a net as ONNX, opset 17, for pictures of any shape."""
    learning = net.training
    write_onnx(net, torch.zeros(1, 3, 144, 256), path, ("pictures", "maps"), {0: "n", 2: "h", 3: "w"})
    net.train(learning)
