"""The scene network, in PyTorch; `vision.locate.scene_net` runs what is exported here.

Its backbone is that of the network for whole boards (`vision.training.board.net.Backbone`): EfficientNet-Lite0
(Apache-2.0), learned from photographs, of which the stem and the first five blocks stay as they are. What it sees is
brought back to half the picture's size, step by step, beside what it saw at each size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn
from torch.nn import functional

from vision.locate.scene_net import MAPS
from vision.training.board.net import Backbone, pretrained_backbone
from vision.training.levels import LEVEL, OfBytes
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

_WIDTHS: Final = (20, 32, 44, 56)
"""Channels at a half, a quarter, an eighth and a sixteenth of the size."""

_FAR: Final = (1, 2, 4, 8, 2)
"""How far apart the pixels are that the innermost convolutions look at: together the whole picture."""


def _layer(before: int, after: int, size: int = 3, far: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, size, 1, far * (size // 2), dilation=far, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU())


class SceneSegmenter(nn.Module):
    """From level pictures, (n, 3, h, w), to logits of the maps, (n, 4, h / 2, w / 2); h and w are multiples of 16."""

    def __init__(self) -> None:
        """Draw the weights."""
        super().__init__()
        self.backbone = Backbone()
        half, quarter, eighth, sixteenth = _WIDTHS
        self.fine, self.middle = _layer(32 + 3, half), _layer(24, quarter, 1)
        self.coarse, self.deep = _layer(40, eighth, 1), _layer(80, sixteenth, 1)
        self.far = nn.ModuleList(_layer(sixteenth, sixteenth, far=far) for far in _FAR)
        self.to_eighth, self.at_eighth = _layer(sixteenth, eighth, 1), _layer(eighth, eighth)
        self.to_quarter, self.at_quarter = _layer(eighth, quarter, 1), _layer(quarter, quarter)
        self.to_half, self.at_half = _layer(quarter, half, 1), _layer(half, half)
        self.out = nn.Conv2d(half, len(MAPS), 3, 1, 1)
        nn.init.constant_(self.out.bias, -2.0)

    def forward(self, level: torch.Tensor) -> torch.Tensor:
        """Return the logits of level pictures."""
        with torch.no_grad():
            stem = self.backbone.stem(LEVEL * level.flip(1))
            quarter, eighth = self.backbone.after_stem(stem)
        half = self.fine(torch.cat([stem, functional.avg_pool2d(level, 2)], 1))
        x = self.deep(self.backbone.learned(eighth))
        for layer in self.far:
            x = x + layer(x)
        x = self.at_eighth(self.coarse(eighth) + _twice(self.to_eighth(x)))
        x = self.at_quarter(self.middle(quarter) + _twice(self.to_quarter(x)))
        x = self.at_half(half + _twice(self.to_half(x)))
        logits: torch.Tensor = self.out(x)
        return logits


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def pretrained() -> SceneSegmenter:
    """Return the network with the backbone that has learned from photographs."""
    net = SceneSegmenter()
    net.backbone.load_state_dict(pretrained_backbone())
    return net


def export(net: SceneSegmenter, path: Path) -> None:
    """Write a net as ONNX, opset 17, for pictures of any shape."""
    learning = net.training
    example = torch.zeros(1, 144, 256, 3, dtype=torch.uint8)
    free = {"pictures": (0, 1, 2), "maps": (0, 2, 3)}
    write_onnx(OfBytes(nn.Sequential(net, nn.Sigmoid())), example, path, ("pictures", "maps"), free)
    net.train(learning)
