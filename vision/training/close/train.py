"""Train the closer look at full points: `python -m vision.training.close.train --out FILE.onnx`.

Strips are drawn into a folder, a file a plate, and drawn only once. The chance is fixed: the same strips, threads,
processor and PyTorch give the same model.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import torch
from torch.nn import functional

from vision.checkers.close_net import ACROSS, ALONG
from vision.training import lessons
from vision.training.calibrated import best_temperature
from vision.training.close import files
from vision.training.close.net import HeightJudge, export, log_counts, prepared
from vision.training.close.tables import PAD, close_strips
from vision.training.close.traced import traced_strips
from vision.training.lessons import Recipe
from vision.training.onnx_model import again, halfway
from vision.training.traced.drawn_builds import FIRST_TRACED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.lessons import Judging

ANY_LOOK: Final = (*range(2200, 3000), *range(4000, 5000))
"""Plates of any looks to train with."""

ALIKE: Final = (*range(3200, 4000, 2), *range(3201, 4000, 2))
"""Plates whose checkers are like their board: one of these for two of the former."""
FIRST_VALIDATION: Final = 6120
BATCH: Final = 64
RATE: Final = 3e-3
SECOND_RATE: Final = 1.5e-3
SEED: Final = 31
ASIDE: Final = 1
"""How far strips are moved while training, pixels: where exactly checkers appear tells how high they lie."""
WHOLE: Final = 0.5
"""What the likelihood of the whole line's count weighs beside that of its steps' heights."""

ALONE: Final = 0.1
"""Share of points that are judged beside no row while training, as where a calibration has none."""


class Strips(NamedTuple):
    """Strips and their shifts: (n, LAYERS, h, w) uint8, (n, 2) float32."""

    pictures: torch.Tensor
    shifts: torch.Tensor

    def at(self, index: torch.Tensor, device: torch.device | None = None) -> Strips:
        """Return some of them, on the device where they lie or on another."""
        return Strips(self.pictures[index].to(device), self.shifts[index].to(device))


class Shown(NamedTuple):
    """Full points with what they show, and rows of single checkers to judge them beside.

    Attributes:
        points: n of them.
        heights: what they show, (n, STEPS) int64.
        rows: of single checkers.
        beside: index of each point's row, (n,) int64, -1 where there is none.
    """

    points: Strips
    heights: torch.Tensor
    rows: Strips
    beside: torch.Tensor


def training_plates(groups: int) -> list[int]:
    """Return the numbers of plates to train with, three for every two of the first kind."""
    return [*ANY_LOOK[:groups], *ALIKE[: (groups + 1) // 2]]


def load(folder: Path, numbers: Sequence[int]) -> Shown:
    """Return the strips of plates."""
    names = ("pictures", "shifts", "heights", "rows", "row_shifts")
    pictures, shifts, heights, rows, row_shifts = files.load(folder, numbers, names)
    parts, first = [], 0
    for number in numbers:
        (part,) = files.load(folder, [number], ("beside",))
        parts.append(torch.where(part < 0, part, part + first))
        first += files.count(folder, number, "rows")
    return Shown(Strips(pictures, shifts), heights.long(), Strips(rows, row_shifts), torch.cat(parts))


def straight(strips: Strips) -> torch.Tensor:
    """Return strips without their pads, prepared."""
    bare = strips.pictures[:, :, PAD : PAD + ALONG, PAD : PAD + ACROSS].float()
    return prepared(bare, strips.shifts)


def changed(strips: Strips, chance: torch.Generator) -> torch.Tensor:
    """Return strips changed by chance, prepared."""
    parts = []
    for part in strips.pictures.chunk(8):
        ways = torch.randint(PAD - ASIDE, PAD + ASIDE + 1, (2,), generator=chance, device=chance.device)
        down, right = (int(way) for way in ways)
        parts.append(part[:, :, down : down + ALONG, right : right + ACROSS].float())
    out = torch.cat(parts)
    spread = torch.randn(len(out), 3, generator=chance, device=chance.device)
    shifts = strips.shifts * torch.exp(0.1 * spread[:, :1]) + 0.006 * spread[:, 1:]
    return prepared(_recoloured(out, chance), shifts)


def paired(points: torch.Tensor, rows: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Return prepared points with their rows below them, zeros where these are not there."""
    return torch.cat([points, rows * there[:, None, None, None]], 1)


