"""Train the network for dice and cubes.

    python -m vision.training.dice.train --out vision/models/die.onnx [--small]

It learns from crops of simulated tables, among them what the network that proposes places, which is trained before it
(`vision.training.proposals.train`), takes for dice and is none, and from boxes drawn one by one
(`vision.training.dice.crops`). Crops are drawn into a folder, once. The chance is fixed: the same crops, threads,
processor and PyTorch give the same network.
"""

from __future__ import annotations

import argparse
import math
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch.nn import functional

from vision.dice.crops import PATCH, SPAN, UNKNOWN
from vision.dice.die_net import COCKED, FIRST_CUBE, NONE
from vision.dice.proposals import MODEL as PROPOSALS
from vision.training import lessons
from vision.training.augment import evenly, normally, spoiled
from vision.training.calibrated import Calibrated, best_temperature
from vision.training.dice.crops import FIRST_CLEAR, DieCrops, joined, stored_boxes, stored_plates
from vision.training.dice.drawn_crops import CROP, SIDE
from vision.training.dice.net import DieNetwork, as_inputs, export, pretrained
from vision.training.lessons import Recipe, by_labels
from vision.training.pictures import FIRST_RAISED, FIRST_TRAINING, FIRST_VALIDATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.lessons import Judging

BATCH: Final = 128
EPOCH: Final = 8192
"""Crops shown an epoch."""

RATE: Final = 1e-3
STEADY: Final = 0.999
SMOOTHING: Final = 0.02
SEED: Final = 20

SHARES: Final = (0.27, 0.33, 0.12, 0.28)
"""Shares of an epoch: what is nothing, flat dice, those that lean, cubes; half of each from simulated tables."""

SHIFT: Final = 0.2
"""How far a die may be from the patch's middle, in sides."""

SCALES: Final = (0.76, 1.3)
"""By how much a die's side may be misjudged."""

SQUEEZE, TURN, STRAY = 0.05, 0.06, 0.12
"""Spreads of how a face's proportions, the direction to the camera in radians, and the flatness may be misjudged."""

STRAIGHT: Final = 0.12
"""Flatness below which the camera looks down so straight that any turn is as good."""

LEAST_SMALL: Final = 0.8
"""Share of flat dice whose faces a small network must read right."""


def changed(
    crops: torch.Tensor, flatness: torch.Tensor, mirrorable: torch.Tensor, chance: torch.Generator
) -> torch.Tensor:
    """Return what the network takes of crops, changed by chance; arguments as for `patches_by_chance`."""
    patches = patches_by_chance(crops, flatness, mirrorable, chance)
    forgotten = (flatness < 1.2 * STRAIGHT) & (evenly(chance, len(crops)) < 0.2)
    stray = torch.exp(STRAY * normally(chance, len(crops)))
    return as_inputs(patches, torch.where(forgotten | (flatness < 0), UNKNOWN, flatness * stray))


def patches_by_chance(
    crops: torch.Tensor,
    flatness: torch.Tensor,
    mirrorable: torch.Tensor,
    chance: torch.Generator,
) -> torch.Tensor:
    """Return patches of crops, changed by chance.

    Args:
        crops: (n, 3, CROP, CROP) float32, 0..255, blue-green-red.
        flatness: of the looks, (n,).
        mirrorable: (n,) bool: what is the same in a mirror; pips are, digits are not.
        chance: where the chance comes from.

    Returns:
        (n, 3, PATCH, PATCH) float32, 0..255.
    """
    count = len(crops)

    def rand(*shape: int) -> torch.Tensor:
        return evenly(chance, *shape)

    def spread(much: float) -> torch.Tensor:
        return much * normally(chance, count)

    any_turn = (flatness < 0) | ((flatness < STRAIGHT) & (rand(count) < 0.7))
    turn = torch.where(any_turn, rand(count) * 2 * math.pi, spread(TURN))
    low, high = (math.log(scale) for scale in SCALES)
    size = SPAN * SIDE / CROP * torch.exp(low + (high - low) * rand(count))
    mirrored = torch.where((rand(count) < 0.5) & mirrorable, -1.0, 1.0)
    squeeze = torch.exp(spread(SQUEEZE))
    far, way = SHIFT * rand(count).sqrt() * 2 * SIDE / CROP, rand(count) * 2 * math.pi
    cos, sin = turn.cos() * size, turn.sin() * size
    across = torch.stack([cos * mirrored * squeeze, -sin, far * way.cos()], 1)
    down = torch.stack([sin * mirrored * squeeze, cos, far * way.sin()], 1)
    return spoiled(patches_of(crops, torch.stack([across, down], 1)), PATCH / SPAN, chance)


