"""Train the two networks that read dice and cubes, one at a time.

    python -m vision.training.dice.train_dice --out vision/models/dice.onnx [--small]
    python -m vision.training.dice.train_dice --close --out vision/models/dice_close.onnx [--small]

It learns from crops of simulated tables (`vision.training.dice.die_crops`), among them what the network that proposes
dice, which is trained before it (`vision.training.proposals.train`), takes for dice and is none, and from dice and
cubes drawn one by one (`vision.training.dice.drawn_crops`). Pictures are drawn into a folder, once. The chance is
fixed: the same pictures, threads, processor and PyTorch give the same model.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.dice.die_net import COCKED, FIRST_CUBE, NONE
from vision.dice.proposals import MODEL as PROPOSALS
from vision.dice.proposals import ProposalNet
from vision.training import lessons
from vision.training.augment import changed, mildly_changed, straight
from vision.training.calibrated import Calibrated, best_temperature
from vision.training.dice.die_crops import CLOSE, CROP, FIRST, CropView, crops_of
from vision.training.dice.die_net import LAYERS, SMALL_LAYERS, DieClassifier, export, levelled
from vision.training.dice.drawn_crops import drawn_crops
from vision.training.lessons import Recipe, by_labels
from vision.training.onnx_model import again
from vision.training.pictures import FIRST_RAISED, FIRST_TRAINING, FIRST_VALIDATION, draw_all, stored_pictures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from vision.training.lessons import Judging

BATCH: Final = 128
OTHERS: Final = 16
"""Labelled spots of a picture that are neither die nor cube and are learned from, at most."""
EPOCH: Final = 16384
"""Crops shown an epoch."""
SHARES: Final = {FIRST: (0.36, 0.4, 0.24), CLOSE: (0.2, 0.5, 0.3)}
"""Shares of an epoch: what is nothing, dice, cubes."""
SMOOTHING: Final = 0.02
SEED: Final = 20
SMALL_RIGHT: Final = 0.99
"""Share of the validation's flat dice whose faces a small network reads right."""

TOLERANCE: Final = 0.05
"""By how much other processors and numbers of threads may fall below this share."""


class DieRecipe(NamedTuple):
    """Recipe by which a network is made and learns.

    Attributes:
        layers: its convolutions, see `DieClassifier`.
        changes: what chance does to crops while they are learned from.
        rate: the learning rate at its highest.
        leaning: how much oftener cocked dice are shown than others: they are rare and hard to tell.
    """

    layers: Sequence[tuple[int, int, int]]
    changes: Callable[[torch.Tensor, torch.Generator, torch.Tensor, CropView], torch.Tensor]
    rate: float
    leaning: float


FULL: Final = DieRecipe(LAYERS, changed, 2e-3, 3.0)
SMALL: Final = DieRecipe(SMALL_LAYERS, mildly_changed, 4e-3, 1.0)
GOING_ON: Final = FULL._replace(rate=8e-4)
"""`SMALL` learns in minutes: with all changes, and cocked dice before all others, it would read no face by then.
`GOING_ON` is for what has learned before."""

Crops = tuple[torch.Tensor, torch.Tensor]
"""Pictures, (n, CROP, CROP, 3) uint8, and their classes, (n,) int64."""


def as_tensors(pictures: npt.NDArray[np.uint8], labels: npt.NDArray[np.uint8]) -> Crops:
    """Return crops as tensors."""
    return torch.from_numpy(pictures), torch.from_numpy(labels.astype(np.int64))


def table_crops(folder: Path, numbers: Sequence[int], net: ProposalNet | None, view: CropView) -> Crops:
    """Return the crops of plates whose pictures are stored."""
    crops = crops_of(chain.from_iterable(stored_pictures(folder, number) for number in numbers), OTHERS, net, view)
    return as_tensors(crops.pictures, crops.labels)


def boxes(folder: Path, numbers: Sequence[int], count: int, view: CropView) -> Crops:
    """Return crops drawn one by one, on pieces of the pictures of plates."""
    grounds = [picture for number in numbers for picture, _ in list(stored_pictures(folder, number))[:1]]
    return as_tensors(*drawn_crops(grounds, count, SEED, CROP / view.reach))


def joined(parts: Sequence[Crops]) -> Crops:
    """Return all crops of several sets."""
    return torch.cat([pictures for pictures, _ in parts]), torch.cat([labels for _, labels in parts])


def channels_first(pictures: torch.Tensor) -> torch.Tensor:
    """Return crops as the network takes them: float32, channels first."""
    return pictures.permute(0, 3, 1, 2).float()


def epoch_order(
    labels: torch.Tensor, hard: torch.Tensor, chance: torch.Generator, shares: Sequence[float], leaning: float
) -> torch.Tensor:
    """Return which crops an epoch shows: oftenest those in doubt, as the hardest may show nothing to learn from.

    Args:
        labels: of all crops.
        hard: how hard each was when it was last shown, 0..1.
        chance: where the chance comes from.
        shares: of the epoch, of what is nothing, dice, cubes.
        leaning: how much oftener cocked dice are shown than others.
    """
    weight = (0.4 + 4 * hard * (1 - hard)) * torch.where(labels == COCKED, leaning, 1.0)
    kinds = (labels == NONE, (labels != NONE) & (labels < FIRST_CUBE), labels >= FIRST_CUBE)
    for share, kind in zip(shares, kinds, strict=True):
        weight[kind] *= share / weight[kind].sum().clamp(min=1e-6)
    return torch.multinomial(weight, EPOCH, replacement=True, generator=chance)


