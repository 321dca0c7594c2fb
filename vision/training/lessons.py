"""Train classifiers epoch by epoch, with an eye on what they still get wrong."""

from __future__ import annotations

import sys
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel

from vision.training.precision import quick_bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from torch import nn

    Order = Callable[[torch.Tensor, torch.Generator], torch.Tensor]
    """By how hard each example was when it was last shown, (n,) 0..1, which ones an epoch shows, (size,) int64."""

    Judging = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
    """From the logits of a batch to its loss and to the probabilities given to the truth, (n,)."""

    Lesson = Callable[[torch.Tensor, torch.Generator], tuple[torch.Tensor, Judging]]
    """Makes a batch of the examples of some indices, changed by chance, and says how answers to it are judged."""


class Recipe(NamedTuple):
    """Recipe by which a net is trained.

    Attributes:
        epochs: how often `size` examples are shown.
        size: examples an epoch.
        batch: examples a batch.
        rate: the learning rate at its highest.
        rising: the share of all steps in which the rate rises.
        decay: of the weights.
        seed: where the chance begins.
        steady: how much of the mean of weights is kept at each step, at most, where this mean is what is learned.
    """

    epochs: int
    size: int
    batch: int
    rate: float
    rising: float
    decay: float
    seed: int
    steady: float | None = None


def train(net: nn.Module, recipe: Recipe, examples: int, order: Order, lesson: Lesson) -> None:
    """Train a net, and tell the loss of every epoch.

    Args:
        net: what is trained, on the device where it learns.
        recipe: how.
        examples: how many there are.
        order: chooses those of an epoch.
        lesson: makes batches of them.
    """
    torch.manual_seed(recipe.seed)
    device = next(net.parameters()).device
    drawn, chance = torch.Generator().manual_seed(recipe.seed), torch.Generator(device).manual_seed(recipe.seed)
    optimizer = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    batches = recipe.size // recipe.batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.rate, total_steps=recipe.epochs * batches, pct_start=recipe.rising
    )
    steadied = None
    if recipe.steady is not None:
        steadied = AveragedModel(net, avg_fn=partial(steady_mean, recipe.steady), use_buffers=True)
    hard = torch.ones(examples)
    begun = time.monotonic()
    for epoch in range(recipe.epochs):
        net.train()
        total = 0.0
        for index in order(hard, drawn).split(recipe.batch)[:batches]:
            batch, judging = lesson(index, chance)
            batch = batch.contiguous(memory_format=torch.channels_last)
            with quick_bits(device):
                logits = net(batch)
            loss, right = judging(logits.float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            if steadied is not None:
                steadied.update_parameters(net)
            hard[index] = 0.5 * hard[index] + 0.5 * (1 - right.detach().cpu())
            total += float(loss.detach())
        spent = time.monotonic() - begun
        sys.stdout.write(f"epoch {epoch}: loss {total * recipe.batch / recipe.size:.4f}, {spent:.0f} s\n")
        sys.stdout.flush()
    if steadied is not None:
        net.load_state_dict(steadied.module.state_dict())
    net.eval()


def steady_mean(most: float, mean: torch.Tensor, latest: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    """Return a mean of weights after another step; of early means, which have seen little, less is kept."""
    return mean + (latest - mean) * (1 - min(most, (1 + int(steps)) / (10 + int(steps))))


def by_labels(labels: torch.Tensor, smoothing: float) -> Judging:
    """Return what judges logits, (n, classes), by labels, (n,) int64, by cross entropy with smoothed labels."""

    def judging(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        right = logits.detach().softmax(1).gather(1, labels[:, None])[:, 0]
        return functional.cross_entropy(logits, labels, label_smoothing=smoothing), right

    return judging
