"""Examples from simulated tables: the start position, then other positions of the same table in almost the same light.

Boards, cameras and lamps are drawn as in `vision.training.proposals.plates`, positions as in `simulated_tables`; what
lies on the bar and where the cube lies is drawn here.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.drawing.hands import Hands
from hardware.simulated.drawing.plate import frame_boxes
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.drawing.shading import lamp_of
from hardware.simulated.errors import SceneError
from hardware.simulated.looks.materials import as_picture, checker_face
from hardware.simulated.looks.named import ALIKE, look_named
from hardware.simulated.scene.board import BASE, column_x
from hardware.simulated.scene.checkers import Bump, arrange, bump, start_arrangement
from hardware.simulated.scene.dice import Throw, free_room, half_height, throw_dice
from hardware.simulated.scene.table import CUBE_VALUES, Checker, Cube, Habit, Scene, Seats, census, checkers_on
from vision.checkers.canvas import (
    HEIGHT,
    WIDTH,
    to_canvas,
)
from vision.geometry.board import parse_corners
from vision.geometry.layout import Proportions
from vision.training.board.example import Example, contents_of
from vision.training.board.seen_table import (
    ON_BAR,
    CanvasEye,
    StandingChecker,
    StandingTable,
    UpperFace,
    hidden_places,
    seen_things,
    spot,
)
from vision.training.board.simulated_tables import (
    COLUMN_AT,
    ROWS,
    TablePlate,
    draw_scene,
    draw_style,
    drifted,
    film,
    seen_corners,
)
from vision.training.proposals.plates import draw_plate_setting

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.optics.sensor import Sensor
    from hardware.simulated.scene.board import Place, Shade
    from vision.arrays import Double
    from vision.frame import Image
    from vision.training.board.example import Flags, ThingKind
    from vision.training.board.simulated_tables import Style

SHAPES: Final = ((640, 360), (720, 405), (800, 450), (960, 540))
"""Sizes of pictures: the playing surface is about as wide on them as on the canvas, or up to half as wide again."""

CORNERS_OFF: Final = 0.006
"""Spread of errors of corners, parts of the playing surface's width; one table's corners stay the same."""

ALIKE_SHARE: Final = 0.25
CROWDED_SHARE: Final = 0.12
STREWN_SHARE: Final = 0.25
"""How many plates have checkers of about the colours of their board, more than fifteen checkers a side, and rows that
begin far from the rail."""

EMPTY_BAR: Final = 0.5
"""How many pictures have no checkers on the bar."""

_STAND_IN: Final = -1
"""Number of checkers that are not drawn, but keep clutter away from dice."""


class _Drawing(Renderer):
    """A renderer that leaves out stand-ins."""

    def __init__(self, inner: Renderer) -> None:
        """Take the renderer that draws all else."""
        self.inner = inner
        self.pinhole: Pinhole = inner.pinhole
        self.sensor: Sensor = inner.sensor

    def draw(self, scene: Scene, rng: random.Random, **others: object) -> Image:
        """Return the picture of a scene without the stand-ins."""
        del others
        return self.inner.draw(replace(scene, checkers=tuple(c for c in scene.checkers if c.nth != _STAND_IN)), rng)


def simulated_pair(number: int, later: int = 3) -> list[Example]:
    """Return examples of one table: first the start position, then others.

    Args:
        number: of the plate; those from `plates.HELD_OUT` on only test.
        later: how many others.

    Returns:
        1 + `later` examples: one board, one camera, one set of corners.
    """
    rng = random.Random(f"board {number}")
    plate = drawn_plate(number, rng)
    style = draw_style(plate, rng)._replace(scale=1.0)  # small pictures are drawn small, which takes less time
    off = np.array([[rng.gauss(0.0, CORNERS_OFF) for _ in range(2)] for _ in range(4)])
    examples = [_example(plate, started(plate, style, rng), style, off, rng)]
    for _ in range(later):
        style = drifted(style, rng)
        scene = _with_cube_and_bar(draw_scene(plate, style.light, rng), rng)
        examples.append(_example(plate, scene, style, off, rng))
    return examples


def drawn_plate(number: int, rng: random.Random) -> TablePlate:
    """Return the plate of this number before a small camera, with a deeper or flatter frame and any length of row."""
    look = f"{ALIKE}{number}" if rng.random() < ALIKE_SHARE else None
    plate = draw_plate_setting(number, look, SHAPES)
    size = replace(plate.size, rail_height=rng.choice((plate.size.rail_height, rng.uniform(8.0, 45.0))))
    try:
        size = replace(size, row=rng.choice(ROWS))
    except SceneError:  # that many do not fit on this board in line
        size = replace(size, row=4)
    crowded, strewn = rng.random() < CROWDED_SHARE, rng.random() < STREWN_SHARE
    return TablePlate(size, plate.look, plate.light, plate.renderer, crowded, strewn)


def started(plate: TablePlate, style: Style, rng: random.Random) -> Scene:
    """Return the table set up for a game, now and then with dice; homes and directions of play are drawn by chance."""
    seats = Seats(rng.choice(("bottom", "top")), rng.choice(("left", "right")))
    habit = Habit(rng.uniform(0.3, 2.5), rng.random(), rng.random() < 0.7)
    row = plate.size.row if rng.random() < 0.2 else max(5, plate.size.row)
    table = Scene(replace(plate.size, row=row), plate.look, seats, habit, light=style.light)
    scene = replace(arrange(table, start_arrangement(seats), rng), size=plate.size)
    if rng.random() < 0.2:
        x, y = rng.uniform(-0.4, 0.4) * plate.size.width, rng.uniform(-0.5, 0.5) * plate.size.height
        scene = bump(scene, Bump(x, y, rng.uniform(60, 200), rng.uniform(2.0, 6.0)), rng)
    if rng.random() < 0.25:
        values = (rng.randint(1, 6), rng.randint(1, 6))
        scene = throw_dice(scene, Throw(values, rng.choice(("left", "right")), rng.choice(("dark", "light"))), rng)
    return _with_cube(scene, rng)


def _with_cube_and_bar(scene: Scene, rng: random.Random) -> Scene:
    """Return the scene with the cube anywhere and with other checkers on the bar, or none."""
    scene = replace(scene, checkers=tuple(c for c in scene.checkers if c.place != "bar"))
    wanted: list[Shade] = []
    if rng.random() >= EMPTY_BAR:
        shades: list[Shade] = ["dark", "light"]
        rng.shuffle(shades)
        for shade in shades[: 2 if rng.random() < 0.35 else 1]:
            wanted += [shade] * (rng.choice((4, 5, 6, 7)) if rng.random() < 0.04 else rng.choice((1, 1, 1, 2, 2, 3)))
    scene = _with_cube(scene, rng, 0.5 if len(wanted) <= 2 else 0.2)
    ways = {shade: _bar_way(scene, shade, rng) for shade in ("dark", "light")}
    for shade in wanted:
        checker = _on_bar(scene, shade, ways[shade], rng)
        scene = scene if checker is None else replace(scene, checkers=(*scene.checkers, checker))
    return scene


def _bar_way(scene: Scene, shade: Shade, rng: random.Random) -> tuple[float, int]:
    """Return where on the bar a shade's first checker is put, millimetres, and the sign of y towards the next ones."""
    size, sign = scene.size, -1 if scene.seats.end_of(shade) == "bottom" else 1
    sign = sign if rng.random() < 0.8 else -sign
    how = rng.random()
    if how < 0.5:  # from the middle outwards
        return sign * size.checker_diameter * rng.uniform(0.5, 1.2), sign
    if how < 0.7:  # from the rail inwards
        return sign * (size.height / 2 - size.checker_diameter * rng.uniform(0.52, 0.9)), -sign
    return rng.uniform(-0.4, 0.4) * size.height, rng.choice((-1, 1))


