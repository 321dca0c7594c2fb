"""Trains the network for places: `python -m vision.training.train_places --out vision/models/places.onnx`.

Strips are drawn into a folder, a file a plate, and drawn only once. The chance is fixed: the same strips, threads,
processor and PyTorch give the same model. `--small` draws fewer plates and trains for a shorter time, a matter of
minutes, and fails where its figures differ from those stated here by more than the stated tolerance.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch.nn import functional

from vision.reading import MAX_COUNT
from vision.strips import ACROSS, ALONG, BEFORE, CHECKER
from vision.training import lessons, strip_files
from vision.training.calibrated import Calibrated, best_temperature
from vision.training.lessons import Recipe, by_labels
from vision.training.place_net import PlaceCounter, export, prepared
from vision.training.place_strips import PAD, plate_strips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.lessons import Judging

FIRST_TRAINING: Final = (2000, 3000)
"""Plates of any looks, and plates whose checkers are like their board: half of each."""
FIRST_STREWN: Final = (2260, 3260)
"""The same of plates whose rows begin far from the rail, see `place_tables.STREWN`."""
FIRST_VALIDATION: Final = 6000
SCENES: Final = 8
BATCH: Final = 128
RATE: Final = 3e-3
SMOOTHING: Final = 0.01
SEED: Final = 24
SHARES: Final = (0.35, 0.40, 0.25)
"""Shares of empty points, of one to five checkers, and of more, in what an epoch shows."""


class Amount(NamedTuple):
    """How much is drawn and shown.

    Attributes:
        first: the first plates of either kind.
        plates: how many to train with.
        epochs: how often `size` strips are shown.
        size: strips an epoch.
        strewn: how many plates more whose rows begin far from the rail.
    """

    first: tuple[int, int]
    plates: int
    epochs: int
    size: int
    strewn: int = 0


SMALL: Final = Amount((2060, 3060), 24, 4, 6144)
"""What `--small` draws and shows."""

SMALL_RIGHT: Final = (0.94, 0.07)
"""Shares of validation strips read right by the small model: with up to five checkers, and with more."""

TOLERANCE: Final = (0.03, 0.06)
"""By how much other processors and numbers of threads may fall below these shares."""

_NOISE: Final = torch.randn(2 * BATCH * 3 * ALONG * ACROSS, generator=torch.Generator().manual_seed(SEED))
"""Noise that every batch takes a part of."""


class Shown(NamedTuple):
    """Strips with what they show: (n, LAYERS, h, w) uint8, (n, 2) float32, (n,) int64."""

    strips: torch.Tensor
    shifts: torch.Tensor
    labels: torch.Tensor


def load(folder: Path, numbers: Sequence[int]) -> Shown:
    """Return the strips of plates."""
    strips, shifts, labels = strip_files.load(folder, numbers, ("pictures", "shifts", "labels"))
    return Shown(strips, shifts, labels.long())


def counts_of(labels: torch.Tensor) -> torch.Tensor:
    """Return how many checkers labels say, of either shade."""
    return torch.where(labels > MAX_COUNT, labels - MAX_COUNT, labels)


def other_shade(labels: torch.Tensor) -> torch.Tensor:
    """Return labels with dark and light exchanged."""
    swapped = torch.where(labels > MAX_COUNT, labels - MAX_COUNT, labels + MAX_COUNT)
    return torch.where(labels == 0, labels, swapped)


def straight(shown: Shown) -> torch.Tensor:
    """Return strips without their pads, float32."""
    return shown.strips[:, :, PAD : PAD + ALONG, PAD : PAD + ACROSS].float()


def changed(shown: Shown, chance: torch.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return strips changed by chance, 0..255 float32, their shifts and labels."""

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    def randn(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=chance)

    parts = []
    for part in shown.strips.chunk(8):
        down, right = (int(v) for v in torch.randint(0, 2 * PAD + 1, (2,), generator=chance))
        parts.append(part[:, :, down : down + ALONG, right : right + ACROSS].float())
    out = torch.cat(parts)
    count = len(out)
    shifts = shown.shifts * torch.exp(0.2 * randn(count, 1)) + 0.015 * randn(count, 2)
    mirrored = rand(count) < 0.5
    out = torch.where(mirrored[:, None, None, None], out.flip(3), out)
    shifts = torch.where(mirrored[:, None], shifts * torch.tensor([-1.0, 1.0]), shifts)
    shifts = torch.where(rand(count, 1) < 0.1, torch.zeros(()), shifts)
    swapped = rand(count) < 0.5
    labels = torch.where(swapped, other_shade(shown.labels), shown.labels)
    seen, suits, rim = out[:, :3], out[:, 3:6], out[:, 6:]
    suits = torch.where(swapped[:, None, None, None], suits[:, (1, 0, 2)], suits)
    out = torch.cat([_recoloured(seen, chance), _misjudged(suits, labels, chance), rim], 1)
    return _round_based(out, labels, chance), shifts, labels


