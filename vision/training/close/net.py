"""The network for a closer look at full points in PyTorch; `vision.checkers.close_net` runs what is exported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch
from torch import nn
from torch.nn import functional

from vision.checkers.close_net import (
    ACROSS,
    ALONG,
    LAYERS,
    STEPS,
)
from vision.training.calibrated import Calibrated
from vision.training.close.tables import HEIGHTS
from vision.training.onnx_model import write_onnx

if TYPE_CHECKING:
    from pathlib import Path

CHANNELS: Final = LAYERS + 2
"""Numbers that the network sees for each pixel: the layers, and the shift in both directions."""

FEATURES: Final = 64
"""Numbers that say what is seen at a step."""

LIGHTNESS_SLACK: Final = 10.0
"""Added to a strip's spread of lightness, 0..255, so that noise on an even strip is not blown up."""

COLOUR_SLACK: Final = 8.0
"""The same for the spread of its colours, 0..255."""

SHIFT: Final = 4.0
"""What shifts are multiplied by: the network likes numbers about 1."""

_WIDTHS = (16, 32, 32, 48, 48)
_STRIDES = (2, 2, 1, 2, 1)
_COMPARED = 4
"""Steps of a row of single checkers whose mean each step is judged beside: some rows have four."""


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
    """Return what is seen of points beside what is seen of rows, and beside the rows' mean over their first steps.

    Args:
        seen: of points, shape (n, FEATURES, STEPS, 1).
        rows: of a row for each of them, same shape; zeros where there is none.

    Returns:
        Shape (n, 3 FEATURES, STEPS, 1).
    """
    return torch.cat([seen, rows, rows[:, :, :_COMPARED].mean(2, keepdim=True).expand_as(seen)], 1)


def prepared(strips: torch.Tensor, shifts: torch.Tensor) -> torch.Tensor:
    """Return strips as the network sees them, lightness and colours levelled whatever the light.

    Args:
        strips: of 0..255, see `vision.checkers.close_net.cut_close`, float32.
        shifts: shape (n, 2), see `vision.geometry.camera_pose.shifts`.

    Returns:
        Shape (n, CHANNELS, h, w).
    """
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


class _CloseReader(nn.Module):
    """The network for strips as they are cut, bytes, with what it says made log-chances, and what it sees."""

    def __init__(self, judge: HeightJudge, temperature: float) -> None:
        super().__init__()
        self.seeing, self.judging = judge.seeing, Calibrated(judge.judging, temperature)

    def forward(
        self, strips: torch.Tensor, shifts: torch.Tensor, rows: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.seeing(prepared(strips.float(), shifts))
        return self.judging(beside(seen, rows[..., None]))[..., 0], seen[..., 0]


def export(judge: HeightJudge, temperature: float, path: Path) -> None:
    """Write the network as ONNX, opset 17, for any number of strips; a row that is not known is zeros."""
    strips = torch.zeros(2, LAYERS, ALONG, ACROSS, dtype=torch.uint8)
    example = strips, torch.zeros(2, 2), torch.zeros(2, FEATURES, STEPS)
    names = ("strips", "shifts", "rows", "log_probabilities", "seen")
    write_onnx(_CloseReader(judge, temperature), example, path, names, dict.fromkeys(names, (0,)))
