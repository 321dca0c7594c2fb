"""The network for places in PyTorch; `vision.place_net` runs what is exported from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

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
_PITCHES = (12, 7)
"""From strip to strip where they lie side by side: after the second and after the fourth convolution, pixels."""

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


class SideBySide(nn.Module):
    """A calibrated counter, reckoned so that OpenCV is quick about it; its answers are the same.

    OpenCV has a short way (Winograd's) for convolutions without stride on maps that are wider than a dozen pixels.
    Strips are narrower by then, and are laid side by side as one map, with gaps in which zeros stand as they do beyond
    a map's edges. What judges the rows is written as convolutions, too: all of it goes from strip to strip.
    """

    def __init__(self, net: Calibrated) -> None:
        """Take a trained counter that has been calibrated."""
        super().__init__()
        counter = net.judge
        layers = list(counter.seeing)
        steps = [nn.Sequential(*layers[3 * k : 3 * k + 3]) for k in range(len(layers) // 3)]
        self.narrow, self.even, self.halving = nn.Sequential(*steps[:2]), steps[2], steps[3]
        self.fifth, self.sixth, (across, level, _) = steps[4], steps[5], steps[6]
        self.across = nn.Conv2d(_WIDTHS[-1], _ROWS, across.kernel_size, (1, _PITCHES[1]), bias=False)
        self.across.weight.data = across.weight.data
        self.level, self.worth = level, counter.worth
        _, _, first, _, second = counter.judging
        self.all_rows = _as_convolution(first, (_HIDDEN, _ROWS, -1, 1))
        self.contents = _as_convolution(second, (CONTENTS, _HIDDEN, 1, 1))
        along = self.all_rows.kernel_size[0]
        self.sums = nn.Conv2d(2, 2, (along, 1), groups=2, bias=False)
        self.sums.weight.data = torch.ones(2, 1, along, 1)
        wanted = counter.wanted[0]
        self.away = nn.Conv2d(2, 2 * CONTENTS, 1)
        self.away.weight.data = torch.eye(2).repeat_interleave(CONTENTS, dim=0)[:, :, None, None]
        self.away.bias.data = -wanted.flatten()
        self.cost = nn.Conv2d(2 * CONTENTS, CONTENTS, 1, bias=False)
        self.cost.weight.data = -(counter.sharpness.exp().T * torch.eye(CONTENTS)).repeat(1, 2)[:, :, None, None]
        self.temperature = net.temperature

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Return logarithms of probabilities of prepared strips."""
        seen = self.narrow(strips)
        channels, along, across = seen.shape[1:]
        seen = functional.pad(seen, (0, _PITCHES[0] - across)).permute(1, 2, 0, 3).reshape(1, channels, along, -1)
        seen = self.halving(_with_gaps(self.even(seen), across, _PITCHES[0]))
        channels, along, across = seen.shape[1], seen.shape[2], _PITCHES[0] // 2
        seen = functional.pad(seen.reshape(channels, along, -1, across), (0, _PITCHES[1] - across))
        seen = self.fifth(seen.reshape(1, channels, along, -1))
        rows = self.level(self.across(self.sixth(_with_gaps(seen, across, _PITCHES[1])))).relu()
        far = self.away(self.sums(self.worth(rows))).abs()
        logits = self.contents(self.all_rows(rows).relu()) + self.cost(far * far / (1 + far))
        return torch.log_softmax(logits.reshape(CONTENTS, -1).T / self.temperature, dim=1)


def _as_convolution(layer: nn.Linear, shape: tuple[int, int, int, int]) -> nn.Conv2d:
    """Return a full layer as the convolution that looks at everything at once."""
    weight = layer.weight.data.reshape(shape)
    convolution = nn.Conv2d(weight.shape[1], weight.shape[0], (weight.shape[2], weight.shape[3]))
    convolution.weight.data, convolution.bias.data = weight, layer.bias.data
    return convolution


def _with_gaps(seen: torch.Tensor, across: int, pitch: int) -> torch.Tensor:
    """Return strips side by side, each so wide, with zeros in the gaps up to the next."""
    _, channels, along, _ = seen.shape
    inside = (torch.arange(pitch) < across).to(seen.dtype)
    return (seen.reshape(channels, along, -1, pitch) * inside).reshape(1, channels, along, -1)


def export(net: Calibrated, path: Path) -> None:
    """Write a net as ONNX, opset 17, for any number of strips.

    Raises:
        AssertionError: the net answers differently side by side.
    """
    laid = SideBySide(net.eval()).eval()
    noise = torch.randn(3, CHANNELS, ALONG, ACROSS, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        torch.testing.assert_close(laid(noise), net(noise), atol=1e-3, rtol=1e-3)
    example = torch.zeros(2, CHANNELS, ALONG, ACROSS)
    write_onnx(laid, example, path, ("strips", "log_probabilities"), {0: "n"})