def _on_bar(scene: Scene, shade: Shade, way: tuple[float, int], rng: random.Random) -> Checker | None:
    """Return a checker on the bar, beside those of its shade or on them; None where there is no room."""
    size, (y, along) = scene.size, way
    wide, earlier = size.checker_diameter, checkers_on(scene, "bar", shade)
    slack = max(0.5, (size.bar_width - wide) / 2)
    pile = 0.7 if len(earlier) > 3 else 0.06
    cube = scene.cube
    others = checkers_on(scene, "bar")
    if earlier and rng.random() < pile:
        free = [c for c in others if not any(_above(o, c, wide) for o in others)]
        under = min((c for c in free if c.shade == shade), key=lambda c: c.z, default=free[0])
        x, y = under.x + rng.gauss(0.0, 0.03) * wide, under.y + rng.gauss(0.0, 0.06) * wide
        spot = (x, y, under.z + size.checker_thickness)
        return Checker(shade, "bar", len(earlier), *spot, turn=rng.uniform(0.0, 360.0))
    y = y if not earlier else earlier[-1].y
    for _ in range(30):
        x = max(-slack, min(slack, rng.gauss(0.0, 1.2)))
        room = abs(y) < size.height / 2 - wide / 2
        room = room and all(math.hypot(c.x - x, c.y - y) > wide for c in others)
        room = room and (cube is None or math.hypot(cube.x - x, cube.y - y) > wide / 2 + 0.72 * size.cube_side)
        if room:
            return Checker(shade, "bar", len(earlier), x, y, size.bar_height, turn=rng.uniform(0.0, 360.0))
        y += along * wide * rng.uniform(0.2, 0.5)
    return None


