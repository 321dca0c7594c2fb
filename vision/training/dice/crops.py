"""Labelled crops for the network for dice: of simulated tables, and of boxes drawn one by one.

The tables are those of `vision.training.proposals.plates`: as they are played on, with many dice that lean, and with
clear dice. There dice lean on the rims of checkers and on rails; here some lean on nothing that is seen, or any other
way: the network shall see that a die leans, and not where one usually leans.
"""

from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.looks.named import CLEAR
from vision.dice.crops import Crop, cut, looks_at
from vision.dice.proposals import ProposalNet
from vision.geometry.board import parse_corners, to_board
from vision.geometry.camera_pose import camera_pose
from vision.training.dice.drawn_crops import CROP, SIDE, drawn_crop
from vision.training.dice.spots import KINDS, labelled_spots, proposed_spots
from vision.training.pictures import FEW_RAISED, FIRST_RAISED, FIRST_TRAINING, FIRST_VALIDATION, MANY_RAISED, film
from vision.training.proposals.plates import draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from hardware.simulated.scene.table import Scene
    from vision.frame import Image
    from vision.training.dice.spots import CropSpot
    from vision.training.pictures import Labels

FIRST_CLEAR: Final = 3520
"""Number of the first plate with clear dice."""

SCENES: Final = 6
"""Pictures of a plate."""

OTHERS: Final = 12
"""Labelled spots of a picture that are neither die nor cube and are learned from, at most."""

OTHERWISE: Final = 0.5
"""Share of leaning dice that lean another way than on what is beside them."""

ON_NOTHING: Final = 0.12
"""Share of flat dice that are made to lean."""

TILTS: Final = (14.0, 42.0)
"""How far these lean, degrees."""

BOXES: Final = 1500
"""Boxes drawn one by one that are stored in a file."""

GROUNDS: Final = 10
"""Pictures of plates on which the boxes of a file stand."""


@dataclass(frozen=True, slots=True)
class DieCrops:
    """Crops and what they show.

    Attributes:
        pictures: shape (n, `CROP`, `CROP`, 3), uint8, blue-green-red.
        labels: classes of `vision.dice.die_net`, shape (n,), uint8.
        flatness: of the looks, see `vision.dice.crops.Crop`, shape (n,), float32.
        kinds: what was cut out, indexes into `vision.training.dice.spots.KINDS`, shape (n,), uint8.
        sides: of a die or cube in the picture, pixels, shape (n,), float32.
    """

    pictures: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.uint8]
    flatness: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.uint8]
    sides: npt.NDArray[np.float32]


def joined(parts: Sequence[DieCrops]) -> DieCrops:
    """Return all crops of several sets."""
    return DieCrops(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(DieCrops)))


def crops_at(picture: Image, labels: Labels, spots: Sequence[CropSpot]) -> DieCrops:
    """Return the crops at spots of a picture of a table, as the reader looks at what lies there."""
    corners = parse_corners(labels.corners)
    pose = camera_pose(corners, labels.aspect, picture.shape[:2])
    middles = [(spot.px, spot.py) for spot in spots]
    looks = looks_at(corners, labels.aspect, pose, to_board(corners, middles))
    each = zip(spots, looks.stretches, strict=True)
    return DieCrops(
        np.stack([cut(picture, Crop(s.px, s.py, s.side, stretch), CROP / SIDE, CROP) for s, stretch in each]),
        np.array([spot.label for spot in spots], dtype=np.uint8),
        looks.flatness.astype(np.float32),
        np.array([KINDS.index(spot.kind) for spot in spots], dtype=np.uint8),
        np.array([spot.side for spot in spots], dtype=np.float32),
    )


def crops_of(pictures: Iterable[tuple[Image, Labels]], net: ProposalNet, seed: str) -> DieCrops:
    """Return crops of pictures: all dice and cubes, spots that are neither, and what a network takes for them."""
    rng, parts = random.Random(seed), []
    for picture, labels in pictures:
        spots = [*labelled_spots(labels, OTHERS, rng), *proposed_spots(picture, labels, net)]
        parts.append(crops_at(picture, labels, spots))
    return joined(parts)


