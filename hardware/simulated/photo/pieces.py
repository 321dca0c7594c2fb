"""Checkers, dice and the cube as solid things: turned on a lathe, or boxes with rounded edges."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.looks.materials import checker_face, digits
from hardware.simulated.photo.finish import Finish, Part, as_light, painted
from hardware.simulated.photo.shapes import dented, joined, moved, rounded_box, turned
from hardware.simulated.scene.dice import FACES, half_height, orientation, rotation
from hardware.simulated.scene.table import CUBE_VALUES, Die

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.looks.parts import BoardLook, CheckerLook, DieLook
    from hardware.simulated.optics.pinhole import Floats
    from hardware.simulated.photo.shapes import F64, Shape
    from hardware.simulated.scene.board import BoardSize, Shade
    from hardware.simulated.scene.table import Checker, Cube, Scene

_FACES: Final = 4
"""How many different upper faces a set of checkers has."""
_GRID: Final = 60
"""How often a die's face is cut, each way, so that it can have hollows."""
_CELL: Final = 192
"""Pixels across a die's face as it is kept."""
_STEEP: Final = 0.6
"""How steep a hollow is at its edge."""
_RIM: Final = 0.93
"""Where a checker's rounded rim begins, as a share of its radius."""
_FINE: Final = 16
"""Parts of a pixel, as OpenCV counts them here."""


def _top(look: CheckerLook, radius: float) -> list[tuple[float, float]]:
    """Return the upper face of a checker as a line: radius and depth below its highest point, millimetres."""
    flat = _RIM * radius
    match look.profile:
        case "dish":  # hollow within a rim
            deep = 0.055 * radius
            hollow = [(q * radius, deep * (1.25 - 0.4 * (q / 0.6) ** 2)) for q in np.linspace(0.0, 0.6, 7)]
            return [
                *hollow,
                (0.66 * radius, 0.5 * deep),
                (0.7 * radius, 0.06 * deep),
                (0.74 * radius, 0.0),
                (flat, 0.0),
            ]
        case "ring":  # two grooves
            line = [(0.0, 0.0)]
            for middle in (0.56, 0.74):
                cut = [(-0.024, 0.0), (-0.012, 0.022), (0.012, 0.022), (0.024, 0.0)]
                line += [((middle + far) * radius, deep * radius) for far, deep in cut]
            return [*line, (flat, 0.0)]
        case "button":  # a low dome
            return [(q * radius, 0.1 * radius * q**2) for q in np.linspace(0.0, _RIM, 9)]
        case "round":  # a higher one, steeper towards the rim
            return [(q * radius, radius * (0.05 * q**2 + 0.12 * q**6)) for q in np.linspace(0.0, _RIM, 13)]
        case "flat":
            return [(0.0, 0.0), (0.6 * radius, 0.0), (flat, 0.0)]


def checker_shape(size: BoardSize, look: CheckerLook) -> Shape:
    """Return a checker of this set, its middle at the origin, its axis along z; both faces are alike."""
    radius, half = size.checker_diameter / 2, size.checker_thickness / 2
    top = [(r, half - deep) for r, deep in _top(look, radius)]
    inner, height = top[-1]
    round_rim = radius - inner
    turn = np.linspace(0.0, math.pi / 2, 6)[1:]
    rim = [(inner + round_rim * math.sin(t), height - round_rim * (1.0 - math.cos(t))) for t in turn]
    upper = top + rim
    return turned(upper + [(r, -z) for r, z in reversed(upper)])


def lying(size: BoardSize, checker: Checker) -> tuple[F64, tuple[float, float, float]]:
    """Return how a checker lies: the matrix that turns it, and where its middle is, millimetres."""
    radius, half = size.checker_diameter / 2, size.checker_thickness / 2
    matrix, rise = rotation(2, checker.turn), half
    if checker.standing:
        matrix, rise = rotation(0, 90.0) @ matrix, radius
    elif checker.lean != 0.0:
        lean = math.radians(checker.lean)
        matrix = rotation(0, -checker.lean) @ matrix
        rise = radius * abs(math.sin(lean)) + half * math.cos(lean)
    return matrix, (checker.x, checker.y, checker.z + rise)


def checker_finish(look: CheckerLook, variant: int) -> Finish:
    """Return the surface of a checker of this set."""
    face = as_light(checker_face(look, variant))
    metal = 0.75 if look.grain == "metal" else 0.0
    return Finish(face, 0.62 - 0.48 * look.gloss, 0.25 + 0.3 * look.gloss, metal)


def checkers(scene: Scene, look: BoardLook) -> list[Part]:
    """Return every checker on the table, those of one face together."""
    groups: dict[tuple[Shade, int], list[Checker]] = defaultdict(list)
    for checker in scene.checkers:
        groups[checker.shade, int(checker.turn) % _FACES].append(checker)
    sets = {"dark": look.dark, "light": look.light}
    shapes = {shade: checker_shape(scene.size, of) for shade, of in sets.items()}
    return [
        Part(
            f"checkers {shade} {variant}",
            joined([moved(shapes[shade], *lying(scene.size, checker)) for checker in group]),
            checker_finish(sets[shade], variant),
        )
        for (shade, variant), group in sorted(groups.items())
    ]


