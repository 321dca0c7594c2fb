"""Fits by how much each piece of evidence counts for a die's lying flat, on looks that are for this alone.

    python -m tests.benchmarks.reading.dice.fit_leaning [--looks drawn-7400,..] [--scenes 7] [--throws 13]
        [--played harbour,..] [--turns 75]

Run it when the network has changed that sees how dice lie, and put what it prints into `vision.dice.cocked`
(`WEIGHTS`). Dice are strewn among checkers on one lot of looks, and thrown as in play on another, of which some have
emblems, inlay or clear dice. The weights are those of a logistic regression, held a little to 0, but for that of a
wall, which stays as it is; the constant is then moved so that of the flat dice so many are called cocked as is asked
for. The figures are those of looks left out: each look is judged by weights fitted to the others.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from tests.benchmarks.reading.dice.read_leaning import CALLED, found, strewn, thrown
from vision.detect.read import read
from vision.dice import cocked as leaning
from vision.errors import VisionError
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardware.simulated.scene.board import Shade, Side
    from hardware.simulated.scene.dice import Lie
    from hardware.simulated.scene.table import Scene
    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.arrays import Double
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image
    from vision.reading import DieReading

LOOKS: Final = ",".join(f"drawn-{number}" for number in range(7400, 7430))

PLAYED: Final = (
    "harbour,ebony,casino,maple,meadow,chrome,fjord,thistle,cobalt,bracken,drawn-7400,drawn-7401,drawn-7402,drawn-7403"
)

LEANING: Final = 0.4
"""Share of the throws as in play in which a die leans: far more than in play, so that there are enough of them."""

SIDES: Final[tuple[Side, ...]] = ("left", "right")
SHADES: Final[tuple[Shade, ...]] = ("dark", "light")
FIRST_LEANS: Final[tuple[Lie, Lie]] = ("cocked", "flat")
BOTH_FLAT: Final[tuple[Lie, Lie]] = ("flat", "flat")

NAMES: Final = (
    "alone",
    "seen",
    "free",
    "under",
    "wall",
)

HELD: Final = 0.5
"""How strongly the weights are held to 0."""


def played(table: Table, count: int) -> Iterator[Scene]:
    """Yield scenes with two dice thrown as in play."""
    rng = table.rng
    for _ in range(count):
        values, half = (rng.randint(1, 6), rng.randint(1, 6)), rng.choice(SIDES)
        lies = FIRST_LEANS if rng.random() < LEANING else BOTH_FLAT
        throw = Throw(values, half, rng.choice(SHADES), lies)
        yield throw_dice(replace(random_scene(table), dice=()), throw, rng)


def rows_of(table: Table, scenes: Iterable[Scene]) -> tuple[Double, Double]:
    """Return the evidence for the dice found in some scenes, and which of them lean.

    Returns:
        Shape (n, 5), in the order of `NAMES`, each so that its weight is above 0; and shape (n,), 1 for what leans.
    """
    calibration = learn(table)
    rows, leaning_ones = [], []
    for scene in scenes:
        said = _read(table.film(scene), calibration)
        for _, kind, die in found(table, scene, [die for die, _ in said]):
            if die is not None and kind != "raised":
                rows.append(next(row for one, row in said if one is die))
                leaning_ones.append(float(kind == "leaning"))
    return np.array(rows).reshape(-1, len(NAMES)), np.array(leaning_ones)


def _read(image: Image, calibration: Calibration) -> list[tuple[DieReading, list[float]]]:
    """Return the dice read in a picture, and the evidence for each."""
    with patch("vision.dice.cocked.flat_evidence", wraps=leaning.flat_evidence) as asked:
        dice = read(Frame(image, 0.0, 0), calibration).dice
    told = leaning.flat_evidence(*asked.call_args.args)
    return [(die, [1.0, one.seen, one.free, -one.under, -one.wall]) for die, one in zip(dice, told, strict=True)]


def fitted(rows: Double, leaning_ones: Double, called: float) -> Double:
    """Return the weights, shape (5,): log-odds of lying flat are their sum with a row.

    No evidence is turned against what it says: a weight that would be below 0 is 0.

    Args:
        rows: see `rows_of`.
        leaning_ones: likewise.
        called: the share of flat dice that the constant lets be called cocked, at `CALLED`.
    """
    weights = np.append(np.zeros(rows.shape[1] - 1), leaning.WEIGHTS.wall)
    free = np.arange(len(weights) - 1)
    while True:
        weights[free] = _best(rows, leaning_ones, weights, free)
        against = [column for column in free if column > 0 and weights[column] < 0]
        if not against:
            break
        weights[against] = 0.0
        free = np.setdiff1d(free, against)
    weights[0] += CALLED / 100 - float(np.quantile((rows @ weights)[leaning_ones == 0], called))
    return np.asarray(weights)


def _best(rows: Double, leaning_ones: Double, weights: Double, free: npt.NDArray[np.intp]) -> Double:
    """Return the likeliest weights of some columns, the others given, by Newton's method."""
    weights, columns = weights.copy(), rows[:, free]
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns + HELD * np.eye(len(free))
        slope = columns.T @ (1 - leaning_ones - chance) - HELD * weights[free]
        weights[free] += np.linalg.solve(curve, slope)
    return np.asarray(weights[free])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.fit_leaning", description=__doc__)
    parser.add_argument("--looks", default=LOOKS, help="separated by commas")
    parser.add_argument("--scenes", type=int, default=7, help="pictures of strewn dice a look")
    parser.add_argument("--throws", type=int, default=13, help="pictures of thrown dice a look")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--played", default=PLAYED, help="looks for throws as in play, separated by commas")
    parser.add_argument("--turns", type=int, default=75, help="such throws a look")
    parser.add_argument("--called", type=float, default=0.0085, help="share of flat dice that may be called cocked")
    chosen = parser.parse_args(arguments)
    parts = []
    lots = [(look, True) for look in chosen.looks.split(",")] + [(look, False) for look in chosen.played.split(",")]
    for look, is_strewn in lots:
        table = set_up(look, chosen.seed if is_strewn else chosen.seed + 1)
        crowded = chain(strewn(table, chosen.scenes), thrown(table, chosen.throws))
        scenes = crowded if is_strewn else played(table, chosen.turns)
        try:
            parts.append(rows_of(table, scenes))
        except VisionError as error:
            print(f"{look}: not calibrated: {error}")
    rows, leaning_ones = (np.concatenate(part) for part in zip(*parts, strict=True))
    of_look = np.concatenate([np.full(len(part[1]), number) for number, part in enumerate(parts)])
    odds = np.zeros(len(rows))
    for number in range(len(parts)):
        others = of_look != number
        odds[~others] = rows[~others] @ fitted(rows[others], leaning_ones[others], chosen.called)
    for name, kind in (("leaning", 1), ("flat", 0)):
        of_kind = odds[leaning_ones == kind]
        print(
            f"{name} dice of looks left out called cocked {wilson(int((of_kind < CALLED / 100).sum()), len(of_kind))}"
        )
    for name, weight in zip(NAMES, fitted(rows, leaning_ones, chosen.called), strict=True):
        print(f"{name:14} {weight:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
