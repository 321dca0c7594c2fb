"""Lessons for the network for whole boards: tables drawn side by side in other processes, kept, and shown again."""

from __future__ import annotations

import io
import math
import multiprocessing
import queue
from typing import TYPE_CHECKING, Final, Self

import cv2
import torch

from vision.training.board.batch import PICTURES, Batch, batch_of, joined, moved
from vision.training.board.drawn.chance import source
from vision.training.board.drawn.matter import materials_of
from vision.training.board.drawn.pictures import drawn_examples
from vision.training.board.simulated import simulated_pair
from vision.training.board.traced import traced_examples
from vision.training.board.variants import varied

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from vision.training.board.drawn.matter import Materials
    from vision.training.board.example import Example

SIMULATED: Final = 48
"""One table in so many is the project's own simulated one, shown with other later pictures each of `OFTEN` times."""

OFTEN: Final = 4

KEPT: Final = 7000
"""How many tables are kept to be shown again; each takes 1.3 MB of memory."""

LEAST: Final = 30
"""Learning begins with so many tables."""


PATIENCE: Final = 120.0
"""Seconds for which a table is waited for, 10 to 600, before it is asked whether a process that draws has failed."""


def tables_of(number: int, materials: Materials, traced: int = 0) -> list[list[Example]]:
    """Return the pictures of the table of this number, once or several times with other later pictures.

    Args:
        number: of the table.
        materials: what drawn tables are made of.
        traced: one table in so many is traced, which takes the extra `photo`; none with 0.
    """
    if traced and number % traced == 0:
        return [traced_examples(number, PICTURES - 1)]
    if number % SIMULATED != SIMULATED - 1:
        return [drawn_examples(number, materials, PICTURES - 1)]
    start, *later = simulated_pair(number // SIMULATED, OFTEN * (PICTURES - 1))
    return [[start, *later[n::OFTEN]] for n in range(OFTEN)]


def _draw(first: int, step: int, traced: int, out: multiprocessing.Queue[bytes], stop: Event) -> None:
    """Draw tables until told to stop: the body of a process."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    number = first
    while _wanted(stop):
        for table in tables_of(number, materials_of(number), traced):
            lesson = io.BytesIO()
            torch.save(tuple(batch_of(table)), lesson)
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

    def __init__(
        self, first: int, workers: int, device: torch.device, traced: int = 0, looks: int | None = None
    ) -> None:
        """Start with no table.

        Args:
            first: number of the first table.
            workers: processes that draw.
            device: where tables are kept.
            traced: see `tables_of`.
            looks: how often a table is shown at most, in the mean of all; those that learn wait for new ones then.
        """
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._queue: multiprocessing.Queue[bytes] = context.Queue(maxsize=40)
        self._workers = [
            context.Process(target=_draw, args=(first + n, workers, traced, self._queue, self._stop), daemon=True)
            for n in range(workers)
        ]
        self._kept: list[Batch] = []
        self._fresh: list[Batch] = []
        self._rng = source(first, 5)
        self._chance = torch.Generator(device).manual_seed(first)
        self._device = device
        self._looks = looks
        self._shown = 0
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

    def _receive(self, least: int) -> None:
        """Take the tables that have been drawn, and wait for some where that are less than so many in all."""
        while True:
            try:
                packed = self._queue.get(block=self.drawn < least, timeout=PATIENCE)
            except queue.Empty:
                if any(worker.exitcode for worker in self._workers):
                    raise RuntimeError("a process that draws tables has failed") from None
                if self.drawn >= least:
                    return
                continue
            lesson = moved(Batch(*torch.load(io.BytesIO(packed), weights_only=True)), self._device)
            self._fresh.append(lesson)
            self.drawn += 1
            if len(self._kept) < KEPT:
                self._kept.append(lesson)
            else:
                self._kept[int(self._rng.integers(KEPT))] = lesson

    def batch(self, tables: int) -> Batch:
        """Return pictures of so many tables, varied: those not shown before first, then of those kept."""
        self._shown += tables
        self._receive(LEAST if self._looks is None else max(LEAST, math.ceil(self._shown / self._looks)))
        fresh, self._fresh = self._fresh[:tables], self._fresh[tables:]
        again = [self._kept[int(self._rng.integers(len(self._kept)))] for _ in range(tables - len(fresh))]
        return varied(joined(fresh + again), self._chance)