def _spots(axis: int, sign: int, points: F64) -> F64:
    """Return where points of a die's face, in its own frame with half its side 1, are in the sheet of its six faces."""
    number = next(n for n, face in FACES.items() if face == (axis, sign))
    right, up = orientation(Die("light", number, 0.0, 0.0))[:2]
    u, v = (points @ right + 1.0) / 2, (1.0 - points @ up) / 2
    return np.stack([((number - 1) % 3 + u) / 3, ((number - 1) // 3 + v) / 2], axis=1)


def die_shape(side: float, look: DieLook, ink: Floats) -> Shape:
    """Return a die about the origin in its own frame (`dice.FACES`), with hollows where its ink is.

    Args:
        side: its edge, millimetres.
        look: its rounding.
        ink: a sheet of three by two faces, its texture, 0..1.
    """
    half = side / 2
    edge = max(look.rounding * side, 0.2)
    shape = rounded_box((half, half, half), edge, lambda axis, sign, points: _spots(axis, sign, points / half), _GRID)
    rows, columns = ink.shape
    at = [(shape.spots[:, i] * n - 0.5).astype(np.float32)[None] for i, n in enumerate((columns, rows))]
    # In pieces: OpenCV's remap takes no more than 32767 points in a row.
    parts = [
        cv2.remap(hollows(ink, side), x, y, cv2.INTER_LINEAR) for x, y in zip(*(_pieces(n) for n in at), strict=True)
    ]
    return dented(shape, np.asarray(np.concatenate([part[0] for part in parts]), dtype=np.float64))


def _pieces(values: Floats) -> list[Floats]:
    """Return an array of one row as several of at most 30,000 columns each."""
    return np.array_split(values, math.ceil(values.shape[1] / 30000), axis=1)


def _pip_rows(number: int) -> list[tuple[int, int]]:
    """Return the pips of a face: columns and rows, each -1, 0 or 1."""
    pips = [(0, 0)] if number % 2 else []
    pips += [(-1, 1), (1, -1)] if number >= 2 else []
    pips += [(-1, -1), (1, 1)] if number >= 4 else []
    return pips + ([(-1, 0), (1, 0)] if number == 6 else [])


def _sheet(faces: Sequence[Floats]) -> Floats:
    """Return six faces, each of shape (`_CELL`, `_CELL`), as one sheet of three by two."""
    return np.vstack([np.hstack(list(faces[:3])), np.hstack(list(faces[3:]))])


def pip_sheet(look: DieLook) -> Floats:
    """Return the pips of a die as ink 0..1, all six faces on a sheet."""
    faces = []
    for number in FACES:
        ink = np.zeros((_CELL, _CELL), dtype=np.uint8)
        radius = look.pip_radius * (look.ace if number == 1 else 1.0) * _CELL / 2
        for column, row in _pip_rows(number):
            at = [round((_CELL / 2 * (1.0 + look.pip_spread * n) - 0.5) * _FINE) for n in (column, -row)]
            cv2.circle(ink, (at[0], at[1]), round(radius * _FINE), 255, -1, cv2.LINE_AA, 4)
        faces.append(ink.astype(np.float32) / np.float32(255.0))
    return _sheet(faces)


def digit_sheet() -> Floats:
    """Return the numbers of a doubling cube as ink 0..1, all six faces on a sheet."""
    return _sheet([np.asarray(digits(str(value), _CELL), dtype=np.float32) for value in CUBE_VALUES])


def hollows(ink: Floats, side: float) -> Floats:
    """Return how deep the hollows are that are filled with ink, millimetres: round ones are shallow bowls.

    Without them a face that mirrors the lamp would hide its pips; on real dice they are hollows and do not mirror it.

    Args:
        ink: a sheet of six faces, 0..1.
        side: of the die, millimetres.
    """
    within = cv2.distanceTransform((ink > 0.5).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE) * side / _CELL
    deepest = max(float(within.max()), 1e-6)
    return np.asarray(_STEEP * (within - within * within / (2 * deepest)), dtype=np.float32)


def _inked(look: DieLook, ink: Floats) -> Finish:
    """Return a die's surface with this ink in its hollows; nothing is seen through the ink."""
    share = ink[..., None]
    colour = painted(look.colour) * (1.0 - share) + painted(look.pips) * share
    clear = np.asarray(look.clear * (1.0 - ink), dtype=np.float32) if look.clear > 0.0 else 0.0
    return Finish(np.asarray(colour, dtype=np.float32), 0.2, 0.5, 0.0, clear)


def resting(die: Die, side: float) -> tuple[F64, tuple[float, float, float]]:
    """Return how a die or cube of this side lies: the matrix that turns it, and where its middle is."""
    return orientation(die), (die.x, die.y, die.z + half_height(die, side))


def dice(scene: Scene, look: BoardLook) -> list[Part]:
    """Return every die on the table, those of one set together."""
    parts = []
    for shade, of in (("dark", look.dark_dice), ("light", look.light_dice)):
        side, ink = scene.size.die_side, pip_sheet(of)
        thrown = [die for die in scene.dice if die.shade == shade]
        if thrown:
            shape = die_shape(side, of, ink)
            turned_so = [moved(shape, *resting(die, side)) for die in thrown]
            parts.append(Part(f"dice {shade}", joined(turned_so), _inked(of, ink)))
    return parts


def doubling_cube(cube: Cube, side: float, look: DieLook) -> Part:
    """Return the doubling cube."""
    as_die = Die("light", CUBE_VALUES.index(cube.value) + 1, cube.x, cube.y, cube.z, cube.turn)
    ink = digit_sheet()
    return Part("cube", moved(die_shape(side, look, ink), *resting(as_die, side)), _inked(look, ink))
