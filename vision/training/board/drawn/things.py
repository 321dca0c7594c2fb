"""Things on and over a board besides checkers: dice, the cube, hands, cups, papers, clocks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.training.board.drawn.chance import between, maybe, one_of
from vision.training.board.drawn.matter import any_colour, near
from vision.training.board.drawn.page import (
    ACROSS,
    DOWN,
    LEFT,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    TOP,
    Letters,
    blank,
    disc,
    paint,
    paint_polygon,
    polygon,
    write,
)
from vision.training.board.drawn.surface import FONTS, WORDS
from vision.training.board.example import ThingKind
from vision.training.dice.box_faces import cube_faces, die_faces
from vision.training.dice.box_makes import drawn_make
from vision.training.dice.drawn_boxes import CROP, UNIT, BoxStand, draw_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.training.board.drawn.matter import Kind, Materials
    from vision.training.board.drawn.page import Point
    from vision.training.board.drawn.tables import DrawnTable
    from vision.training.dice.box_makes import Make

_SKINS: Final = tuple(
    np.array(colour, dtype=np.float32) for colour in ((130, 165, 215), (90, 120, 180), (60, 80, 120), (40, 50, 75))
)

_CUPS: Final[tuple[Kind, ...]] = ("leather", "wood", "plain")

Spot = tuple[ThingKind, float, float, float]
"""What a thing is, the middle of its upper face on the page, and its side there, across."""


class Thrown(NamedTuple):
    """A box that is put onto the board.

    Attributes:
        spot: what it is, its middle on the page as if it lay on the surface, and its side.
        height: of what it stands on.
        faces, make: see `drawn_boxes.draw_box`.
        lean: how far it leans, in radians.
        inside: whether it is within the frame's walls; the cube may stand on them.
    """

    spot: Spot
    height: float
    faces: list[Float]
    make: Make
    lean: float
    inside: bool


def throw_boxes(
    table: DrawnTable, taken: Sequence[tuple[float, float, float]], rng: np.random.Generator
) -> list[Thrown]:
    """Throw dice onto the board and put the cube somewhere.

    Args:
        table: the board.
        taken: where checkers lie: middle as it is on the surface, and radius.
        rng: the chance.
    """
    boxes: list[Thrown] = []
    if maybe(rng, 0.6):
        side = table.diameter * between(rng, 0.29, 0.55)
        makes = [drawn_make(rng) for _ in range(2)]
        half = one_of(rng, ((LEFT + table.bar[0]) / 2, (table.bar[1] + LEFT + ACROSS) / 2))
        for number in range(one_of(rng, (1, 2, 2, 2, 3, 4))):
            if maybe(rng, 0.75):
                x = half + between(rng, -2.3, 2.3) * table.point
                y = TOP + DOWN / 2 + between(rng, -1.5, 1.5) * table.point
            else:
                x, y = LEFT + between(rng, 0.02, 0.98) * ACROSS, TOP + between(rng, 0.05, 0.95) * DOWN
            on_checker = any(math.hypot(x - a, (y - b) / table.eye.squeeze) < r for a, b, r in taken)
            if on_checker and maybe(rng, 0.4):
                continue
            lean = 0.0 if maybe(rng, 0.88) else math.radians(between(rng, 11, 42))
            faces = die_faces(int(rng.integers(1, 7)), rng)
            height = table.thickness if on_checker else 0.0
            boxes.append(Thrown(("die", x, y, side), height, faces, makes[number % 2], lean, inside=True))
    if maybe(rng, 0.45):
        side = table.diameter * between(rng, 0.42, 1.0)
        at = _cube_place(table, side, taken, rng)
        if at is not None:
            x, y, height = at
            faces = cube_faces(int(rng.integers(6)), rng)
            within = LEFT < x < LEFT + ACROSS
            boxes.append(Thrown(("cube", x, y, side), height, faces, drawn_make(rng), 0.0, inside=within))
    return boxes


def _cube_place(
    table: DrawnTable, side: float, taken: Sequence[tuple[float, float, float]], rng: np.random.Generator
) -> tuple[float, float, float] | None:
    """Return where the cube is put and how high that is: on the bar most often; None where there is no room."""
    bar = (table.bar[0] + table.bar[1]) / 2
    for _ in range(8):
        kind = rng.random()
        if kind < 0.4:
            x, y, height = bar, TOP + (0.5 + rng.normal(0, 0.03)) * DOWN, table.bar_height
        elif kind < 0.6:
            x, y, height = bar, TOP + between(rng, 0.03, 0.97) * DOWN, table.bar_height
        elif kind < 0.75:
            x, y, height = LEFT + between(rng, 0.05, 0.95) * ACROSS, TOP + (0.5 + rng.normal(0, 0.05)) * DOWN, 0.0
        else:
            x = one_of(rng, (LEFT - between(rng, 0.3, 1.2) * side, LEFT + ACROSS + between(rng, 0.3, 1.2) * side))
            y, height = TOP + (0.5 if maybe(rng, 0.5) else between(rng, 0.05, 0.95)) * DOWN, table.wall
        if all(math.hypot(x - a, (y - b) / table.eye.squeeze) > r + 0.45 * side for a, b, r in taken):
            return x, y, height
    return None


def lay_box(page: Float, table: DrawnTable, box: Thrown, rng: np.random.Generator) -> Spot:
    """Draw a box; return where its upper face is seen."""
    (kind, x, y, side), height = box.spot, box.height
    eye = table.eye
    at = eye.seen(x, y, height + side)
    seen_side = side * eye.larger(height + side)
    ways = eye.x - x, (eye.y - y) / eye.squeeze
    elevation = math.atan2(eye.z, math.hypot(*ways))
    turn = math.atan2(ways[0], ways[1])  # brings the camera's side down
    scale = UNIT / seen_side
    cos, sin = math.cos(turn), math.sin(turn)
    level = np.array([[cos, -sin], [sin, cos]]) @ np.diag([1.0, 1 / eye.squeeze])
    matrix = scale * np.diag([1.0, math.sin(elevation)]) @ level
    shift = np.full(2, CROP / 2 - 0.5) - matrix @ np.array(at)
    there = np.column_stack([matrix, shift])
    before = cv2.warpAffine(page, there, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) / 255
    crop = before.astype(np.float32)
    turned = (
        one_of(rng, (between(rng, 0, 2 * math.pi), -turn + rng.normal(0, 0.15)))
        if kind == "cube"
        else between(rng, 0, 2 * math.pi)
    )
    pose = BoxStand(
        elevation, 0.0, float(turned), (CROP / 2 - 0.5, CROP / 2 - 0.5), UNIT, box.lean, between(rng, 0, 2 * math.pi)
    )
    draw_box(crop, box.faces, box.make, pose, rng)
    reach = 2.4 * seen_side + 4
    left, top = max(0, int(at[0] - reach)), max(0, int(at[1] - reach * max(1.0, eye.squeeze)))
    right, bottom = (
        min(PAGE_WIDTH, int(at[0] + reach) + 1),
        min(PAGE_HEIGHT, int(at[1] + reach * max(1.0, eye.squeeze)) + 1),
    )
    if right > left and bottom > top:
        back = there.copy()
        back[:, 2] += matrix @ np.array([left, top])
        change = cv2.warpAffine(
            (crop - before) * np.float32(255),
            back,
            (right - left, bottom - top),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        page[top:bottom, left:right] += change
    return kind, at[0], at[1], seen_side


def lay_over(page: Float, table: DrawnTable, materials: Materials, rng: np.random.Generator) -> Float:
    """Lay a hand, a cup or a paper over the board, which hides parts of it; return how far it covers the page."""
    kind = rng.random()
    if kind < 0.6:
        cover = _hand(page, table, materials, rng)
        return np.maximum(cover, _hand(page, table, materials, rng)) if maybe(rng, 0.2) else cover
    if kind < 0.85:
        return _cup(page, table, materials, rng)
    return _paper(page, table, rng)


def _pixel(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _shade(page: Float, cover: Float, shift: Point, softness: float, depth: float) -> None:
    moved = cv2.warpAffine(cover, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], dtype=np.float64), cover.shape[::-1])
    page *= (1 - np.float32(depth) * cv2.GaussianBlur(moved, (0, 0), softness))[..., None]


def _hand(page: Float, table: DrawnTable, materials: Materials, rng: np.random.Generator) -> Float:
    tip = LEFT + between(rng, 0.05, 0.95) * ACROSS, TOP + between(rng, 0.1, 0.9) * DOWN
    from_ = one_of(
        rng,
        (
            (LEFT + between(rng, 0, 1) * ACROSS, -10.0),
            *((LEFT + between(rng, 0, 1) * ACROSS, PAGE_HEIGHT + 10.0),) * 2,
            (-10.0, TOP + between(rng, 0, 1) * DOWN),
            (PAGE_WIDTH + 10.0, TOP + between(rng, 0, 1) * DOWN),
        ),
    )
    width = between(rng, 0.6, 1.1) * table.point
    far = math.dist(tip, from_) + 1
    along = (tip[0] - from_[0]) / far, (tip[1] - from_[1]) / far
    cover = blank()
    cv2.line(cover, _pixel(from_), _pixel(tip), 1.0, int(2 * width), cv2.LINE_AA)
    for _ in range(one_of(rng, (3, 4, 5))):
        turn, length = between(rng, -0.6, 0.6), between(rng, 0.8, 2.4) * table.point
        way = (
            along[0] * math.cos(turn) - along[1] * math.sin(turn),
            along[0] * math.sin(turn) + along[1] * math.cos(turn),
        )
        end = tip[0] + way[0] * length, tip[1] + way[1] * length
        cv2.line(cover, _pixel(tip), _pixel(end), 1.0, max(2, int(width * 0.45)), cv2.LINE_AA)
    disc(cover, tip, (width * 1.2, width * 1.2))
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.2), dtype=np.float32)
    _shade(page, cover, (between(rng, -12, 12), between(rng, 3, 14)), 6, 0.4)
    skin = one_of(rng, _SKINS) * np.float32(between(rng, 0.8, 1.15))
    paint(page, cover, materials.bolt(skin, "clouds", rng, 0.06))
    if maybe(rng, 0.6):
        sleeve, part, colour = blank(), between(rng, 0.3, 0.85), any_colour(rng)
        cuff = from_[0] + (tip[0] - from_[0]) * part, from_[1] + (tip[1] - from_[1]) * part
        cv2.line(sleeve, _pixel(from_), _pixel(cuff), 1.0, int(2.6 * width), cv2.LINE_AA)
        paint(page, sleeve, materials.bolt(colour, "weave", rng))
        cover = np.maximum(cover, sleeve)
    return cover


def _cup(page: Float, table: DrawnTable, materials: Materials, rng: np.random.Generator) -> Float:
    middle = LEFT + between(rng, 0.03, 0.97) * ACROSS, TOP + DOWN * (0.5 + rng.normal(0, 0.14))
    wide = between(rng, 0.8, 1.8) * table.point
    high, turn, colour, cover = wide * between(rng, 0.8, 1.8), between(rng, 0, 180), any_colour(rng), blank()
    at = round(middle[0]), round(middle[1])
    if maybe(rng, 0.4):
        cv2.ellipse(cover, at, (int(wide * 0.6), int(high * 0.5)), turn, 0, 360, 1.0, -1, cv2.LINE_AA)
    else:
        polygon(cover, [(float(x), float(y)) for x, y in cv2.boxPoints((middle, (wide, high), turn))])
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 1), dtype=np.float32)
    _shade(page, cover, (4, 6), 5, 0.4)
    paint(page, cover, materials.bolt(colour, one_of(rng, _CUPS), rng))
    if maybe(rng, 0.5):
        mouth = blank()
        cv2.ellipse(mouth, at, (int(wide * 0.35), int(wide * 0.5)), turn, 0, 360, 1.0, -1, cv2.LINE_AA)
        paint(page, mouth, colour * np.float32(between(rng, 0.3, 0.7)))
    return cover


def _paper(page: Float, table: DrawnTable, rng: np.random.Generator) -> Float:
    """Lay a score sheet, a clock or a telephone over an edge of the board."""
    wide, high = between(rng, 1.5, 4) * table.point, between(rng, 1.5, 5) * table.point
    x = one_of(rng, (LEFT - wide * between(rng, 0, 0.4), LEFT + ACROSS + wide * between(rng, 0, 0.4)))
    middle = (
        (x, TOP + between(rng, 0, 1) * DOWN)
        if maybe(rng, 0.6)
        else (LEFT + between(rng, 0, 1) * ACROSS, one_of(rng, (TOP, TOP + DOWN)))
    )
    corners = [(float(a), float(b)) for a, b in cv2.boxPoints((middle, (wide, high), between(rng, -25, 25)))]
    cover = blank()
    polygon(cover, corners)
    _shade(page, cover, (3, 3), 3, 0.35)
    white = np.array([235, 238, 240], dtype=np.float32)
    colour = near(rng, one_of(rng, (white, white, np.full(3, 25, dtype=np.float32), any_colour(rng))), 8)
    paint_polygon(page, corners, colour)
    ink = np.full(3, 30, dtype=np.float32) if colour.mean() > 120 else np.full(3, 220, dtype=np.float32)
    for number in range(int(rng.integers(1, 6))):
        at = middle[0] - 0.4 * wide, middle[1] - 0.35 * high + number * high / 6
        text = one_of(rng, (*WORDS, "12:05", "0:47", "3 - 5", "Anna 4"))
        write(page, text, at, Letters(between(rng, 0.25, 0.8), ink, one_of(rng, FONTS)))
    return cover
