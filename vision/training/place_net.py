"""The network for places in PyTorch; `vision.place_net` runs what is exported from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

from vision.place_net import CHANNELS, COLOUR_SLACK, CONTENTS, DENSITY, RIM, SHIFT, SLACK, UNKNOWN
from vision.reading import MAX_COUNT
from vision.strips import ACROSS, ALONG
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

    from vision.training.calibrated import Calibrated

_WIDTHS = (24, 32, 32, 48, 48, 64)
_STRIDES = (2, 2, 1, 2, 1, 1)
_ROWS = 64
_HIDDEN = 112


class PlaceCounter(nn.Module):
    """Six convolutions and one across the whole strip; two ways to judge its rows are added.

    One is two full layers over all rows. The other says of every row how many checkers of either set it is worth; the
    sums over the rows are the counts, so that what is learned of one checker in a line or on top of another holds for
    all of them. From prepared strips, (n, CHANNELS, ALONG, ACROSS), to logits, (n, CONTENTS).
    """

    def __init__(self, dropout: float = 0.15) -> None:
        """Draw the weights."""
        super().__init__()
        layers: list[nn.Module] = []
        before, across, along = CHANNELS, ACROSS, ALONG
        for width, stride in zip(_WIDTHS, _STRIDES, strict=True):
            layers += [nn.Conv2d(before, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
            before, across, along = width, -(-across // stride), -(-along // stride)
        layers += [nn.Conv2d(before, _ROWS, (1, across), bias=False), nn.BatchNorm2d(_ROWS), nn.ReLU()]
        self.seeing = nn.Sequential(*layers)
        self.judging = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(dropout),
            nn.Linear(_ROWS * along, _HIDDEN),
            nn.ReLU(),
            nn.Linear(_HIDDEN, CONTENTS),
        )
        self.worth = nn.Sequential(
            nn.Conv2d(_ROWS, 32, (5, 1), 1, (2, 0)), nn.ReLU(), nn.Conv2d(32, 2, (3, 1), 1, (1, 0)), nn.Softplus()
        )
        self.worth[2].bias.data.fill_(-2.0)
        counts = torch.arange(1, MAX_COUNT + 1, dtype=torch.float32)
        none = torch.zeros(MAX_COUNT)
        wanted = torch.stack([torch.cat([none[:1], counts, none]), torch.cat([none[:1], none, counts])])
        self.register_buffer("wanted", wanted[None], persistent=False)
        self.sharpness = nn.Parameter(torch.full((1, CONTENTS), -0.5))

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Return the logits of prepared strips."""
        rows = self.seeing(strips)
        sums = self.worth(rows).sum(dim=(2, 3))
        away = sums[:, :, None] - self.wanted
        far = away.abs()
        logits: torch.Tensor = self.judging(rows) - self.sharpness.exp() * (far * far / (1 + far)).sum(dim=1)
        return logits


def prepared(strips: torch.Tensor, shifts: torch.Tensor) -> torch.Tensor:
    """Return strips of 0..255, (n, LAYERS, h, w) float32, as `vision.place_net.prepared` does."""
    seen = strips[:, :3] - strips[:, :3].mean(dim=(2, 3), keepdim=True)
    square = (seen * seen).mean(dim=(2, 3))
    light = square[:, 0].sqrt()[:, None, None, None] + SLACK
    colour = (square[:, 1] + square[:, 2]).sqrt()[:, None, None, None] + COLOUR_SLACK
    planes = (SHIFT * shifts)[:, :, None, None].expand(-1, -1, *strips.shape[2:])
    return torch.cat(
        [seen[:, :1] / light, seen[:, 1:] / colour, (strips[:, 3:6] - UNKNOWN) / DENSITY, strips[:, 6:] / RIM, planes],
        1,
    )


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX, opset 17, for any number of strips."""
    example = torch.zeros(2, CHANNELS, ALONG, ACROSS)
    write_onnx(net, example, path, ("strips", "log_probabilities"), {0: "n"})
