"""Plates (a look, a board, a camera and a lamp, drawn by chance), and tables as they stand on them.

Plates are numbered; everything on one follows from its number. Plates below `HELD_OUT` train and validate; those from
there on, and the looks `HELD_OUT_LOOKS`, only test.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.errors import SceneError
from hardware.simulated.looks.named import DRAWN, LOOKS
from hardware.simulated.optics.pinhole import Pinhole, View, looking_at
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import arrange
from hardware.simulated.scene.dice import Throw, free_room, throw_dice
from hardware.simulated.scene.table import CUBE_VALUES, Cube, Die, Habit, Hand, Led, Light, Scene, Seats, with_hand
from hardware.simulated.still import random_arrangement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.scene.board import Shade, Side
    from hardware.simulated.scene.dice import Lie

HELD_OUT: Final = 10_000
HELD_OUT_LOOKS: Final = ("walnut", "desert")
SHAPES: Final = ((960, 540), (1280, 720), (1280, 720), (1600, 900))


class Plate(NamedTuple):
    """A board before a camera, and the size of a clutter-free table."""

    size: BoardSize
    look: str
    light: Light
    renderer: Renderer


def draw_plate_setting(number: int, look: str | None = None, shapes: Sequence[tuple[int, int]] = SHAPES) -> Plate:
    """Return the plate of this number: look, board, camera, lamp and sensor drawn by chance.

    Args:
        number: of the plate.
        look: the look's name instead of a drawn one.
        shapes: widths and heights of pictures in pixels, of which one is drawn.
    """
    rng = random.Random(f"plate {number} {look}")
    if look is None:
        known = sorted(set(LOOKS) - set(HELD_OUT_LOOKS))
        look = rng.choice(known) if rng.random() < 0.25 and number < HELD_OUT else f"{DRAWN}{number}"
    size = _board(rng)
    while True:
        view = View(
            elevation=min(90.0, rng.uniform(45.0, 96.0)),
            azimuth=rng.gauss(0.0, 16.0),
            roll=rng.gauss(0.0, 4.0),
            opening=rng.uniform(36.0, 62.0),
            margin=rng.uniform(-0.06, 0.06),
            width=(shape := rng.choice(shapes))[0],
            height=shape[1],
            k1=rng.uniform(-0.06, 0.02),
        )
        try:
            pinhole = looking_at(size, view)
        except SceneError:  # that camera would see the horizon
            continue
        break
    light = Light(
        azimuth=rng.uniform(0.0, 360.0),
        elevation=rng.uniform(32.0, 88.0),
        ambient=rng.uniform(0.25, 0.75),
        softness=rng.uniform(2.0, 14.0),
        falloff=rng.uniform(0.0, 0.5),
    )
    sensor = Sensor(
        noise=rng.uniform(0.5, 5.0),
        colour_noise=rng.uniform(0.3, 3.0),
        blur=rng.uniform(0.3, 1.1),
        vignetting=rng.uniform(0.0, 0.4),
        jpeg=rng.choice((None, None, rng.randint(45, 95))),
    )
    return Plate(size, look, light, Renderer(pinhole, sensor))


def _board(rng: random.Random) -> BoardSize:
    """Return a board of other proportions: checkers 0.7 to 0.97 of a point wide, dice of many sizes."""
    diameter = rng.uniform(34.0, 46.0)
    point = max(diameter + 0.6, diameter / rng.uniform(0.75, 0.97))
    bar = max(diameter + 1.0, rng.uniform(0.6, 1.4) * point)
    die = diameter * rng.uniform(0.29, 0.46)
    height = 2 * (5 * diameter + 7.0) + 2.6 * die + rng.uniform(0.0, 60.0)
    return BoardSize(
        width=12 * point + bar,
        height=height,
        bar_width=bar,
        bar_height=rng.choice((0.0, rng.uniform(4.0, 20.0))),
        point_length=rng.uniform(0.36, 0.44) * height,
        checker_diameter=diameter,
        checker_thickness=min(diameter * rng.uniform(0.2, 0.3), 0.39 * height / 15.6),  # fifteen stand in a tray
        rail_width=rng.uniform(14.0, 30.0),
        rail_height=rng.uniform(10.0, 30.0),
        tray_width=diameter + rng.uniform(4.0, 20.0),
        die_side=die,
        cube_side=die * rng.uniform(1.2, 2.0),
    )


def draw_scene(plate: Plate, rng: random.Random, raised: float = 0.22) -> Scene:
    """Return a table with checkers strewn about, many dice, the cube anywhere and now and then a hand or lights.

    Args:
        plate: what it stands on.
        rng: where the chance comes from.
        raised: the share of dice that lean, or lie on checkers; two in three of them lean.
    """
    light = replace(plate.light, brightness=rng.uniform(0.45, 1.3), warmth=rng.uniform(-0.7, 1.0))
    table = Scene(
        plate.size,
        plate.look,
        Seats(rng.choice(("bottom", "top")), rng.choice(("left", "right"))),
        Habit(rng.uniform(0.3, 2.0), rng.random(), rng.random() < 0.7),
        light=light,
    )
    while True:
        try:
            scene = arrange(table, random_arrangement(rng), rng)
            break
        except SceneError:  # more checkers on one place than its row and tray hold
            continue
    scene = with_many_dice(scene, rng, raised)
    x, y = rng.uniform(-0.5, 0.5) * plate.size.width, rng.uniform(-0.5, 0.5) * plate.size.height
    if rng.random() < 0.6 and free_room(scene, x, y, 0.0) > 0.3 * plate.size.cube_side:
        scene = replace(scene, cube=Cube(rng.choice(CUBE_VALUES), x, y, turn=rng.uniform(0.0, 360.0)))
    elif scene.cube is not None:
        scene = replace(scene, cube=replace(scene.cube, value=rng.choice(CUBE_VALUES)))
    if rng.random() < 0.25:
        scene = with_a_hand(scene, rng)
    if rng.random() < 0.2:
        leds = [
            Led(rng.uniform(-0.5, 0.5) * plate.size.width, rng.choice((-0.5, 0.5)) * (plate.size.height + 20),
                (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255)))
            for _ in range(rng.randint(1, 8))
        ]  # fmt: skip
        scene = replace(scene, leds=tuple(leds))
    return scene


def with_a_hand(scene: Scene, rng: random.Random) -> Scene:
    """Return the scene with one hand more, drawn by chance."""
    skin = rng.choice(((214, 164, 134), (238, 200, 176), (150, 104, 78), (96, 64, 48)))
    sleeve = (rng.randint(10, 240), rng.randint(10, 240), rng.randint(10, 240))
    return with_hand(
        scene,
        Hand(
            x=rng.uniform(-0.45, 0.45) * scene.size.width,
            y=rng.uniform(-0.4, 0.4) * scene.size.height,
            height=rng.uniform(4.0, 50.0),
            side=rng.choice(("bottom", "top", "left", "right")),
            lean=rng.uniform(-30.0, 30.0),
            pose=rng.choice(("reach", "pinch", "flat")),
            left=rng.random() < 0.3,
            skin=skin,
            sleeve=sleeve,
            holding=rng.choice((None, "dark", "light")),
        ),
    )


def with_many_dice(scene: Scene, rng: random.Random, raised: float) -> Scene:
    """Return the scene with some ten dice: flat, on checkers, leaning, side by side; `raised` as in `draw_scene`."""
    side = scene.size.die_side
    for _ in range(rng.randint(7, 12)):
        half: Side = rng.choice(("left", "right"))
        shade: Shade = rng.choice(("dark", "light"))
        value, how = rng.randint(1, 6), rng.random()
        if how < raised:
            lie: Lie = rng.choice(("cocked", "cocked", "on checker"))
            scene = throw_dice(scene, Throw((value,), half, shade, (lie,)), rng)
            continue
        die = _somewhere_free(scene, shade, value, rng)
        if die is None:
            continue
        scene = replace(scene, dice=(*scene.dice, die))
        if how > 0.8:
            far, way = side * rng.uniform(1.0, 1.2), math.radians(die.turn + 90.0 * rng.randrange(4))
            x, y = die.x + far * math.cos(way), die.y + far * math.sin(way)
            alone = replace(scene, dice=scene.dice[:-1])
            if free_room(alone, x, y, die.turn) > 0.0:
                neighbour = Die(shade, rng.randint(1, 6), x, y, turn=die.turn + rng.gauss(0.0, 2.0))
                scene = replace(scene, dice=(*scene.dice, neighbour))
    return scene


def _somewhere_free(scene: Scene, shade: Shade, value: int, rng: random.Random) -> Die | None:
    """Return a flat die at a free place, often close to a checker."""
    size = scene.size
    low = [c for c in scene.checkers if c.z == 0.0 and isinstance(c.place, int)]
    for _ in range(40):
        turn = rng.uniform(0.0, 360.0)
        if low and rng.random() < 0.4:
            by, way = rng.choice(low), rng.uniform(0.0, 2 * math.pi)
            far = size.checker_diameter / 2 + size.die_side * rng.uniform(0.5, 0.8)
            x, y = by.x + far * math.cos(way), by.y + far * math.sin(way)
        else:
            x, y = rng.uniform(-0.5, 0.5) * size.width, rng.uniform(-0.5, 0.5) * size.height
        if free_room(scene, x, y, turn) > 0.0:
            return Die(shade, value, x, y, turn=turn)
    return None


def seen_at(pinhole: Pinhole, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return where a point is seen, pixels, and how many pixels a millimetre of the level plane is wide there."""
    at = pinhole.project([(x, y, z), (x + 1.0, y, z), (x, y + 1.0, z)])
    (ax, ay), (bx, by) = at[1] - at[0], at[2] - at[0]
    return float(at[0][0]), float(at[0][1]), math.sqrt(abs(float(ax * by - ay * bx)))
