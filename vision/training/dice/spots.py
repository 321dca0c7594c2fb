"""Spots of pictures of simulated tables: where dice and the cube are seen, and where neither is.

The tables are those of `vision.training.proposals.plates`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from hardware.simulated.scene.board import column_end, column_x
from hardware.simulated.scene.dice import half_height
from vision.dice.board_view import SurfaceView
from vision.dice.die_net import COCKED, FIRST_CUBE, NONE
from vision.dice.proposals import propose
from vision.geometry.board import parse_corners
from vision.reading import CUBE_FACES
from vision.training.proposals import plates

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.table import Scene
    from vision.dice.proposals import ProposalNet
    from vision.frame import Image
    from vision.training.pictures import Labels

CLEAR_OF_DICE: Final = 0.62
"""How far from every upper face's middle a spot must be to count as no die, in sides of that die."""

KINDS: Final = ("die", "beside", "checker", "rim", "two checkers", "second layer", "tip", "base", "frame", "cube",
                "hand", "clutter", "corner", "anywhere", "mined")  # fmt: skip
"""What was cut out."""


class CropSpot(NamedTuple):
    """Spot of a crop: its middle and a die's side in pixels, what it shows, and its label."""

    px: float
    py: float
    side: float
    kind: str
    label: int = NONE


def die_spots(scene: Scene, pinhole: Pinhole) -> list[CropSpot]:
    """Return where the dice's upper faces are seen."""
    side = scene.size.die_side
    spots = []
    for die in scene.dice:
        top = die.z + (side if die.tilt == 0.0 else half_height(die, side) + 0.35 * side)
        px, py, scale = plates.seen_at(pinhole, die.x, die.y, top)
        spots.append(CropSpot(px, py, scale * side, "die", die.value if die.tilt == 0.0 else COCKED))
    return spots


def _on(scene: Scene, pinhole: Pinhole, at: tuple[float, float, float], kind: str, rng: random.Random) -> CropSpot:
    """Return a spot at a point of the table, with the side that some die would have there."""
    px, py, scale = plates.seen_at(pinhole, *at)
    side = rng.choice((scene.size.die_side, scene.size.checker_diameter * rng.uniform(0.26, 0.48)))
    return CropSpot(px, py, scale * side * rng.uniform(0.85, 1.2), kind)


def table_spots(scene: Scene, pinhole: Pinhole, rng: random.Random) -> list[CropSpot]:
    """Return spots on what lies on a table and is not a die."""
    size = scene.size
    radius, thick = size.checker_diameter / 2, size.checker_thickness
    points: list[tuple[tuple[float, float, float], str]] = []
    for checker in rng.sample(scene.checkers, 12):
        way, far = rng.uniform(0.0, 2 * math.pi), rng.random()
        kind = "second layer" if checker.z > 0 else "checker"
        if rng.random() < 0.35:
            far, kind = rng.uniform(0.8, 1.15), "rim"
        at = (checker.x + far * radius * math.cos(way), checker.y + far * radius * math.sin(way), checker.z + thick)
        points.append((at, kind))
        if rng.random() < 0.4:
            points.append(((checker.x, checker.y, checker.z + thick), kind))
        if rng.random() < 0.35:
            points.append(((checker.x, checker.y + rng.choice((-1, 1)) * radius, thick), "two checkers"))
    for column in rng.sample(range(1, 25), 3):
        sign = -1 if column_end(column) == "bottom" else 1
        tip = sign * (size.height / 2 - size.point_length)
        points.append(((column_x(size, column) + rng.gauss(0, 5), tip + rng.gauss(0, 6), 0.0), "tip"))
        points.append(((column_x(size, column) + rng.gauss(0, 15), sign * size.height / 2 - sign * 12, 0.0), "base"))
    y = rng.uniform(-0.5, 0.5) * size.height
    points.append(((rng.uniform(-0.6, 0.6) * size.bar_width, rng.choice((y, 0.31 * size.height)), 0.0), "frame"))
    points.append(((rng.choice((-0.5, 0.5)) * size.width + rng.gauss(0, 12), y, 0.0), "frame"))
    points.append(((rng.uniform(-0.5, 0.5) * size.width, rng.choice((-0.5, 0.5)) * size.height, 0.0), "frame"))
    if scene.cube is not None:
        half = size.cube_side / 2
        middle = (scene.cube.x, scene.cube.y, size.cube_side)
        points.append((middle, "cube"))
        points.append(
            ((scene.cube.x + rng.uniform(-1, 1) * half, scene.cube.y + rng.uniform(-1, 1) * half, half), "cube")
        )
    points += [
        ((rng.uniform(-0.55, 0.55) * size.width, rng.uniform(-0.55, 0.55) * size.height, 0.0), "anywhere")
        for _ in range(3)
    ]
    spots = [_on(scene, pinhole, at, kind, rng) for at, kind in points]
    if scene.cube is not None:  # the whole cube at the scale of a die
        px, py, scale = plates.seen_at(pinhole, scene.cube.x, scene.cube.y, size.cube_side)
        spots.append(CropSpot(px, py, scale * size.cube_side * rng.uniform(0.8, 1.2), "cube"))
    return spots