def _above(upper: Checker, lower: Checker, wide: float) -> bool:
    """Return whether one checker, so many millimetres wide, lies on another, or on what lies on it."""
    return upper.z > lower.z and math.hypot(upper.x - lower.x, upper.y - lower.y) < wide


def _with_cube(scene: Scene, rng: random.Random, on_bar: float = 0.5) -> Scene:
    """Return the scene with the cube somewhere: on the bar, on a rail, beside the board, in play, or nowhere."""
    size, turn, how = scene.size, 90.0 * rng.randrange(4) + rng.gauss(0.0, 6.0), rng.random()
    side, end = size.cube_side, rng.choice((-1, 1))
    if rng.random() < on_bar:
        x = rng.gauss(0.0, 0.04) * size.bar_width
        y = rng.gauss(0.0, 0.03) * size.height if rng.random() < 0.7 else end * rng.uniform(0.28, 0.45) * size.height
        value = 64 if rng.random() < 0.5 else rng.choice(CUBE_VALUES)
        return replace(scene, cube=Cube(value, x, y, size.bar_height, turn))
    value = rng.choice(CUBE_VALUES)
    x = rng.choice((0.0, rng.uniform(-0.5, 0.5) * size.width)) + rng.gauss(0.0, 4.0)
    if how < 0.3:
        y = end * (size.height + size.rail_width) / 2
        return replace(scene, cube=Cube(value, x, y, size.rail_height, turn))
    if how < 0.45:
        y = end * (size.outer_height / 2 + side * rng.uniform(0.6, 1.2))
        return replace(scene, cube=Cube(value, x, y, -BASE, turn))
    if how < 0.65:
        return scene if scene.cube is None else replace(scene, cube=replace(scene.cube, value=value))
    x, y = rng.uniform(-0.45, 0.45) * size.width, rng.gauss(0.0, 0.1) * size.height
    if how < 0.8 and free_room(scene, x, y, turn) > 0.6 * side:
        return replace(scene, cube=Cube(value, x, y, 0.0, rng.uniform(0.0, 360.0)))
    return replace(scene, cube=None)


