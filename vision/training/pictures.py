"""Pictures of simulated tables for training, with everything on them that is a die, a cube, or neither.

The tables are those of `vision.training.proposals.plates`; all nets for dice and cubes learn from these pictures.
"""

from __future__ import annotations

import json
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from hardware.simulated.scene.board import surface_corners
from vision.training.dice.spots import (
    CropSpot,
    beside_dice,
    clear_of,
    corner_spots,
    die_spots,
    lay_clutter,
    table_spots,
)
from vision.training.proposals.plates import draw_plate_setting, draw_scene, seen_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy.typing as npt

    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.table import Scene
    from vision.frame import Image
    from vision.training.proposals.plates import Plate

FIRST_TRAINING: Final = 1000
FIRST_VALIDATION: Final = 5000
"""Numbers of plates that train, and of those that say when and how to stop."""

FIRST_RAISED: Final = 2000
"""Number of the first training plate of which most dice lean or lie on checkers."""

FEW_RAISED: Final = 0.22
MANY_RAISED: Final = 0.75
"""Share of dice that lean or lie on checkers."""

SCENES: Final = 10
"""Pictures of a plate."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of what a picture shows; positions are pixels of the picture.

    Attributes:
        corners: of the playing surface, clockwise from its top left, four (x, y).
        aspect: its depth over its width.
        diameter: of a checker, in widths of the surface.
        dice: the dice that are seen: upper face's middle and side, and 1 to 6 or `die_net.COCKED`.
        covered: dice that something covers, wholly or in part.
        cube: px, py, side and value of the cube's upper face; empty where there is none or something covers it.
        others: spots that are no die.
    """

    corners: list[list[float]]
    aspect: float
    diameter: float
    dice: list[CropSpot]
    covered: list[CropSpot]
    cube: list[float]
    others: list[CropSpot]

    def as_json(self) -> dict[str, Any]:
        """Return the labels as plain data."""
        return asdict(self)


def labels_from(stored: Mapping[str, Any]) -> Labels:
    """Return labels from what `Labels.as_json` gave."""
    spots = {name: [CropSpot(*spot) for spot in stored[name]] for name in ("dice", "covered", "others")}
    return Labels(stored["corners"], stored["aspect"], stored["diameter"], cube=stored["cube"], **spots)


def film(plate: Plate, scene: Scene, rng: random.Random) -> tuple[Image, Labels]:
    """Return a picture of a scene, half of them with drawn clutter, and what is on it."""
    pinhole = plate.renderer.pinhole
    dice = die_spots(scene, pinhole)
    seed = rng.random()
    picture = plate.renderer.draw(scene, random.Random(seed)).copy()
    cube = _cube_spot(scene, pinhole)
    kept_clear = dice if not cube else [*dice, CropSpot(cube[0], cube[1], cube[2], "cube")]
    marks = lay_clutter(picture, kept_clear, rng) if rng.random() < 0.5 else []
    others = [*table_spots(scene, pinhole, rng), *beside_dice(dice, rng), *marks]
    others += rng.sample(found := corner_spots(picture, dice[0].side if dice else 20.0, 60), min(len(found), 6))
    covered: list[CropSpot] = []
    if scene.hands:
        bare = plate.renderer.draw(replace(scene, hands=()), random.Random(seed))
        arm = cv2.absdiff(picture, bare).max(axis=2) > 8
        for mark in marks:  # drawn over everything, hands too
            cv2.circle(arm.view(np.uint8), (round(mark.px), round(mark.py)), round(mark.side), 0, -1)
        covered = [die for die in dice if _part(arm, die).any()]
        if cube and _part(arm, CropSpot(cube[0], cube[1], cube[2], "cube")).any():
            covered.append(CropSpot(cube[0], cube[1], cube[2], "cube"))
            cube = []
        rows, columns = np.nonzero(arm)
        for _ in range(6 if len(rows) else 0):
            k = rng.randrange(len(rows))
            others.append(CropSpot(float(columns[k]), float(rows[k]), dice[0].side if dice else 20.0, "hand"))
    size = scene.size
    labels = Labels(
        corners=[[float(x), float(y)] for x, y in pinhole.project(surface_corners(size))],
        aspect=size.height / size.width,
        diameter=size.checker_diameter / size.width,
        dice=[die for die in dice if die not in covered and _inside(picture, die)],
        covered=covered,
        cube=cube,
        others=[spot for spot in others if clear_of(spot, dice) and _inside(picture, spot)],
    )
    return picture, labels


def _cube_spot(scene: Scene, pinhole: Pinhole) -> list[float]:
    if scene.cube is None:
        return []
    side = scene.size.cube_side
    px, py, scale = seen_at(pinhole, scene.cube.x, scene.cube.y, scene.cube.z + side)
    inside = 0 <= px < pinhole.width and 0 <= py < pinhole.height
    return [px, py, scale * side, float(scene.cube.value)] if inside else []


def _inside(picture: Image, spot: CropSpot) -> bool:
    return bool(0 <= spot.px < picture.shape[1] and 0 <= spot.py < picture.shape[0])


def _part(mask: npt.NDArray[np.bool_], spot: CropSpot) -> npt.NDArray[np.bool_]:
    """Return the part of a mask that a die covers."""
    r = 0.7 * spot.side
    top, left = max(0, round(spot.py - r)), max(0, round(spot.px - r))
    return mask[top : max(0, round(spot.py + r)), left : max(0, round(spot.px + r))]


def plate_pictures(number: int, scenes: int, look: str | None = None) -> Iterator[tuple[Image, Labels]]:
    """Yield the pictures of a plate's first `scenes` scenes.

    Args:
        number: of the plate.
        scenes: how many.
        look: the look's name instead of a drawn one.
    """
    plate = draw_plate_setting(number, look)
    for scene_number in range(scenes):
        rng = random.Random(f"scene {number} {look} {scene_number}")
        raised = MANY_RAISED if FIRST_RAISED <= number < FIRST_VALIDATION else FEW_RAISED
        yield film(plate, draw_scene(plate, rng, raised), rng)


def draw(folder: Path, number: int) -> None:
    """Draw a plate's pictures and labels into a folder, if they are not there yet."""
    cv2.setNumThreads(1)
    path = folder / f"{number}.json"
    if path.exists():
        return
    labels = []
    for scene, (picture, label) in enumerate(plate_pictures(number, SCENES)):
        cv2.imwrite(str(folder / f"{number}-{scene}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        labels.append(label.as_json())
    path.write_text(json.dumps(labels), encoding="utf-8")


def draw_all(folder: Path, numbers: Sequence[int], workers: int) -> None:
    """Draw the pictures of plates, several plates at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(draw, [folder] * len(numbers), numbers))


def stored_pictures(folder: Path, number: int) -> Iterator[tuple[Image, Labels]]:
    """Yield the pictures of a plate that `draw` has stored."""
    for scene, label in enumerate(json.loads((folder / f"{number}.json").read_text(encoding="utf-8"))):
        picture = cv2.imread(str(folder / f"{number}-{scene}.png"))
        if picture is not None:
            yield np.asarray(picture, dtype=np.uint8), labels_from(label)
