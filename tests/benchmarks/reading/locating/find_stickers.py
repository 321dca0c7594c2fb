"""Sticks the four stickers on simulated boards, and measures how far off the corners are that are found by them.

    python -m tests.benchmarks.reading.locating.find_stickers [--seed N] [--views N] [--paper MM] [--told MM]

Views are from 45 degrees to straight above, from all four sides, some through a lens that bends lines. Stickers lie 1.5
degrees crooked and 0.3 mm beside (one standard deviation). --told is the frame's height that is told, which is 22 mm.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import TYPE_CHECKING

import numpy as np

from hardware.simulated.looks.named import LOOKS
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.stickers import lay_stickers
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import Standpoint, set_up
from tests.benchmarks.reading.locating.moved_tables import true_corners
from vision.errors import VisionError
from vision.locate.stickers import Stickers, sticker_corners

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.locating.find_stickers", description=__doc__
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--views", type=int, default=24)
    parser.add_argument("--paper", type=float, default=25.0, help="side of the stickers, millimetres")
    parser.add_argument("--told", type=float, default=BoardSize().rail_height, help="height that is told, millimetres")
    chosen = parser.parse_args(arguments)
    rng = random.Random(chosen.seed)
    off: list[float] = []
    for number in range(chosen.views):
        look = list(LOOKS)[number % len(LOOKS)]
        k1 = rng.choice((0.0, rng.uniform(-0.12, 0.05)))
        standpoint = Standpoint(rng.uniform(45, 90), rng.choice((0, 90, 180, 270)), k1=k1)
        table = set_up(look, rng.randrange(1000), standpoint)
        scene = start(BoardSize(), look, table.rng)
        pinhole = table.renderer.pinhole
        picture = lay_stickers(table.film(scene), scene.size, pinhole, table.rng, paper=chosen.paper)
        truth = np.array(true_corners(pinhole).points)
        width = float(np.linalg.norm(truth[1] - truth[0]))
        said = f"{look}, {standpoint.elevation:.0f} degrees, from {standpoint.turn}, k1 {k1:.2f}: "
        try:
            corners = sticker_corners(picture, Stickers(chosen.paper, chosen.told))
        except VisionError as error:
            print(said + str(error))
            continue
        if corners is None:
            print(said + "no sticker seen")
            continue
        off.append(float(np.linalg.norm(np.array(corners.points) - truth, axis=1).max()) / width)
        print(said + f"{100 * off[-1]:.2f} % of the width off")
    print(f"found {wilson(len(off), chosen.views)}, within 1 % {wilson(sum(o < 0.01 for o in off), chosen.views)}")
    if off:
        print(f"worst corner off by {100 * float(np.median(off)):.2f} % in the middle, {100 * max(off):.2f} % at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
