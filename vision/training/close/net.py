"""The networks for a closer look at full points in PyTorch; `vision.checkers.close_net` runs what is exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

from vision.checkers.close_net import (
    ACROSS,
    ALONG,
    CHANNELS,
    COLOUR_SLACK,
    COMPARED,
    FEATURES,
    HEIGHTS,
    LIGHTNESS_SLACK,
    SHIFT,
    STEPS,
    judge_of,
)
from vision.training.calibrated import Calibrated
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

_WIDTHS = (16, 32, 32, 48, 48)
_STRIDES = (2, 2, 1, 2, 1)


class HeightJudge(nn.Module):
    """Five convolutions, one over each step of the line with half its neighbours, and two from step to step.

    From pairs of prepared strips, that of a point and below it in the second axis that of a row of single checkers,
    (n, 2 CHANNELS, ALONG, ACROSS), to logits of 0, 1, ... checkers at every step of the point, (n, HEIGHTS, STEPS).
    Where there is no row, zeros stand for it. What is learned of one step holds for all of them.
    """

    def __init__(self, dropout: float = 0.1) -> None:
        """Draw the weights."""
        super().__init__()
        layers: list[nn.Module] = []
        before, across, along = CHANNELS, ACROSS, ALONG
        for width, stride in zip(_WIDTHS, _STRIDES, strict=True):
            layers += [nn.Conv2d(before, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
            before, across, along = width, -(-across // stride), -(-along // stride)
        step = along // (STEPS + 1)
        layers += [nn.Conv2d(before, FEATURES, (2 * step, across), (step, 1), bias=False)]
        layers += [nn.BatchNorm2d(FEATURES), nn.ReLU(), nn.Dropout(dropout)]
        self.seeing = nn.Sequential(*layers)
        self.judging = nn.Sequential(
            nn.Conv2d(3 * FEATURES, FEATURES, (3, 1), 1, (1, 0)),
            nn.ReLU(),
            nn.Conv2d(FEATURES, HEIGHTS, (3, 1), 1, (1, 0)),
        )

    def forward(self, pairs: torch.Tensor) -> torch.Tensor:
        """Return the logits of prepared pairs."""
        points, rows = pairs.split(CHANNELS, 1)
        there = rows.flatten(1).any(1)
        seen, of_rows = self.seeing(torch.cat([points, rows])).chunk(2)
        logits: torch.Tensor = self.judging(beside(seen, of_rows * there[:, None, None, None]))[..., 0]
        return logits


def beside(seen: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """Return points as seen beside rows as seen, as `vision.checkers.close_net.beside` does, with a fourth axis."""
    return torch.cat([seen, rows, rows[:, :, :COMPARED].mean(2, keepdim=True).expand_as(seen)], 1)


def prepared(strips: torch.Tensor, shifts: torch.Tensor) -> torch.Tensor:
    """Return strips of 0..255, (n, LAYERS, h, w) float32, as `vision.checkers.close_net.prepared` does."""
    middle = strips[:, :3].mean(dim=(2, 3), keepdim=True)
    seen, further = strips[:, :3] - middle, strips[:, 3:] - middle[:, :1]
    square = (seen * seen).mean(dim=(2, 3), keepdim=True)
    light = square[:, :1].sqrt() + LIGHTNESS_SLACK
    colour = (square[:, 1:2] + square[:, 2:3]).sqrt() + COLOUR_SLACK
    planes = SHIFT * torch.stack([shifts[:, 0].abs(), shifts[:, 1]], 1)
    planes = planes[:, :, None, None].expand(-1, -1, *strips.shape[2:])
    return torch.cat([seen[:, :1] / light, seen[:, 1:] / colour, further / light, planes], 1)


def log_counts(logits: torch.Tensor) -> torch.Tensor:
    """Return log-probabilities of 0, 1, ... checkers on the whole line, taking its steps for independent.

    Args:
        logits: shape (n, HEIGHTS, STEPS).

    Returns:
        Shape (n, (HEIGHTS - 1) * STEPS + 1).
    """
    chances = logits.softmax(1)
    total = chances[:, :, 0]
    for step in range(1, STEPS):
        parts = [
            functional.pad(total, (height, HEIGHTS - 1 - height)) * chances[:, height, step, None]
            for height in range(HEIGHTS)
        ]
        total = torch.stack(parts).sum(0)
    return (total + 1e-9).log()


def export(judge: HeightJudge, temperature: float, path: Path) -> None:
    """Write what sees and what judges as ONNX, opset 17, for any number of strips: two files, see `judge_of`."""
    names = ("strips", "seen")
    write_onnx(judge.seeing, torch.zeros(2, CHANNELS, ALONG, ACROSS), path, names, {0: "n"})
    names = ("seen_beside_rows", "log_probabilities")
    judging = Calibrated(judge.judging, temperature)
    write_onnx(judging, torch.zeros(2, 3 * FEATURES, STEPS, 1), judge_of(path), names, {0: "n"})
