"""Drawn strips on the disk: a file a plate, drawn only once, several plates at a time."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from typing import TYPE_CHECKING
from zipfile import ZipFile

import cv2
import numpy as np
import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from _typeshed import DataclassInstance

    Drawing = Callable[[int], DataclassInstance]
    """Draws the strips of a plate by its number: a dataclass of arrays, stored under the names of its fields."""


def strip_file(folder: Path, number: int) -> Path:
    """Return the file with a plate's strips."""
    return folder / f"{number}.npz"


def draw_all(drawing: Drawing, folder: Path, numbers: Sequence[int], workers: int) -> None:
    """Draw the strips of plates that are not there yet.

    Args:
        drawing: a function of a module, or a `partial` of one, as other processes call it.
        folder: where the files are.
        numbers: of the plates.
        workers: how many are drawn at a time.
    """
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(_draw, [drawing] * len(numbers), [folder] * len(numbers), numbers))


def _draw(drawing: Drawing, folder: Path, number: int) -> None:
    """Draw a plate's strips into its file, if they are not there yet."""
    path = strip_file(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    strips = drawing(number)
    half = path.with_suffix(".part.npz")
    np.savez(half, **{field.name: getattr(strips, field.name) for field in fields(strips)})
    half.rename(path)


def load(folder: Path, numbers: Sequence[int], names: Sequence[str]) -> list[torch.Tensor]:
    """Return what is stored of plates under some names, one plate after the other."""
    paths = [strip_file(folder, number) for number in numbers]
    return [_loaded(paths, name) for name in names]


def count(folder: Path, number: int, name: str) -> int:
    """Return how many of what a plate's file stores under a name there are."""
    return _shape(strip_file(folder, number), name)[0]


def _loaded(paths: Sequence[Path], name: str) -> torch.Tensor:
    """Return what several files store under a name, one after the other; there is never memory for all of it twice."""
    counts = [_shape(path, name)[0] for path in paths]
    whole: torch.Tensor | None = None
    first = 0
    for path, count in zip(paths, counts, strict=True):
        with np.load(path) as stored:
            part = torch.from_numpy(stored[name])
        if whole is None:
            whole = torch.empty((sum(counts), *part.shape[1:]), dtype=part.dtype)
        whole[first : first + count] = part
        first += count
    return torch.empty(0) if whole is None else whole


def _shape(path: Path, name: str) -> tuple[int, ...]:
    """Return the shape of what a file stores under a name, without reading it."""
    with ZipFile(path) as stored, stored.open(f"{name}.npy") as file:
        np.lib.format.read_magic(file)
        shape: tuple[int, ...] = np.lib.format.read_array_header_1_0(file)[0]
    return shape