def otherwise_leaning(scene: Scene, rng: random.Random) -> Scene:
    """Return a scene in which some dice lean another way than they did, and some flat ones lean."""
    dice = []
    for die in scene.dice:
        share = OTHERWISE if die.tilt > 0 else ON_NOTHING if die.z == 0 else 0.0
        leans = rng.random() < share
        dice.append(replace(die, tilt=rng.uniform(*TILTS), tilt_towards=rng.uniform(0.0, 360.0)) if leans else die)
    return replace(scene, dice=tuple(dice))


def _filmed(number: int, scenes: int, look: str | None, raised: float) -> Iterator[tuple[Image, Labels]]:
    """Yield pictures of a plate and what is on them."""
    plate = draw_plate_setting(number, look)
    for scene_number in range(scenes):
        rng = random.Random(f"dice {number} {look} {scene_number}")
        yield film(plate, otherwise_leaning(draw_scene(plate, rng, raised), rng), rng)


def plate_crops(number: int, net: ProposalNet, scenes: int = SCENES, look: str | None = None) -> DieCrops:
    """Return the crops of a plate.

    Args:
        number: of the plate: from `FIRST_CLEAR` on dice are clear, from `FIRST_RAISED` on most lean.
        net: where it sees dice or cubes and none is, is cut out as well.
        scenes: how many pictures.
        look: the look's name instead of that which follows from the number.
    """
    clear = FIRST_CLEAR <= number < FIRST_VALIDATION
    raised = MANY_RAISED if FIRST_RAISED <= number < FIRST_CLEAR else FEW_RAISED
    look = f"{CLEAR}{number}" if clear and look is None else look
    return crops_of(_filmed(number, scenes, look, raised), net, f"spots {number} {look}")


def box_crops(number: int, count: int = BOXES) -> DieCrops:
    """Return crops of so many boxes drawn one by one, on pictures of plates; each number draws others."""
    first = FIRST_TRAINING + GROUNDS * number
    grounds = [picture for n in range(first, first + GROUNDS) for picture, _ in _filmed(n, 1, None, FEW_RAISED)]
    rng = np.random.default_rng(number)
    drawn = [drawn_crop(grounds, rng) for _ in range(count)]
    return DieCrops(
        np.stack([crop for crop, _, _ in drawn]),
        np.array([label for _, label, _ in drawn], dtype=np.uint8),
        np.array([flatness for _, _, flatness in drawn], dtype=np.float32),
        np.full(count, KINDS.index("die"), dtype=np.uint8),
        np.full(count, SIDE, dtype=np.float32),
    )


def _stored(path: Path, make: Callable[[], DieCrops]) -> DieCrops:
    """Return the crops that a file holds, made first where there is none."""
    if not path.exists():
        made = make()
        np.savez(path, **{field.name: getattr(made, field.name) for field in fields(made)})
    with np.load(path) as kept:
        return DieCrops(**kept)


def _plate(folder: Path, model: Path, number: int) -> DieCrops:
    cv2.setNumThreads(1)
    return _stored(folder / f"plate-{number}.npz", lambda: plate_crops(number, ProposalNet(model)))


def _boxes(folder: Path, number: int) -> DieCrops:
    cv2.setNumThreads(1)
    return _stored(folder / f"boxes-{number}.npz", lambda: box_crops(number))


def stored_plates(folder: Path, model: Path, numbers: Sequence[int], workers: int) -> DieCrops:
    """Return the crops of plates, drawn into a folder where they are not there yet; `model` proposes places."""
    return _all(partial(_plate, folder, model), folder, numbers, workers)


def stored_boxes(folder: Path, numbers: Sequence[int], workers: int) -> DieCrops:
    """Return the crops of boxes drawn one by one, likewise; see `box_crops`."""
    return _all(partial(_boxes, folder), folder, numbers, workers)


def _all(make: Callable[[int], DieCrops], folder: Path, numbers: Sequence[int], workers: int) -> DieCrops:
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        return joined(list(pool.map(make, numbers)))
