"""The network for places in PyTorch; `vision.place_net` runs what is exported from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

from vision.place_net import CHANNELS, COLOUR_SLACK, CONTENTS, DENSITY, RIM, SHIFT, SLACK, UNKNOWN
from vision.strips import ACROSS, ALONG

if TYPE_CHECKING:
    from pathlib import Path

_WIDTHS = (16, 32, 32, 48, 48, 64)
_STRIDES = (2, 2, 1, 2, 1, 1)
_ROWS = 64
_HIDDEN = 112


class PlaceCounter(nn.Module):
    """Six convolutions, one across the whole strip, and two full layers over its rows.

    From prepared strips, (n, CHANNELS, ALONG, ACROSS), to logits, (n, CONTENTS).
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

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Return the logits of prepared strips."""
        logits: torch.Tensor = self.judging(self.seeing(strips))
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


class Calibrated(nn.Module):
    """A counter whose logits are divided by a temperature and made logarithms of probabilities."""

    def __init__(self, counter: PlaceCounter, temperature: float) -> None:
        """Take a trained counter."""
        super().__init__()
        self.counter = counter
        self.temperature = temperature

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Return logarithms of probabilities of prepared strips."""
        return torch.log_softmax(self.counter(strips) / self.temperature, dim=1)


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX, opset 17, for any number of strips."""
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(2, CHANNELS, ALONG, ACROSS),),
        str(path),
        input_names=["strips"],
        output_names=["log_probabilities"],
        dynamic_axes={"strips": {0: "n"}, "log_probabilities": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
