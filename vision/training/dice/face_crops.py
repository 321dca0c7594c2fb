"""Crops of flat dice drawn one by one, for the network for faces in doubt.

Most of them are hard to read: clear ones, through which the pips of the far faces are seen, and such whose pips stand
out from the body by their hue alone, as red ones on black, where a lamp mirrored in the face is brighter than they are.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.dice.box_faces import die_faces
from vision.training.dice.box_makes import cleared, dimpled, drawn_make, hued
from vision.training.dice.die_crops import CLOSE
from vision.training.dice.drawn_boxes import CROP, UNIT, draw_box, drawn_stand
from vision.training.dice.drawn_crops import STEEP, beside, brought_upright, ground, marked, spoiled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.frame import Image

SIDE: Final = CROP / CLOSE.reach
"""A side of the die in pixels of the crop."""

CLEAR: Final = 0.35
"""Share of the dice that are clear."""

HUED: Final = 0.4
"""Share of those whose pips are of another hue than the body, and about as bright."""

DIMPLED: Final = 0.35
"""Share of all dice whose faces slope gently towards their pips, and mirror lamps."""

COARSEST, FINE = 0.45, 0.75
"""What share of their pixels is left at least of most dice, and of dice with dimples that are seen from near."""

_COARSE: Final = 0.5
"""Share of dice with dimples that may be as coarse as others."""

_MARKED, _CROWDED, _ALIKE = 0.3, 0.3, 0.7
"""Shares of crops with emblems on their ground, of those with other dice near, and of these of the same make."""


class FaceCrops(NamedTuple):
    """Flat dice, and what they show.

    Attributes:
        pictures: shape (n, `CROP`, `CROP`, 3), uint8, blue-green-red.
        values: of the upper faces, shape (n,), uint8.
    """

    pictures: npt.NDArray[np.uint8]
    values: npt.NDArray[np.uint8]


def face_crop(grounds: Sequence[Image], rng: np.random.Generator) -> tuple[Image, int]:
    """Draw a flat die; return its crop, shape (`CROP`, `CROP`, 3), uint8, and its value.

    Args:
        grounds: pictures on pieces of which dice may lie.
        rng: where the chance comes from.
    """
    crop = marked(ground(grounds, rng), SIDE, rng) if rng.random() < _MARKED else ground(grounds, rng)
    pose, make = drawn_stand(rng, unit=SIDE), drawn_make(rng)
    kind = rng.random()
    if kind < CLEAR:
        make = cleared(make, rng)
    elif kind < CLEAR + HUED:
        make = hued(make, rng)
    coarsest = COARSEST
    if rng.random() < DIMPLED:
        make, coarsest = dimpled(make, rng), COARSEST if rng.random() < _COARSE else FINE
    value = int(rng.integers(1, 7))
    for _ in range(int(rng.integers(1, 3)) if rng.random() < _CROWDED else 0):
        other = die_faces(int(rng.integers(1, 7)), rng)
        draw_box(crop, other, make if rng.random() < _ALIKE else drawn_make(rng), beside(pose, rng), rng)
    draw_box(crop, die_faces(value, rng), make, pose, rng)
    if pose.elevation < STEEP or rng.random() < 0.5:
        crop = brought_upright(crop, pose)
    crop = spoiled(crop, rng, SIDE / UNIT, coarsest)
    return np.asarray(np.clip(255 * crop + 0.5, 0, 255), dtype=np.uint8), value


def face_crops(grounds: Sequence[Image], count: int, seed: int) -> FaceCrops:
    """Return so many crops; each seed draws others."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    drawn = [face_crop(grounds, rng) for _ in range(count)]
    return FaceCrops(np.stack([crop for crop, _ in drawn]), np.array([value for _, value in drawn], dtype=np.uint8))


def stored(folder: Path, grounds: Sequence[Image], count: int, seeds: Sequence[int], workers: int) -> FaceCrops:
    """Return the crops of several seeds, so many of each, drawn into a folder where they are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"faces-{seed}-{count}.npz" for seed in seeds]
    missing = [(path, seed) for path, seed in zip(paths, seeds, strict=True) if not path.exists()]
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        drawn = [pool.submit(face_crops, grounds, count, seed) for _, seed in missing]
        for (path, _), part in zip(missing, drawn, strict=True):
            np.savez(path, **part.result()._asdict())
    parts = []
    for path in paths:
        with np.load(path) as kept:
            parts.append(FaceCrops(kept["pictures"], kept["values"]))
    return joined_faces(parts)


def joined_faces(parts: Sequence[FaceCrops]) -> FaceCrops:
    """Return all crops of several sets."""
    return FaceCrops(*(np.concatenate(part) for part in zip(*parts, strict=True)))
