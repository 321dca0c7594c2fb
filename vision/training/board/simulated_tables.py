"""Simulated tables as training draws them: tall, crooked and bridged stacks, cups, print, dull pictures.

Boards, cameras and lamps are those of `vision.training.proposals.plates`.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import column_end, column_x, surface_corners
from hardware.simulated.scene.checkers import Arrangement, Bump, arrange, bump
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Habit, Scene, Seats
from vision.reading import PLACES
from vision.training.proposals.plates import with_a_hand

if TYPE_CHECKING:
    import numpy.typing as npt

    from hardware.simulated.drawing.renderer import Renderer
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.board import BoardSize, Shade
    from hardware.simulated.scene.dice import Lie
    from hardware.simulated.scene.table import Light
    from vision.frame import Image

COLUMN_AT: Final = tuple(13 - int(name[1:]) if name[0] == "B" else 12 + int(name[1:]) for name in PLACES)
"""The simulated board's columns in the order of `reading.PLACES`."""

ROWS: Final = (3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6)
"""How many checkers lie in line before people stack, as often as each number stands here."""

TALL: Final = (6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 13, 14, 15)
"""Tall stacks, as often as each number stands here."""

_LIES: Final[tuple[Lie, ...]] = ("flat", "flat", "flat", "cocked", "on checker")


class SimulatedTable(NamedTuple):
    """A picture of a table, and what lies on it.

    Attributes:
        picture: blue-green-red.
        scene: the truth.
        scale: size of the picture beside that of the camera.
    """

    picture: Image
    scene: Scene
    scale: float


class Style(NamedTuple):
    """Style that stays about the same from one picture of a table to the next.

    Attributes:
        light: the lamp.
        scale: size of pictures beside those of the camera.
        contrast, lift: what lightness is multiplied by about its mean, and what is added, Lab units.
        pale: what a and b are multiplied by.
        tint: what is added to a and b.
        noise: spread of noise added, steps of a byte.
        dulled: whether any of the last four apply.
    """

    light: Light
    scale: float
    contrast: float
    lift: float
    pale: float
    tint: tuple[float, float]
    noise: float
    dulled: bool


def draw_style(plate: TablePlate, rng: random.Random) -> Style:
    """Return a lamp, a size and a dullness drawn by chance."""
    way, strength = rng.uniform(0.0, 2 * math.pi), rng.choice((0.0, rng.uniform(0.0, 30.0)))
    return Style(
        light=replace(plate.light, brightness=rng.uniform(0.45, 1.3), warmth=rng.uniform(-0.7, 1.0)),
        scale=rng.uniform(0.5, 1.0) if rng.random() < 0.3 else 1.0,
        contrast=rng.uniform(0.4, 1.1),
        lift=rng.uniform(-8.0, 8.0),
        pale=rng.choice((1.0, rng.uniform(0.1, 1.0))),
        tint=(strength * math.cos(way), strength * math.sin(way)),
        noise=rng.uniform(0.3, 2.5),
        dulled=rng.random() < 0.5,
    )


def drifted(style: Style, rng: random.Random) -> Style:
    """Return a style a little later: the light is never quite the same."""
    light = replace(
        style.light,
        brightness=style.light.brightness * math.exp(rng.gauss(0.0, 0.06)),
        warmth=style.light.warmth + rng.gauss(0.0, 0.06),
    )
    return style._replace(light=light)


class TablePlate(NamedTuple):
    """A board before a camera, see `plates.Plate`.

    Attributes:
        crowded: whether more than fifteen checkers a side lie on it.
        strewn: whether many of them lie far from the rail.
    """

    size: BoardSize
    look: str
    light: Light
    renderer: Renderer
    crowded: bool
    strewn: bool = False


def tall_arrangement(rng: random.Random, tall: float = 0.6) -> Arrangement:
    """Return fifteen checkers a shade, many of them on one point; no rule is asked whether play leads there.

    Args:
        rng: the chance.
        tall: the chance that a shade has a tall stack.
    """
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    aside = {"dark": [0, 0], "light": [0, 0]}
    shades: list[Shade] = ["dark", "light"]
    rng.shuffle(shades)
    for shade in shades:
        left = 15
        if rng.random() < 0.3:
            aside[shade][0] = rng.randint(1, 2)
            left -= aside[shade][0]
        wanted = [rng.choice(TALL)] if rng.random() < tall else []
        while left:
            free = [column for column, (owner, _) in enumerate(columns) if owner is None]
            count = min(left, wanted.pop() if wanted else rng.choice((1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7)))
            columns[rng.choice(free)] = (shade, count)
            left -= count
            if left and rng.random() < 0.08:
                aside[shade][1], left = left, 0
    return Arrangement(tuple(columns), aside["dark"][0], aside["light"][0], aside["dark"][1], aside["light"][1])


