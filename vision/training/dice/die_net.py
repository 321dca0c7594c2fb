"""The network that reads dice and cubes, in PyTorch; `vision.dice.die_net` runs what is exported here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

from vision.dice.die_net import CLASSES, PATCH
from vision.features.levels import SPREAD_SLACK
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.training.calibrated import Calibrated

LAYERS = ((24, 5, 2), (32, 3, 1), (48, 3, 2), (64, 3, 1), (64, 3, 2), (64, 3, 1))
"""Channels, width of the kernel and stride of each convolution."""

SMALL_LAYERS = ((16, 5, 2), (32, 3, 2), (48, 3, 1), (64, 3, 2), (64, 3, 1))
"""Those of a smaller network, which takes less than half as long."""

_HIDDEN = 80


def seeing_and_judging(
    patch: tuple[int, int], layers: Sequence[tuple[int, int, int]], full: tuple[int, int], dropout: float
) -> tuple[nn.Sequential, nn.Sequential]:
    """Return convolutions over a square patch, and the two full layers that judge what they see; weights by chance.

    Args:
        patch: channels and width of a patch.
        layers: channels, width of the kernel and stride of each convolution.
        full: width of the first full layer, and how many answers there are.
        dropout: share of what is seen that is left out while training.
    """
    seeing: list[nn.Module] = []
    before, across = patch
    for width, kernel, stride in layers:
        convolution = nn.Conv2d(before, width, kernel, stride, kernel // 2, bias=False)
        seeing += [convolution, nn.BatchNorm2d(width), nn.ReLU()]
        before, across = width, (across + stride - 1) // stride
    hidden, answers = full
    judging = nn.Sequential(
        nn.Flatten(),
        nn.Dropout(dropout),
        nn.Linear(before * across * across, hidden),
        nn.ReLU(),
        nn.Linear(hidden, answers),
    )
    return nn.Sequential(*seeing), judging


class DieClassifier(nn.Module):
    """Convolutions and two full layers: from level patches, (n, 3, PATCH, PATCH), to logits, (n, CLASSES)."""

    def __init__(self, layers: Sequence[tuple[int, int, int]] = LAYERS, dropout: float = 0.2) -> None:
        """Draw the weights; `layers` gives channels, width of the kernel and stride of each convolution."""
        super().__init__()
        self.seeing, self.judging = seeing_and_judging((3, PATCH), layers, (_HIDDEN, CLASSES), dropout)

    def forward(self, level: torch.Tensor) -> torch.Tensor:
        """Return the logits of level patches."""
        logits: torch.Tensor = self.judging(self.seeing(level))
        return logits


def levelled(patches: torch.Tensor) -> torch.Tensor:
    """Return patches of 0..255 brought to mean 0 and about spread 1 each, as `vision.features.levels.levelled` does."""
    away = patches - patches.mean(dim=(1, 2, 3), keepdim=True)
    spread = (away * away).mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return away / (spread + SPREAD_SLACK)


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX, opset 17, for any number of patches."""
    write_onnx(net, torch.zeros(2, 3, PATCH, PATCH), path, ("patches", "log_probabilities"), {0: "n"})