def _round_based(strips: torch.Tensor, labels: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Paint a round base of another shade onto some empty points: a disc, but in neither set's colours."""
    count, _, tall, wide = strips.shape

    def rand(size: int = 1) -> torch.Tensor:
        return torch.rand(count, size, 1, 1, generator=chance)

    rows, columns = torch.arange(tall)[None, None, :, None], torch.arange(wide)[None, None, None, :]
    down = BEFORE + CHECKER * (0.5 + 0.3 * (rand() - 0.5))
    right = wide / 2 + CHECKER * 0.2 * (rand() - 0.5)
    away = ((rows - down) ** 2 + (columns - right) ** 2).sqrt()
    soft = ((CHECKER * (0.45 + 0.12 * rand()) - away) / (1 + 2 * rand())).clamp(0, 1)
    soft = soft * ((labels == 0)[:, None, None, None] & (rand() < 0.3))
    change = torch.cat([60 * (rand() - 0.6), 24 * (rand(2) - 0.5)], 1)
    seen = strips[:, :3] + soft * change
    suits = strips[:, 3:6] + soft * (torch.cat([60 * rand(2), 90 * rand()], 1) - strips[:, 3:6])
    return torch.cat([seen.clamp(0, 255), suits, strips[:, 6:]], 1)


def _recoloured(seen: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Turn hues, bend and invert lightness, blur and add noise."""
    count = len(seen)

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    turn = torch.where(rand(count) < 0.6, 2 * torch.pi * rand(count), torch.zeros(()))
    pale = torch.where(rand(count) < 0.4, rand(count) * 1.2, torch.ones(()))
    cos, sin = (pale * turn.cos())[:, None, None], (pale * turn.sin())[:, None, None]
    a, b = seen[:, 1] - 128, seen[:, 2] - 128
    light = seen[:, 0] / 255
    light = torch.where((rand(count) < 0.1)[:, None, None], 1 - light, light)
    light = light.clamp(1e-3, 1) ** torch.exp(0.25 * torch.randn(count, generator=chance))[:, None, None]
    out = torch.stack([light * 255, cos * a - sin * b + 128, sin * a + cos * b + 128], 1)
    blurred = functional.avg_pool2d(functional.pad(out, (1,) * 4, mode="replicate"), 3, 1)
    out = torch.where((rand(count) < 0.2)[:, None, None, None], blurred, out)
    # Drawing fresh noise would take as long as the network itself.
    begin = int(torch.randint(0, len(_NOISE) - out.numel(), (1,), generator=chance))
    return out + _NOISE[begin : begin + out.numel()].view(out.shape) * (rand(count, 1, 1, 1) ** 2 * 6.0)


def _misjudged(suits: torch.Tensor, labels: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Make the learned colours worse: weaker, shifted, or none known of the set that is not there."""
    count = len(suits)

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance)

    level = 20 * torch.randn(count, 3, 1, 1, generator=chance) * (rand(count, 1, 1, 1) < 0.25)
    weaker = torch.where(rand(count, 3, 1, 1) < 0.15, 0.3 + 0.7 * rand(count, 3, 1, 1), torch.ones(()))
    out = 80 + (suits - 80) * weaker + level
    nothing = rand(count) < 0.04
    for index, absent in ((0, (labels == 0) | (labels > MAX_COUNT)), (1, labels <= MAX_COUNT)):
        gone = (nothing & absent)[:, None, None]
        out[:, index] = torch.where(gone, torch.full((), 10.0), out[:, index])
    for _ in range(2):
        out[:, 2] = _forgotten(out[:, 2], chance)
    return out.clamp(0, 255)


def _forgotten(empty: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Make the empty board unknown, or another one than it is, in discs where checkers might be.

    The reader does not learn the board where it suspects a checker, and suspects some where there is none.
    """
    count, tall, wide = empty.shape

    def rand() -> torch.Tensor:
        return torch.rand(count, 1, 1, generator=chance)

    nth = torch.floor(5 * rand() ** 3)
    down = BEFORE + CHECKER * (nth + 0.5 + 0.25 * (rand() - 0.5))
    right = wide / 2 + CHECKER * 0.25 * (rand() - 0.5)
    radius = CHECKER * (0.58 + 0.1 * rand())
    rows, columns = torch.arange(tall)[None, :, None], torch.arange(wide)[None, None, :]
    inside = ((rows - down) ** 2 + (columns - right) ** 2 < radius**2) & (rand() < 0.3)
    level = torch.where(rand() < 0.5, torch.full((), 80.0), 90 * rand())
    return torch.where(inside, level, empty)


def epoch_order(labels: torch.Tensor, hard: torch.Tensor, size: int, chance: torch.Generator) -> torch.Tensor:
    """Return which strips an epoch shows: the harder one is, the oftener, in fixed shares of few and many checkers.

    Args:
        labels: of all strips.
        hard: how hard each was when it was last shown, 0..1.
        size: how many are shown.
        chance: where the chance comes from.
    """
    counts = counts_of(labels)
    groups = (counts == 0, (counts > 0) & (counts < 6), counts > 5)
    weight = 0.2 + hard
    for group, share in zip(groups, SHARES, strict=True):
        weight[group] *= share / weight[group].sum()
    return torch.multinomial(weight, size, replacement=True, generator=chance)


def train(net: PlaceCounter, shown: Shown, epochs: int, size: int, rate: float = RATE) -> None:
    """Train a counter.

    Args:
        net: what is trained.
        shown: strips to learn from.
        epochs: how often `size` strips are shown.
        size: strips an epoch.
        rate: the learning rate at its highest.
    """

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return epoch_order(shown.labels, hard, size, chance)

    def lesson(index: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        picked = Shown(shown.strips[index], shown.shifts[index], shown.labels[index])
        strips, shifts, labels = changed(picked, chance)
        return prepared(strips, shifts), by_labels(labels, SMOOTHING)

    recipe = Recipe(epochs, size, BATCH, rate, rising=0.15, decay=3e-3, seed=SEED)
    lessons.train(net, recipe, len(shown.labels), order, lesson)


def outputs(net: PlaceCounter, shown: Shown) -> torch.Tensor:
    """Return the logits of strips, (n, CONTENTS)."""
    with torch.no_grad():
        parts = zip(straight(shown).split(256), shown.shifts.split(256), strict=True)
        return torch.cat([net(prepared(strips, shifts)) for strips, shifts in parts])


class Figures(NamedTuple):
    """How many strips of a kind are read right."""

    few: tuple[int, int]
    tall: tuple[int, int]

    def __str__(self) -> str:
        """Say it in a line."""
        return f"up to five {self.few[0]} of {self.few[1]}, six and more {self.tall[0]} of {self.tall[1]}"


def figures(logits: torch.Tensor, labels: torch.Tensor) -> Figures:
    """Return how many strips with up to five checkers and with more are read right."""
    right, tall = logits.argmax(1) == labels, counts_of(labels) > 5
    return Figures(
        (int(right[~tall].sum()), int((~tall).sum())),
        (int(right[tall].sum()), int(tall.sum())),
    )


def good_enough(found: Figures) -> bool:
    """Return whether a small model's figures are within the tolerance of those stated."""
    shares = [right / total for right, total in (found.few, found.tall)]
    return all(share >= stated - slack for share, stated, slack in zip(shares, SMALL_RIGHT, TOLERANCE, strict=True))


def new_net() -> PlaceCounter:
    """Return a counter that has learnt nothing."""
    torch.manual_seed(SEED)
    net: PlaceCounter = PlaceCounter().to(memory_format=torch.channels_last)
    return net


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train_places", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--small", action="store_true", help="a smaller model, whose figures are checked")
    parser.add_argument("--strips", type=Path, default=Path("build/place-strips"), help="folder for the strips drawn")
    parser.add_argument("--plates", type=int, default=240, help="plates to train with (default 240)")
    parser.add_argument("--strewn", type=int, default=0, help="more plates, with rows off the rail (default 0)")
    parser.add_argument("--validation", type=int, default=10, help="plates to validate with (default 10)")
    parser.add_argument("--epochs", type=int, default=24, help="default 24")
    parser.add_argument("--size", type=int, default=16384, help="strips an epoch (default 16384)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    chosen = parser.parse_args(arguments)
    chosen.strips.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(chosen.workers)
    validation = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    amount = SMALL if chosen.small else Amount(FIRST_TRAINING, chosen.plates, chosen.epochs, chosen.size, chosen.strewn)
    training = [first + k for k in range(amount.plates // 2) for first in amount.first]
    training += [first + k for k in range(amount.strewn // 2) for first in FIRST_STREWN]
    drawing = partial(plate_strips, scenes=SCENES)
    strip_files.draw_all(drawing, chosen.strips, [*validation, *training], chosen.workers)
    net = new_net()
    train(net, load(chosen.strips, training), amount.epochs, amount.size)
    held = load(chosen.strips, validation)
    logits = outputs(net, held)
    temperature = best_temperature(logits, partial(functional.cross_entropy, target=held.labels))
    found = figures(logits, held.labels)
    sys.stdout.write(f"validation: {found}; temperature {temperature:.2f}\n")
    export(Calibrated(net, temperature), chosen.out)
    return int(chosen.small and not good_enough(found))


if __name__ == "__main__":
    sys.exit(main())