def draw_scene(plate: TablePlate, light: Light, rng: random.Random) -> Scene:
    """Return a table with stacks, crooked rows, some dice and now and then a hand."""
    habit = Habit(rng.uniform(0.3, 2.5), rng.random(), rng.random() < 0.7)
    seats = Seats(rng.choice(("bottom", "top")), rng.choice(("left", "right")))
    table = Scene(plate.size, plate.look, seats, habit, light=light)
    tall = 0.15 if plate.strewn else 0.6
    scene = _arranged(table, rng, tall)
    for _ in range(2 if plate.crowded else 0):
        taken = {c.place for c in scene.checkers}
        more = [c for c in _arranged(table, rng, tall).checkers if isinstance(c.place, int) and c.place not in taken]
        scene = replace(scene, checkers=(*scene.checkers, *more))
    for column in range(1, 25):
        strewn = plate.strewn and rng.random() < 0.6
        scene = _strewn(scene, column, rng) if strewn else _handled(scene, column, rng)
    if rng.random() < 0.3:
        x, y = rng.uniform(-0.4, 0.4) * plate.size.width, rng.uniform(-0.5, 0.5) * plate.size.height
        scene = bump(scene, Bump(x, y, rng.uniform(60, 200), rng.uniform(2.0, 6.0)), rng)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        values = (rng.randint(1, 6), rng.randint(1, 6))
        lies: tuple[Lie, ...] = (rng.choice(_LIES), rng.choice(_LIES))
        scene = throw_dice(
            scene, Throw(values, rng.choice(("left", "right")), rng.choice(("dark", "light")), lies), rng
        )
    return with_a_hand(scene, rng) if rng.random() < 0.15 else scene


def _arranged(table: Scene, rng: random.Random, tall: float) -> Scene:
    while True:
        try:
            return arrange(table, tall_arrangement(rng, tall), rng)
        except SceneError:  # more on one place than its row and tray hold
            continue


def _handled(scene: Scene, column: int, rng: random.Random) -> Scene:
    """Return the scene with one point's checkers set down less neatly: off the rail, apart, or bridged."""
    here = [c for c in scene.checkers if c.place == column]
    if not here:
        return scene
    size = scene.size
    inwards = 1 if column_end(column) == "bottom" else -1
    moved = {}
    if max(c.z for c in here) > 0.0:
        if rng.random() < 0.3:  # upper checkers bridge two lower ones
            for c in here:
                if c.z > 0.0:
                    y = c.y + inwards * size.checker_diameter * (0.5 + rng.gauss(0.0, 0.05))
                    moved[c] = replace(c, y=y, x=c.x + rng.gauss(0.0, 0.03) * size.checker_diameter)
    elif len(here) < size.row and rng.random() < 0.3:
        room = 0.8 * size.checker_diameter * (size.row - len(here))
        start = min(room, rng.choice((0.0, rng.uniform(0.0, 0.5) * size.checker_diameter)))
        gap = rng.uniform(0.0, min(0.2 * size.checker_diameter, (room - start) / len(here)))
        for c in here:
            moved[c] = replace(c, y=c.y + inwards * (start + gap * c.nth))
    return replace(scene, checkers=tuple(moved.get(c, c) for c in scene.checkers)) if moved else scene


def _strewn(scene: Scene, column: int, rng: random.Random) -> Scene:
    """Return the scene with one point's row of checkers off the rail, some with a gap inside, none quite in line."""
    here = [c for c in scene.checkers if c.place == column]
    size = scene.size
    room = size.row + 0.5 - len(here)
    if not here or room < 0.5 or max(c.z for c in here) > 0.0:
        return scene
    wide = size.checker_diameter if column_end(column) == "bottom" else -size.checker_diameter
    start = rng.uniform(0.0, min(3.3, room))
    gap = rng.uniform(0.0, min(2.0, room - start)) if rng.random() < 0.3 else 0.0
    split = rng.randint(1, len(here))
    moved = {
        c: replace(
            c, x=c.x + rng.gauss(0.0, 0.04) * wide, y=c.y + wide * (start + 0.015 * c.nth + gap * (c.nth >= split))
        )
        for c in here
    }
    return replace(scene, checkers=tuple(moved.get(c, c) for c in scene.checkers))


