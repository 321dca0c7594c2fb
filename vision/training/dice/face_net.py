"""The network that reads faces, in PyTorch; `vision.dice.face_net` runs what is exported here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn

from vision.dice.crops import PATCH
from vision.dice.face_net import CLOSE_SPAN, FACE_REACH, GREYS, INK_COUNTS, INK_FROM, LEAST_SPREAD
from vision.training.dice.net import levelled
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

    from vision.training.calibrated import Calibrated

CHANNELS: Final = 3 + len(GREYS)
FACES: Final = 6

LAYERS: Final = ((24, 5, 2), (32, 3, 1), (48, 3, 2), (64, 3, 1), (64, 3, 2), (64, 3, 1))
"""Channels, width of the kernel and stride of each convolution."""

_HIDDEN: Final = 80


class FaceClassifier(nn.Module):
    """From patches with their ink, (n, `CHANNELS`, PATCH, PATCH), to logits of the faces 1 to 6, (n, 6)."""

    def __init__(self, dropout: float = 0.2) -> None:
        """Draw the weights."""
        super().__init__()
        seeing: list[nn.Module] = []
        before, across = CHANNELS, PATCH
        for width, kernel, stride in LAYERS:
            convolution = nn.Conv2d(before, width, kernel, stride, kernel // 2, bias=False)
            seeing += [convolution, nn.BatchNorm2d(width), nn.ReLU()]
            before, across = width, (across + stride - 1) // stride
        self.seeing = nn.Sequential(*seeing)
        self.judging = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(dropout),
            nn.Linear(before * across * across, _HIDDEN),
            nn.ReLU(),
            nn.Linear(_HIDDEN, FACES),
        )

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        logits: torch.Tensor = self.judging(self.seeing(inputs))
        return logits


def with_ink(patches: torch.Tensor) -> torch.Tensor:
    """Return what the network is given of patches, (n, 3, h, w), 0..255, as `vision.dice.face_net.with_ink` does."""
    return torch.cat([levelled(patches), INK_COUNTS * strong_ink(patches)], 1)


def strong_ink(patches: torch.Tensor) -> torch.Tensor:
    """Return the ink of patches in each grey, (n, len(GREYS), h, w), as `vision.dice.face_net.strong_ink` does."""
    greys = torch.einsum("nchw,kc->nkhw", patches, torch.from_numpy(GREYS))
    ordered = greys.flatten(2)[:, :, _face()].sort(dim=2).values
    last = ordered.shape[2] - 1
    body = ordered[:, :, (last + 1) // 2]
    darkest, brightest = (ordered[:, :, round(share / 100 * last)] for share in (100 - INK_FROM, INK_FROM))
    strongest = torch.maximum(body - darkest, brightest - body) + LEAST_SPREAD
    ink = ((greys - body[..., None, None]) / strongest[..., None, None]).clamp(-1, 1)
    return ink * ink.abs()


def _face() -> torch.Tensor:
    """Return which pixels of a patch, row by row, are the upper face."""
    across = torch.arange(PATCH) - (PATCH - 1) / 2
    return ((across[:, None] ** 2 + across[None] ** 2) < (FACE_REACH * PATCH / CLOSE_SPAN) ** 2).flatten()


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX for any number of patches."""
    write_onnx(net, torch.zeros(2, CHANNELS, PATCH, PATCH), path, ("patches", "log_probabilities"), {0: "n"})
