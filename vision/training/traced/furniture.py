"""Meshes of traced boards: surface, walls, bar with its hinges, and the table below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.simulated.photo.finish import Finish, Part
from hardware.simulated.photo.shapes import joined, moved, rectangle, rounded_box, turned
from vision.training.traced.lying import BASE
from vision.training.traced.matter import as_light, sheet_of
from vision.training.traced.pieces import spun
from vision.training.traced.prints import border, surface_print

if TYPE_CHECKING:
    from hardware.simulated.photo.shapes import F64, Shape
    from vision.training.traced.builds import TracedBuild

_FAR: Final = 2500.0
"""How far the table goes on, millimetres."""

_PLANK: Final = (900.0, 240.0)
"""The frame's texture, millimetres along its grain and across."""

_ROUGH: Final = {
    "wood": 0.4, "felt": 1.0, "leather": 0.55, "marble": 0.2, "cork": 0.9, "vinyl": 0.5, "plain": 0.4, "pearl": 0.2,
}  # fmt: skip


def board_parts(build: TracedBuild, rng: np.random.Generator) -> list[Part]:
    """Return the empty board on its table."""
    edge = border(build)
    half, deep = build.width / 2 + edge, build.depth / 2 + edge
    colours = as_light(surface_print(build, rng))
    dull = 0.05 if build.surface in ("felt", "cork") else 0.5
    parts = [Part("surface", rectangle(-half, half, -deep, deep, 0.0), Finish(colours, build.gloss, dull))]
    plank = as_light(sheet_of(build.frame, build.frame_colour, (480, 1800), 2.0, rng))
    if build.wall:
        finish = Finish(plank, min(_ROUGH[build.frame], max(build.gloss, 0.12)), 0.45)
        parts.append(Part("frame", joined(_walls(build)), finish))
    else:
        sides = rounded_box((half, deep, BASE / 2), 0.5)
        parts.append(Part("mat", moved(sides, np.eye(3), (0, 0, -BASE / 2 - 0.1)), Finish(plank, 0.6, 0.3)))
    if build.bar_high:
        cover = plank if build.bar_colour is None else as_light(np.asarray(build.bar_colour, dtype=np.float32))
        parts.append(Part("bar", joined(_bar(build)), Finish(cover, _ROUGH[build.frame], 0.4)))
    if build.hinges:
        metal = Finish(as_light(np.array([198, 160, 96], dtype=np.float32)), 0.3, 0.5, 0.9)
        parts.append(Part("hinges", joined(_hinges(build)), metal))
    below = as_light(sheet_of(build.table, build.table_colour, (1000, 1300), 1.0, rng))
    flat = rectangle(-_FAR, _FAR, -_FAR, _FAR, -BASE - 0.2)
    spots = flat.points[:, :2] / (1300.0, 1000.0) + 0.5
    parts.append(Part("table", flat._replace(spots=spots), Finish(below, _ROUGH[build.table], 0.35)))
    return parts


def _beam(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Shape:
    """Return a beam with rounded edges whose grain runs along its longer side."""
    middle = np.array([sum(part) / 2 for part in (x, y, z)])
    half = [(part[1] - part[0]) / 2 for part in (x, y, z)]

    def grain(_axis: int, _sign: int, points: F64) -> F64:
        at = points + middle
        along, across = (at[:, 0], at[:, 1]) if half[0] > half[1] else (at[:, 1], at[:, 0])
        return np.stack([along / _PLANK[0] + 0.5, (across + at[:, 2]) / _PLANK[1] + 0.3], axis=1)

    shape = rounded_box((half[0], half[1], half[2]), min(2.0, 0.4 * min(half)), grain)
    return moved(shape, np.eye(3), (float(middle[0]), float(middle[1]), float(middle[2])))


def _walls(build: TracedBuild) -> list[Shape]:
    half, deep, rail = build.width / 2, build.depth / 2, build.rail
    high = (-BASE, build.wall)
    out = half + rail
    return [
        _beam((-out, -half), (-deep, deep), high),
        _beam((half, out), (-deep, deep), high),
        _beam((-out, out), (deep, deep + rail), high),
        _beam((-out, out), (-deep - rail, -deep), high),
    ]


def _bar(build: TracedBuild) -> list[Shape]:
    half, deep, gap = build.bar_width / 2, build.depth / 2, 1.2 if build.split else 0.0
    high = (-1.0, build.bar_high)
    if not gap:
        return [_beam((-half, half), (-deep, deep), high)]
    return [_beam((-half, -gap), (-deep, deep), high), _beam((gap, half), (-deep, deep), high)]


def _hinges(build: TracedBuild) -> list[Shape]:
    shapes, leaf = [], min(11.0, 0.4 * build.bar_width)
    for y in (-0.33 * build.depth, 0.33 * build.depth):
        plate = rounded_box((leaf, 15.0, 0.4), 0.2)
        barrel = turned([(0.0, 15.0), (2.2, 15.0), (2.2, -15.0), (0.0, -15.0)], 24)
        shapes += [
            moved(plate, np.eye(3), (0, y, build.bar_high)),
            moved(barrel, spun(0, np.pi / 2), (0, y, build.bar_high)),
        ]
        for across in (-0.6, 0.6):
            for along in (-9.0, 9.0):
                screw = turned([(0.0, 0.7), (1.6, 0.7), (2.2, 0.3), (2.2, 0.0)], 16)
                shapes.append(moved(screw, np.eye(3), (across * leaf, y + along, build.bar_high + 0.3)))
    return shapes
