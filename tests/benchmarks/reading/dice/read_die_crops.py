"""Scores `vision.dice.die_net` on crops of dice and of what is not a die, drawn at simulated tables.

    python -m tests.benchmarks.reading.dice.read_die_crops [--plates 12] [--scenes 10]

Looks, boards, cameras and lamps have trained nothing (`vision.training.proposals.plates.HELD_OUT`), a plate for each.
Figures come with their counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.reading.boards.read_boards import wilson
from vision.dice.crops import Crop, cut
from vision.dice.die_net import COCKED, FIRST_CUBE, NONE, shipped_die_net
from vision.dice.proposals import shipped_proposal_net
from vision.training.dice.crops import plate_crops
from vision.training.dice.drawn_crops import MIDDLE, SIDE
from vision.training.dice.spots import KINDS
from vision.training.proposals.plates import HELD_OUT, HELD_OUT_LOOKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.arrays import Float
    from vision.training.dice.crops import DieCrops


def judge_crops(crops: DieCrops) -> Float:
    """Return the network's answers to the middles of crops, (n, CLASSES)."""
    return shipped_die_net().classify(
        [cut(one, Crop(*MIDDLE, SIDE)) for one in crops.pictures], crops.flatness.tolist()
    )


def print_drawn(name: str, crops: Sequence[DieCrops]) -> None:
    """Print the figures of drawn crops."""
    if not crops:
        return
    answers = np.concatenate([judge_crops(part) for part in crops])
    labels = np.concatenate([part.labels for part in crops])
    kinds = np.concatenate([part.kinds for part in crops])
    sides = np.concatenate([part.sides for part in crops])
    called = np.exp(answers[:, NONE + 1 : FIRST_CUBE]).sum(axis=1) > 0.5
    best = answers.argmax(axis=1)
    flat, cocked, cube = (labels != NONE) & (labels < COCKED), labels == COCKED, labels >= FIRST_CUBE
    print(f"{name}: {len(labels)} crops")
    print(f"  no die called a die  {_share(called, labels == NONE)}")
    for number in np.unique(kinds[called & (labels == NONE)]):
        print(f"    {KINDS[number]:14s}     {_share(called, (labels == NONE) & (kinds == number))}")
    print(f"  flat dice missed     {_share(~called, flat)}")
    for low, high in ((0, 12), (12, 16), (16, 22), (22, 99)):
        sized = flat & (sides >= low) & (sides < high)
        print(f"  faces right, {low:2d} to {high:2d} pixels  {_share(best == labels, sized)}")
    print(f"  faces right          {_share(best == labels, flat)}")
    sure = np.exp(answers.max(axis=1)) > 0.9
    print(f"  faces right, sure    {_share(best == labels, flat & sure)}")
    print(f"  cocked dice missed   {_share(~called, cocked)}")
    print(f"  cocked dice called   {_share(best == COCKED, cocked)}")
    print(f"  flat called cocked   {_share(best == COCKED, flat)}")
    print(f"  cubes seen as cubes  {_share(best >= FIRST_CUBE, cube)}")
    print(f"  cubes right          {_share(best == labels, cube)}")


def _share(event: npt.NDArray[np.bool_], of: npt.NDArray[np.bool_]) -> str:
    return wilson(int((event & of).sum()), int(of.sum()))


def print_time() -> None:
    """Print how long a crop takes, in batches of twelve."""
    picture = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), dtype=np.uint8)
    spots = [Crop(100.0 * k + 50, 300.0, 20.0) for k in range(12)]
    shipped_die_net().judge(picture, spots)
    begun = time.perf_counter()
    for _ in range(20):
        shipped_die_net().judge(picture, spots)
    print(f"{1000 * (time.perf_counter() - begun) / 240:.2f} ms a crop, twelve at a time")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.read_die_crops", description=__doc__)
    parser.add_argument("--plates", type=int, default=12, help="drawn looks; the two named ones have a third as many")
    parser.add_argument("--scenes", type=int, default=10, help="scenes a plate")
    chosen = parser.parse_args(arguments)
    print_time()
    for look in (*HELD_OUT_LOOKS, None):
        numbers = range(HELD_OUT, HELD_OUT + (chosen.plates if look is None else max(1, chosen.plates // 3)))
        drawn = [plate_crops(number, shipped_proposal_net(), chosen.scenes, look) for number in numbers]
        print_drawn(look or "looks drawn by chance", drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main())
