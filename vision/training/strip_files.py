"""Drawn strips on the disk: a file a plate, drawn only once, several plates at a time."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from typing import TYPE_CHECKING

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
    parts: list[list[torch.Tensor]] = [[] for _ in names]
    for number in numbers:
        with np.load(strip_file(folder, number)) as stored:
            for part, name in zip(parts, names, strict=True):
                part.append(torch.from_numpy(stored[name]))
    return [torch.cat(part) for part in parts]
