"""Train the network that reads the faces of dice in doubt.

    python -m vision.training.dice.train_faces --out vision/models/faces.onnx [--small]

It learns from flat dice drawn one by one, most of them hard to read (`vision.training.dice.face_crops`), on pieces of
pictures of simulated tables, and in the third course as often from clear dice on such tables
(`vision.training.clear_tables`); crops are drawn into folders, once. It is shown oftenest what it is in doubt about, in
four courses, the first at twice the rate; what it learns of the last one, in which half of what is shown is changed
mildly, is the mean of its weights. The chance is fixed: the same crops, threads, processor and PyTorch give the same
model.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch.nn import functional

from vision.training import clear_tables, lessons
from vision.training.augment import changed, mildly_changed, straight
from vision.training.calibrated import Calibrated, best_temperature
from vision.training.dice.die_crops import CLOSE
from vision.training.dice.face_crops import stored
from vision.training.dice.face_net import FaceClassifier, export, with_ink
from vision.training.lessons import Recipe, by_labels
from vision.training.pictures import FIRST_TRAINING, draw_all, stored_pictures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.training.dice.face_crops import FaceCrops
    from vision.training.lessons import Judging, Order

BATCH: Final = 128
EPOCH: Final = 16384
"""Crops shown an epoch."""
SMOOTHING: Final = 0.02
SEED: Final = 20


class Course(NamedTuple):
    """One after the other.

    Attributes:
        rate: the learning rate at its highest.
        on_tables: share of what is shown that lies on simulated tables, as far as doubts are alike.
        mild: share of batches that are changed mildly.
        steady: see `Recipe`.
    """

    rate: float
    on_tables: float
    mild: float = 0.0
    steady: float | None = None


COURSES: Final = (Course(2e-3, 0.0), Course(1e-3, 0.0), Course(1e-3, 0.5), Course(1.5e-3, 0.2, 0.5, 0.998))

SEEDS: Final = (1, 2, 3, 4)
"""Of the crops; of the first of them the first `VALIDATION` train nothing."""
VALIDATION: Final = 4000

LEAST_SMALL: Final = 0.61
"""Share of the validation's dice that a small run must read, of six faces: the 0.646 that it read in 32 bits, less a
tolerance for other processors and numbers of threads. A round less read 0.655 in bfloat16 and 0.595 in 32 bits."""

Crops = tuple[torch.Tensor, torch.Tensor]
"""Pictures, (n, CROP, CROP, 3) uint8, and faces from 0, (n,) int64."""


def as_tensors(crops: FaceCrops) -> Crops:
    """Return crops as tensors."""
    return torch.from_numpy(crops.pictures), torch.from_numpy(crops.values).long() - 1


def grounds_of(folder: Path, plates: int, workers: int) -> list[Image]:
    """Return the first two pictures of each of some simulated tables."""
    numbers = range(FIRST_TRAINING, FIRST_TRAINING + plates)
    draw_all(folder, numbers, workers)
    return [picture for number in numbers for picture, _ in list(stored_pictures(folder, number))[:2]]


def train(net: FaceClassifier, drawn: Crops, on_tables: Crops, epochs: Sequence[int]) -> None:
    """Train a net in courses, so many epochs in each, on dice drawn one by one, and on those of tables."""
    pictures, faces = (torch.cat(both) for both in zip(drawn, on_tables, strict=True))
    counts = len(drawn[1]), len(on_tables[1])

    def lesson(mild: float, shown: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        way = mildly_changed if mild > 0 and float(torch.rand((), generator=chance)) < mild else changed
        inputs = with_ink(way(channels_first(pictures[shown]), chance, _any_way(shown), CLOSE))
        return inputs, by_labels(faces[shown], SMOOTHING)

    for number, (count, course) in enumerate(zip(epochs, COURSES, strict=True)):
        if not count:
            continue
        order = _order(counts, course.on_tables)
        recipe = Recipe(count, EPOCH, BATCH, course.rate, 0.2, 2e-3, SEED + number, course.steady)
        lessons.train(net, recipe, len(faces), order, partial(lesson, course.mild))


def _order(counts: tuple[int, int], share: float) -> Order:
    """Return what chooses crops: doubtful ones oftenest, of the second kind such a share."""
    kinds = [torch.full((count,), part / max(count, 1)) for count, part in zip(counts, (1 - share, share), strict=True)]
    weight = torch.cat(kinds)

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return torch.multinomial(weight * (0.4 + 4 * hard * (1 - hard)), EPOCH, replacement=True, generator=chance)

    return order


def channels_first(pictures: torch.Tensor) -> torch.Tensor:
    """Return crops as float32, channels first."""
    return pictures.permute(0, 3, 1, 2).float()


def _any_way(crops: torch.Tensor) -> torch.Tensor:
    """Return for each crop that it may be mirrored: pips may."""
    return torch.ones(len(crops), dtype=torch.bool)


def logits_of(net: FaceClassifier, crops: Crops, chance: torch.Generator | None = None) -> torch.Tensor:
    """Return a net's logits for crops, (n, 6), unchanged ones or changed by chance."""
    said = []
    with torch.no_grad():
        for pictures in crops[0].split(512):
            first = channels_first(pictures)
            patches = straight(first, CLOSE) if chance is None else changed(first, chance, _any_way(first), CLOSE)
            said.append(net(with_ink(patches)))
    return torch.cat(said)