def film(plate: TablePlate, scene: Scene, style: Style, rng: random.Random) -> SimulatedTable:
    """Return a picture of a scene with chance clutter."""
    picture = plate.renderer.draw(scene, random.Random(rng.random())).copy()
    pinhole = plate.renderer.pinhole
    if rng.random() < 0.25:
        _print_marks(picture, scene, pinhole, rng)
    if rng.random() < 0.3 and not scene.hands:
        for _ in range(rng.randint(1, 2)):
            _lay_cup(picture, scene, pinhole, rng)
    if style.scale < 1.0:
        shape = (round(picture.shape[1] * style.scale), round(picture.shape[0] * style.scale))
        picture = np.asarray(cv2.resize(picture, shape, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return SimulatedTable(_dulled(picture, style, rng) if style.dulled else picture, scene, style.scale)


def _dulled(picture: Image, style: Style, rng: random.Random) -> Image:
    """Return a picture with less contrast, paler or all of one tint, as wood under a lamp is, and with fresh noise."""
    lab = cv2.cvtColor(picture.astype(np.float32) * np.float32(1 / 255), cv2.COLOR_BGR2LAB)
    middle = lab[..., 0].mean()
    lab[..., 0] = middle + style.lift + style.contrast * (lab[..., 0] - middle)
    lab[..., 1] = style.pale * lab[..., 1] + style.tint[0]
    lab[..., 2] = style.pale * lab[..., 2] + style.tint[1]
    back = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR) * 255
    noise = np.random.default_rng(rng.randrange(2**32)).normal(0.0, style.noise, back.shape)
    return np.asarray(np.clip(back + noise, 0, 255), dtype=np.uint8)


def _print_marks(picture: Image, scene: Scene, pinhole: Pinhole, rng: random.Random) -> None:
    """Draw dots at the points' tips, or a figure in the middle of each half, onto a picture's board."""
    size = scene.size
    ink = tuple(rng.randint(0, 255) for _ in range(3))
    if rng.random() < 0.5:
        radius = rng.uniform(0.1, 0.35) * size.checker_diameter
        for column in range(1, 25):
            sign = -1 if column_end(column) == "bottom" else 1
            y = sign * (size.height / 2 - rng.uniform(0.97, 1.0) * size.point_length)
            if _clear(scene, column_x(size, column), y, radius):
                _fill(picture, _ring(column_x(size, column), y, radius, radius), pinhole, ink)
    else:
        for side in (-1, 1):
            x, tall = side * (size.width + size.bar_width) / 4, rng.uniform(0.3, 1.2) * size.checker_diameter
            wide = tall * rng.uniform(0.8, 1.6)
            if _clear(scene, x, 0.0, max(wide, tall)):
                corners = [(x - wide, 0.0), (x, tall), (x + wide, 0.0), (x, -tall)]
                _fill(picture, corners, pinhole, ink)
                inner = [(x + 0.5 * (a - x), 0.5 * b) for a, b in corners]
                _fill(picture, inner, pinhole, tuple(rng.randint(0, 255) for _ in range(3)))


def _lay_cup(picture: Image, scene: Scene, pinhole: Pinhole, rng: random.Random) -> None:
    """Draw a dice cup that lies on the board, or a thing of its size, where no checker is."""
    size = scene.size
    wide = rng.uniform(0.9, 1.5) * size.checker_diameter
    tall = wide * rng.uniform(1.0, 1.8)
    for _ in range(20):
        x, y = rng.uniform(-0.45, 0.45) * size.width, rng.uniform(-0.42, 0.42) * size.height
        if _clear(scene, x, y, 0.6 * math.hypot(wide, tall)):
            break
    else:
        return
    turn, narrow = rng.uniform(0.0, 2 * math.pi), rng.uniform(0.75, 1.0)
    cos, sin = math.cos(turn), math.sin(turn)
    colour = np.array([rng.randint(5, 230) for _ in range(3)]) * rng.choice((0.4, 1.0))

    def placed(outline: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x + cos * a - sin * b, y + sin * a + cos * b) for a, b in outline]

    body = [
        (-wide / 2 * narrow, -tall / 2),
        (wide / 2 * narrow, -tall / 2),
        (wide / 2, tall / 2),
        (-wide / 2, tall / 2),
    ]
    for step in range(6):  # lighter along its middle, as round things are
        share = 1 - step / 6
        shade = tuple(float(v) for v in np.clip(colour * (0.75 + 0.08 * step), 0, 255))
        _fill(picture, placed([(a * share, b) for a, b in body]), pinhole, shade)
    mouth = _ring(0.0, tall / 2, wide / 2, wide * rng.uniform(0.1, 0.35))
    _fill(picture, placed(mouth), pinhole, tuple(float(v) for v in np.clip(colour * rng.uniform(0.3, 1.3), 0, 255)))


def _ring(x: float, y: float, wide: float, tall: float) -> list[tuple[float, float]]:
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return [(x + wide * math.cos(turn), y + tall * math.sin(turn)) for turn in turns]


def _clear(scene: Scene, x: float, y: float, reach: float) -> bool:
    near = reach + 0.5 * scene.size.checker_diameter
    return all(math.hypot(c.x - x, c.y - y) > near for c in scene.checkers)


def _fill(picture: Image, outline: list[tuple[float, float]], pinhole: Pinhole, colour: tuple[float, ...]) -> None:
    """Fill an outline on the table's level, millimetres, in a picture."""
    seen = pinhole.project([(x, y, 0.0) for x, y in outline])
    cv2.fillPoly(picture, [np.rint(16 * np.array(seen)).astype(np.int32)], colour, cv2.LINE_AA, 4)


def seen_corners(table: SimulatedTable, pinhole: Pinhole) -> npt.NDArray[np.float64]:
    """Return the true corners of the playing surface in a table's picture, pixels, shape (4, 2)."""
    return np.asarray(pinhole.project(surface_corners(table.scene.size)), dtype=np.float64) * table.scale
