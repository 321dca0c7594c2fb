"""Train a network that proposes where dice and the cube lie.

    python -m vision.training.proposals.train --out vision/models/proposals.onnx [--small]

Pictures of plates are drawn into a folder, once. The chance is fixed: the
same pictures, threads, processor and PyTorch give the same model.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.dice.board_view import SurfaceView
from vision.dice.proposals import ProposalNet, propose
from vision.geometry.board import parse_corners
from vision.training.augment import recoloured
from vision.training.dice.spots import cube_spot
from vision.training.pictures import FIRST_RAISED, FIRST_TRAINING, FIRST_VALIDATION, draw_all, stored_pictures
from vision.training.precision import quick_bits
from vision.training.proposals.net import SIZE, Proposer, export, levelled
from vision.training.proposals.views import board_view, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double
    from vision.frame import Image

BATCH: Final = 16
RATE: Final = 6e-3
SEED: Final = 21
REST_COUNTS: Final = 0.3
"""How much a wrong size and a wrong place between the answers cost against a wrong place."""

VALIDATION: Final = 4
"""Plates on which the net is judged."""
NEAR: Final = 0.4
"""How far off a proposed place may be, in sides."""
TOO_MANY: Final = 8
LEAST_ODDS: Final = -3.0
LEAST_SMALL: Final = 0.8
"""Share of the validation's dice and cubes that a small run must propose."""


def views_of(folder: Path, numbers: Sequence[int], times: int) -> list[tuple[Image, Double]]:
    """Return the views of plates' pictures, `times` of each, drawn onto afresh each time, and the things on them."""
    rng = np.random.default_rng(SEED)
    return [
        board_view(picture, labels, rng)
        for number in numbers
        for picture, labels in stored_pictures(folder, number)
        for _ in range(times)
    ]


def spoiled(views: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return windows with colours, sharpness and noise changed by chance."""

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    out = recoloured(views, chance)
    soft = functional.avg_pool2d(functional.pad(out, (1, 1, 1, 1), mode="replicate"), 3, 1)
    share = torch.where(rand(len(out), 1, 1, 1) < 0.5, rand(len(out), 1, 1, 1) * 1.6 - 0.8, torch.zeros(()))
    out = out + share * (soft - out)
    noise = torch.randn(out.shape, generator=chance) * (rand(len(out), 1, 1, 1) ** 2 * 8.0)
    return torch.clamp(torch.round(out + noise), 0, 255)


def loss_of(said: torch.Tensor, want: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return how wrong answers are.

    It is the penalty-reduced focal loss of key points, and the absolute errors of size and place.
    """
    odds, target, counts = said[:, :2], want[:, :2], weight[:, :2]
    chance = torch.sigmoid(odds).clamp(1e-5, 1 - 1e-5)
    top = (target >= 1.0).float()
    right = -((1 - chance) ** 2) * chance.log() * top
    wrong = -(chance**2) * (1 - chance).log() * (1 - target) ** 4 * (1 - top)
    rest = (said[:, 2:] - want[:, 2:]).abs() * weight[:, 2:]
    found: torch.Tensor = ((right + wrong) * counts).sum() / top.sum().clamp(min=1)
    return found + REST_COUNTS * rest.sum() / weight[:, 2].sum().clamp(min=1)


def train(net: Proposer, views: list[tuple[Image, Double]], steps: int) -> None:
    """Train a net on `steps` batches of windows."""
    torch.manual_seed(SEED)
    chance, rng = torch.Generator().manual_seed(SEED), np.random.default_rng(SEED)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.15)
    net.train()
    begun, total = time.monotonic(), 0.0
    for step in range(steps):
        batch = [window(*views[int(rng.integers(len(views)))], rng) for _ in range(BATCH)]
        seen = torch.from_numpy(np.stack([part[0] for part in batch])).permute(0, 3, 1, 2).float()
        want, weight = (torch.from_numpy(np.stack([part[k] for part in batch])) for k in (1, 2))
        level = levelled(spoiled(seen, chance))
        with quick_bits():
            said = net(level)
        loss = loss_of(said.float(), want, weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += float(loss.detach())
        if (step + 1) % 50 == 0:
            sys.stdout.write(f"step {step + 1}: loss {total / 50:.3f}, {time.monotonic() - begun:.0f} s\n")
            sys.stdout.flush()
            total = 0.0
    net.eval()


def share_found(net: ProposalNet, folder: Path, numbers: Sequence[int]) -> float:
    """Return the share of dice and cubes on plates' pictures that are proposed, among `TOO_MANY` too many at most."""
    found = total = 0
    for number in numbers:
        for picture, labels in stored_pictures(folder, number):
            cube = cube_spot(labels)
            board = SurfaceView(parse_corners(labels.corners), labels.aspect, labels.diameter)
            named = propose(picture, board, LEAST_ODDS, len(labels.dice) + TOO_MANY, net)
            for spots, places in zip((labels.dice, cube), named, strict=True):
                near = [any(math.hypot(p.px - s.px, p.py - s.py) < NEAR * s.side for p in places) for s in spots]
                found += sum(near)
                total += len(near)
    return found / max(1, total)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.proposals.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--pictures", type=Path, default=Path("build/pictures"), help="folder for the pictures drawn")
    parser.add_argument("--plates", type=int, default=71, help="plates to learn from (default 71)")
    parser.add_argument("--raised", type=int, default=32, help="more, on which most dice lean (default 32)")
    parser.add_argument("--times", type=int, default=3, help="views of each picture (default 3)")
    parser.add_argument("--steps", type=int, default=7000, help=f"batches of {BATCH} windows (default 7000)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="24 plates, 250 steps: minutes, for a check of the recipe")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.plates, chosen.raised, chosen.times, chosen.steps = 24, 0, 1, 250
    torch.set_num_threads(chosen.workers)
    cv2.setNumThreads(1)
    numbers = [FIRST_TRAINING + k for k in range(chosen.plates)] + [FIRST_RAISED + k for k in range(chosen.raised)]
    draw_all(chosen.pictures, numbers, chosen.workers)
    torch.manual_seed(SEED)
    net = Proposer(SIZE)
    train(net, views_of(chosen.pictures, numbers, chosen.times), chosen.steps)
    export(net, chosen.out)
    validation = range(FIRST_VALIDATION, FIRST_VALIDATION + VALIDATION)
    draw_all(chosen.pictures, validation, chosen.workers)
    share = share_found(ProposalNet(chosen.out), chosen.pictures, validation)
    sys.stdout.write(f"proposed of the validation's dice and cubes: {100 * share:.1f} %\n")
    return 1 if chosen.small and share < LEAST_SMALL else 0


if __name__ == "__main__":
    sys.exit(main())
