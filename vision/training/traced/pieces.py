"""Meshes of what lies on a traced table: turned checkers, precision dice with dimpled pips, the cube, a hand."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.photo.finish import Finish, Part
from hardware.simulated.photo.shapes import dented, joined, moved, rounded_box, turned
from vision.reading import CUBE_FACES
from vision.training.traced.builds import TracedSetMake
from vision.training.traced.matter import as_light, veined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.photo.shapes import F64, Shape
    from vision.arrays import Double, Float
    from vision.training.traced.builds import Colour, DiceMake, TracedBuild
    from vision.training.traced.lying import Lying, LyingBox, RestingHand

_CELL: Final = 160
"""Pixels across a face of a die's texture."""

_CUTS: Final = 56
"""How often a face's flat part is cut, each way."""

_LOOKS: Final = 3
"""How many different upper faces a set of checkers has."""

_UP: Final = {1: (2, 1), 2: (0, 1), 3: (1, 1), 4: (1, -1), 5: (0, -1), 6: (2, -1)}
"""For each of six faces the axis of the box that it looks along, and the sign; opposite ones sum to seven."""


def spun(axis: int, angle: float) -> Double:
    """Return the matrix that turns about an axis by an angle in radians, counterclockwise."""
    matrix, (i, j) = np.eye(3), [(1, 2), (2, 0), (0, 1)][axis]
    matrix[i, i] = matrix[j, j] = math.cos(angle)
    matrix[i, j], matrix[j, i] = -math.sin(angle), math.sin(angle)
    return matrix


def profile(build: TracedBuild, make: TracedSetMake) -> list[tuple[float, float]]:
    """Return a checker's upper face and wall: radius and height, from the middle of the top outwards and down."""
    radius, high = build.diameter / 2, build.thickness
    wall = [(radius - 1.2, high), (radius - 0.35, high - 0.35), (radius, high - 1.2), (radius, 0.8), (radius - 0.8, 0)]
    if make.top == "dished":
        hollow = [(q * radius, high - 0.16 * high * (1 - (q / 0.72) ** 2)) for q in (0, 0.2, 0.4, 0.55, 0.66, 0.72)]
        return [*hollow, (0.76 * radius, high), *wall]
    if make.top == "rimmed":
        deep = high - 0.1 * high
        inner = [(0, deep), (0.6 * radius, deep), (0.63 * radius, high - 0.02), (0.67 * radius, high)]
        groove = [(0.8 * radius, high), (0.815 * radius, high - 0.3), (0.83 * radius, high)]
        return [*inner, *groove, *wall]
    return [(0.0, high), *wall]


def checker_parts(build: TracedBuild, lying: Lying, rng: np.random.Generator) -> list[Part]:
    """Return all checkers, those of one set and look as one part."""
    groups: dict[tuple[int, int], list[Shape]] = defaultdict(list)
    shapes = [turned(profile(build, make), 64) for make in (build.dark, build.light)]
    for one in lying.checkers:
        groups[one.owner, int(rng.integers(_LOOKS))].append(moved(shapes[one.owner], spun(2, one.turn), one.at))
    scale = 256 / build.diameter
    parts = []
    for owner, look in sorted(groups):
        make = (build.dark, build.light)[owner]
        top = as_light(veined(make, (256, 256), scale, rng))
        clear = np.full((2, 2), make.clear, dtype=np.float32) if make.clear else 0.0
        finish = Finish(top, make.roughness, 0.5, make.metal, clear)
        parts.append(Part(f"checkers {owner} {look}", joined(groups[owner, look]), finish))
    return parts


def _pips(value: int) -> list[tuple[float, float]]:
    """Return the middles of a face's pips, -1..1 across and down."""
    corner, middle = [(-0.5, -0.5), (0.5, 0.5)], [(0.0, 0.0)]
    other, sides = [(-0.5, 0.5), (0.5, -0.5)], [(-0.5, 0.0), (0.5, 0.0)]
    return {1: middle, 2: corner, 3: corner + middle, 4: corner + other, 5: corner + other + middle,
            6: corner + other + sides}[value]  # fmt: skip


def pip_face(value: int) -> Float:
    """Return a die's face as ink 0..1, shape (_CELL, _CELL)."""
    ink = np.zeros((_CELL, _CELL), dtype=np.uint8)
    for x, y in _pips(value):
        at = (round(16 * (_CELL * (x + 1) / 2 - 0.5)), round(16 * (_CELL * (y + 1) / 2 - 0.5)))
        cv2.circle(ink, at, round(16 * 0.095 * _CELL), 255, -1, cv2.LINE_AA, 4)
    return np.asarray(ink / np.float32(255), dtype=np.float32)


