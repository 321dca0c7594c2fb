"""Patches of dice that lie flat, and of some that lean, for `vision.dice.lean_net`.

Some are of simulated tables, those of `vision.training.proposals.plates` with the hands taken off. There dice lean on
the rims of checkers and on rails; here some lean on nothing that is seen, or any other way: the network shall see that
a die leans, and not where one usually leans. Others are drawn one by one, of many makes
(`vision.training.dice.drawn_boxes`), on pieces of pictures of such tables.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.board import surface_corners
from vision.dice.die_net import cut
from vision.dice.lean_net import LEAN_SPAN, PATCH, BoardPose, upright
from vision.geometry.board import parse_corners
from vision.geometry.camera_pose import camera_pose
from vision.training.dice.box_faces import die_faces
from vision.training.dice.box_makes import drawn_make
from vision.training.dice.die_crops import die_spots
from vision.training.dice.drawn_boxes import CROP as BOX
from vision.training.dice.drawn_boxes import UNIT, BoxStand, draw_box
from vision.training.dice.drawn_crops import beside, brought_upright, ground, spoiled, with_emblem
from vision.training.proposals.plates import draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.table import Scene
    from vision.frame import Image
    from vision.training.dice.die_crops import CropSpot
    from vision.training.proposals.plates import Plate

CROP: Final = 96
"""Width of a stored crop in pixels, of the network's size: room for other turns, shifts and scales."""

FIRST_TRAINING: Final = 3000
FIRST_VALIDATION: Final = 5000
"""Numbers of the plates that train, and of those that say when all is well."""

RAISED: Final = 0.6
"""Share of dice that lean or lie on checkers; two in three of them lean."""

SCENES: Final = 8
"""Pictures of a plate."""

OTHERWISE: Final = 0.5
"""Share of leaning dice that lean another way than on what is beside them."""

ON_NOTHING: Final = 0.12
"""Share of flat dice that are made to lean."""

TILTS: Final = (14.0, 42.0)
"""How far dice lean, degrees."""

BOXES: Final = 40
"""Dice drawn one by one on the picture of a plate."""

ON_EMBLEMS: Final = 0.4
"""Share of these that lie on an emblem: its lines go on beside a die, and make edges where a leaning one has them."""

SIDES: Final = (0.28, 0.48)
"""How large these are, in checker diameters."""

LOWEST: Final = 42.0
"""Degrees above the table at which a camera may stand, for these."""

INSIDE: Final = 8.0
"""How far inside the picture the middle of a die must be, pixels."""


class LeanCrops(NamedTuple):
    """Crops and how the dice lie.

    Attributes:
        pictures: shape (n, `CROP`, `CROP`, 3), uint8, as `vision.dice.lean_net` cuts them, only wider.
        flatness: shape (n,), float32, see `vision.dice.lean_net.Upright`.
        tilts: shape (n,), float32: degrees, 0 of those that lie flat on board or checker.
    """

    pictures: npt.NDArray[np.uint8]
    flatness: npt.NDArray[np.float32]
    tilts: npt.NDArray[np.float32]


def otherwise_leaning(scene: Scene, rng: random.Random) -> Scene:
    """Return a scene in which some dice lean another way than they did, and some flat ones lean."""
    dice = []
    for die in scene.dice:
        share = OTHERWISE if die.tilt > 0 else ON_NOTHING if die.z == 0 else 0.0
        if rng.random() < share:
            dice.append(replace(die, tilt=rng.uniform(*TILTS), tilt_towards=rng.uniform(0.0, 360.0)))
        else:
            dice.append(die)
    return replace(scene, dice=tuple(dice))


def crops_of_picture(plate: Plate, scene: Scene, picture: Image) -> LeanCrops:
    """Return the crops of all dice whose upper faces are in the picture of a scene."""
    pinhole = plate.renderer.pinhole
    table = table_of(plate, picture)
    pictures, flatness, tilts = [], [], []
    for die, spot in zip(scene.dice, die_spots(scene, pinhole), strict=True):
        if not in_picture(spot, pinhole):
            continue
        place = upright(spot.px, spot.py, table)
        pictures.append(cut(picture, place.crop, LEAN_SPAN * CROP / PATCH, CROP))
        flatness.append(place.flatness)
        tilts.append(die.tilt)
    return LeanCrops(
        np.array(pictures, dtype=np.uint8).reshape(-1, CROP, CROP, 3),
        np.array(flatness, dtype=np.float32),
        np.array(tilts, dtype=np.float32),
    )


