"""Crops of clear dice as they lie on simulated tables, beside those of dice drawn one by one.

Plates have such dice only here: the looks are those of `hardware.simulated.looks.named.clear_look`, drawn by chance.
"""

from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.looks.named import CLEAR
from vision.dice.die_net import Crop, cut, stretch_of
from vision.dice.proposals import seen_at
from vision.geometry.board import to_board
from vision.training.dice.die_crops import CLOSE, CROP, die_spots
from vision.training.dice.face_crops import FaceCrops, joined_faces
from vision.training.dice.lean_crops import (
    LeanCrops,
    crops_of_picture,
    in_picture,
    joined,
    otherwise_leaning,
    table_of,
)
from vision.training.proposals.plates import draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.scene.table import Scene
    from vision.frame import Image
    from vision.training.proposals.plates import Plate

FIRST: Final = 3500
"""Number of the first plate."""

APART: Final = 20
"""So many plates from there on train nothing: they tell what has been learned."""

FOLDER: Final = Path("build/clear-crops")
"""Where crops are drawn into: two networks learn from the same pictures."""

SCENES: Final = 8
"""Pictures of a plate."""

RAISED: Final = 0.4
"""Share of dice that lean or lie on checkers."""


def clear_crops(number: int) -> tuple[FaceCrops, LeanCrops]:
    """Return the crops of the pictures of a plate: of flat dice's faces, and of all dice for how they lie."""
    plate = draw_plate_setting(number, f"{CLEAR}{number}")
    faces, leaning = [], []
    for scene_number in range(SCENES):
        rng = random.Random(f"clear {number} {scene_number}")
        scene = otherwise_leaning(replace(draw_scene(plate, rng, RAISED), hands=()), rng)
        picture = plate.renderer.draw(scene, rng)
        faces.append(faces_of_picture(plate, scene, picture))
        leaning.append(crops_of_picture(plate, scene, picture))
    return joined_faces(faces), joined(leaning)


def faces_of_picture(plate: Plate, scene: Scene, picture: Image) -> FaceCrops:
    """Return the crops of all flat dice of a scene, stretched as `vision.dice.die_net` sees what lies on a board."""
    table, pinhole = table_of(plate, picture), plate.renderer.pinhole
    pictures, values = [], []
    for die, spot in zip(scene.dice, die_spots(scene, pinhole), strict=True):
        if die.tilt > 0 or not in_picture(spot, pinhole):
            continue
        x, y = to_board(table.corners, [(spot.px, spot.py)])[0]
        jacobian = seen_at(table.corners, table.aspect, float(x), float(y))[2]
        pictures.append(cut(picture, Crop(spot.px, spot.py, spot.side, stretch_of(jacobian)), CLOSE.reach, CROP))
        values.append(die.value)
    return FaceCrops(np.array(pictures, np.uint8).reshape(-1, CROP, CROP, 3), np.array(values, np.uint8))


def drawn(folder: Path, number: int) -> Path:
    """Draw a plate's crops into a folder, if they are not there yet; return their file."""
    cv2.setNumThreads(1)
    path = folder / f"clear-{number}.npz"
    if not path.exists():
        faces, leaning = clear_crops(number)
        np.savez(path, faces=faces.pictures, values=faces.values, **leaning._asdict())
    return path


def stored(folder: Path, numbers: Sequence[int], workers: int) -> tuple[FaceCrops, LeanCrops]:
    """Return the crops of plates, drawn where they are not yet."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        paths = list(pool.map(drawn, [folder] * len(numbers), numbers))
    faces, leaning = [], []
    for path in paths:
        with np.load(path) as kept:
            faces.append(FaceCrops(kept["faces"], kept["values"]))
            leaning.append(LeanCrops(*(kept[name] for name in LeanCrops._fields)))
    return joined_faces(faces), joined(leaning)