def number_face(text: str) -> Float:
    """Return a cube's face as ink 0..1: its number within a thin circle."""
    ink = np.zeros((_CELL, _CELL), dtype=np.uint8)
    font, size, thick = cv2.FONT_HERSHEY_DUPLEX, 2.9 if len(text) == 1 else 2.2, 9
    (wide, high), _ = cv2.getTextSize(text, font, size, thick)
    cv2.putText(ink, text, ((_CELL - wide) // 2, (_CELL + high) // 2), font, size, 255, thick, cv2.LINE_AA)
    return np.asarray(ink / np.float32(255), dtype=np.float32)


def _sheet(faces: Sequence[Float]) -> Float:
    return np.vstack([np.hstack(list(faces[:3])), np.hstack(list(faces[3:]))])


def _standing_up(value: int) -> Double:
    """Return the matrix that turns a box so that a face is up."""
    axis, sign = _UP[value]
    if axis == 2:
        return np.eye(3) if sign > 0 else spun(0, math.pi)
    return spun(1, -sign * math.pi / 2) if axis == 0 else spun(0, sign * math.pi / 2)


def box_shape(side: float, rounding: float, ink: Float, deep: float) -> Shape:
    """Return a die or cube about the origin with hollows where its ink is.

    Args:
        side: its edge, millimetres.
        rounding: radius of its edges, as a part of that.
        ink: six faces as a sheet of three by two.
        deep: of the hollows, millimetres.
    """
    half = side / 2

    def spots(axis: int, sign: int, points: F64) -> F64:
        value = next(face for face, looks in _UP.items() if looks == (axis, sign))
        flat = points @ _standing_up(value).T / half
        u, v = (flat[:, 0] + 1) / 2, (1 - flat[:, 1]) / 2
        return np.stack([((value - 1) % 3 + u) / 3, ((value - 1) // 3 + v) / 2], axis=1)

    shape = rounded_box((half, half, half), max(rounding * side, 0.25), spots, _CUTS)
    inner = cv2.distanceTransform((ink > 0.5).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    bowl = np.sqrt(np.clip(inner / max(float(inner.max()), 1e-6), 0, 1)) * deep
    rows, columns = ink.shape
    x = np.clip((shape.spots[:, 0] * columns).astype(np.int64), 0, columns - 1)
    y = np.clip((shape.spots[:, 1] * rows).astype(np.int64), 0, rows - 1)
    return dented(shape, np.asarray(bowl[y, x], dtype=np.float64))


def _painted(ink: Float, body: Colour, marks: Colour, roughness: float) -> Finish:
    share = ink[..., None]
    colour = as_light(np.asarray(body, np.float32)) * (1 - share) + as_light(np.asarray(marks, np.float32)) * share
    return Finish(np.asarray(colour, dtype=np.float32), roughness, 0.5)


def placed_box(shape: Shape, side: float, box: LyingBox, face: int) -> Shape:
    """Return a box turned so that one of its six faces is up, where it lies."""
    x, y, z = box.at
    return moved(shape, spun(2, box.turn) @ _standing_up(face), (x, y, z + side / 2))


def dice_part(make: DiceMake, dice: Sequence[LyingBox]) -> Part:
    """Return the dice of a throw."""
    ink = _sheet([pip_face(value) for value in range(1, 7)])
    shape = box_shape(make.side, make.rounding, ink, 0.035 * make.side)
    placed = [placed_box(shape, make.side, die, die.value) for die in dice]
    return Part("dice", joined(placed), _painted(ink, make.body, make.pips, 0.18))


def cube_part(build: TracedBuild, cube: LyingBox) -> Part:
    """Return the doubling cube."""
    ink = _sheet([number_face(str(value)) for value in CUBE_FACES])
    shape = box_shape(build.cube_side, 0.1, ink, 0.2)
    placed = placed_box(shape, build.cube_side, cube, CUBE_FACES.index(cube.value) + 1)
    return Part("cube", placed, _painted(ink, (238, 234, 222), (26, 24, 28), 0.3))


def _capsule(start: Double, end: Double, first: float, last: float) -> Shape:
    """Return a limb from one point to another with two radii."""
    way = end - start
    long = float(np.linalg.norm(way))
    angles = np.linspace(math.pi / 2, 0, 7)
    top = [(last * math.cos(a), long + last * math.sin(a)) for a in angles]
    bottom = [(first * math.cos(a), -first * math.sin(a)) for a in angles[::-1]]
    along = way / long
    aside = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    aside /= np.linalg.norm(aside)
    frame = np.stack([aside, np.cross(along, aside), along], axis=1)
    return moved(turned([*top, *bottom], 28), frame, (float(start[0]), float(start[1]), float(start[2])))


def hand_shapes(hand: RestingHand) -> tuple[Shape, Shape]:
    """Return the skin and the sleeve of a hand that rests with its palm down, fingers a little spread."""
    size, limbs = hand.size, []

    def point(along: float, aside: float, up: float) -> Double:
        return np.array([along, aside, up]) * size

    for nth, (aside, long) in enumerate(((-27, 62), (-9, 74), (9, 70), (27, 54))):
        knuckle, spread = point(34, aside, 10), 0.13 * (nth - 1.5)
        middle = knuckle + point(0.52 * long * math.cos(spread), 0.52 * long * math.sin(spread), 7)
        tip = knuckle + point(long * math.cos(spread), long * math.sin(spread), -7)
        limbs += [_capsule(knuckle, middle, 9.5 * size, 8.5 * size), _capsule(middle, tip, 8.5 * size, 7 * size)]
        limbs.append(_capsule(point(-30, 0.7 * aside, 12), knuckle, 13 * size, 10 * size))
    limbs.append(_capsule(point(-18, -26, 8), point(26, -58, 2), 12 * size, 8.5 * size))
    limbs.append(_capsule(point(-70, 0, 20), point(-20, 0, 14), 24 * size, 24 * size))
    sleeve = _capsule(point(-560, 0, 60), point(-78, 0, 26), 48 * size, 37 * size)
    matrix = spun(2, hand.towards + math.pi)
    return moved(joined(limbs), matrix, hand.at), moved(sleeve, matrix, hand.at)


def hand_parts(hand: RestingHand, rng: np.random.Generator) -> list[Part]:
    """Return a hand and its sleeve."""
    skin, sleeve = hand_shapes(hand)
    colours = as_light(veined(TracedSetMake(hand.skin, hand.skin), (64, 64), 1.0, rng))
    cloth = as_light(veined(TracedSetMake(hand.sleeve, hand.sleeve), (64, 64), 1.0, rng))
    return [Part("skin", skin, Finish(colours, 0.5, 0.35)), Part("sleeve", sleeve, Finish(cloth, 0.95, 0.1))]
