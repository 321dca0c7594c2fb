"""Scene maps, as the network for whole boards makes them of whole pictures, in PyTorch; see `vision.locate.scene_net`.

Pictures are seen by the trunk that sees boards: the stem and the first blocks of its backbone
(`vision.training.board.net.Backbone`), which stay as photographs made them. The blocks after these learn here anew, and
what they see is brought back to half the picture's size, step by step, beside what was seen at each size.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from vision.locate.scene_net import MAPS
from vision.training.board.net import FROZEN, Backbone, pretrained_backbone
from vision.training.levels import LEVEL, levelled

_WIDTHS: Final = (20, 32, 44, 56)
"""Channels at a half, a quarter, an eighth and a sixteenth of the size."""

_FAR: Final = (1, 2, 4, 8, 2)
"""How far apart the pixels are that the innermost convolutions look at: together the whole picture."""


class SceneFeatures(NamedTuple):
    """Colours of pictures at half their size, and what the trunk sees for every 2nd, 4th and 8th pixel."""

    colours: torch.Tensor
    half: torch.Tensor
    quarter: torch.Tensor
    eighth: torch.Tensor


def scene_features(trunk: Backbone, pictures: torch.Tensor) -> SceneFeatures:
    """Return what is seen of pictures, (n, 3, h, w), blue-green-red, 0..255; h and w are multiples of 16."""
    level = levelled(pictures)
    half = trunk.stem(LEVEL * level.flip(1))
    return SceneFeatures(functional.avg_pool2d(level, 2), half, *trunk.after_stem(half))


def _layer(before: int, after: int, size: int = 3, far: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, size, 1, far * (size // 2), dilation=far, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU())


class SceneHead(nn.Module):
    """From what is seen of pictures to logits of the maps, (n, 4, h / 2, w / 2)."""

    def __init__(self) -> None:
        """Draw the weights."""
        super().__init__()
        self.blocks = Backbone().blocks[FROZEN:]
        half, quarter, eighth, sixteenth = _WIDTHS
        self.fine, self.middle = _layer(32 + 3, half), _layer(24, quarter, 1)
        self.coarse, self.deep = _layer(40, eighth, 1), _layer(80, sixteenth, 1)
        self.far = nn.ModuleList(_layer(sixteenth, sixteenth, far=far) for far in _FAR)
        self.to_eighth, self.at_eighth = _layer(sixteenth, eighth, 1), _layer(eighth, eighth)
        self.to_quarter, self.at_quarter = _layer(eighth, quarter, 1), _layer(quarter, quarter)
        self.to_half, self.at_half = _layer(quarter, half, 1), _layer(half, half)
        self.out = nn.Conv2d(half, len(MAPS), 3, 1, 1)
        nn.init.constant_(self.out.bias, -2.0)

    def forward(self, seen: SceneFeatures) -> torch.Tensor:
        """Return the logits."""
        half = self.fine(torch.cat([seen.half, seen.colours], 1))
        x = seen.eighth
        for block in self.blocks:
            x = block(x)
        x = self.deep(x)
        for layer in self.far:
            x = x + layer(x)
        x = self.at_eighth(self.coarse(seen.eighth) + _twice(self.to_eighth(x)))
        x = self.at_quarter(self.middle(seen.quarter) + _twice(self.to_quarter(x)))
        x = self.at_half(half + _twice(self.to_half(x)))
        logits: torch.Tensor = self.out(x)
        return logits


def pretrained_head() -> SceneHead:
    """Return one whose blocks have learned from photographs."""
    head, backbone = SceneHead(), Backbone()
    backbone.load_state_dict(pretrained_backbone())
    head.blocks = backbone.blocks[FROZEN:]
    return head


def _twice(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")
