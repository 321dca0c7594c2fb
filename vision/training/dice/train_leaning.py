"""Train the network that tells whether a die leans.

    python -m vision.training.dice.train_leaning --out vision/models/leaning.onnx [--small]

It learns from dice on simulated tables (`vision.training.dice.lean_crops`), clear ones among them
(`vision.training.clear_tables`), whose crops are drawn into a folder, once. The
chance is fixed: the same crops, threads, processor and PyTorch give the same model. By how much what it says counts is
then fitted by `tests.benchmarks.reading.dice.fit_leaning`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.dice.lean_net import PATCH
from vision.training import clear_tables, lessons
from vision.training.augment import recoloured
from vision.training.calibrated import best_temperature
from vision.training.dice.die_net import levelled
from vision.training.dice.lean_crops import (
    CROP,
    FIRST_TRAINING,
    FIRST_VALIDATION,
    LeanCrops,
    box_crops,
    joined,
    plate_crops,
)
from vision.training.dice.lean_net import TILT, CalibratedOdds, LeanTeller, export
from vision.training.lessons import Recipe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.lessons import Judging

BATCH: Final = 64
RATE: Final = 2e-3
SEED: Final = 20

SHIFT: Final = 0.03
"""How far a die may be from the patch's middle, in widths of the patch: a tenth of a die's side, one spread."""

SCALE: Final = 0.12
"""By how much the size of what is seen is changed, at most, in natural logarithms: checkers are measured that well."""

TURN: Final = 0.05
"""Radians by which a patch is turned, one spread: where the camera stands is known no better."""

MOST_NOISE: Final = 6.0
"""Spread of the noise that is added at most, in 0..255; most patches have far less."""

TILT_COUNTS: Final = 0.3
"""How much the error of the tilt counts against that of the odds."""

LEAST_SMALL: Final = 0.7
"""Share of leaning and flat dice, in the mean of both, that a small run must tell: it told 0.75."""


def changed(crops: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return patches of crops, changed by chance: mirrored, shifted, scaled, turned a little, in other colours.

    Args:
        crops: (n, 3, CROP, CROP) float32, 0..255, blue-green-red.
        chance: where the chance comes from.

    Returns:
        (n, 3, PATCH, PATCH) float32, 0..255.
    """
    count = len(crops)

    def spread(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=chance)

    size = PATCH / CROP * torch.exp(SCALE * (2 * torch.rand(count, generator=chance) - 1))
    mirrored = torch.where(torch.rand(count, generator=chance) < 0.5, -1.0, 1.0)
    turn, shift = TURN * spread(count), 2 * SHIFT * PATCH / CROP * spread(count, 2)
    cos, sin = turn.cos() * size, turn.sin() * size
    rows = [torch.stack([cos * mirrored, -sin, shift[:, 0]], 1), torch.stack([sin * mirrored, cos, shift[:, 1]], 1)]
    patches = recoloured(patches_of(crops, torch.stack(rows, 1)), chance)
    parts = [_resharpened(part, chance) for part in patches.split(max(1, count // 8))]
    out = torch.cat(parts)
    out = out + spread(*out.shape) * (torch.rand(count, 1, 1, 1, generator=chance) ** 2 * MOST_NOISE)
    return torch.clamp(torch.round(out), 0, 255)


def _resharpened(patches: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Make some patches coarser, as from a smaller picture, or sharper; one way for the whole part."""
    kind = float(torch.rand((), generator=chance))
    if kind < 0.25:
        small = round(PATCH * (0.65 + 0.3 * float(torch.rand((), generator=chance))))
        coarse = functional.interpolate(patches, size=(small, small), mode="area")
        return functional.interpolate(coarse, size=(PATCH, PATCH), mode="bilinear", align_corners=False)
    if kind < 0.45:
        return patches + patches - functional.avg_pool2d(functional.pad(patches, (1,) * 4, mode="replicate"), 3, 1)
    return patches


def patches_of(crops: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
    """Cut patches out of stored crops; matrix (n, 2, 3) from the patch's coordinates, -1..1, to the crop's."""
    grid = functional.affine_grid(matrix, [len(crops), 3, PATCH, PATCH], align_corners=False)
    return functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)


def straight(crops: torch.Tensor) -> torch.Tensor:
    """Return the patches in the middle of crops, unchanged."""
    return patches_of(crops, torch.eye(2, 3).repeat(len(crops), 1, 1) * (PATCH / CROP))


def as_inputs(patches: torch.Tensor, flatness: torch.Tensor) -> torch.Tensor:
    """Return what the network takes, as `vision.dice.lean_net.with_flatness` does."""
    planes = flatness[:, None, None, None].expand(-1, 1, PATCH, PATCH)
    return torch.cat([levelled(patches), planes], 1)


def channels_first(pictures: torch.Tensor) -> torch.Tensor:
    """Return crops as float32, channels first."""
    return pictures.permute(0, 3, 1, 2).float()


def train(net: LeanTeller, crops: LeanCrops, epochs: int) -> None:
    """Train a net; as many leaning as flat dice are shown."""
    pictures, flatness, tilts = (torch.from_numpy(part) for part in crops)
    leaning = tilts > 0
    weight = torch.where(leaning, 0.5 / leaning.sum(), 0.5 / (~leaning).sum())

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return torch.multinomial(weight, len(hard), replacement=True, generator=chance)

    def lesson(shown: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        inputs = as_inputs(changed(channels_first(pictures[shown]), chance), flatness[shown])
        return inputs, by_tilts(tilts[shown])

    recipe = Recipe(epochs, len(tilts), BATCH, RATE, rising=0.2, decay=5e-3, seed=SEED)
    lessons.train(net, recipe, len(tilts), order, lesson)


def by_tilts(tilts: torch.Tensor) -> Judging:
    """Return what judges answers, (n, 2), by tilts in degrees, (n,): the odds, and how far dice are thought to lean."""
    flat = (tilts == 0).float()

    def judging(answers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        odds, tilt = answers.unbind(1)
        loss = functional.binary_cross_entropy_with_logits(odds, flat)
        right = torch.where(flat > 0, odds, -odds).sigmoid()
        return loss + TILT_COUNTS * functional.smooth_l1_loss(tilt, tilts / TILT), right

    return judging


def log_odds(net: LeanTeller, crops: LeanCrops, chance: torch.Generator | None = None) -> torch.Tensor:
    """Return a net's log-odds of lying flat for crops, (n,), unchanged ones or changed by chance."""
    said = []
    with torch.no_grad():
        for pictures, flatness in zip(*(torch.from_numpy(part).split(256) for part in crops[:2]), strict=True):
            first = channels_first(pictures)
            patches = straight(first) if chance is None else changed(first, chance)
            said.append(net(as_inputs(patches, flatness))[:, 0])
    return torch.cat(said)


def drawn(folder: Path, number: int) -> list[Path]:
    """Draw a plate's crops into a folder, if they are not there yet; return their files."""
    cv2.setNumThreads(1)
    kinds = {"crops": plate_crops, "boxes": box_crops} if number < FIRST_VALIDATION else {"crops": plate_crops}
    paths = []
    for kind, draw in kinds.items():
        paths.append(path := folder / f"{kind}-{number}.npz")
        if not path.exists():
            np.savez(path, **draw(number)._asdict())
    return paths


def stored(folder: Path, numbers: Sequence[int], workers: int) -> LeanCrops:
    """Return the crops of plates, drawn where they are not yet."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        paths = list(chain.from_iterable(pool.map(drawn, [folder] * len(numbers), numbers)))
    parts = []
    for path in paths:
        with np.load(path) as kept:
            parts.append(LeanCrops(kept["pictures"], kept["flatness"], kept["tilts"]))
    return joined(parts)


def write(net: LeanTeller, validation: LeanCrops, out: Path) -> float:
    """Print how a net does on the validation's crops, calibrate it on them, and write it.

    Returns:
        The mean of the shares of leaning and of flat dice that it tells.
    """
    leaning = torch.from_numpy(validation.tilts > 0)
    plain = log_odds(net, validation)
    shares = (float((plain[leaning] < 0).float().mean()), float((plain[~leaning] >= 0).float().mean()))
    flat = (~leaning).float()
    temperature = best_temperature(
        log_odds(net, validation, torch.Generator().manual_seed(SEED)),
        lambda odds: functional.binary_cross_entropy_with_logits(odds, flat),
    )
    sys.stdout.write(
        f"validation: leaning told {shares[0]:.3f} of {int(leaning.sum())}, flat {shares[1]:.3f} of "
        f"{int((~leaning).sum())}; temperature {temperature:.2f}\n"
    )
    export(CalibratedOdds(net, temperature), out)
    return sum(shares) / 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice.train_leaning", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--crops", type=Path, default=Path("build/lean-crops"), help="folder for the crops drawn")
    parser.add_argument(
        "--clear-crops", type=Path, default=clear_tables.FOLDER, help="folder for those with clear dice"
    )
    parser.add_argument("--plates", type=int, default=260, help="plates that train (default 260)")
    parser.add_argument("--clear", type=int, default=600, help="plates with clear dice that train (default 600)")
    parser.add_argument("--validation", type=int, default=4, help="plates to calibrate with (default 4)")
    parser.add_argument("--epochs", type=int, default=24, help="times that all crops are shown (default 24)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="16 plates and 8 with clear dice, 12 epochs: a check")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.plates, chosen.clear, chosen.epochs = 16, 28, 12
    torch.set_num_threads(chosen.workers)
    crops = stored(chosen.crops, range(FIRST_TRAINING, FIRST_TRAINING + chosen.plates), chosen.workers)
    validation = stored(chosen.crops, range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation), chosen.workers)
    tables = range(clear_tables.FIRST + clear_tables.APART, clear_tables.FIRST + chosen.clear)
    crops = joined([crops, clear_tables.stored(chosen.clear_crops, tables, chosen.workers)[1]])
    torch.manual_seed(SEED)
    net = LeanTeller().to(memory_format=torch.channels_last)
    train(net, crops, chosen.epochs)
    told = write(net, validation, chosen.out)
    return 1 if chosen.small and told < LEAST_SMALL else 0


if __name__ == "__main__":
    sys.exit(main())
