"""Scores the reading of trays on the simulated table: 0 to 15 checkers of each shade borne off, on looks by chance.

    python -m tests.benchmarks.reading.boards.read_trays [--seed N] [--tables N] [--pictures N] [--looks club,heron]
        [--cases]

Each table has a look drawn by chance, or one of those given in turn, a camera 56 to 90 degrees above it with a lens of
46 to 66 degrees, any light, homes on either side, and people who stand borne-off checkers on edge or lay them in piles.
It is calibrated on its start position. Of each shade 0 to 15 are borne off, none in a quarter of the pictures; the
others are strewn over the board. In one picture of five a die or the cube lies in the tray.

"log-loss" is the mean of minus the logarithm of the share given to the truth; all counts alike would be 2.77. "far" is
how often the truth is more than four nats behind the likeliest count. Figures come with counts and 95 % intervals
(Wilson).
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.conditions import CAMERAS, HABITS, LIGHTS
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.looks.named import ALIKE, DRAWN
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners, tray_x
from hardware.simulated.scene.checkers import SET_SIZE, Arrangement, arrange, start
from hardware.simulated.scene.table import CUBE_VALUES, Cube, Die, Scene, Seats, turn_cube, with_light
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import contents
from vision.calibrate.calibration import calibrate
from vision.calibrate.preparation import prepare
from vision.checkers.trays import tray_readings
from vision.errors import VisionError
from vision.features.illumination import find_illumination
from vision.frame import Frame
from vision.geometry.board import parse_corners, rectify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.simulated.scene.board import Shade
    from vision.calibrate.preparation import Prepared
    from vision.checkers.trays import TrayReadings
    from vision.frame import Image

FAR = 400
"""Centinats behind the likeliest count from which the truth is far."""

STEPS = (0.0, 0.3, 0.5, 0.7, 0.9, 1.01)
"""Shares of the likeliest count between which readings are compared with how often it is right."""


@dataclass(frozen=True, slots=True)
class Case:
    """A tray of one shade: what lies there, and what is read.

    Attributes:
        table: the look's name.
        number: of the picture.
        shade: whose checkers.
        truth: how many have been borne off.
        kind: "none", "on edge" or "in piles".
        thing: a die or the cube lies there too.
        scores: of 0 to 15, None where the tray is not seen.
    """

    table: str
    number: int
    shade: str
    truth: int
    kind: str
    thing: bool
    scores: tuple[int, ...] | None

    @property
    def shares(self) -> tuple[float, ...]:
        """How likely each count is said to be."""
        assert self.scores is not None
        weights = [math.exp(score / 100) for score in self.scores]
        return tuple(weight / sum(weights) for weight in weights)

    @property
    def best(self) -> int:
        """The likeliest count."""
        return max(range(len(self.shares)), key=self.shares.__getitem__)


@dataclass(frozen=True, slots=True)
class Room:
    """A table under a camera, ready to be read.

    Attributes:
        scene: the table in the start position.
        renderer: the camera.
        prepared: what was learned from the start position.
        rng: its chance.
    """

    scene: Scene
    renderer: Renderer
    prepared: Prepared
    rng: random.Random


def furnish(seed: int, look: str | None = None) -> Room:
    """Put a board of some look under some camera and learn it.

    Raises:
        VisionError: its start position was not recognised.
    """
    rng = random.Random(f"trays {seed} {look}")
    size = BoardSize()
    view = View(
        elevation=rng.uniform(56, 90), azimuth=rng.uniform(-22, 22), roll=rng.uniform(-3, 3),
        opening=rng.uniform(46, 66), k1=rng.choice((0.0, 0.0, -0.05)),
    )  # fmt: skip
    renderer = Renderer(looking_at(size, view), CAMERAS[rng.choice(("usual", "usual", "webcam", "grainy"))].sensor)
    seats = Seats(light=rng.choice(("bottom", "top")), off=rng.choice(("left", "right")))
    habit = HABITS[rng.choice(("usual", "neat", "crooked", "crooked"))].habit
    name = look or f"{rng.choice((DRAWN, ALIKE))}{seed}"
    scene = with_light(start(size, name, rng, seats, habit), LIGHTS[rng.choice(sorted(LIGHTS))].light)
    corners = renderer.pinhole.project(surface_corners(size))
    image = renderer.draw(scene, rng)
    where = parse_corners([(float(x), float(y)) for x, y in corners])
    calibration = calibrate(Frame(image, 0.0, 0), where, contents(scene), cleared=True)
    return Room(scene, renderer, prepare(calibration, (image.shape[1], image.shape[0])), rng)


def strewn(rng: random.Random, off: dict[Shade, int]) -> Arrangement:
    """Return an arrangement with so many borne off and the others on any points."""
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    for shade, count in off.items():
        left = SET_SIZE - count
        while left:
            column = rng.choice([i for i, (owner, high) in enumerate(columns) if owner in (None, shade) and high < 10])
            more = min(left, rng.randint(1, 4))
            columns[column] = (shade, columns[column][1] + more)
            left -= more
    return Arrangement(tuple(columns), off_dark=off["dark"], off_light=off["light"])


def a_scene(room: Room) -> tuple[Scene, dict[Shade, int], bool]:
    """Return a table with some borne off, how many, and whether something else lies in the tray."""
    rng, size = room.rng, room.scene.size
    off: dict[Shade, int] = {"dark": 0, "light": 0}
    for shade in off:
        off[shade] = 0 if rng.random() < 0.25 else rng.randint(0, SET_SIZE)
    scene = replace(arrange(room.scene, strewn(rng, off), rng), light=room.scene.light)
    scene = turn_cube(scene, rng.choice(CUBE_VALUES), rng.choice(("middle", "bottom", "top")), lean=rng.gauss(0, 4))
    if rng.random() >= 0.2:
        return scene, off, False
    # So far from the ends there is room beside any number of checkers on edge.
    x, y = tray_x(size, scene.seats.off), rng.choice((-1, 1)) * rng.uniform(0.0, 0.14) * size.height
    if rng.random() < 0.5:
        return replace(scene, cube=Cube(rng.choice(CUBE_VALUES), x, y, turn=rng.uniform(0, 360))), off, True
    die = Die(rng.choice(("dark", "light")), rng.randint(1, 6), x, y, turn=rng.uniform(0, 360))
    return replace(scene, dice=(die,)), off, True


def read_tray(image: Image, prepared: Prepared) -> tuple[TrayReadings | None, float]:
    """Return what the tray shows, None where it is not seen, and the seconds of wall time that it took."""
    geometry = prepared.calibration.geometry
    light = find_illumination(rectify(image, geometry.corners, geometry.aspect, prepared.upright), prepared.bare)
    if prepared.tray is None:
        return None, 0.0
    started = time.perf_counter()
    found = tray_readings(image, prepared.tray, light)
    return found, time.perf_counter() - started


def cases(room: Room, count: int, spent: list[float]) -> Iterator[Case]:
    """Yield what is read in so many pictures; what each took is added to `spent`."""
    for number in range(count):
        scene, off, thing = a_scene(room)
        found, took = read_tray(room.renderer.draw(scene, room.rng), room.prepared)
        spent.append(took)
        kind = "on edge" if scene.habit.standing else "in piles"
        for at, shade in enumerate(off):
            scores = None if found is None else (found.dark, found.light)[at].scores
            yield Case(scene.look, number, shade, off[shade], kind if off[shade] else "none", thing, scores)


def figures(name: str, chosen: Sequence[Case]) -> str:
    """Return one line about some cases that are seen."""
    right = sum(case.best == case.truth for case in chosen)
    near = sum(abs(case.best - case.truth) <= 1 for case in chosen)
    far = sum(case.scores is not None and case.scores[case.truth] < -FAR for case in chosen)
    loss = -np.mean([math.log(case.shares[case.truth]) for case in chosen]) if chosen else math.nan
    return (
        f"{name:9}exact {wilson(right, len(chosen))}, within one {wilson(near, len(chosen))}, "
        f"far {wilson(far, len(chosen))}, log-loss {loss:.2f}"
    )


def print_figures(every: Sequence[Case], spent: Sequence[float], refused: int) -> None:
    """Print all figures."""
    seen = [case for case in every if case.scores is not None]
    print(f"not seen {wilson(len(every) - len(seen), len(every))}; tables not calibrated {refused}")
    print(figures("all", seen))
    for kind in ("none", "on edge", "in piles"):
        print(figures(kind, [case for case in seen if case.kind == kind]))
    print(figures("things", [case for case in seen if case.thing]))
    for low, high in itertools.pairwise(STEPS):
        here = [case for case in seen if low <= max(case.shares) < high]
        if here:
            said = float(np.mean([max(case.shares) for case in here]))
            print(f"said {said:.2f} right {wilson(sum(case.best == case.truth for case in here), len(here))}")
    if spent:
        print(f"{1000 * float(np.median(spent)):.2f} ms a reading (median), {1000 * max(spent):.2f} ms at most")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.read_trays", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--pictures", type=int, default=10, help="a table")
    parser.add_argument("--looks", help="names of looks, in turn (default: drawn by chance)")
    parser.add_argument("--cases", action="store_true", help="print those far off")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    looks = chosen.looks.split(",") if chosen.looks else [None]
    every: list[Case] = []
    spent: list[float] = []
    refused = 0
    for number in range(chosen.tables):
        try:
            room = furnish(chosen.seed * 1000 + number, looks[number % len(looks)])
        except VisionError as error:
            print(f"table {number}: not calibrated: {error}")
            refused += 1
            continue
        every += cases(room, chosen.pictures, spent)
    print_figures(every, spent, refused)
    if chosen.cases:
        for case in every:
            if case.scores is not None and case.scores[case.truth] < -FAR:
                print(f"{case.table} {case.number}: {case.truth} {case.shade} {case.kind}, read {case.best}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
