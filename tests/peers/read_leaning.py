"""Scores how dice that lean are told from those that lie flat, on simulated tables of looks that chose nothing.

    python -m tests.peers.read_leaning [--looks walnut,desert,..] [--scenes 16]

Each board is calibrated on its start position; then five dice lie among strewn checkers, about a third of them leaning
on a checker's rim (18 to 40 degrees) or lying on a checker, many of the flat ones beside checkers. A die is called by
the odds by which the referee calls one cocked. Figures come with their counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tests.peers.read_boards import wilson
from tests.peers.read_simulated import learn, random_scene, set_up, upper_faces
from vision.frame import Frame
from vision.read import read
from vision.training.plates import with_many_dice

if TYPE_CHECKING:
    from collections.abc import Sequence

LOOKS: Final = "walnut,desert,drawn-10003,drawn-10004,drawn-10005,drawn-10006"

RAISED: Final = 0.35
"""Share of dice that lean or lie on checkers; two in three of them lean."""

DICE: Final = 5
"""Dice in a picture; a reading tells of six at most."""

NEAR: Final = 12.0
"""How far a die found may be from the true one, pixels."""

CALLED: Final = -150
"""Odds of lying flat, in centinats, below which the referee calls a die cocked."""


def count(look: str, scenes: int, seed: int) -> Counter[str]:
    """Return how often dice of each kind were found, and called cocked, on one look.

    A die on a checker is not flat on the board, nor does it lean: it is left out.

    Raises:
        VisionError: the start position was not recognised.
    """
    counts: Counter[str] = Counter()
    table = set_up(look, seed)
    calibration = learn(table)
    for _ in range(scenes):
        scene = with_many_dice(replace(random_scene(table), dice=()), table.rng, RAISED)
        scene = replace(scene, dice=scene.dice[:DICE])
        left = list(read(Frame(table.film(scene), 0.0, 0), calibration).dice)
        for die, x, y in upper_faces(table, scene):
            kind = "leaning" if die.tilt > 0 else "flat" if die.z == 0 else "raised"
            counts[kind] += 1
            near = [one for one in left if math.hypot(one.px - x, one.py - y) < NEAR]
            if near:
                left.remove(near[0])
                counts[f"{kind} found"] += 1
                counts[f"{kind} called"] += near[0].flat < CALLED
                counts[f"{kind} likelier cocked"] += near[0].flat < 0
    return counts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.read_leaning", description=__doc__)
    parser.add_argument("--looks", default=LOOKS, help="separated by commas")
    parser.add_argument("--scenes", type=int, default=16, help="pictures a look")
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for look in chosen.looks.split(","):
        counts = count(look, chosen.scenes, chosen.seed)
        print(f"{look}: {counts['leaning called']} of {counts['leaning found']} leaning dice called cocked, "
              f"{counts['flat called']} of {counts['flat found']} flat ones")  # fmt: skip
        total += counts
    print(f"leaning dice found     {wilson(total['leaning found'], total['leaning'])}")
    print(f"of these called        {wilson(total['leaning called'], total['leaning found'])}")
    print(f"flat dice found        {wilson(total['flat found'], total['flat'])}")
    print(f"of these called cocked {wilson(total['flat called'], total['flat found'])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
