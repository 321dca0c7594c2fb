"""The network that reads faces in doubt, in PyTorch; `vision.dice.face_net` runs what is exported here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn

from vision.dice.die_net import FACE_REACH, GREYS, INK_FROM, LEAST_SPREAD, PATCH
from vision.dice.face_net import INK_COUNTS
from vision.training.dice.die_crops import CLOSE
from vision.training.dice.die_net import LAYERS, levelled, seeing_and_judging
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

    from vision.training.calibrated import Calibrated

CHANNELS: Final = 3 + len(GREYS)
FACES: Final = 6
_HIDDEN = 80


class FaceClassifier(nn.Module):
    """From patches with their ink, (n, `CHANNELS`, PATCH, PATCH), to logits of the faces 1 to 6, (n, 6)."""

    def __init__(self, dropout: float = 0.2) -> None:
        """Draw the weights."""
        super().__init__()
        self.seeing, self.judging = seeing_and_judging((CHANNELS, PATCH), LAYERS, (_HIDDEN, FACES), dropout)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the logits."""
        logits: torch.Tensor = self.judging(self.seeing(inputs))
        return logits


def with_ink(patches: torch.Tensor) -> torch.Tensor:
    """Return what the network is given of patches, (n, 3, h, w), 0..255, as `vision.dice.face_net.with_ink` does."""
    return torch.cat([levelled(patches), INK_COUNTS * strong_ink(patches)], 1)


def strong_ink(patches: torch.Tensor) -> torch.Tensor:
    """Return the ink of patches in each grey, (n, len(GREYS), h, w), as `vision.dice.die_net.strong_ink` does."""
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
    return ((across[:, None] ** 2 + across[None] ** 2) < (FACE_REACH * PATCH / CLOSE.span) ** 2).flatten()


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX for any number of patches."""
    write_onnx(net, torch.zeros(2, CHANNELS, PATCH, PATCH), path, ("patches", "log_probabilities"), {0: "n"})
