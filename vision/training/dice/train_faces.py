"""Train the network that reads the faces of flat dice.

    python -m vision.training.dice.train_faces --out vision/models/faces.onnx [--small]

It learns from flat dice drawn one by one, most of them hard to read, and as often as their number from clear dice on
simulated tables (`vision.training.dice.crops`); crops are drawn into a folder, once. It is shown oftenest what it is in
doubt about, and what it has learned is the mean of its weights. The chance is fixed: the same crops, threads, processor
and PyTorch give the same network.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import torch
from torch.nn import functional

from vision.dice.crops import UNKNOWN
from vision.dice.die_net import COCKED, NONE
from vision.dice.face_net import CLOSE_SPAN
from vision.dice.proposals import MODEL as PROPOSALS
from vision.training import lessons
from vision.training.calibrated import Calibrated, best_temperature
from vision.training.dice.crops import FIRST_CLEAR, stored_boxes, stored_plates
from vision.training.dice.drawn_crops import CROP, SIDE
from vision.training.dice.face_net import FaceClassifier, export, with_ink
from vision.training.dice.train import channels_first, patches_by_chance, patches_of
from vision.training.lessons import Recipe, by_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.dice.crops import DieCrops
    from vision.training.lessons import Judging

BATCH: Final = 128
EPOCH: Final = 16384
"""Crops shown an epoch."""

RATE: Final = 2e-3
STEADY: Final = 0.998
SMOOTHING: Final = 0.02
SEED: Final = 20

LEAST_SMALL: Final = 0.5
"""Share of the validation's dice that a small run must read, of six faces."""

Faces = tuple[torch.Tensor, torch.Tensor]
"""Crops, (n, CROP, CROP, 3) uint8, and faces from 0, (n,) int64."""


def faces_of(crops: DieCrops) -> Faces:
    """Return the flat dice among crops."""
    flat = (crops.labels > NONE) & (crops.labels < COCKED)
    return torch.from_numpy(crops.pictures[flat]), torch.from_numpy(crops.labels[flat].astype(np.int64)) - 1


def train(net: FaceClassifier, pictures: torch.Tensor, faces: torch.Tensor, epochs: int) -> None:
    """Train the network."""

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return torch.multinomial(0.4 + 4 * hard * (1 - hard), EPOCH, replacement=True, generator=chance)

    def lesson(shown: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        return with_ink(_changed(pictures[shown], chance)), by_labels(faces[shown], SMOOTHING)

    recipe = Recipe(epochs, EPOCH, BATCH, RATE, rising=0.2, decay=2e-3, seed=SEED, steady=STEADY)
    lessons.train(net, recipe, len(faces), order, lesson)


def _changed(pictures: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return patches of crops, turned and changed by chance."""
    count = len(pictures)
    anyhow = torch.full((count,), UNKNOWN), torch.ones(count, dtype=torch.bool)
    return patches_by_chance(channels_first(pictures), *anyhow, chance, CLOSE_SPAN)


def logits_of(net: FaceClassifier, pictures: torch.Tensor, chance: torch.Generator | None = None) -> torch.Tensor:
    """Return the logits of crops, (n, 6), unchanged ones or changed by chance."""
    said = []
    with torch.no_grad():
        for part in pictures.split(512):
            middle = torch.eye(2, 3).repeat(len(part), 1, 1) * (CLOSE_SPAN * SIDE / CROP)
            patches = patches_of(channels_first(part), middle) if chance is None else _changed(part, chance)
            said.append(net(with_ink(patches)))
    return torch.cat(said)


def write(net: FaceClassifier, pictures: torch.Tensor, faces: torch.Tensor, out: Path) -> float:
    """Print how a network reads the validation's dice, calibrate it on them, and write it.

    Returns:
        The share of faces that it reads.
    """
    plain = float((logits_of(net, pictures).argmax(1) == faces).float().mean())
    logits = logits_of(net, pictures, torch.Generator().manual_seed(SEED))
    temperature = best_temperature(logits, partial(functional.cross_entropy, target=faces))
    sys.stdout.write(f"validation: read {plain:.3f} of {len(faces)}; temperature {temperature:.2f}\n")
    export(Calibrated(net, temperature), out)
    return plain


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice.train_faces", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--crops", type=Path, default=Path("build/die-crops"), help="folder for the crops drawn")
    parser.add_argument("--proposals", type=Path, default=PROPOSALS, help="the model that proposes places (.onnx)")
    parser.add_argument("--dice", type=int, default=160, help="files of dice drawn one by one (default 160)")
    parser.add_argument("--plates", type=int, default=200, help="plates with clear dice (default 200)")
    parser.add_argument("--epochs", type=int, default=220, help=f"of {EPOCH} crops (default 220)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="a check: few crops, 10 epochs")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.dice, chosen.plates, chosen.epochs = 5, 4, 10
    torch.set_num_threads(chosen.workers)
    plates = range(FIRST_CLEAR, FIRST_CLEAR + chosen.plates)
    apart, *drawn = (
        faces_of(stored_boxes(chosen.crops, [number], chosen.workers, hard=True)) for number in range(chosen.dice)
    )
    on_tables = faces_of(stored_plates(chosen.crops, chosen.proposals, plates, chosen.workers))
    pictures, faces = (torch.cat(part) for part in zip(*drawn, on_tables, strict=True))
    torch.manual_seed(SEED)
    net = FaceClassifier().to(memory_format=torch.channels_last)
    train(net, pictures, faces, chosen.epochs)
    read = write(net, *apart, chosen.out)
    return 1 if chosen.small and read < LEAST_SMALL else 0


if __name__ == "__main__":
    sys.exit(main())
