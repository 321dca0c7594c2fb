"""Teach the network for whole boards where boards and hands are: `python -m vision.training.scene.train --out FILE`.

Boards and hands are drawn once, into a folder; pictures are mixed from them while training goes on, each shown a few
times. The chance is fixed: the same drawings, threads, processor and PyTorch give the same model.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
import torch
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.locate.scene_net import SHAPES
from vision.runtime.onnx_file import BOARD
from vision.training.board.export import export, shipped_in
from vision.training.lessons import steady_mean
from vision.training.precision import quick_bits
from vision.training.scene.mixing import Parts, mix
from vision.training.scene.net import pretrained_head, scene_features
from vision.training.scene.pictures import (
    board_pictures,
    draw_board,
    draw_hand,
    flat_board,
    load_boards,
    load_hands,
)
from vision.training.scene.traced import traced_board
from vision.training.traced.drawn_builds import FIRST_TRACED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.arrays import Double
    from vision.training.board.export import Shipped
    from vision.training.board.net import Backbone
    from vision.training.scene.mixing import Mixed
    from vision.training.scene.net import SceneHead

FIRST_BOARD: Final = 2000
FIRST_FLAT: Final = 300_000
"""Numbers of the first plate and of the first table drawn flat that train; the latter stay below 1,000,000."""
FIRST_VALIDATION: Final = 6000
FIRST_VALIDATION_HAND: Final = 900
SCENES: Final = 3
BATCH: Final = 16
KEPT: Final = 40
"""How many batches of each shape are kept, to be shown again."""
AGAIN: Final = 2
"""How often old batches are shown for each new one."""
RATE: Final = 4e-3
SECOND_RATE: Final = 1.5e-3
"""Rates of learning at their highest, from the first and for who goes on, 5e-4 to 4e-3."""

BLOCKS_RATE: Final = 0.1
"""Part of that at which the blocks that have learned from photographs do so, 0..1; no other was tried."""

SHARES: Final = (0.36, 0.22, 0.26, 0.08, 0.08)
"""How often each of `SHAPES` is mixed."""
MEAN: Final = 0.995
"""How slowly the mean of the weights, which is what is written, follows them."""
TOLD: Final = 100
"""After how many new batches the loss is told, and all is kept that it takes to go on."""
CLOSE: Final = 0.6
"""Share of pictures that are closer looks."""
CLOSE_SHAPE: Final = (224, 160)
CORNER_WEIGHT: Final = 4.0
SEED: Final = 31
LEAST_SMALL: Final = 0.6
"""What of surfaces seen and true has to be common to both after a small run, 0..1."""

Batch = tuple[torch.Tensor, torch.Tensor]


def as_batch(mixed: Sequence[Mixed]) -> Batch:
    """Return pictures of one shape, (n, 3, h, w) uint8, and their maps, (n, 4, h / 2, w / 2) uint8."""
    pictures = torch.from_numpy(np.stack([m.picture for m in mixed])).permute(0, 3, 1, 2).contiguous()
    return pictures, torch.from_numpy(np.stack([m.maps for m in mixed]))


def changed(batch: Batch, chance: torch.Generator) -> Batch:
    """Return a batch mirrored, turned upside down and otherwise coloured by chance, for when it is shown again."""
    pictures, maps = batch[0].float(), batch[1]
    for axis in (2, 3):
        if float(torch.rand((), generator=chance)) < 0.5:
            pictures, maps = pictures.flip(axis), maps.flip(axis)
    gain = torch.exp(0.1 * torch.randn(len(pictures), 3, 1, 1, generator=chance))
    gamma = torch.exp(0.2 * torch.randn(len(pictures), 1, 1, 1, generator=chance))
    return 255 * (pictures * gain / 255).clamp(1e-3, 1) ** gamma, maps


def loss_of(logits: torch.Tensor, maps: torch.Tensor) -> torch.Tensor:
    """Return how far logits are from maps of 0..255: cross entropy and overlap of areas, and focal loss of corners."""
    want = maps.float() / 255
    areas, truth = logits[:, :3], want[:, :3]
    cross = functional.binary_cross_entropy_with_logits(areas, truth, reduction="none")
    chance = areas.sigmoid()
    common = (chance * truth).sum(dim=(0, 2, 3))
    overlap = 1 - (2 * common + 50) / (chance.sum(dim=(0, 2, 3)) + truth.sum(dim=(0, 2, 3)) + 50)
    weights = torch.tensor([3.0, 1.0, 1.5])
    area = (weights * (cross.mean(dim=(0, 2, 3)) * 2 + 0.5 * overlap)).sum()
    peak, at = logits[:, 3], want[:, 3]
    near = functional.binary_cross_entropy_with_logits(peak, at, reduction="none")
    hard = (peak.sigmoid() - at).abs() ** 1.5
    corner = (near * hard).sum() / (at.sum() + 10)
    return area + CORNER_WEIGHT * corner


class Lessons(IterableDataset[Batch]):
    """New batches of pictures, mixed without end, in as many processes as load them."""

    def __init__(self, parts: Parts, first: int) -> None:
        """Take what pictures are mixed from, and how many batches were mixed in runs before."""
        self._parts, self._first = parts, first

    def __iter__(self) -> Iterator[Batch]:
        """Mix batches, each of one shape."""
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng((SEED, self._first, 0 if worker is None else worker.id))
        while True:
            close = bool(rng.random() < CLOSE)
            shape = CLOSE_SHAPE if close else SHAPES[int(rng.choice(len(SHAPES), p=SHARES))]
            yield as_batch([mix(self._parts, shape, rng, close=close) for _ in range(BATCH)])


class SceneRecipe(NamedTuple):
    """How many batches of new pictures are shown, and the rate of learning at its highest."""

    batches: int
    rate: float


def train(shipped: Shipped, parts: Parts, recipe: SceneRecipe, out: Path, workers: int) -> Shipped:
    """Train what a network says of whole pictures, on pictures mixed as it goes.

    Args:
        shipped: the network; what sees boards stays as it is.
        parts: what pictures are mixed from.
        recipe: how long, and how quickly.
        out: the model that is written at the end; beside it, as `.pt`, what it goes on from if it is ended before.
        workers: how many processes mix.

    Returns:
        The network that says the running mean of what was learned.
    """
    trunk, head = shipped.net.backbone, shipped.scene
    mean = AveragedModel(head, avg_fn=partial(steady_mean, MEAN), use_buffers=True)
    chance = torch.Generator().manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    new = [weight for name, weight in head.named_parameters() if not name.startswith("blocks.")]
    optimizer = torch.optim.AdamW([{"params": [*head.blocks.parameters()]}, {"params": new}], weight_decay=1e-3)
    rates, steps = [recipe.rate * BLOCKS_RATE, recipe.rate], recipe.batches * (1 + AGAIN)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rates, total_steps=steps, pct_start=0.1)
    state, half = out.with_suffix(".pt"), out.with_suffix(".part")
    learning = {"head": head, "mean": mean, "optimizer": optimizer, "schedule": schedule}
    first = 0
    if state.exists():
        stored = torch.load(state, weights_only=True)
        first = stored.pop("seen")
        for name, values in stored.items():
            learning[name].load_state_dict(values)
    lessons = DataLoader(Lessons(parts, first), None, num_workers=workers, prefetch_factor=4)
    kept: list[Batch] = []
    begun, total = time.monotonic(), 0.0
    head.train()
    for number, lesson in enumerate(islice(lessons, recipe.batches - first), first):
        kept.append(lesson)
        if len(kept) > KEPT * len(SHAPES):
            kept.pop(int(rng.integers(len(kept) // 2)))
        shown = [lesson, *(kept[int(rng.integers(len(kept)))] for _ in range(AGAIN))]
        for batch in shown:
            pictures, maps = changed(batch, chance)
            away = loss_of(said(trunk, head, pictures), maps)
            optimizer.zero_grad()
            away.backward()
            optimizer.step()
            schedule.step()
            mean.update_parameters(head)
            total += float(away.detach())
        if number % TOLD == TOLD - 1:
            loss = total / (TOLD * len(shown))
            sys.stdout.write(f"batch {number + 1}: loss {loss:.4f}, {time.monotonic() - begun:.0f} s\n")
            sys.stdout.flush()
            total = 0.0
            torch.save({"seen": number + 1} | {name: one.state_dict() for name, one in learning.items()}, half)
            half.rename(state)
    done = shipped._replace(scene=mean.module)
    export(done, out)
    state.unlink(missing_ok=True)
    return done


def said(trunk: Backbone, head: SceneHead, pictures: torch.Tensor) -> torch.Tensor:
    """Return the logits of pictures, (n, 3, h, w), 0..255; the trunk learns nothing by it."""
    with quick_bits():
        with torch.no_grad():
            seen = scene_features(trunk, pictures.contiguous(memory_format=torch.channels_last))
        logits: torch.Tensor = head(seen)
    return logits.float()


def overlaps(shipped: Shipped, parts: Parts, pictures: int) -> tuple[Double, str]:
    """Return how much of hands, surface and bar seen and true is common to both, 0..1, in pictures mixed from parts.

    Also returns these shares, and in how many pictures hands are seen where there are none, as a line.
    """
    rng = np.random.default_rng(SEED + 1)
    common, either = np.zeros(3), np.zeros(3)
    false, without = 0, 0
    with torch.no_grad():
        for number in range(pictures):
            mixed = mix(parts, SHAPES[number % len(SHAPES)], rng)
            picture, maps = as_batch([mixed])
            seen = (shipped.scene(scene_features(shipped.net.backbone, picture.float()))[0, :3] > 0).numpy()
            truth = (maps[0, :3] > 127).numpy()
            common += (seen & truth).sum(axis=(1, 2))
            either += (seen | truth).sum(axis=(1, 2))
            if not truth[0].any():
                without += 1
                false += int(seen[0].sum() > 12)
    share = common / np.maximum(either, 1)
    return share, (
        f"overlap of hands {share[0]:.3f}, surface {share[1]:.3f}, bar {share[2]:.3f}; "
        f"hands seen in {false} of {without} pictures without\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.scene.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--parts", type=Path, default=Path("build/scene-parts"), help="folder for what is drawn")
    parser.add_argument("--boards", type=int, default=360, help="plates that train (default 360)")
    parser.add_argument("--flat", type=int, default=1500, help="tables drawn flat that train (default 1500)")
    parser.add_argument("--traced", type=int, default=0, help="traced tables that train (extra photo; default 0)")
    parser.add_argument("--net", type=Path, default=BOARD, help="the network that learns (default: as it is shipped)")
    parser.add_argument("--anew", action="store_true", help="forget what it says of pictures by now")
    parser.add_argument("--hands", type=int, default=160, help="hands that train (default 160)")
    parser.add_argument("--validation", type=int, default=30, help="plates to validate with (default 30)")
    parser.add_argument("--batches", type=int, default=3600, help="batches of new pictures (default 3600)")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="a small try: few plates, few batches")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.boards, chosen.flat, chosen.hands, chosen.validation, chosen.batches = 40, 40, 30, 6, 60
    chosen.parts.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(chosen.workers)
    cv2.setNumThreads(1)
    boards = range(FIRST_BOARD, FIRST_BOARD + chosen.boards)
    others = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    other_hands = range(FIRST_VALIDATION_HAND, FIRST_VALIDATION_HAND + max(5, chosen.hands // 8))
    of_traced = range(FIRST_TRACED, FIRST_TRACED + chosen.traced)
    plate = partial(board_pictures, scenes=SCENES)
    draw_all(partial(draw_board, chosen.parts, draw=plate), [*others, *boards], chosen.workers)
    draw_all(partial(draw_board, chosen.parts, draw=traced_board), of_traced, chosen.workers)
    draw_all(partial(draw_hand, chosen.parts), [*range(chosen.hands), *other_hands], chosen.workers)
    torch.manual_seed(SEED)
    flat = [flat_board(number) for number in range(FIRST_FLAT, FIRST_FLAT + chosen.flat)]
    seen = load_boards(chosen.parts, [*boards, *of_traced])
    parts = Parts(seen + flat, load_hands(chosen.parts, range(chosen.hands)))
    rng = np.random.default_rng(SEED)
    few, _ = as_batch([mix(parts, CLOSE_SHAPE, rng, close=True) for _ in range(BATCH)])
    shipped = shipped_in(chosen.net, few.float())
    if chosen.anew:
        shipped = shipped._replace(scene=pretrained_head())
    recipe = SceneRecipe(chosen.batches, RATE if chosen.anew else SECOND_RATE)
    shipped = train(shipped, parts, recipe, chosen.out, chosen.workers)
    validation = Parts(load_boards(chosen.parts, others), load_hands(chosen.parts, other_hands))
    shares, told = overlaps(shipped, validation, 100)
    sys.stdout.write(f"validation: {told}")
    return 1 if chosen.small and shares[1] < LEAST_SMALL else 0


def draw_all(draw: Callable[[int], None], numbers: Sequence[int], workers: int) -> None:
    """Draw what has some numbers, several at a time."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(draw, numbers))


if __name__ == "__main__":
    sys.exit(main())