def train(net: DieClassifier, crops: Crops, epochs: int, view: CropView, way: DieRecipe) -> None:
    """Train a classifier."""
    pictures, labels = crops

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return epoch_order(labels, hard, chance, SHARES[view], way.leaning)

    def lesson(shown: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        cropped, mirrorable = channels_first(pictures[shown]), labels[shown] < FIRST_CUBE
        return levelled(way.changes(cropped, chance, mirrorable, view)), by_labels(labels[shown], SMOOTHING)

    recipe = Recipe(epochs, EPOCH, BATCH, way.rate, rising=0.2, decay=2e-3, seed=SEED)
    lessons.train(net, recipe, len(labels), order, lesson)


def outputs(net: DieClassifier, crops: Crops, view: CropView, way: DieRecipe | None = None) -> torch.Tensor:
    """Return the logits of crops, (n, CLASSES), unchanged ones or changed by chance in a way."""
    said, chance = [], torch.Generator().manual_seed(SEED)
    with torch.no_grad():
        for pictures, labels in zip(*(part.split(512) for part in crops), strict=True):
            first = channels_first(pictures)
            mirrorable = labels < FIRST_CUBE
            patches = straight(first, view) if way is None else way.changes(first, chance, mirrorable, view)
            said.append(net(levelled(patches)))
    return torch.cat(said)


def figures(logits: torch.Tensor, labels: torch.Tensor) -> str:
    """Return what is right and wrong, as a line."""
    best = logits.argmax(1)
    die = (labels != NONE) & (labels < FIRST_CUBE)
    flat, cocked, cube = die & (labels != COCKED), labels == COCKED, labels >= FIRST_CUBE
    return (
        f"nothing called something {int((best[labels == NONE] != NONE).sum())}/{int((labels == NONE).sum())}, "
        f"dice missed {int((best[die] == NONE).sum())}/{int(die.sum())}, "
        f"faces right {int((best[flat] == labels[flat]).sum())}/{int(flat.sum())}, "
        f"cocked called {int((best[cocked] == COCKED).sum())}/{int(cocked.sum())}, "
        f"flat called cocked {int((best[flat] == COCKED).sum())}/{int(flat.sum())}, "
        f"cubes right {int((best[cube] == labels[cube]).sum())}/{int(cube.sum())}\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice.train_dice", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--close", action="store_true", help="the network that sees little more than an upper face")
    parser.add_argument("--pictures", type=Path, default=Path("build/pictures"), help="folder for the pictures drawn")
    parser.add_argument("--proposals", type=Path, default=PROPOSALS, help="the model that proposes dice (.onnx)")
    parser.add_argument("--plates", type=int, default=70, help="plates as they are played on (default 70)")
    parser.add_argument("--raised", type=int, default=32, help="plates with many cocked dice (default 32)")
    parser.add_argument("--validation", type=int, default=4, help="plates to calibrate with (default 4)")
    parser.add_argument("--boxes", type=int, default=90000, help="dice and cubes drawn one by one (default 90000)")
    parser.add_argument("--epochs", type=int, default=200, help=f"of {EPOCH} crops (default 200)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="a smaller model, whose figures are checked")
    parser.add_argument("--go-on", type=Path, help="a model to go on from (.onnx)")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.plates, chosen.raised, chosen.boxes, chosen.epochs = 24, 4, 4000, 10
    torch.set_num_threads(chosen.workers)
    cv2.setNumThreads(1)
    flat = range(FIRST_TRAINING, FIRST_TRAINING + chosen.plates)
    raised = range(FIRST_RAISED, FIRST_RAISED + chosen.raised)
    validation = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    draw_all(chosen.pictures, [*flat, *raised, *validation], chosen.workers)
    mine, view, way = ProposalNet(chosen.proposals), CLOSE if chosen.close else FIRST, way_of(chosen)
    crops = joined(
        [
            table_crops(chosen.pictures, [*flat, *raised], mine, view),
            boxes(chosen.pictures, flat, chosen.boxes, view),
        ]
    )
    torch.manual_seed(SEED)
    net = DieClassifier(way.layers).to(memory_format=torch.channels_last)
    if chosen.go_on is not None:
        some = crops[0][:: max(1, len(crops[0]) // 1024)]
        again([*net.seeing, *net.judging], chosen.go_on, levelled(straight(channels_first(some), view)))
    train(net, crops, chosen.epochs, view, way)
    right = write(net, table_crops(chosen.pictures, validation, mine, view), chosen.out, view, way)
    return 1 if chosen.small and right < SMALL_RIGHT - TOLERANCE else 0


def way_of(chosen: argparse.Namespace) -> DieRecipe:
    """Return how the network that was asked for learns."""
    if chosen.small:
        return SMALL
    return FULL if chosen.go_on is None else GOING_ON


def write(net: DieClassifier, validation: Crops, out: Path, view: CropView, way: DieRecipe) -> float:
    """Print how a net does on the validation's crops, calibrate it on them, and write it.

    Returns:
        The share of flat dice whose faces are right.
    """
    labels = validation[1]
    plain = outputs(net, validation, view)
    sys.stdout.write(f"validation, as drawn: {figures(plain, labels)}")
    logits = outputs(net, validation, view, way)
    sys.stdout.write(f"validation, changed: {figures(logits, labels)}")
    temperature = best_temperature(logits, partial(functional.cross_entropy, target=labels))
    sys.stdout.write(f"temperature {temperature:.2f}\n")
    export(Calibrated(net, temperature), out)
    flat = (labels != NONE) & (labels < COCKED)
    return float((plain.argmax(1) == labels)[flat].float().mean())


if __name__ == "__main__":
    sys.exit(main())