def patches_of(crops: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    """Cut patches out of stored crops; matrix (n, 2, 3) from the patch's coordinates, -1..1, to the crop's."""
    grid = functional.affine_grid(matrix, [len(crops), 3, PATCH, PATCH], align_corners=False)
    return functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)


def straight(crops: torch.Tensor, flatness: torch.Tensor) -> torch.Tensor:
    """Return what the network takes of the middle of crops, unchanged."""
    return as_inputs(
        patches_of(crops, torch.eye(2, 3, device=crops.device).repeat(len(crops), 1, 1) * (SPAN * SIDE / CROP)),
        flatness,
    )


def kinds_of(labels: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return which of some labels are nothing, flat dice, dice that lean, cubes."""
    return labels == NONE, (labels > NONE) & (labels < COCKED), labels == COCKED, labels >= FIRST_CUBE


def epoch_order(
    labels: torch.Tensor, of_tables: torch.Tensor, hard: torch.Tensor, chance: torch.Generator
) -> torch.Tensor:
    """Return which crops an epoch shows: oftenest those in doubt, as the hardest may show nothing to learn from.

    Args:
        labels: of all crops.
        of_tables: which of them are of simulated tables.
        hard: how hard each was when it was last shown, 0..1.
        chance: where the chance comes from.
    """
    weight = 0.3 + 4 * hard * (1 - hard)
    for share, kind in zip(SHARES, kinds_of(labels), strict=True):
        for part in (kind & of_tables, kind & ~of_tables):
            weight[part] *= share / 2 / weight[part].sum().clamp(min=1e-6)
    return torch.multinomial(weight, EPOCH, replacement=True, generator=chance)


class CropTensors(NamedTuple):
    """Crops on the device that learns from them; attributes as of `crops.DieCrops`."""

    pictures: torch.Tensor
    labels: torch.Tensor
    flatness: torch.Tensor


def on_device(crops: DieCrops, device: torch.device) -> CropTensors:
    """Return crops where they are learned from."""
    labels = torch.from_numpy(crops.labels).long()
    return CropTensors(
        *(part.to(device) for part in (torch.from_numpy(crops.pictures), labels, torch.from_numpy(crops.flatness)))
    )


def train(net: DieNetwork, crops: CropTensors, of_tables: torch.Tensor, epochs: int) -> None:
    """Train the network where the crops are."""
    labels = crops.labels.cpu()

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return epoch_order(labels, of_tables, hard, chance)

    def lesson(shown: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        pictures, meant, flatness = (part[shown.to(chance.device)] for part in crops)
        inputs = changed(channels_first(pictures), flatness, meant < FIRST_CUBE, chance)
        return inputs, by_labels(meant, SMOOTHING)

    recipe = Recipe(epochs, EPOCH, BATCH, RATE, rising=0.1, decay=2e-3, seed=SEED, steady=STEADY)
    lessons.train(net, recipe, len(labels), order, lesson)


def channels_first(pictures: torch.Tensor) -> torch.Tensor:
    """Return crops as float32, channels first."""
    return pictures.permute(0, 3, 1, 2).float()


def outputs(net: DieNetwork, crops: CropTensors, chance: torch.Generator | None = None) -> torch.Tensor:
    """Return the logits of crops, (n, CLASSES), unchanged ones or changed by chance."""
    said = []
    with torch.no_grad():
        for pictures, labels, flatness in zip(*(part.split(256) for part in crops), strict=True):
            first = channels_first(pictures)
            inputs = (
                straight(first, flatness) if chance is None else changed(first, flatness, labels < FIRST_CUBE, chance)
            )
            said.append(net(inputs))
    return torch.cat(said)


def figures(logits: torch.Tensor, labels: torch.Tensor) -> str:
    """Return what is right and wrong, as a line."""
    best = logits.argmax(1)
    nothing, flat, cocked, cube = kinds_of(labels)
    die = flat | cocked
    return (
        f"nothing called something {int((best[nothing] != NONE).sum())}/{int(nothing.sum())}, "
        f"dice missed {int((best[die] == NONE).sum())}/{int(die.sum())}, "
        f"faces right {int((best == labels)[flat].sum())}/{int(flat.sum())}, "
        f"cocked called {int((best[cocked] == COCKED).sum())}/{int(cocked.sum())}, "
        f"flat called cocked {int((best[flat] == COCKED).sum())}/{int(flat.sum())}, "
        f"cubes right {int((best == labels)[cube].sum())}/{int(cube.sum())}\n"
    )


def write(net: DieNetwork, validation: CropTensors, out: Path) -> float:
    """Print how a network does on the validation's crops, calibrate it on them, and write it.

    Returns:
        The share of flat dice whose faces are right.
    """
    labels = validation.labels
    plain = outputs(net, validation)
    sys.stdout.write(f"validation, as drawn: {figures(plain, labels)}")
    logits = outputs(net, validation, torch.Generator(labels.device).manual_seed(SEED))
    sys.stdout.write(f"validation, changed: {figures(logits, labels)}")
    temperature = best_temperature(logits, partial(functional.cross_entropy, target=labels))
    sys.stdout.write(f"temperature {temperature:.2f}\n")
    export(Calibrated(net.cpu(), temperature), out)
    flat = kinds_of(labels)[1]
    return float((plain.argmax(1) == labels)[flat].float().mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--crops", type=Path, default=Path("build/die-crops"), help="folder for the crops drawn")
    parser.add_argument("--proposals", type=Path, default=PROPOSALS, help="the model that proposes places (.onnx)")
    parser.add_argument("--plates", type=int, default=40, help="plates of each of three kinds (default 40)")
    parser.add_argument("--boxes", type=int, default=40, help="files of boxes drawn one by one (default 40)")
    parser.add_argument("--validation", type=int, default=16, help="plates to calibrate with (default 16)")
    parser.add_argument("--epochs", type=int, default=200, help=f"of {EPOCH} crops (default 200)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--device", type=torch.device, default="cpu", help="where it learns: cpu or cuda")
    parser.add_argument("--small", action="store_true", help="a check: few crops, 10 epochs")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.plates, chosen.boxes, chosen.validation, chosen.epochs = 4, 3, 2, 10
    torch.set_num_threads(chosen.workers)
    kinds = (FIRST_TRAINING, FIRST_RAISED, FIRST_CLEAR)
    plates = [first + number for number in range(chosen.plates) for first in kinds]
    of_plates = partial(stored_plates, chosen.crops, chosen.proposals, workers=chosen.workers)
    validation = on_device(of_plates(range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)), chosen.device)
    tables, boxes = of_plates(plates), stored_boxes(chosen.crops, range(chosen.boxes), chosen.workers)
    of_tables = torch.arange(len(tables.labels) + len(boxes.labels)) < len(tables.labels)
    torch.manual_seed(SEED)
    net = pretrained().to(chosen.device, memory_format=torch.channels_last)
    train(net, on_device(joined([tables, boxes]), chosen.device), of_tables, chosen.epochs)
    right = write(net, validation, chosen.out)
    return 1 if chosen.small and right < LEAST_SMALL else 0


if __name__ == "__main__":
    sys.exit(main())
