"""Scores how throws are read on simulated tables: announced rightly, announced wrongly, or not at all.

    python -m tests.benchmarks.reading.dice.read_throws [--looks walnut,desert,..] [--throws 20] [--on-emblem]

Each board is calibrated on its start position, cleared of dice. Then two dice are thrown among strewn checkers, flat
on the board, in the thrower's half. They are read as in a match: from one picture, from more of the same stillness
where that leaves doubt, and judged by the referee's thresholds. With --on-emblem one of them lies in the middle of the
half or near it, where boards with emblems have one. Figures come with their counts and 95 % intervals
(Wilson); `--sheet FILE` draws every throw that was not announced rightly.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from controller.referee.evidence.throw import DiceThresholds, read_throw
from controller.referee.layout import Layout
from controller.rules import Player, Roll
from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up, upper_faces
from vision import reading
from vision.detect.read import read
from vision.errors import VisionError
from vision.frame import Frame
from vision.track.dice_vote import MOST_FRAMES, in_doubt, together

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from controller.referee.evidence.throw import Doubt
    from hardware.simulated.scene.board import Shade, Side
    from hardware.simulated.scene.table import Scene
    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image

LOOKS: Final = "walnut,desert,harbour,casino,drawn-11160,drawn-11161,drawn-11162,drawn-11163"

AROUND: Final = 32
"""How much round a die a sheet shows, pixels to each side."""

EMBLEM: Final = 34.0
"""How far from the middle of a half a die lies that is on an emblem, mm."""

APART: Final = 26.0
CLEAR: Final = 36.0
"""How far the middles of dice, and of a die and a checker, are apart that do not touch, mm."""

TRIES: Final = 50

OUTCOMES: Final = ("right", "wrong", "not announced")


def thrown(table: Table, count: int, *, on_emblem: bool = False) -> Iterator[tuple[Scene, Player, Roll]]:
    """Yield scenes with a throw, whose it is, and what it shows."""
    throwers: tuple[tuple[Player, Side, Shade], ...] = ((Player.ONE, "right", "dark"), (Player.TWO, "left", "light"))
    for number in range(count):
        player, half, dice = throwers[number % 2]
        values = (table.rng.randint(1, 6), table.rng.randint(1, 6))
        throw = Throw(values, half, dice, ("flat", "flat"))
        scene = throw_dice(replace(random_scene(table), dice=()), throw, table.rng)
        yield with_die_on_emblem(scene, half, table.rng) if on_emblem else scene, player, Roll.of(*values)


def with_die_on_emblem(scene: Scene, half: Side, rng: random.Random) -> Scene:
    """Return a scene whose first die lies where an emblem is, clear of the other and of checkers if there is room."""
    first, second = scene.dice
    middle = (1 if half == "right" else -1) * (scene.size.width + scene.size.bar_width) / 4
    for _ in range(TRIES):
        far, way = rng.uniform(0, EMBLEM), rng.uniform(0, 2 * math.pi)
        moved = replace(first, x=middle + far * math.cos(way), y=far * math.sin(way))
        others = [(second, APART)] + [(checker, CLEAR) for checker in scene.checkers]
        if all(math.hypot(moved.x - one.x, moved.y - one.y) > least for one, least in others):
            return replace(scene, dice=(moved, second))
    return scene


def announced(
    table: Table, scene: Scene, player: Player, calibration: Calibration
) -> tuple[Roll | Doubt | None, Image]:
    """Return what the referee would say of a throw, and the last picture that it was read from."""
    readings = []
    for number in range(MOST_FRAMES):
        picture = table.film(scene)
        readings.append(read(Frame(picture, number / 30, number), calibration))
        if not in_doubt(together(readings)):
            break
    return read_throw(together(readings).dice, Layout(shade_one=reading.Shade.DARK), player, DiceThresholds()), picture


def count(look: str, throws: int, seed: int, crops: list[Image], *, on_emblem: bool = False) -> Counter[str]:
    """Return how often each outcome was seen on one look; adds crops of dice not read rightly.

    Raises:
        VisionError: the start position was not recognised.
    """
    counts: Counter[str] = Counter()
    table = set_up(look, seed)
    calibration = learn(table)
    for scene, player, roll in thrown(table, throws, on_emblem=on_emblem):
        said, picture = announced(table, scene, player, calibration)
        outcome = "right" if said == roll else "wrong" if isinstance(said, Roll) else "not announced"
        counts[outcome] += 1
        if outcome != "right":
            crops += [around(picture, x, y) for _, x, y in upper_faces(table, scene)]
    return counts


def around(picture: Image, x: float, y: float) -> Image:
    """Return what is round a spot of a picture, twice as large."""
    matrix = np.array([[2, 0, 2 * (AROUND - x)], [0, 2, 2 * (AROUND - y)]], dtype=np.float64)
    return np.asarray(cv2.warpAffine(picture, matrix, (4 * AROUND, 4 * AROUND)), dtype=np.uint8)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.read_throws", description=__doc__)
    parser.add_argument("--looks", default=LOOKS, help="separated by commas")
    parser.add_argument("--throws", type=int, default=20, help="throws a look")
    parser.add_argument("--on-emblem", action="store_true", help="one die lies where boards with emblems have one")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--sheet", type=Path, help="a picture of the dice not announced rightly")
    chosen = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    crops: list[Image] = []
    for look in chosen.looks.split(","):
        try:
            counts = count(look, chosen.throws, chosen.seed, crops, on_emblem=chosen.on_emblem)
        except VisionError as error:
            print(f"{look}: not calibrated: {error}")
            continue
        print(f"{look}: " + ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES), flush=True)
        total += counts
    for outcome in OUTCOMES:
        print(f"{outcome:14} {wilson(total[outcome], sum(total.values()))}")
    if chosen.sheet and crops:
        blank = np.zeros_like(crops[0])
        rows = [np.hstack((crops + [blank] * 9)[k : k + 10]) for k in range(0, len(crops), 10)]
        cv2.imwrite(str(chosen.sheet), np.vstack(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