def write(net: FaceClassifier, validation: Crops, out: Path) -> float:
    """Print how a net does on the validation's crops, calibrate it on them, and write it.

    Returns:
        The share of faces that it reads.
    """
    faces = validation[1]
    plain = float((logits_of(net, validation).argmax(1) == faces).float().mean())
    logits = logits_of(net, validation, torch.Generator().manual_seed(SEED))
    temperature = best_temperature(logits, partial(functional.cross_entropy, target=faces))
    sys.stdout.write(f"validation: read {plain:.3f} of {len(faces)}; temperature {temperature:.2f}\n")
    export(Calibrated(net, temperature), out)
    return plain


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice.train_faces", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--pictures", type=Path, default=Path("build/pictures"), help="folder for the tables drawn")
    parser.add_argument("--crops", type=Path, default=Path("build/face-crops"), help="folder for the dice drawn")
    parser.add_argument(
        "--clear-crops", type=Path, default=clear_tables.FOLDER, help="folder for those with clear dice"
    )
    parser.add_argument("--plates", type=int, default=24, help="tables on pieces of which dice lie (default 24)")
    parser.add_argument("--dice", type=int, default=60000, help="dice of each of four seeds (default 60000)")
    parser.add_argument("--tables", type=int, default=600, help="tables with clear dice (default 600)")
    parser.add_argument("--epochs", type=int, nargs=4, default=(50, 45, 30, 100), help=f"of {EPOCH} (50 45 30 100)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="4000 dice of each seed, 7, 2, 1 and 0 epochs: a check")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.plates, chosen.dice, chosen.tables, chosen.epochs = 4, 4000, 24, (7, 2, 1, 0)
    torch.set_num_threads(chosen.workers)
    grounds = grounds_of(chosen.pictures, chosen.plates, chosen.workers)
    pictures, faces = as_tensors(stored(chosen.crops, grounds, chosen.dice, SEEDS, chosen.workers))
    tables = range(clear_tables.FIRST + clear_tables.APART, clear_tables.FIRST + chosen.tables)
    on_tables = as_tensors(clear_tables.stored(chosen.clear_crops, tables, chosen.workers)[0])
    apart = min(VALIDATION, chosen.dice // 4)
    torch.manual_seed(SEED)
    net = FaceClassifier().to(memory_format=torch.channels_last)
    train(net, (pictures[apart:], faces[apart:]), on_tables, chosen.epochs)
    read = write(net, (pictures[:apart], faces[:apart]), chosen.out)
    return 1 if chosen.small and read < LEAST_SMALL else 0


if __name__ == "__main__":
    sys.exit(main())
