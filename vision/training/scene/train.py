"""Train the scene network: `python -m vision.training.scene.train --out vision/models/scene.onnx`.

Boards and hands are drawn once, into a folder; pictures are mixed from them while training goes on, each shown a few
times. The chance is fixed: the same drawings, threads, processor and PyTorch give the same model.
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
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.locate.scene_net import SHAPES
from vision.training.dice.net import levelled
from vision.training.precision import quick_bits
from vision.training.scene.mixing import Parts, mix
from vision.training.scene.net import SceneSegmenter, again, export
from vision.training.scene.pictures import draw_board, draw_hand, load_boards, load_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.scene.mixing import Mixed

FIRST_BOARD: Final = 2000
FIRST_VALIDATION: Final = 6000
FIRST_VALIDATION_HAND: Final = 900
SCENES: Final = 3
BATCH: Final = 16
KEPT: Final = 40
"""How many batches of each shape are kept, to be shown again."""
AGAIN: Final = 2
"""How often old batches are shown for each new one."""
RATE: Final = 4e-3
SECOND_RATE: Final = 2e-3
"""The highest learning rate when it goes on from a model that has been trained."""
MEAN: Final = 0.995
"""How slowly the mean of the weights, which is what is written, follows them."""
TOLD: Final = 25
"""After how many new batches the loss is told."""
CLOSE: Final = 0.6
"""Share of pictures that are closer looks."""
CLOSE_SHAPE: Final = (224, 160)
CORNER_WEIGHT: Final = 4.0
SEED: Final = 31

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


def train(net: SceneSegmenter, parts: Parts, batches: int, out: Path, rate: float) -> SceneSegmenter:
    """Train a net on pictures mixed as it goes.

    Args:
        net: what is trained.
        parts: what the pictures are mixed from.
        batches: how many new batches are mixed.
        out: the model that is written now and then, and at the end.
        rate: the learning rate at its highest.

    Returns:
        The net with the running mean of its weights.
    """
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(MEAN), use_buffers=True)
    chance = torch.Generator().manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    steps = batches * (1 + AGAIN)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    kept: list[Batch] = []
    begun, total = time.monotonic(), 0.0
    net.train()
    for number in range(batches):
        close = bool(rng.random() < CLOSE)
        shape = CLOSE_SHAPE if close else SHAPES[int(rng.choice(len(SHAPES), p=(0.36, 0.22, 0.26, 0.08, 0.08)))]
        new = as_batch([mix(parts, shape, rng, close=close) for _ in range(BATCH)])
        kept.append(new)
        if len(kept) > KEPT * len(SHAPES):
            kept.pop(int(rng.integers(len(kept) // 2)))
        shown = [new, *(kept[int(rng.integers(len(kept)))] for _ in range(AGAIN))]
        for batch in shown:
            pictures, maps = changed(batch, chance)
            level = levelled(pictures).contiguous(memory_format=torch.channels_last)
            with quick_bits():
                logits = net(level)
            away = loss_of(logits.float(), maps)
            optimizer.zero_grad()
            away.backward()
            optimizer.step()
            schedule.step()
            mean.update_parameters(net)
            total += float(away.detach())
        if number % TOLD == TOLD - 1:
            loss = total / (TOLD * len(shown))
            sys.stdout.write(f"batch {number + 1}: loss {loss:.4f}, {time.monotonic() - begun:.0f} s\n")
            sys.stdout.flush()
            total = 0.0
            export(mean.module, out)
    done: SceneSegmenter = mean.module
    export(done, out)
    return done


def figures(net: SceneSegmenter, parts: Parts, pictures: int) -> str:
    """Return how well the maps of pictures mixed from other parts are found, as a line."""
    rng = np.random.default_rng(SEED + 1)
    common, either = np.zeros(3), np.zeros(3)
    false, without = 0, 0
    with torch.no_grad():
        for number in range(pictures):
            mixed = mix(parts, SHAPES[number % len(SHAPES)], rng)
            picture, maps = as_batch([mixed])
            seen = (net(levelled(picture.float())).sigmoid()[0, :3] > 0.5).numpy()
            truth = (maps[0, :3] > 127).numpy()
            common += (seen & truth).sum(axis=(1, 2))
            either += (seen | truth).sum(axis=(1, 2))
            if not truth[0].any():
                without += 1
                false += int(seen[0].sum() > 12)
    share = common / np.maximum(either, 1)
    return (
        f"overlap of hands {share[0]:.3f}, surface {share[1]:.3f}, bar {share[2]:.3f}; "
        f"hands seen in {false} of {without} pictures without\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.scene.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the model to write (.onnx)")
    parser.add_argument("--parts", type=Path, default=Path("build/scene-parts"), help="folder for what is drawn")
    parser.add_argument("--boards", type=int, default=360, help="plates that train (default 360)")
    parser.add_argument("--hands", type=int, default=160, help="hands that train (default 160)")
    parser.add_argument("--validation", type=int, default=30, help="plates to validate with (default 30)")
    parser.add_argument("--batches", type=int, default=1200, help="batches of new pictures (default 1200)")
    parser.add_argument("--go-on", type=Path, help="a model to go on from")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads (default 2)")
    parser.add_argument("--small", action="store_true", help="a small try: few plates, few batches")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        chosen.boards, chosen.hands, chosen.validation, chosen.batches = 40, 30, 6, 60
    chosen.parts.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(chosen.workers)
    cv2.setNumThreads(1)
    boards = range(FIRST_BOARD, FIRST_BOARD + chosen.boards)
    others = range(FIRST_VALIDATION, FIRST_VALIDATION + chosen.validation)
    other_hands = range(FIRST_VALIDATION_HAND, FIRST_VALIDATION_HAND + max(5, chosen.hands // 8))
    draw_all(chosen.parts, [*others, *boards], [*range(chosen.hands), *other_hands], chosen.workers)
    torch.manual_seed(SEED)
    net: SceneSegmenter = SceneSegmenter().to(memory_format=torch.channels_last)
    parts = Parts(load_boards(chosen.parts, boards), load_hands(chosen.parts, range(chosen.hands)))
    if chosen.go_on is not None:
        rng = np.random.default_rng(SEED)
        shown = [as_batch([mix(parts, shape, rng) for _ in range(BATCH)])[0] for shape in SHAPES for _ in range(4)]
        again(net, chosen.go_on, [levelled(pictures.float()) for pictures in shown])
    net = train(net, parts, chosen.batches, chosen.out, RATE if chosen.go_on is None else SECOND_RATE)
    validation = Parts(load_boards(chosen.parts, others), load_hands(chosen.parts, other_hands))
    sys.stdout.write(f"validation: {figures(net, validation, 100)}")
    return 0


def draw_all(folder: Path, boards: Sequence[int], hands: Sequence[int], workers: int) -> None:
    """Draw boards and hands, several at a time."""
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(draw_board, [folder] * len(boards), boards, [SCENES] * len(boards)))
        list(pool.map(draw_hand, [folder] * len(hands), hands))


if __name__ == "__main__":
    sys.exit(main())
