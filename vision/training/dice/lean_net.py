"""The network that tells whether a die leans, in PyTorch; `vision.dice.lean_net` runs what is exported here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn

from vision.dice.lean_net import PATCH
from vision.training.dice.die_net import seeing_and_judging
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

_LAYERS = ((20, 5, 2), (24, 3, 1), (32, 3, 2), (40, 3, 1), (48, 3, 2), (48, 3, 1))
"""Channels, width of the kernel and stride of each convolution."""
_HIDDEN = 48
TILT: Final = 30.0
"""Degrees of tilt that the second answer calls 1."""


class LeanTeller(nn.Module):
    """From level patches with the flatness of the view, (n, 4, PATCH, PATCH), to two answers, (n, 2).

    They are the log-odds of lying flat, and the tilt in units of `TILT`, which is learned from and not asked for later:
    the odds say nothing of how far a die leans.
    """

    def __init__(self, dropout: float = 0.2) -> None:
        """Draw the weights."""
        super().__init__()
        self.seeing, self.judging = seeing_and_judging((4, PATCH), _LAYERS, (_HIDDEN, 2), dropout)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return both answers."""
        answers: torch.Tensor = self.judging(self.seeing(inputs))
        return answers


class CalibratedOdds(nn.Module):
    """A net whose log-odds are divided by a temperature, without the tilt."""

    def __init__(self, net: LeanTeller, temperature: float) -> None:
        """Take a trained net."""
        super().__init__()
        self.net = net
        self.temperature = temperature

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the log-odds of lying flat, shape (n, 1)."""
        answers: torch.Tensor = self.net(inputs)
        return answers[:, :1] / self.temperature


def export(net: CalibratedOdds, path: Path) -> None:
    """Write a net as ONNX for any number of patches."""
    write_onnx(net, torch.zeros(2, 4, PATCH, PATCH), path, ("patches", "nats_for_flat"), {0: "n"})
