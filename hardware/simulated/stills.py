"""Sets of still pictures of a table, drawn or photographed, with what is on them in a file of labels.

The first picture of a set is the start position, from which a reader learns the board; the others show fifteen checkers
a side strewn over points, bar and trays, two dice, and the cube anywhere. The same seed gives the same positions in
either quality. `LABELS` has a line of JSON a picture; pixels have (0, 0) at the outer corner of the top left one.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import cv2
import numpy as np

from hardware.cameras.camera import CameraError
from hardware.simulated.conditions import Conditions, board_built, camera_named, habit_named, light_named
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import looking_at
from hardware.simulated.photo.photographer import SAMPLES, Photographer
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import arrange, start_arrangement
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import CUBE_VALUES, Scene, census, turn_cube
from hardware.simulated.still import random_arrangement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hardware.simulated.optics.pinhole import Pinhole, Point3
    from hardware.simulated.scene.table import Cube, Holder

Quality = Literal["drawn", "photo"]
QUALITIES: Final[tuple[Quality, ...]] = ("drawn", "photo")
_HOLDERS: Final[tuple[Holder, ...]] = ("middle", "bottom", "top")
LABELS: Final = "stills.jsonl"
"""The name of the file of labels in a set's folder."""


@dataclass(frozen=True, slots=True)
class StillOrder:
    """What a set of stills is to be.

    Attributes:
        count: how many pictures besides the start position.
        look: the board's look.
        conditions: how it is lit and filmed, and how its people put checkers down.
        seed: of positions, dice and the sensor's noise.
        quality: drawn as the live table is, or photographed (`hardware.simulated.photo`), seconds a picture.
        samples: of a photograph, paths of light a pixel.
    """

    count: int
    look: str
    conditions: Conditions = field(default_factory=Conditions)
    seed: int = 1
    quality: Quality = "drawn"
    samples: int = SAMPLES


def scenes(order: StillOrder) -> Iterator[Scene]:
    """Yield the tables of a set: the start position, then strewn checkers."""
    rng = random.Random(f"stills {order.seed}")
    named = order.conditions
    size, habit, light = board_built(named.construction), habit_named(named.habit), light_named(named.light)
    empty = Scene(size, order.look, habit=habit, light=light)
    yield arrange(empty, start_arrangement(empty.seats), rng)
    for _ in range(order.count):
        scene = arrange(empty, random_arrangement(rng), rng)
        holder = rng.choice(_HOLDERS)
        scene = turn_cube(scene, rng.choice(CUBE_VALUES), holder, lean=rng.gauss(0.0, 4.0))
        values = (rng.randint(1, 6), rng.randint(1, 6))
        yield throw_dice(scene, Throw(values, rng.choice(("left", "right")), rng.choice(("dark", "light"))), rng)


def take(order: StillOrder, folder: Path) -> Iterator[Path]:
    """Take a set of stills; yield each picture's file when it and its label are written.

    Args:
        order: what to take.
        folder: where the pictures and `LABELS` go; labels of an earlier set there are overwritten.

    Raises:
        SceneError: the look, the light, the camera or the habit is unknown; "scene.no_mitsuba", photographs need the
            extra `photo`.
        CameraError: "still.not_written", a picture cannot be written.
    """
    camera = camera_named(order.conditions.camera, order.seed)
    pinhole = looking_at(board_built(order.conditions.construction), camera.view)
    noise = random.Random(f"noise {order.seed}")
    painter: Photographer | Renderer = Renderer(pinhole, camera.sensor)
    if order.quality == "photo":
        painter = Photographer(pinhole, camera.sensor, order.samples)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LABELS).open("w", encoding="utf-8") as labels:
        for number, scene in enumerate(scenes(order)):
            file = folder / f"still-{number:04}.png"
            if not cv2.imwrite(str(file), painter.draw(scene, noise, time=float(number))):
                raise CameraError("still.not_written", name=str(file))
            words = {"picture": file.name, "start": number == 0, "quality": order.quality, "seed": order.seed}
            labels.write(json.dumps({**words, **label(scene, pinhole)}) + "\n")
            labels.flush()
            yield file


def side_seen(cube: Cube, size: BoardSize, pinhole: Pinhole) -> float:
    """Return the side of the cube's upper face as a camera sees it, pixels: the root of its area."""
    half, z = size.cube_side / 2, cube.z + size.cube_side
    corners = [(cube.x + a * half, cube.y + b * half, z) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return math.sqrt(cv2.contourArea(np.asarray(pinhole.project(corners), dtype=np.float32)))


def label(scene: Scene, pinhole: Pinhole) -> dict[str, Any]:
    """Return what is on a picture, as JSON has it.

    Returns:
        look: the board's look.
        corners: of the playing surface, pixels, clockwise from the top left as the player at the bottom sees it.
        columns: shade and number of checkers of each that is not empty, by its number
        (`hardware.simulated.scene.board`).
        bar, off: number of checkers on the bar and borne off, by shade.
        dice: value, set, whether it is cocked, and the middle of its upper face, pixels.
        cube: value, and the middle and the side of its upper face, pixels; None without one.
    """

    def seen(*points: Point3) -> list[list[float]]:
        return [[round(float(x), 2), round(float(y), 2)] for x, y in pinhole.project(list(points))]

    size, there, cube = scene.size, census(scene), scene.cube
    return {
        "look": scene.look,
        "corners": seen(*surface_corners(size)),
        "columns": {str(place): [shade, n] for (place, shade), n in there.items() if isinstance(place, int)},
        "bar": {shade: there["bar", shade] for shade in ("dark", "light")},
        "off": {shade: there["off", shade] for shade in ("dark", "light")},
        "dice": [
            {
                "value": die.value,
                "set": die.shade,
                "cocked": die.tilt != 0.0,
                "at": seen((die.x, die.y, die.z + size.die_side))[0],
            }
            for die in scene.dice
        ],
        "cube": None
        if cube is None
        else {
            "value": cube.value,
            "at": seen((cube.x, cube.y, cube.z + size.cube_side))[0],
            "side": round(side_seen(cube, size, pinhole), 2),
        },
    }