def beside_dice(dice: Sequence[CropSpot], rng: random.Random) -> list[CropSpot]:
    """Return spots just off some dice: between two of them, on their side faces and shadows."""
    spots = []
    for die in rng.sample(dice, min(len(dice), 6)):
        way, far = rng.uniform(0.0, 2 * math.pi), rng.uniform(CLEAR_OF_DICE, 1.4) * die.side
        scale = rng.uniform(0.75, 1.25)
        spots.append(CropSpot(die.px + far * math.cos(way), die.py + far * math.sin(way), scale * die.side, "beside"))
    return spots


def clear_of(spot: CropSpot, dice: Sequence[CropSpot]) -> bool:
    """Return whether a spot is clear of all dice."""
    return all(math.hypot(spot.px - d.px, spot.py - d.py) > CLEAR_OF_DICE * d.side for d in dice)


def corner_spots(picture: Image, side: float, most: int) -> list[CropSpot]:
    """Return spots where the picture has corners, as something of a die's kind has."""
    grey = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 0.12 * side), cv2.COLOR_BGR2GRAY)
    found = cv2.goodFeaturesToTrack(grey, most, 0.02, side)
    return [] if found is None else [CropSpot(float(x), float(y), side, "corner") for x, y in found[:, 0]]


def lay_clutter(picture: Image, dice: Sequence[CropSpot], rng: random.Random) -> list[CropSpot]:
    """Draw marks, letters, buttons, keys and logos into a picture, clear of the dice; return where they are."""
    spots = []
    height, width = picture.shape[:2]
    side = dice[0].side if dice else 20.0
    for _ in range(5):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if any(math.hypot(x - die.px, y - die.py) < 2.6 * side for die in dice):
            continue
        _draw_mark(picture, (round(x), round(y)), side * rng.uniform(0.35, 1.1), rng)
        spots.append(CropSpot(x + rng.gauss(0, 0.15) * side, y + rng.gauss(0, 0.15) * side, side, "clutter"))
    return spots