def in_picture(spot: CropSpot, pinhole: Pinhole) -> bool:
    """Return whether the middle of a die is well inside the picture."""
    return INSIDE < spot.px < pinhole.width - INSIDE and INSIDE < spot.py < pinhole.height - INSIDE


def table_of(plate: Plate, picture: Image) -> BoardPose:
    """Return where a plate's board and camera are, as a reader takes them to be that knows the corners."""
    size = plate.size
    corners = parse_corners([(float(x), float(y)) for x, y in plate.renderer.pinhole.project(surface_corners(size))])
    aspect = size.height / size.width
    return BoardPose(
        corners, aspect, size.checker_diameter / size.width, camera_pose(corners, aspect, picture.shape[:2])
    )


def plate_crops(number: int) -> LeanCrops:
    """Return the crops of a plate's pictures."""
    plate = draw_plate_setting(number)
    parts = []
    for scene_number in range(SCENES):
        rng = random.Random(f"leaning {number} {scene_number}")
        scene = otherwise_leaning(replace(draw_scene(plate, rng, RAISED), hands=()), rng)
        parts.append(crops_of_picture(plate, scene, plate.renderer.draw(scene, rng)))
    return joined(parts)


def box_crops(number: int) -> LeanCrops:
    """Return crops of dice that are drawn one by one on the picture of a plate."""
    plate, chance = draw_plate_setting(number), random.Random(f"boxes {number}")
    picture = plate.renderer.draw(replace(draw_scene(plate, chance, RAISED), hands=()), chance)
    rng = np.random.default_rng(number)
    made = [box_crop(picture, rng) for _ in range(BOXES)]
    pictures, flatness, tilts = (np.array([one[part] for one in made]) for part in range(3))
    return LeanCrops(pictures, flatness.astype(np.float32), tilts.astype(np.float32))


def box_crop(picture: Image, rng: np.random.Generator) -> tuple[Image, float, float]:
    """Draw one die on a piece of a picture; return its crop, and flatness and tilt as in `LeanCrops`."""
    elevation = math.radians(min(90.0, float(rng.uniform(LOWEST, 94.0))))
    side = float(rng.uniform(*SIDES)) * PATCH / LEAN_SPAN
    middle = (BOX / 2 - 0.5, BOX / 2 - 0.5)
    pose = BoxStand(elevation, 0.0, float(rng.uniform(0, 2 * math.pi)), middle, side / math.sqrt(math.sin(elevation)))
    tilt = float(rng.uniform(*TILTS)) if rng.random() < 0.5 else 0.0
    if tilt:
        pose = replace(pose, lean=math.radians(tilt), towards=float(rng.uniform(0, 2 * math.pi)))
    crop = ground([picture], rng)
    if rng.random() < ON_EMBLEMS:
        crop = with_emblem(crop, pose.unit, rng)
    make = drawn_make(rng)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.25 else 0):
        draw_box(crop, die_faces(int(rng.integers(1, 7)), rng), make, beside(pose, rng), rng)
    draw_box(crop, die_faces(int(rng.integers(1, 7)), rng), make, pose, rng)
    crop = spoiled(brought_upright(crop, pose), rng, side / UNIT)
    pad = (CROP - BOX) // 2
    whole = np.pad(np.clip(255 * crop + 0.5, 0, 255).astype(np.uint8), ((pad, pad), (pad, pad), (0, 0)), mode="edge")
    return whole, 1 / math.tan(elevation) if elevation < math.pi / 2 else 0.0, tilt


def joined(parts: Sequence[LeanCrops]) -> LeanCrops:
    """Return all crops of several sets."""
    return LeanCrops(*(np.concatenate(part) for part in zip(*parts, strict=True)))