def _recoloured(seen: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Turn hues, bend lightness, blur and add noise."""
    count, device = len(seen), seen.device

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=chance, device=device)

    turn = torch.where(rand(count) < 0.6, 2 * torch.pi * rand(count), torch.zeros((), device=device))
    pale = torch.where(rand(count) < 0.4, rand(count) * 1.2, torch.ones((), device=device))
    cos, sin = (pale * turn.cos())[:, None, None], (pale * turn.sin())[:, None, None]
    a, b = seen[:, 1] - 128, seen[:, 2] - 128
    light = seen[:, (0, 3, 4)] * (1 / 255)
    light += light * (1 - light) * (1.2 * rand(count) - 0.6)[:, None, None, None]
    light *= 255
    out = torch.stack([light[:, 0], cos * a - sin * b + 128, sin * a + cos * b + 128, light[:, 1], light[:, 2]], 1)
    dim = torch.nonzero(rand(count) < 0.2)[:, 0]
    out[dim] = functional.avg_pool2d(functional.pad(out[dim], (1,) * 4, mode="replicate"), 3, 1)
    noise = torch.randn(out.shape, generator=chance, device=device)
    return out.addcmul_(noise, rand(count, 1, 1, 1) ** 2 * 5.0)


def judging_by(heights: torch.Tensor) -> Judging:
    """Return what judges logits by true heights: by how unlikely these and the counts are, nats, mean of a batch."""
    counts = heights.sum(1)

    def judging(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        steps = functional.cross_entropy(logits, heights, reduction="none").sum(1).mean()
        said = log_counts(logits)
        right = said.detach().gather(1, counts[:, None])[:, 0].exp()
        return steps + WHOLE * functional.nll_loss(said, counts), right

    return judging


def train(judge: HeightJudge, shown: Shown, epochs: int, size: int, rate: float = RATE) -> None:
    """Train a judge.

    Args:
        judge: what is trained.
        shown: strips to learn from.
        epochs: how often `size` strips are shown.
        size: strips an epoch; those read worst when last shown are shown more often.
        rate: the learning rate at its highest.
    """

    def order(hard: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
        return torch.multinomial(0.3 + hard, size, replacement=True, generator=chance)

    def lesson(index: torch.Tensor, chance: torch.Generator) -> tuple[torch.Tensor, Judging]:
        beside = shown.beside[index]
        device = chance.device
        there = (beside >= 0).to(device) & (torch.rand(len(index), generator=chance, device=device) >= ALONE)
        alike = chance.get_state()
        points = changed(shown.points.at(index, device), chance)
        chance.set_state(alike)  # the same light and colours: both are seen by one camera
        rows = changed(shown.rows.at(beside.clamp_min(0), device), chance)
        return paired(points, rows, there), judging_by(shown.heights[index].to(device))

    recipe = Recipe(epochs, size, BATCH, rate, rising=0.15, decay=3e-3, seed=SEED)
    lessons.train(judge, recipe, len(shown.heights), order, lesson)


def outputs(judge: HeightJudge, shown: Shown) -> torch.Tensor:
    """Return the logits of points, (n, HEIGHTS, STEPS)."""
    parts = []
    with torch.no_grad():
        for index in torch.arange(len(shown.heights)).split(128):
            beside = shown.beside[index]
            rows = straight(shown.rows.at(beside.clamp_min(0)))
            parts.append(judge(paired(straight(shown.points.at(index)), rows, beside >= 0)))
    return torch.cat(parts)


def figures(logits: torch.Tensor, heights: torch.Tensor) -> str:
    """Return how many strips of four and five checkers, six, and more are counted right."""
    counts, found = heights.sum(1), log_counts(logits).argmax(1)
    said = []
    for name, kind in (("four and five", counts < 6), ("six", counts == 6), ("more", counts > 6)):
        said.append(f"{name} {int((found == counts)[kind].sum())} of {int(kind.sum())}")
    return ", ".join(said)


def new_judge() -> HeightJudge:
    """Return a judge that has learnt nothing."""
    torch.manual_seed(SEED)
    judge: HeightJudge = HeightJudge().to(memory_format=torch.channels_last)
    return judge


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.close.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--strips", type=Path, default=Path("build/close-strips"), help="folder for the strips drawn")
    parser.add_argument("--plates", type=int, default=320, help="plates of any look to train with (default 320)")
    parser.add_argument("--traced", type=int, default=0, help="traced tables to train with (extra photo; default 0)")
    parser.add_argument("--validation", type=int, default=12, help="plates to validate with (default 12)")
    parser.add_argument("--epochs", type=int, default=37, help="default 37")
    parser.add_argument("--size", type=int, default=12288, help="strips an epoch (default 12288)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--go-on", type=Path, help="a model to go on from; written is the mean of both")
    parser.add_argument("--device", type=torch.device, default=torch.device("cpu"), help="where it learns: cpu or cuda")
    chosen = parser.parse_args(arguments)
    chosen.strips.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(chosen.workers)
    validation = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    training = training_plates(chosen.plates)
    of_traced = range(FIRST_TRACED, FIRST_TRACED + chosen.traced)
    files.draw_all(close_strips, chosen.strips, [*validation, *training], chosen.workers)
    files.draw_all(traced_strips, chosen.strips, of_traced, chosen.workers)
    judge = new_judge()
    shown = load(chosen.strips, [*training, *of_traced])
    few = straight(shown.points.at(torch.arange(0, len(shown.heights), max(1, len(shown.heights) // 256))))
    some = paired(few, few, torch.ones(len(few), dtype=torch.bool))
    if chosen.go_on is not None:
        again(judge, chosen.go_on, some)
    rate = RATE if chosen.go_on is None else SECOND_RATE
    train(judge.to(chosen.device), shown, chosen.epochs, chosen.size, rate)
    judge.to("cpu")
    if chosen.go_on is not None:
        halfway(judge, chosen.go_on, some)
    held = load(chosen.strips, validation)
    logits = outputs(judge, held)
    counts = held.heights.sum(1)
    tried = torch.linspace(0.6, 3.0, 49)
    temperature = best_temperature(logits, lambda cooler: functional.nll_loss(log_counts(cooler), counts), tried)
    sys.stdout.write(f"validation: {figures(logits, held.heights)}; temperature {temperature:.2f}\n")
    export(judge, temperature, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
