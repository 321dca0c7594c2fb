"""Scores how dice and cubes are found and read on simulated tables of looks that have trained nothing.

    python -m tests.benchmarks.reading.dice.read_drawn_dice [--plates 10] [--scenes 8]

The tables are those of `vision.training.proposals.plates` from `HELD_OUT` on, and the looks `HELD_OUT_LOOKS`: seven to
twelve dice each, a fifth of them leaning or on checkers, hands, lights and drawn clutter. The corners are given.
Figures come with their counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

from tests.benchmarks.reading.boards.read_boards import wilson
from vision.dice.detector import DiceAndCube, find_dice_and_cube
from vision.dice.die_net import COCKED
from vision.dice.search import Search
from vision.geometry.board import BoardGeometry, parse_corners
from vision.training.pictures import Labels, plate_pictures
from vision.training.proposals.plates import HELD_OUT, HELD_OUT_LOOKS

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST: Final = 16
"""How many dice may be reported on such a table."""

NEAR: Final = 0.5
"""How far off a die may be found, in sides."""

COCKED_BELOW: Final = -150
"""Odds of lying flat, in centinats, below which the referee calls a die cocked."""

SIZES: Final = ((0, 12), (12, 16), (16, 22), (22, 99))
"""Sides of dice, pixels, that are told apart."""


def geometry_of(labels: Labels) -> BoardGeometry:
    """Return where the board is; the places on it do not matter here."""
    corners = parse_corners(labels.corners)
    return BoardGeometry(corners, labels.aspect, 0.48, 0.52, labels.diameter, (0.5,) * 24, (0.05, 0.05), 0.06)


def compare(labels: Labels, found: DiceAndCube) -> Counter[str]:
    """Return how often each thing happened on a picture."""
    counts: Counter[str] = Counter()
    left = list(found.dice)
    for die in labels.dice:
        far = [math.hypot(seen.px - die.px, seen.py - die.py) / die.side for seen in left]
        leans = die.label == COCKED
        size = next(f"{low} to {high}" for low, high in SIZES if low <= die.side < high)
        if not far or min(far) > NEAR:
            counts["cocked missed" if leans else "flat missed"] += 1
            counts[f"missed {size}"] += not leans
            continue
        seen = left.pop(far.index(min(far)))
        called = seen.flat < COCKED_BELOW
        if leans:
            counts["cocked called" if called else "cocked not called"] += 1
            counts["cocked likelier"] += seen.flat < 0
        else:
            right = seen.value == die.label
            counts["flat called" if called else "flat not called"] += 1
            counts["face right" if right else "face wrong"] += 1
            counts[f"right {size}" if right else f"wrong {size}"] += 1
            counts["sure and wrong"] += -seen.scores[die.label - 1] >= 300
    for seen in left:
        beside = min((math.hypot(seen.px - d.px, seen.py - d.py) / d.side for d in labels.covered), default=9.0)
        counts["false"] += beside > 1
    if labels.cube:
        px, py, side, value = labels.cube
        got = found.cube
        near = got is not None and math.hypot(got.px - px, got.py - py) < NEAR * side
        counts["cube missed" if got is None or not near else "cube right" if got.value == value else "cube wrong"] += 1
    elif not labels.covered:
        counts["cube false"] += found.cube is not None
    return counts


def print_counts(name: str, counts: Counter[str]) -> None:
    """Print the figures of some pictures."""
    flat = counts["face right"] + counts["face wrong"]
    cocked = counts["cocked called"] + counts["cocked not called"]
    cubes = counts["cube right"] + counts["cube wrong"] + counts["cube missed"]
    print(f"{name}: {counts['pictures']} pictures")
    print(f"  flat dice found       {wilson(flat, flat + counts['flat missed'])}")
    print(f"  faces of these right  {wilson(counts['face right'], flat)}, sure and wrong {counts['sure and wrong']}")
    for low, high in SIZES:
        right, wrong, missed = (counts[f"{what} {low} to {high}"] for what in ("right", "wrong", "missed"))
        print(f"    {low} to {high} pixels     found and right {wilson(right, right + wrong + missed)}")
    print(f"  cocked dice found     {wilson(cocked, cocked + counts['cocked missed'])}")
    print(f"  of these called       {wilson(counts['cocked called'], cocked)}, likelier {counts['cocked likelier']}")
    print(f"  flat called cocked    {wilson(counts['flat called'], flat)}")
    print(f"  false dice            {counts['false']}, {counts['false'] / max(1, counts['pictures']):.2f} a picture")
    print(f"  cube right            {wilson(counts['cube right'], cubes)}, missed {counts['cube missed']}, "
          f"false {counts['cube false']}")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.dice.read_drawn_dice", description=__doc__
    )
    parser.add_argument("--plates", type=int, default=10, help="drawn looks; the two named ones have a third as many")
    parser.add_argument("--scenes", type=int, default=8, help="pictures a plate")
    chosen = parser.parse_args(arguments)
    sets: list[tuple[str, str | None, int]] = [(look, look, max(1, chosen.plates // 3)) for look in HELD_OUT_LOOKS]
    sets.append(("looks drawn by chance", None, chosen.plates))
    total: Counter[str] = Counter()
    for name, look, plates in sets:
        counts: Counter[str] = Counter()
        for number in range(HELD_OUT, HELD_OUT + plates):
            for picture, labels in plate_pictures(number, chosen.scenes, look):
                counts += compare(labels, find_dice_and_cube(picture, geometry_of(labels), Search(most=MOST)))
                counts["pictures"] += 1
        print_counts(name, counts)
        total += counts
    print_counts("all", total)
    return 0


if __name__ == "__main__":
    sys.exit(main())
