"""Trains the network for dice: `python -m vision.training.train_dice --out vision/models/dice.onnx`.

Crops are drawn into a folder first, a file a plate, and drawn only once. The chance is fixed: the same crops, the same
number of threads and the same PyTorch give the same model.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.die_net import CLASSES, NONE
from vision.training.augment import changed, straight
from vision.training.die_crops import plate_crops
from vision.training.die_net import Calibrated, DieClassifier, export, levelled

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST_TRAINING: Final = 1000
FIRST_VALIDATION: Final = 5000
SCENES: Final = 10
BATCH: Final = 256
RATE: Final = 3e-3
SMOOTHING: Final = 0.02
SEED: Final = 20


def crop_file(folder: Path, number: int) -> Path:
    """Return the file with a plate's crops."""
    return folder / f"{number}.npz"


def draw(folder: Path, number: int) -> None:
    """Draw a plate's crops into its file, if they are not there yet."""
    path = crop_file(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    crops = plate_crops(number, SCENES)
    half = path.with_suffix(".part.npz")
    np.savez(half, pictures=crops.pictures, labels=crops.labels, kinds=crops.kinds, sides=crops.sides)
    half.rename(path)


def load(folder: Path, numbers: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the crops of plates, (n, CROP, CROP, 3) uint8, and their labels, (n,) int64."""
    pictures, labels = [], []
    for number in numbers:
        with np.load(crop_file(folder, number)) as stored:
            pictures.append(stored["pictures"])
            labels.append(stored["labels"])
    return torch.from_numpy(np.concatenate(pictures)), torch.from_numpy(np.concatenate(labels).astype(np.int64))


def channels_first(pictures: torch.Tensor) -> torch.Tensor:
    """Return crops as the network takes them: float32, channels first."""
    return pictures.permute(0, 3, 1, 2).float()


def epoch_order(labels: torch.Tensor, hard: torch.Tensor, size: int, chance: torch.Generator) -> torch.Tensor:
    """Return which crops an epoch shows: the harder a crop, the oftener; half are dice.

    Args:
        labels: of all crops.
        hard: how hard each was when it was last shown, 0..1.
        size: how many are shown.
        chance: where the chance comes from.
    """
    dice = labels != NONE
    weight = 0.15 + hard
    weight = torch.where(dice, weight / weight[dice].sum(), weight / weight[~dice].sum())
    return torch.multinomial(weight, size, replacement=True, generator=chance)


def train(pictures: torch.Tensor, labels: torch.Tensor, epochs: int, size: int) -> DieClassifier:
    """Train a classifier.

    Args:
        pictures: crops, see `load`.
        labels: what they show.
        epochs: how often `size` crops are shown.
        size: crops an epoch.
    """
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    net: DieClassifier = DieClassifier().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=2e-3)
    steps = epochs * (size // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.2)
    hard = torch.ones(len(labels))
    begun = time.monotonic()
    for epoch in range(epochs):
        net.train()
        total = 0.0
        for shown in epoch_order(labels, hard, size, chance).split(BATCH)[: size // BATCH]:
            patches = levelled(changed(channels_first(pictures[shown]), chance))
            patches = patches.contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", torch.bfloat16):  # twice as fast on processors that have it
                logits = net(patches)
            logits = logits.float()
            loss = functional.cross_entropy(logits, labels[shown], label_smoothing=SMOOTHING)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                right = logits.softmax(1).gather(1, labels[shown, None])[:, 0]
                hard[shown] = 0.5 * hard[shown] + 0.5 * (1 - right)
            total += float(loss.detach())
        sys.stdout.write(f"epoch {epoch}: loss {total * BATCH / size:.4f}, {time.monotonic() - begun:.0f} s\n")
        sys.stdout.flush()
    net.eval()
    return net


def outputs(net: DieClassifier, pictures: torch.Tensor, chance: torch.Generator | None = None) -> torch.Tensor:
    """Return the logits of crops, (n, CLASSES), unchanged ones or changed by chance."""
    with torch.no_grad():
        parts = [channels_first(part) for part in pictures.split(512)]
        return torch.cat([net(levelled(straight(p) if chance is None else changed(p, chance))) for p in parts])


def best_temperature(logits: torch.Tensor, labels: torch.Tensor) -> float:
    """Return the temperature at which the labels are likeliest."""
    tried = torch.linspace(0.4, 3.0, 131)
    losses = [float(functional.cross_entropy(logits / t, labels)) for t in tried]
    return float(tried[int(np.argmin(losses))])


def figures(logits: torch.Tensor, labels: torch.Tensor) -> str:
    """Return what is right and wrong, as a line."""
    best = logits.argmax(1)
    dice, flat = labels != NONE, (labels != NONE) & (labels != CLASSES - 1)
    cocked = labels == CLASSES - 1
    return (
        f"no die called die {int((best[~dice] != NONE).sum())}/{int((~dice).sum())}, "
        f"dice missed {int((best[dice] == NONE).sum())}/{int(dice.sum())}, "
        f"faces right {int((best[flat] == labels[flat]).sum())}/{int(flat.sum())}, "
        f"cocked called {int((best[cocked] == labels[cocked]).sum())}/{int(cocked.sum())}, "
        f"flat called cocked {int((best[flat] == CLASSES - 1).sum())}/{int(flat.sum())}\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train_dice", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--crops", type=Path, default=Path("build/die-crops"), help="folder for the crops drawn")
    parser.add_argument("--plates", type=int, default=200, help="plates to train with (default 200)")
    parser.add_argument("--validation", type=int, default=20, help="plates to validate with (default 20)")
    parser.add_argument("--epochs", type=int, default=20, help="(default 20)")
    parser.add_argument("--size", type=int, default=25600, help="crops an epoch (default 25600)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    chosen = parser.parse_args(arguments)
    chosen.crops.mkdir(parents=True, exist_ok=True)
    training = range(FIRST_TRAINING, FIRST_TRAINING + chosen.plates)
    validation = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    numbers = [*validation, *training]
    with ProcessPoolExecutor(chosen.workers) as pool:
        list(pool.map(draw, [chosen.crops] * len(numbers), numbers))
    torch.set_num_threads(chosen.workers)
    net = train(*load(chosen.crops, training), chosen.epochs, chosen.size)
    pictures, labels = load(chosen.crops, validation)
    logits = outputs(net, pictures)
    sys.stdout.write(f"validation, as drawn: {figures(logits, labels)}")
    logits = outputs(net, pictures, torch.Generator().manual_seed(SEED))
    sys.stdout.write(f"validation, changed: {figures(logits, labels)}")
    temperature = best_temperature(logits, labels)
    sys.stdout.write(f"temperature {temperature:.2f}\n")
    export(Calibrated(net, temperature), chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
