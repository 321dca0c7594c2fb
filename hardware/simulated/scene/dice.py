"""Dice: their numbers, how they lie, and where they come to rest when they are thrown.

A die is numbered as most are: opposite faces sum to seven, and 1, 2, 3 run counterclockwise about their common corner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from hardware.simulated.errors import SceneError
from hardware.simulated.scene.table import Checker, Die, Scene

if TYPE_CHECKING:
    import random

    from hardware.simulated.scene.board import BoardSize, Shade, Side

Matrix = npt.NDArray[np.float64]
Lie = Literal["flat", "cocked", "on checker"]
"""How a die comes to rest: flat on the surface, leaning on a checker or the rail, flat on top of a checker."""

FACES: dict[int, tuple[int, int]] = {1: (2, 1), 2: (0, 1), 3: (1, 1), 4: (1, -1), 5: (0, -1), 6: (2, -1)}
"""For each face the axis of the die's own frame that it looks along (0 x, 1 y, 2 z) and the sign."""
_TRIES = 400
_CORNER = math.sqrt(2.0)  # of a square with sides of 2, from its middle


def rotation(axis: int, degrees: float) -> Matrix:
    """Return the matrix, shape (3, 3), that turns counterclockwise about the x (0), y (1) or z (2) axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    matrix = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix[i, i] = matrix[j, j] = c
    matrix[i, j], matrix[j, i] = -s, s
    return matrix


def orientation(die: Die) -> Matrix:
    """Return the matrix, shape (3, 3), from the die's own frame (see `FACES`) to the table's."""
    axis, sign = FACES[die.value]
    if axis == 2:
        up = np.eye(3) if sign > 0 else rotation(0, 180.0)
    elif axis == 0:
        up = rotation(1, -90.0 * sign)
    else:
        up = rotation(0, 90.0 * sign)
    flat = rotation(2, die.turn) @ up
    lean = rotation(2, die.tilt_towards) @ rotation(1, die.tilt) @ rotation(2, -die.tilt_towards)
    return np.asarray(lean @ flat)


def half_height(die: Die, side: float) -> float:
    """Return how far a die's middle is above its lowest point, millimetres, for a die of this side."""
    return float(np.abs(orientation(die)[2]).sum()) * side / 2


def upper_face(die: Die) -> int | None:
    """Return the face that is up, or None where the die is cocked."""
    return die.value if die.tilt == 0.0 else None


def lie_of(die: Die) -> Lie:
    """Return how a die lies."""
    if die.tilt != 0.0:
        return "cocked"
    return "on checker" if die.z > 0.0 else "flat"


def _gap_to_disc(x: float, y: float, turn: float, half: float, disc: tuple[float, float, float]) -> float:
    """Return the distance between a turned square and a disc (x, y, radius), below zero where they overlap."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = disc[0] - x, disc[1] - y
    u, v = abs(c * dx + s * dy) - half, abs(-s * dx + c * dy) - half
    return math.hypot(max(u, 0.0), max(v, 0.0)) + min(max(u, v), 0.0) - disc[2]


def _nearer(checker: Checker, x: float, y: float, far: float) -> bool:
    """Return whether a checker's middle may be less than `far` from a point: a quick look, true rather too often."""
    return abs(checker.x - x) < far and abs(checker.y - y) < far


def free_room(scene: Scene, x: float, y: float, turn: float) -> float:
    """Return how far a flat die would be from the nearest checker, die, rail or bar, millimetres; below zero: overlap.

    The distance to another die is taken between the circles about them.
    """
    size = scene.size
    half = size.die_side / 2
    reach = half * (abs(math.cos(math.radians(turn))) + abs(math.sin(math.radians(turn))))
    room = min(size.width / 2 - abs(x), size.height / 2 - abs(y), abs(x) - size.bar_width / 2) - reach
    radius = size.checker_diameter / 2
    for c in scene.checkers:
        if (
            _nearer(c, x, y, room + radius + half * _CORNER)
            and not c.standing
            and c.z < size.die_side
            and isinstance(c.place, int)
        ):
            room = min(room, _gap_to_disc(x, y, turn, half, (c.x, c.y, radius)))
    for d in scene.dice:
        room = min(room, math.hypot(d.x - x, d.y - y) - size.die_side * math.sqrt(2.0))
    return room


def _somewhere(size: BoardSize, half: Side, rng: random.Random) -> tuple[float, float]:
    """Return a point of one half of the playing surface, millimetres; the middle strip is likelier than the rails."""
    sign = 1 if half == "right" else -1
    x = sign * rng.uniform(size.bar_width / 2, size.width / 2)
    return x, max(-size.height / 2, min(size.height / 2, rng.gauss(0.0, size.height / 5)))


def _flat(scene: Scene, shade: Shade, value: int, half: Side, rng: random.Random) -> Die:
    """Return a die that lies flat where there is room for it."""
    best, most = (0.0, 0.0, 0.0), -math.inf
    for _ in range(_TRIES):
        x, y = _somewhere(scene.size, half, rng)
        turn = rng.uniform(0.0, 360.0)
        room = free_room(scene, x, y, turn)
        if room > most:
            best, most = (x, y, turn), room
        if room > 0.3:
            break
    return Die(shade=shade, value=value, x=best[0], y=best[1], turn=best[2])


