"""Moves the simulated camera or changes the light, and scores what is said about it, and the corners fitted again.

    python -m tests.benchmarks.reading.locating.moved_tables [--seed N] [--still N] [--looks club,walnut]

Moves: the camera slides 0.5 to 5 % of the board's width, turns 1 to 5 degrees about its axis, tilts 0.5 to 2 degrees,
with other checkers on the board than when it was calibrated. "off" is how far the worst corner is from its true place
after the fit, in per cent of the board's width. Still pictures show random positions, dice, every third a hand, under a
light that drifts in brightness (0.5 to 1.3) and warmth; every one in which a move is reported is a false alarm.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.looks.named import LOOKS
from hardware.simulated.scene.board import BoardSize, column_x, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.table import Hand, Light, with_hand, with_light
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import random_scene, set_up
from vision.geometry.board import BoardGeometry, parse_corners, to_board
from vision.locate.registration import LEAST_MOVE, RegistrationState, register, remember
from vision.training.board.simulated_tables import COLUMN_AT

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.table import Scene
    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.geometry.board import Corners
    from vision.locate.registration import Landmarks

MOVES = (
    ("slide", 0.5), ("slide", 1.0), ("slide", 2.0), ("slide", 5.0),
    ("turn", 1.0), ("turn", 2.0), ("turn", 5.0),
    ("tilt", 0.5), ("tilt", 1.0), ("tilt", 2.0),
)  # fmt: skip
"""Kinds of moves, in per cent of the board's width and in degrees."""


def moved_camera(pinhole: Pinhole, kind: str, amount: float, rng: random.Random) -> Pinhole:
    """Return the camera after somebody knocked against it."""
    towards = rng.uniform(0, 2 * math.pi)
    if kind == "turn":
        return replace(pinhole, roll=pinhole.roll + rng.choice((-amount, amount)))
    far = amount / 100 * BoardSize().width
    if kind == "tilt":
        far = math.dist(pinhole.eye, pinhole.target) * math.tan(math.radians(amount))
    dx, dy = far * math.cos(towards), far * math.sin(towards)
    (x, y, z), (ex, ey, ez) = pinhole.target, pinhole.eye
    eye = (ex + dx, ey + dy, ez) if kind == "slide" else pinhole.eye
    return replace(pinhole, eye=eye, target=(x + dx, y + dy, z))


def true_corners(pinhole: Pinhole, size: BoardSize | None = None) -> Corners:
    """Return where the corners of the surface are in a camera's pictures."""
    return parse_corners([(float(x), float(y)) for x, y in pinhole.project(surface_corners(size or BoardSize())) - 0.5])


def learned(table: Table) -> tuple[Landmarks, Corners]:
    """Return what is remembered of the start position, and the corners."""
    size = table.size
    scene = start(size, table.look, table.rng)
    corners = true_corners(table.renderer.pinhole, size)
    spots = table.renderer.pinhole.project([(c.x, c.y, c.z + size.checker_thickness) for c in scene.checkers])
    diameter = size.checker_diameter / size.width
    columns = tuple(column_x(size, column) / size.width + 0.5 for column in COLUMN_AT)
    bar = size.bar_width / size.width / 2
    aspect = size.height / size.width
    geometry = BoardGeometry(corners, aspect, 0.5 - bar, 0.5 + bar, diameter, columns, (diameter / 2,) * 2, diameter)
    return remember(table.film(scene), geometry, to_board(corners, spots)), corners


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one move: how it was found, how far the worst corner really moved, and is off after the fit."""

    state: RegistrationState
    real: float
    off: float


def try_move(table: Table, known: tuple[Landmarks, Corners], move: tuple[str, float], scene: Scene) -> Tried:
    """Move the camera and look."""
    landmarks, corners = known
    camera = moved_camera(table.renderer.pinhole, *move, table.rng)
    there = np.array(true_corners(camera, table.size).points)
    width = math.dist(corners.points[0], corners.points[1])
    sight = register(landmarks, Renderer(camera).draw(scene, table.rng), corners)
    real = float(np.linalg.norm(there - np.array(corners.points), axis=1).max()) / width
    fitted = np.array((sight.corners or corners).points)
    return Tried(sight.state, real, float(np.linalg.norm(fitted - there, axis=1).max()) / width)


def still_scene(table: Table, number: int) -> Scene:
    """Return a scene of a long evening: other checkers, a hand now and then, a light that drifts."""
    rng = table.rng
    scene = random_scene(table)
    brightness, warmth = 0.9 + 0.4 * math.sin(number / 9), 0.5 * math.sin(number / 13)
    scene = with_light(scene, replace(Light(), brightness=brightness, warmth=warmth))
    if number % 3 == 0:
        hand = Hand(x=rng.uniform(-220, 220), y=rng.uniform(-160, 120), lean=rng.uniform(-25, 25))
        scene = with_hand(scene, hand)
    return scene


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.locating.moved_tables", description=__doc__
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--still", type=int, default=40, help="still pictures a look")
    parser.add_argument("--looks", default=",".join(LOOKS))
    chosen = parser.parse_args(arguments)
    results: dict[tuple[str, float], list[Tried]] = {move: [] for move in MOVES}
    false, stills, spent, unclear = 0, 0, 0.0, 0
    for look in chosen.looks.split(","):
        table = set_up(look, chosen.seed)
        known = learned(table)
        scene = random_scene(table)
        for move in MOVES:
            results[move].append(try_move(table, known, move, scene))
        for number in range(chosen.still):
            picture = table.film(still_scene(table, number))
            begun = time.process_time()
            sight = register(known[0], picture, known[1])
            spent += time.process_time() - begun
            stills += 1
            false += sight.state is RegistrationState.MOVED
            unclear += sight.state in {RegistrationState.UNCLEAR, RegistrationState.COVERED, RegistrationState.DARK}
    for (kind, amount), tried in results.items():
        worst = max(one.off for one in tried)
        seen = sum(one.state is RegistrationState.MOVED for one in tried if one.real >= LEAST_MOVE)
        print(
            f"{kind} {amount:g}: corners move {100 * np.mean([one.real for one in tried]):.1f} %, "
            f"noticed {wilson(seen, sum(one.real >= LEAST_MOVE for one in tried))}, "
            f"off {100 * np.mean([one.off for one in tried]):.2f} %, at most {100 * worst:.2f} %"
        )
    print(
        f"still: {wilson(false, stills)} false alarms, {unclear} not recognised, "
        f"{1000 * spent / max(1, stills):.1f} ms of processor time a settled picture"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
