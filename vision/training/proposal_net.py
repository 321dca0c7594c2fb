"""The network that proposes where dice and the cube lie, in PyTorch; `vision.proposals` runs what is exported here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

if TYPE_CHECKING:
    from pathlib import Path


def _step(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class Proposer(nn.Module):
    """Fully convolutional: (n, 3, h, w) to (n, 5, h / 4, w / 4), see `vision.proposals`."""

    def __init__(self) -> None:
        """Draw the weights."""
        super().__init__()
        self.near = nn.Sequential(_step(3, 12, 2), _step(12, 20, 2), _step(20, 20))
        self.wide = nn.Sequential(_step(20, 40, 2), _step(40, 40), _step(40, 40), nn.Conv2d(40, 20, 1))
        last = nn.Conv2d(24, 5, 1, bias=False)
        self.joined = nn.Sequential(nn.ReLU(), _step(20, 24), last)
        # Dice are rare: a net that has learnt nothing had better say so.
        self.usual = nn.Parameter(torch.tensor([-4.0, -5.0, 0.0, 0.0, 0.0])[:, None, None])

    def forward(self, level: torch.Tensor) -> torch.Tensor:
        """Return the answers to level views."""
        near = self.near(level)
        wide = functional.interpolate(self.wide(near), scale_factor=2.0, mode="nearest")
        answer: torch.Tensor = self.joined(near + wide) + self.usual
        return answer


def export(net: Proposer, path: Path) -> None:
    """Write a net as ONNX, opset 17, for views of any size."""
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 64, 96),),
        str(path),
        input_names=["view"],
        output_names=["answers"],
        dynamic_axes={"view": {2: "h", 3: "w"}, "answers": {2: "h", 3: "w"}},
        opset_version=17,
        dynamo=False,
    )
