"""The network for dice and cubes, in PyTorch; `vision.dice.die_net` runs what is exported here.

Its first blocks are those of the network for whole boards (`vision.training.board.net.Backbone`): EfficientNet-Lite0
(Apache-2.0), learned from photographs. The first two of them, which look finest, stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn
from torch.nn import functional

from vision.dice.crops import PATCH
from vision.dice.die_net import CLASSES
from vision.training.board.net import Backbone, pretrained_backbone
from vision.training.levels import LEVEL, OfBytes, levelled
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

    from vision.training.calibrated import Calibrated

BLOCKS: Final = 5
"""Blocks of the backbone that are used: the third gives features for every fourth pixel, the last for every eighth."""

FROZEN: Final = 2
"""Blocks that stay as they are."""


class DieNetwork(nn.Module):
    """From levelled patches with a plane for the flatness, (n, 4, PATCH, PATCH), to logits, (n, CLASSES)."""

    def __init__(self, dropout: float = 0.2) -> None:
        """Make it with weights drawn by chance."""
        super().__init__()
        self.backbone = Backbone()
        self.backbone.blocks = self.backbone.blocks[:BLOCKS]
        self.fine = nn.Conv2d(24 + 2, 64, 3, 1, 1)
        self.down = nn.Conv2d(64, 96, 3, 2, 1)
        self.middle = nn.Conv2d(40, 96, 1)
        self.mix = nn.Conv2d(96, 96, 3, 1, 1)
        self.last = nn.Conv2d(96, 128, 3, 2, 1)
        self.hidden = nn.Linear(128 * 9, 128)
        self.out = nn.Linear(128, CLASSES)
        self.drop = nn.Dropout(dropout)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        with torch.no_grad():
            x = self.backbone.stem(LEVEL * seen[:, :3].flip(1))
            for block in self.backbone.blocks[:FROZEN]:
                x = block(x)
        fine = self.backbone.blocks[FROZEN](x)
        middle = fine
        for block in self.backbone.blocks[FROZEN + 1 :]:
            middle = block(middle)
        flatness = functional.avg_pool2d(seen[:, 3:], 4)
        told = torch.cat([fine, flatness.clamp(min=0), (flatness >= 0).to(fine.dtype)], 1)
        x = functional.relu(self.fine(told))
        x = functional.relu(self.down(x) + self.middle(middle))
        x = functional.relu(x + self.mix(x))
        x = functional.relu(self.last(x)).flatten(1)
        logits: torch.Tensor = self.out(self.drop(functional.relu(self.hidden(self.drop(x)))))
        return logits


def pretrained() -> DieNetwork:
    """Return the network with the blocks that have learned from photographs."""
    net = DieNetwork()
    kept = net.backbone.state_dict()
    net.backbone.load_state_dict({name: value for name, value in pretrained_backbone().items() if name in kept})
    return net


def as_inputs(patches: torch.Tensor, flatness: torch.Tensor) -> torch.Tensor:
    """Return patches, (n, 3, PATCH, PATCH), levelled, with how flatly the camera looks at each as a fourth plane."""
    planes = flatness[:, None, None, None].expand(-1, 1, PATCH, PATCH)
    return torch.cat([levelled(patches), planes], 1)


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX, opset 17, for any number of patches."""
    example = torch.zeros(2, PATCH, PATCH, 3, dtype=torch.uint8), torch.zeros(2)
    names = ("patches", "flatness", "log_probabilities")
    write_onnx(OfBytes(net, as_inputs), example, path, names, dict.fromkeys(names, (0,)))