def _example(plate: TablePlate, scene: Scene, style: Style, off: Double, rng: random.Random) -> Example:
    """Return what the network sees of a scene, and what is true of it."""
    size, pinhole = plate.size, plate.renderer.pinhole
    stand_ins = tuple(Checker("dark", "off", _STAND_IN, thing.x, thing.y, thing.z) for thing in scene.dice)
    if scene.cube is not None:
        stand_ins += (Checker("dark", "off", _STAND_IN, scene.cube.x, scene.cube.y, scene.cube.z),)
    minding = plate._replace(renderer=_Drawing(plate.renderer))
    table = film(minding, replace(scene, checkers=(*scene.checkers, *stand_ins)), style, rng)
    true = seen_corners(table, pinhole) - 0.5
    corners = parse_corners((true + off * np.linalg.norm(true[1] - true[0])).tolist())
    eye = CanvasEye(pinhole, table.scale, corners)
    apart = _lightness(plate.look, "light") - _lightness(plate.look, "dark")
    named: tuple[Shade, Shade] = ("dark", "light") if apart >= 0 else ("light", "dark")
    standing = _standing(scene, named)
    hand = _hand_seen(scene, standing, eye)
    there = census(scene)
    counts = np.array([[there[column, shade] for shade in named] for column in COLUMN_AT], dtype=np.int64)
    return Example(
        picture=to_canvas(table.picture, corners),
        contents=contents_of(counts),
        bar=(there["bar", named[0]], there["bar", named[1]]),
        hidden=hidden_places(standing, eye, hand),
        things=seen_things(standing, eye, hand),
        proportions=Proportions(
            aspect=size.height / size.width,
            diameter=size.checker_diameter / size.width,
            bar_left=0.5 - 0.5 * size.bar_width / size.width,
            bar_right=0.5 + 0.5 * size.bar_width / size.width,
        ),
        apart=abs(apart),
    )


def _lightness(look: str, shade: Shade) -> float:
    """Return the mean of blue, green and red of a set's upper faces in full light."""
    board = look_named(look)
    face = as_picture(checker_face(board.dark if shade == "dark" else board.light))
    y, x = np.mgrid[-1 : 1 : face.shape[0] * 1j, -1 : 1 : face.shape[1] * 1j]
    return float(face[np.hypot(x, y) < 0.8].mean())


def _hand_seen(scene: Scene, standing: StandingTable, eye: CanvasEye) -> Flags:
    """Return which pixels of the canvas hands cover and what they hold; shadows hide nothing."""
    if not scene.hands:
        return np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    black = np.zeros((eye.pinhole.height, eye.pinhole.width, 3), dtype=np.uint8)
    hands = Hands(eye.pinhole)
    for hand in scene.hands:
        hands.lay(black, hand, lamp_of(scene.light))
    whole = cv2.morphologyEx(black, cv2.MORPH_CLOSE, np.ones((5, 5), dtype=np.uint8))
    mask = np.where(whole.max(axis=2, keepdims=True) > 2, np.uint8(255), np.zeros_like(whole))
    full = [((x + 0.5) / eye.scale - 0.5, (y + 0.5) / eye.scale - 0.5) for x, y in eye.corners.points]
    covered = np.asarray(to_canvas(mask, parse_corners(full))[..., 0] > 127, dtype=np.bool_)
    for hand in scene.hands:
        if hand.holding is not None:
            covered |= spot(standing, eye, (hand.x, hand.y, max(hand.height - 8.0, 0.0)))
    return covered


def _standing(scene: Scene, named: tuple[Shade, Shade]) -> StandingTable:
    """Return what stands on a scene's table; `named` are both sets, the darker one first."""
    size = scene.size
    boxes = []
    for die in scene.dice:
        up = size.die_side if die.tilt == 0.0 else half_height(die, size.die_side) + 0.35 * size.die_side
        boxes.append(UpperFace("die", (die.x, die.y, die.z + up), size.die_side))
    if scene.cube is not None:
        up = scene.cube.z + size.cube_side
        boxes.append(UpperFace("cube", (scene.cube.x, scene.cube.y, up), size.cube_side))
    called: dict[Shade, ThingKind] = {named[0]: "dark", named[1]: "light"}
    places: dict[Place, int | None] = {column: place for place, column in enumerate(COLUMN_AT)}
    places |= {"bar": ON_BAR, "off": None}
    lying = [one for one in scene.checkers if not one.standing]
    return StandingTable(
        height=size.height,
        diameter=size.checker_diameter,
        thickness=size.checker_thickness,
        bar_height=size.bar_height,
        columns=tuple(column_x(size, column) for column in COLUMN_AT),
        checkers=tuple(StandingChecker(called[one.shade], one.x, one.y, one.z, places[one.place]) for one in lying),
        boxes=tuple(boxes),
        walls=tuple(frame_boxes(size)),
    )
