"""Trains the network for dice: `python -m vision.training.train_dice --out vision/models/dice.onnx`.

Two rounds: the first learns from crops of what lies on a table; the second goes on with further tables, of which it
also gets the spots that the first one takes for dice and that are none. Crops are drawn into a folder, a file a plate,
and drawn only once. The chance is fixed: the same crops, threads, processor and PyTorch give the same model.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.die_net import COCKED, NONE, DieNet
from vision.training.augment import changed, straight
from vision.training.die_crops import plate_crops
from vision.training.die_net import Calibrated, DieClassifier, export, levelled

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST_TRAINING: Final = 1000
FIRST_MINED: Final = 1100
FIRST_VALIDATION: Final = 5000
SCENES: Final = 10
BATCH: Final = 256
RATE: Final = 3e-3
SECOND_RATE: Final = 1.2e-3
LEANING: Final = 2.0
"""How much oftener cocked dice are shown than others: they are rare and hard to tell."""
SMOOTHING: Final = 0.02
SEED: Final = 20


def crop_file(folder: Path, number: int) -> Path:
    """Return the file with a plate's crops."""
    return folder / f"{number}.npz"


def draw(folder: Path, number: int, model: Path | None = None) -> None:
    """Draw a plate's crops into its file, if they are not there yet; those that a model takes for dice as well."""
    path = crop_file(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    crops = plate_crops(number, SCENES, net=None if model is None else DieNet(model))
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
    weight = (0.15 + hard) * torch.where(labels == COCKED, LEANING, 1.0)
    weight = torch.where(dice, weight / weight[dice].sum(), weight / weight[~dice].sum())
    return torch.multinomial(weight, size, replacement=True, generator=chance)


def new_net() -> DieClassifier:
    """Return a classifier that has learnt nothing."""
    torch.manual_seed(SEED)
    net: DieClassifier = DieClassifier().to(memory_format=torch.channels_last)
    return net


def train(net: DieClassifier, crops: tuple[torch.Tensor, torch.Tensor], epochs: int, size: int, rate: float) -> None:
    """Train a classifier.

    Args:
        net: what is trained.
        crops: pictures and labels, see `load`.
        epochs: how often `size` crops are shown.
        size: crops an epoch.
        rate: the learning rate at its highest.
    """
    pictures, labels = crops
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=2e-3)
    steps = epochs * (size // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.2)
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
    dice, flat = labels != NONE, (labels != NONE) & (labels != COCKED)
    cocked = labels == COCKED
    return (
        f"no die called die {int((best[~dice] != NONE).sum())}/{int((~dice).sum())}, "
        f"dice missed {int((best[dice] == NONE).sum())}/{int(dice.sum())}, "
        f"faces right {int((best[flat] == labels[flat]).sum())}/{int(flat.sum())}, "
        f"cocked called {int((best[cocked] == labels[cocked]).sum())}/{int(cocked.sum())}, "
        f"flat called cocked {int((best[flat] == COCKED).sum())}/{int(flat.sum())}\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train_dice", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--crops", type=Path, default=Path("build/die-crops"), help="folder for the crops drawn")
    parser.add_argument("--plates", type=int, default=60, help="plates of the first round, at most 100 (default 60)")
    parser.add_argument("--mined", type=int, default=60, help="further plates of the second round (default 60)")
    parser.add_argument("--validation", type=int, default=4, help="plates to validate with (default 4)")
    parser.add_argument("--epochs", type=int, default=24, help="of the first round (default 24)")
    parser.add_argument("--second", type=int, default=12, help="epochs of the second round (default 12)")
    parser.add_argument("--size", type=int, default=16384, help="crops an epoch (default 16384)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    chosen = parser.parse_args(arguments)
    chosen.crops.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(chosen.workers)
    validation = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    first = range(FIRST_TRAINING, FIRST_TRAINING + chosen.plates)
    mined = range(FIRST_MINED, FIRST_MINED + chosen.mined)
    draw_all(chosen.crops, [*validation, *first], chosen.workers)
    net = new_net()
    train(net, load(chosen.crops, first), chosen.epochs, chosen.size, RATE)
    write(net, load(chosen.crops, validation), chosen.out)
    draw_all(chosen.crops, mined, chosen.workers, chosen.out)
    train(net, load(chosen.crops, [*first, *mined]), chosen.second, chosen.size, SECOND_RATE)
    write(net, load(chosen.crops, validation), chosen.out)
    return 0


def draw_all(folder: Path, numbers: Sequence[int], workers: int, model: Path | None = None) -> None:
    """Draw the crops of plates, several at a time."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(draw, [folder] * len(numbers), numbers, [model] * len(numbers)))


def write(net: DieClassifier, validation: tuple[torch.Tensor, torch.Tensor], out: Path) -> None:
    """Say how a net does on the validation's crops, calibrate it on them, and write it."""
    pictures, labels = validation
    sys.stdout.write(f"validation, as drawn: {figures(outputs(net, pictures), labels)}")
    logits = outputs(net, pictures, torch.Generator().manual_seed(SEED))
    sys.stdout.write(f"validation, changed: {figures(logits, labels)}")
    temperature = best_temperature(logits, labels)
    sys.stdout.write(f"temperature {temperature:.2f}\n")
    export(Calibrated(net, temperature), out)


if __name__ == "__main__":
    sys.exit(main())