def _draw_mark(picture: Image, at: tuple[int, int], size: float, rng: random.Random) -> None:
    """Draw one thing that is not a die into a picture."""
    ink = tuple(rng.randint(0, 255) for _ in range(3))
    ground = tuple(rng.randint(0, 255) for _ in range(3))
    kind, r = rng.randrange(6), max(2, round(0.5 * size))
    if kind == 0:  # a dot, a ring, a button
        cv2.circle(picture, at, r, ground, -1, cv2.LINE_AA)
        cv2.circle(picture, at, max(1, round(r * rng.uniform(0.2, 0.8))), ink, rng.choice((-1, 1, 2)), cv2.LINE_AA)
    elif kind == 1:  # a tile with a letter, a digit or nothing
        cv2.rectangle(picture, (at[0] - r, at[1] - r), (at[0] + r, at[1] + r), ground, -1)
        sign = rng.choice(("A", "K", "O", "X", "2", "3", "4", "6", "8", "16", "32", "64", "%", ""))
        cv2.putText(
            picture, sign, (at[0] - r + 2, at[1] + r - 2), cv2.FONT_HERSHEY_SIMPLEX, size / 32, ink, 1, cv2.LINE_AA
        )
    elif kind == 2:  # a tile with stripes or a cross
        box = cv2.boxPoints((at, (size, size), rng.uniform(0, 90)))
        cv2.fillConvexPoly(picture, box.astype(np.int32), ground, cv2.LINE_AA)
        for one, other in ((0, 2), (1, 3)) if rng.random() < 0.5 else ((0, 1), (2, 3)):
            ends = (at + 0.6 * (box[[one, other]] - at)).astype(int)
            cv2.line(picture, ends[0].tolist(), ends[1].tolist(), ink, rng.randint(1, 3), cv2.LINE_AA)
    elif kind == 3:  # a long row of buttons or lights
        for k in range(-4, 5):
            centre = (round(at[0] + k * 0.45 * size), at[1])
            cv2.circle(picture, centre, max(1, round(0.12 * size)), ink, -1, cv2.LINE_AA)
    elif kind == 4:  # letters
        word = rng.choice(("Backgammon", "o:o", "...", "ooo", "8.8", "12:34"))
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_DUPLEX, size / 30, ink, 1, cv2.LINE_AA)
    else:  # a plain tile, a bright glint on it
        box = cv2.boxPoints((at, (size, size * rng.uniform(0.6, 1.6)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(picture, box.astype(np.int32), ground, cv2.LINE_AA)
        spot = (round(at[0] + rng.uniform(-0.3, 0.3) * size), round(at[1] + rng.uniform(-0.3, 0.3) * size))
        cv2.ellipse(picture, spot, (max(1, r // 3), max(1, r // 5)), rng.uniform(0, 180), 0, 360, ink, -1, cv2.LINE_AA)


def cube_spot(labels: Labels) -> list[CropSpot]:
    """Return where the cube is seen, if it is, as a list."""
    if not labels.cube:
        return []
    px, py, side, value = labels.cube
    return [CropSpot(px, py, side, "cube", FIRST_CUBE + CUBE_FACES.index(round(value)))]


def proposed_spots(picture: Image, labels: Labels, net: ProposalNet) -> list[CropSpot]:
    """Return the places of a picture where a network sees dice or a cube, and none is."""
    corners = parse_corners(labels.corners)
    dice, cube = propose(picture, SurfaceView(corners, labels.aspect, labels.diameter), LEAST_ODDS, MOST_MINED, net)
    taken = [*labels.dice, *labels.covered, *cube_spot(labels)]
    spots = [CropSpot(p.px, p.py, p.side, "mined") for p in (*dice, *cube)]
    return [spot for spot in spots if clear_of(spot, taken)]


LEAST_ODDS: Final = -4.0
MOST_MINED: Final = 16
"""Mining: from which log-odds on a place is tried, and how many are in a picture at most, of dice and of cubes."""


def labelled_spots(labels: Labels, most: int, rng: random.Random) -> list[CropSpot]:
    """Return all dice and cubes that are seen in a picture, and at most so many spots that are neither."""
    cube = cube_spot(labels)
    others = [spot for spot in labels.others if not (spot.kind == "cube" and cube and _is_whole(spot, cube[0]))]
    return [*labels.dice, *cube, *rng.sample(others, min(most, len(others)))]


def _is_whole(spot: CropSpot, cube: CropSpot) -> bool:
    """Return whether a spot shows the whole upper face of the cube."""
    near = math.hypot(spot.px - cube.px, spot.py - cube.py) < 0.5 * cube.side
    return near and 0.6 < spot.side / cube.side < 1.6
