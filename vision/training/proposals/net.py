"""The network that proposes where dice and the cube lie, in PyTorch; `vision.dice.proposals` runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from vision.training.levels import OfBytes
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path


class NetSize(NamedTuple):
    """Size of a network.

    Attributes:
        half, quarter: channels at a half and at a quarter of the size.
        eighth: the same at an eighth.
        far: for each pair of steps there how many times as wide the first one sees, see `_Onward`.
        joined: channels where what is seen at a quarter and at an eighth is joined.
    """

    half: int
    quarter: int
    eighth: int
    far: tuple[int, ...]
    joined: int


SLACK: Final = 4.0
"""Added to a view's spread of colours, 0..255, so that noise on an even one is not blown up."""

SIZE: Final = NetSize(12, 20, 40, (2, 4), 24)
"""Size of the network that is shipped."""


def _step(before: int, after: int, stride: int = 1, far: int = 1) -> nn.Sequential:
    across = nn.Conv2d(before, after, 3, stride, far, far, bias=False)
    return nn.Sequential(across, nn.BatchNorm2d(after), nn.ReLU())


class _Onward(nn.Module):
    """What is seen so far, and what two further steps add to it; the first sees `far` times as wide."""

    def __init__(self, channels: int, far: int) -> None:
        super().__init__()
        self.first = _step(channels, channels, far=far)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        more: torch.Tensor = functional.relu(seen + self.second(self.first(seen)))
        return more


class Proposer(nn.Module):
    """Fully convolutional: (n, 3, h, w) to (n, 5, h / 4, w / 4), see `vision.dice.proposals`."""

    def __init__(self, shape: NetSize = SIZE) -> None:
        """Draw the weights."""
        super().__init__()
        half, quarter, eighth, far, joined = shape
        self.near = nn.Sequential(_step(3, half, 2), _step(half, quarter, 2), _step(quarter, quarter))
        onward = [_Onward(eighth, wide) for wide in far]
        self.wide = nn.Sequential(_step(quarter, eighth, 2), *onward, nn.Conv2d(eighth, quarter, 1))
        self.joined = nn.Sequential(nn.ReLU(), _step(quarter, joined), nn.Conv2d(joined, 5, 1, bias=False))
        # Dice are rare: a net that has learnt nothing had better say so.
        self.usual = nn.Parameter(torch.tensor([-4.0, -5.0, 0.0, 0.0, 0.0])[:, None, None])

    def forward(self, level: torch.Tensor) -> torch.Tensor:
        """Return the answers to level views."""
        near = self.near(level)
        wide = functional.interpolate(self.wide(near), scale_factor=2.0, mode="nearest")
        answer: torch.Tensor = self.joined(near + wide) + self.usual
        return answer


def levelled(views: torch.Tensor) -> torch.Tensor:
    """Return views of 0..255, (n, 3, h, w), each brought to mean 0 and about spread 1, seen coarsely."""
    away = views - views.mean(dim=(1, 2, 3), keepdim=True)
    coarse = functional.avg_pool2d(away, 4)
    return away / ((coarse * coarse).mean(dim=(1, 2, 3), keepdim=True).sqrt() + SLACK)


def export(net: Proposer, path: Path) -> None:
    """Write a net as ONNX, opset 17, for views of any size."""
    example = torch.zeros(1, 64, 96, 3, dtype=torch.uint8)
    write_onnx(OfBytes(net, levelled), example, path, ("view", "answers"), {"view": (1, 2), "answers": (2, 3)})