def _on_checker(scene: Scene, shade: Shade, value: int, half: Side, rng: random.Random) -> Die | None:
    """Return a die that lies flat on top of a checker, or None where that half has no checker."""
    size = scene.size
    right = half == "right"
    tops = [c for c in scene.checkers if isinstance(c.place, int) and (c.x > 0) == right]
    tops = [
        c for c in tops if not any(o.z > c.z and math.hypot(o.x - c.x, o.y - c.y) < size.checker_diameter for o in tops)
    ]
    tops = [c for c in tops if all(math.hypot(d.x - c.x, d.y - c.y) > size.checker_diameter for d in scene.dice)]
    if not tops:
        return None
    on = rng.choice(tops)
    play = max(size.checker_diameter / 2 - 0.8 * size.die_side, 0.0)
    far, angle = rng.uniform(0.0, play), rng.uniform(0.0, 2 * math.pi)
    return Die(
        shade=shade,
        value=value,
        x=on.x + far * math.cos(angle),
        y=on.y + far * math.sin(angle),
        z=on.z + size.checker_thickness,
        turn=rng.uniform(0.0, 360.0),
    )


def _cocked(scene: Scene, shade: Shade, value: int, half: Side, rng: random.Random) -> Die:
    """Return a die that leans with one edge on the rim of a checker, or on the rail where no checker has room."""
    size = scene.size
    right = half == "right"
    tilt = rng.uniform(18.0, 40.0)
    flat = [c for c in scene.checkers if isinstance(c.place, int) and c.z == 0.0 and (c.x > 0) == right]
    reach = size.checker_diameter / 2 + size.die_side * 0.45
    for _ in range(_TRIES):
        if not flat:
            break
        on, angle = rng.choice(flat), rng.uniform(0.0, 360.0)
        x, y = on.x + reach * math.cos(math.radians(angle)), on.y + reach * math.sin(math.radians(angle))
        others = replace(scene, checkers=tuple(c for c in scene.checkers if c is not on))
        if free_room(others, x, y, angle) > 0.5:
            return Die(shade, value, x, y, 0.0, angle + rng.choice([0.0, 90.0, 180.0, 270.0]), tilt, angle + 180.0)
    sign = 1 if right else -1
    x = sign * (size.width / 2 - 0.55 * size.die_side)
    spots = [(free_room(scene, x - sign * size.die_side / 2, y, 0.0), y) for y in range(-200, 201, 10)]
    return Die(shade, value, x, float(max(spots)[1]), 0.0, 90.0 * rng.randrange(4), tilt, 180.0 if right else 0.0)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that are thrown.

    Attributes:
        values: the faces that come up, one a die.
        half: the half of the board they land in.
        shade: the set of dice.
        lie: how each die comes to rest; those not named lie flat.
    """

    values: tuple[int, ...]
    half: Side
    shade: Shade = "light"
    lie: tuple[Lie, ...] = ()


def throw_dice(scene: Scene, throw: Throw, rng: random.Random) -> Scene:
    """Return the scene with dice thrown onto one half of the board, beside those that lie there already.

    Flat dice lie at random places and angles, on points or beside checkers, clear of checkers, dice, rails and bar; if
    chance finds no such place, they lie in the freest one it found.

    Raises:
        SceneError: a die has no such face.
    """
    shade, half = throw.shade, throw.half
    for number, value in enumerate(throw.values):
        if value not in FACES:
            raise SceneError("scene.not_a_die_face", value=value)
        how = throw.lie[number] if number < len(throw.lie) else "flat"
        die: Die | None = None
        if how == "on checker":
            die = _on_checker(scene, shade, value, half, rng)
        elif how == "cocked":
            die = _cocked(scene, shade, value, half, rng)
        if die is None:
            die = _flat(scene, shade, value, half, rng)
        scene = replace(scene, dice=(*scene.dice, die))
    return scene


def shove_dice(scene: Scene) -> Scene:
    """Return the scene with every die on the surface that a checker now covers pushed aside, as far as need be.

    Whoever puts a checker where a die lies pushes the die on; its face and turn stay.
    """
    half, radius = scene.size.die_side / 2, scene.size.checker_diameter / 2
    dice = list(scene.dice)
    for number, die in enumerate(dice):
        touch = [
            c
            for c in scene.checkers
            if _nearer(c, die.x, die.y, radius + half * _CORNER)
            and c.z == die.z == 0.0
            and isinstance(c.place, int)
            and die.tilt == 0.0
            and _gap_to_disc(die.x, die.y, die.turn, half, (c.x, c.y, radius)) < 0.0
        ]
        if touch:
            away = math.degrees(math.atan2(die.y - touch[0].y, die.x - touch[0].x))
            dice[number] = _pushed(replace(scene, dice=(*dice[:number], *dice[number + 1 :])), die, away)
    return replace(scene, dice=tuple(dice))


def _pushed(scene: Scene, die: Die, away: float) -> Die:
    """Return a die at the nearest free place, those in the direction `away` (degrees) before others as near."""
    for far in range(1, 400, 2):
        for turn in range(0, 181, 20):
            for angle in (math.radians(away + turn), math.radians(away - turn)):
                x, y = die.x + far * math.cos(angle), die.y + far * math.sin(angle)
                if x * die.x > 0.0 and free_room(scene, x, y, die.turn) > 0.0:
                    return replace(die, x=x, y=y)
    return die


def lift_dice(scene: Scene, shade: Shade | None = None) -> Scene:
    """Return the scene without dice, or without those of one set."""
    return replace(scene, dice=tuple(d for d in scene.dice if shade not in (None, d.shade)))
