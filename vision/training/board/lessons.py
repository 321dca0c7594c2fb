"""Batches for the network for whole boards: tables drawn side by side in other processes, kept, and shown again."""

from __future__ import annotations

import io
import multiprocessing
import queue
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import cv2
import numpy as np
import torch

from vision.reading import MAX_COUNT
from vision.training.board.drawn.chance import source
from vision.training.board.drawn.matter import Materials
from vision.training.board.drawn.pictures import drawn_examples
from vision.training.board.example import MOST_ON_BAR
from vision.training.board.net import BoardNetwork, Features, pretrained
from vision.training.board.simulated import simulated_pair
from vision.training.board.variants import changed
from vision.training.precision import quick_bits

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from vision.training.board.example import Box, Example

PICTURES: Final = 3
"""Pictures of each table: the start position and two later ones."""

SAME_MATERIALS: Final = 300
"""So many tables in a row are made of the same stock of textures."""

SIMULATED: Final = 48
"""One table in so many is the project's own simulated one, shown with other later pictures each of `OFTEN` times."""

OFTEN: Final = 4

KEPT: Final = 5000
"""How many tables are kept to be shown again; each takes 1.9 MB of memory."""

LEAST: Final = 30
"""Learning begins with so many tables."""


class Batch(NamedTuple):
    """Pictures of tables, `PICTURES` of each in a row, and what is true of them.

    Attributes:
        seen: what the frozen part of the network sees of them, in bfloat16.
        contents: shape (n, 24).
        bar: shape (n, 2).
        hidden: shape (n, 25).
        boxes: of each picture.
        proportions: shape (n, 4), see `net.Answer`; NaN where they are not known.
        either: whether nobody could say which set is the darker one, shape (n,).
    """

    seen: Features
    contents: torch.Tensor
    bar: torch.Tensor
    hidden: torch.Tensor
    boxes: list[tuple[Box, ...]]
    proportions: torch.Tensor
    either: torch.Tensor


APART: Final = 25.0
"""Sets whose means of blue, green and red differ by less than this may be named either way, 0..255."""


def tables_of(number: int, materials: Materials) -> list[list[Example]]:
    """Return the pictures of the table of this number, once or several times with other later pictures."""
    if number % SIMULATED != SIMULATED - 1:
        return [drawn_examples(number, materials, PICTURES - 1)]
    start, *later = simulated_pair(number // SIMULATED, OFTEN * (PICTURES - 1))
    return [[start, *later[n::OFTEN]] for n in range(OFTEN)]


def lesson_of(examples: list[Example], net: BoardNetwork) -> Batch:
    """Return pictures of one table as a batch, looked at by the frozen part of a network."""
    canvas = torch.from_numpy(np.stack([e.picture for e in examples])).permute(0, 3, 1, 2).float()
    with torch.no_grad(), quick_bits():
        seen = net.features(canvas.contiguous(memory_format=torch.channels_last))
    return Batch(
        Features(*(part.to(torch.bfloat16).contiguous() for part in seen)),
        torch.from_numpy(np.stack([e.contents for e in examples])).long(),
        torch.tensor([[min(count, MOST_ON_BAR) for count in e.bar] for e in examples]),
        torch.from_numpy(np.stack([e.hidden for e in examples])),
        [e.boxes for e in examples],
        torch.tensor([_proportions(e) for e in examples], dtype=torch.float32),
        torch.tensor([e.apart < APART for e in examples]),
    )


def joined(lessons: list[Batch]) -> Batch:
    """Return several batches as one."""
    seen = Features(*(torch.cat(part) for part in zip(*(lesson.seen for lesson in lessons), strict=True)))
    boxes = [box for lesson in lessons for box in lesson.boxes]
    contents, bar, hidden, proportions, either = (
        torch.cat([getattr(lesson, name) for lesson in lessons])
        for name in ("contents", "bar", "hidden", "proportions", "either")
    )
    return Batch(seen, contents, bar, hidden, boxes, proportions, either)


def _draw(first: int, step: int, out: multiprocessing.Queue[bytes], stop: Event) -> None:
    """Draw tables, and look at them, until told to stop: the body of a process."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    net = pretrained().to(memory_format=torch.channels_last)
    number, stock, materials = first, -1, None
    while _wanted(stop):
        if materials is None or number // SAME_MATERIALS != stock:
            stock = number // SAME_MATERIALS
            materials = Materials(stock)
        for turn, table in enumerate(tables_of(number, materials)):
            lesson = io.BytesIO()
            torch.save(lesson_of(changed(table, source(number, 6, turn)), net), lesson)
            _hand_over(lesson.getvalue(), out, stop)
        number += step
    out.cancel_join_thread()  # what nobody fetched is not waited for


def _wanted(stop: Event) -> bool:
    """Return whether tables are still to be drawn: not where the process that learns has come to an end of any kind."""
    parent = multiprocessing.parent_process()
    return not stop.is_set() and (parent is None or parent.is_alive())


def _hand_over(lesson: bytes, out: multiprocessing.Queue[bytes], stop: Event) -> None:
    while _wanted(stop):
        try:
            out.put(lesson, timeout=1.0)
        except queue.Full:
            continue
        return


class TableStream:
    """Tables drawn by some processes while a network learns; a context, which ends the processes."""

    def __init__(self, first: int, workers: int) -> None:
        """Take the number of the first table and of the processes."""
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._queue: multiprocessing.Queue[bytes] = context.Queue(maxsize=40)
        self._workers = [
            context.Process(target=_draw, args=(first + n, workers, self._queue, self._stop), daemon=True)
            for n in range(workers)
        ]
        self._kept: list[Batch] = []
        self._fresh: list[Batch] = []
        self._rng = source(first, 5)
        self.drawn = 0

    def __enter__(self) -> Self:
        """Start drawing."""
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop drawing."""
        self._stop.set()
        for worker in self._workers:
            worker.terminate()

    def _receive(self) -> None:
        while True:
            try:
                packed = self._queue.get(block=len(self._kept) < LEAST, timeout=120)
            except queue.Empty:
                if len(self._kept) >= LEAST:
                    return
                if not any(worker.is_alive() for worker in self._workers):
                    raise RuntimeError("nobody draws tables") from None
                continue
            lesson = torch.load(io.BytesIO(packed), weights_only=False)
            self._fresh.append(lesson)
            self.drawn += 1
            if len(self._kept) < KEPT:
                self._kept.append(lesson)
            else:
                self._kept[int(self._rng.integers(KEPT))] = lesson

    def batch(self, tables: int) -> Batch:
        """Return pictures of so many tables: those not shown before first, then of those kept."""
        self._receive()
        fresh, self._fresh = self._fresh[:tables], self._fresh[tables:]
        again = [self._kept[int(self._rng.integers(len(self._kept)))] for _ in range(tables - len(fresh))]
        return joined(fresh + again)


def _proportions(example: Example) -> tuple[float, float, float, float]:
    seen = example.proportions
    if seen is None:
        return (float("nan"),) * 4
    point = (1 - seen.bar_right + seen.bar_left) / 12
    wide = max(0.1, (seen.bar_right - seen.bar_left) / point)
    off = (seen.bar_left + seen.bar_right - 1) / (2 * point)
    return float(np.log(seen.aspect)), float(np.log(seen.diameter / point)), float(np.log(wide)), off


def renamed(contents: torch.Tensor) -> torch.Tensor:
    """Return contents with dark and light exchanged."""
    light = contents > MAX_COUNT
    return torch.where(contents == 0, contents, torch.where(light, contents - MAX_COUNT, contents + MAX_COUNT))
