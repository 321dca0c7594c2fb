"""Scores how dice that lean or lie on a checker are told from others, on simulated tables of looks that chose nothing.

    python -m tests.benchmarks.reading.dice.read_leaning [--looks walnut,desert,..] [--scenes 16] [--throws 8]

Each board is calibrated on its start position. Then there are two kinds of scenes. Strewn: five dice among strewn
checkers, about a third of them leaning on a checker's rim (18 to 40 degrees) or lying on a checker, many of the flat
ones beside checkers. Thrown: two dice, mostly one or both of them leaning, in a half that a third of the times is bare
of checkers or nearly so; there they lean on the rail. A die is called by the odds by which the referee calls one
cocked, or on a checker; in a match he knows as well where checkers lay before it came. Figures come with their counts
and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from controller.referee.evidence.throw import DiceThresholds
from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up, upper_faces
from vision.detect.read import read
from vision.errors import VisionError
from vision.frame import Frame
from vision.training.proposals.plates import with_many_dice

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from hardware.simulated.scene.board import Side
    from hardware.simulated.scene.dice import Lie
    from hardware.simulated.scene.table import Die, Scene
    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.reading import DieReading

Kind = Literal["leaning", "flat", "raised"]

LOOKS: Final = "walnut,desert,drawn-10003,drawn-10004,drawn-10005,drawn-10006"

RAISED: Final = 0.35
"""Share of strewn dice that lean or lie on checkers; two in three of them lean."""

DICE: Final = 5
"""Dice in a picture; a reading tells of six at most."""

NEAR: Final = 12.0
"""How far a die found may be from the true one, pixels."""

THRESHOLDS: Final = DiceThresholds()
"""By which the referee calls a die cocked, or on a checker."""

BARE: Final = 0.35
"""Share of throws into a half with few checkers or none."""

LIES: Final[tuple[tuple[Lie, Lie], ...]] = (
    ("cocked", "flat"),
    ("cocked", "flat"),
    ("cocked", "cocked"),
    ("flat", "flat"),
)
"""How the two dice of a throw lie, each as often."""


def strewn(table: Table, count: int) -> Iterator[Scene]:
    """Yield scenes with strewn checkers and dice."""
    for _ in range(count):
        scene = with_many_dice(replace(random_scene(table), dice=()), table.rng, RAISED)
        yield replace(scene, dice=scene.dice[:DICE])


def thrown(table: Table, count: int) -> Iterator[Scene]:
    """Yield scenes with two dice thrown into one half of the board."""
    rng = table.rng
    for _ in range(count):
        scene = replace(random_scene(table), dice=())
        half: Side = rng.choice(("left", "right"))
        if rng.random() < BARE:
            scene = with_few_checkers(scene, half, rng.choice((0, 0, 1, 2, 4)), rng)
        values = (rng.randint(1, 6), rng.randint(1, 6))
        yield throw_dice(scene, Throw(values, half, rng.choice(("dark", "light")), rng.choice(LIES)), rng)


def with_few_checkers(scene: Scene, half: Side, most: int, rng: random.Random) -> Scene:
    """Return a scene with so many of the checkers that lay on the points of a half, at most; the rest are gone."""
    sign = 1 if half == "right" else -1
    there = [one for one in scene.checkers if isinstance(one.place, int) and one.x * sign > 0]
    low = [one for one in there if one.z == 0]
    left = rng.sample(low, min(most, len(low)))
    return replace(scene, checkers=tuple(one for one in scene.checkers if one not in there or one in left))


def found(table: Table, scene: Scene, seen: Sequence[DieReading]) -> Iterator[tuple[Die, Kind, DieReading | None]]:
    """Yield the dice of a scene, how they lie, and what was read of each; None where it was not found."""
    left = list(seen)
    for die, x, y in upper_faces(table, scene):
        kind: Kind = "leaning" if die.tilt > 0 else "flat" if die.z == 0 else "raised"
        near = [one for one in left if math.hypot(one.px - x, one.py - y) < NEAR]
        if near:
            left.remove(near[0])
        yield die, kind, near[0] if near else None


def count(look: str, scenes: int, seed: int, throws: int = 0) -> Counter[str]:
    """Return how often dice of each kind were found, and called cocked, and on a checker, on one look.

    Raises:
        VisionError: the start position was not recognised.
    """
    counts: Counter[str] = Counter()
    table = set_up(look, seed)
    calibration = learn(table)
    for name, drawn in (("", strewn(table, scenes)), ("thrown ", thrown(table, throws))):
        for scene in drawn:
            for _, kind, die in found(table, scene, read(Frame(table.film(scene), 0.0, 0), calibration).dice):
                counts[f"{name}{kind}"] += 1
                if die is not None:
                    counts[f"{name}{kind} found"] += 1
                    counts[f"{name}{kind} called cocked"] += die.flat < -THRESHOLDS.cocked
                    counts[f"{name}{kind} called on a checker"] += die.on_checker > THRESHOLDS.on_checker
    return counts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.read_leaning", description=__doc__)
    parser.add_argument("--looks", default=LOOKS, help="separated by commas")
    parser.add_argument("--scenes", type=int, default=16, help="pictures of strewn dice a look")
    parser.add_argument("--throws", type=int, default=0, help="pictures of thrown dice a look")
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for look in chosen.looks.split(","):
        try:
            counts = count(look, chosen.scenes, chosen.seed, chosen.throws)
        except VisionError as error:
            print(f"{look}: not calibrated: {error}")
            continue
        said = [
            f"{counts[f'{name}{kind} called cocked']} of {counts[f'{name}{kind} found']} {name}{kind} dice"
            for name in ("", "thrown ")
            for kind in ("leaning", "flat")
        ]
        print(f"{look}: called cocked {', '.join(said)}", flush=True)
        total += counts
    for name in ("", "thrown ") if chosen.throws else ("",):
        for kind in ("leaning", "flat"):
            known = total[f"{name}{kind} found"]
            print(f"{name}{kind} dice found {wilson(known, total[f'{name}{kind}'])}")
            print(f"- of these called cocked {wilson(total[f'{name}{kind} called cocked'], known)}")
    raised = total["raised found"]
    print(f"dice on a checker found {wilson(raised, total['raised'])}")
    print(f"- of these called so {wilson(total['raised called on a checker'], raised)}")
    flat, called = (total[f"flat {what}"] + total[f"thrown flat {what}"] for what in ("found", "called on a checker"))
    print(f"flat dice on the board called so {wilson(called, flat)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
