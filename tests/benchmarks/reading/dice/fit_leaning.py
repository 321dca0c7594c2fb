"""Fits by how much each piece of evidence counts for a die's lying flat on the board, on looks for this alone.

    python -m tests.benchmarks.reading.dice.fit_leaning [--looks drawn-7400,..] [--scenes 7] [--throws 13]
        [--played harbour,..] [--turns 75]

Run it when a network has changed that sees how dice lie or where checkers do, and put what it prints into
`vision.dice.resting` (`WEIGHTS`). Dice are strewn among checkers on one lot of looks, and thrown as in play on another,
of which some have emblems, inlay or clear dice. The weights are those of a logistic regression, held a little to 0; the
constant is then moved so that of the flat dice so many are called cocked as is asked for. The figures are those of
looks left out: each look is judged by weights fitted to the others. How far off a checker is on which a die does not
lie, is fitted to dice that lie on one and to flat ones.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from tests.benchmarks.reading.dice.read_leaning import THRESHOLDS, found, strewn, thrown
from vision.detect.read import read
from vision.dice import resting
from vision.errors import VisionError
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardware.simulated.scene.board import Shade, Side
    from hardware.simulated.scene.dice import Lie
    from hardware.simulated.scene.table import Scene
    from tests.benchmarks.reading.boards.read_simulated import Table
    from tests.benchmarks.reading.dice.read_leaning import Kind
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

NAMES: Final = ("alone", "seen", "free")

HELD: Final = 0.02
"""How strongly the weights are held to 0."""

FARTHEST: Final = 1.0
"""Checkers farther from a die than so many diameters are as good as none."""


def played(table: Table, count: int) -> Iterator[Scene]:
    """Yield scenes with two dice thrown as in play."""
    rng = table.rng
    for _ in range(count):
        values, half = (rng.randint(1, 6), rng.randint(1, 6)), rng.choice(SIDES)
        lies = FIRST_LEANS if rng.random() < LEANING else BOTH_FLAT
        throw = Throw(values, half, rng.choice(SHADES), lies)
        yield throw_dice(replace(random_scene(table), dice=()), throw, rng)


class Rows(NamedTuple):
    """Dice that were found, n of them.

    Attributes:
        evidence: for each one's lying flat, shape (n, 3), in the order of `NAMES`.
        distances: of the nearest checker's middle from where each stands, diameters, shape (n,).
        kinds: how each lies.
    """

    evidence: Double
    distances: Double
    kinds: npt.NDArray[np.str_]

    def of(self, kind: Kind) -> npt.NDArray[np.bool_]:
        """Return which dice lie so."""
        return np.asarray(self.kinds == kind, dtype=np.bool_)


def rows_of(table: Table, scenes: Iterable[Scene]) -> Rows:
    """Return the evidence for the dice found in some scenes, and how they lie."""
    calibration = learn(table)
    rows, distances, kinds = [], [], []
    for scene in scenes:
        said = _read(table.film(scene), calibration)
        for _, kind, die in found(table, scene, [one for one, _, _ in said]):
            if die is not None:
                row, distance = next((told, far) for one, told, far in said if one is die)
                rows.append(row)
                distances.append(distance)
                kinds.append(kind)
    return Rows(np.array(rows).reshape(-1, len(NAMES)), np.array(distances), np.array(kinds, dtype=np.str_))


def _read(image: Image, calibration: Calibration) -> list[tuple[DieReading, list[float], float]]:
    """Return the dice read in a picture, the evidence for each, and how far the nearest checker is."""
    with patch("vision.dice.resting.flat_evidence", wraps=resting.flat_evidence) as asked:
        dice = read(Frame(image, 0.0, 0), calibration).dice
    seen, *where = asked.call_args.args
    told = resting.flat_evidence(seen, *where)
    away = [resting.from_checker(die, *where) for die in dice]
    return [(die, [1.0, one.seen, one.free], far) for die, one, far in zip(dice, told, away, strict=True)]


def fitted(rows: Double, leaning_ones: Double, called: float) -> Double:
    """Return the weights, shape (3,): log-odds of lying flat are their sum with a row.

    Args:
        rows: see `Rows.evidence`.
        leaning_ones: 1 for what leans, else 0, shape (n,).
        called: the share of flat dice that the constant lets be called cocked, at the referee's threshold.
    """
    weights = logistic(rows, 1 - leaning_ones)
    weights[0] += -THRESHOLDS.cocked / 100 - float(np.quantile((rows @ weights)[leaning_ones == 0], called))
    return weights


def logistic(rows: Double, true: Double) -> Double:
    """Return the likeliest weights of a logistic regression on columns of which the first is all 1, by Newton."""
    weights, held = np.zeros(rows.shape[1]), HELD * (np.arange(rows.shape[1]) > 0)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(held + 1e-9)
        weights += np.linalg.solve(curve, rows.T @ (true - chance) - held * weights)
    return np.asarray(weights)


def support(rows: Rows) -> tuple[float, float]:
    """Return how far off, in diameters, a checker speaks neither for nor against a die's lying on it, and nats each."""
    use = ~rows.of("leaning")
    distances = np.minimum(rows.distances[use], FARTHEST)
    on_checkers = rows.of("raised")[use].astype(np.float64)
    constant, slope = logistic(np.stack([np.ones(len(distances)), distances], axis=1), on_checkers)
    return float(-constant / slope), float(-slope)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.fit_leaning", description=__doc__)
    parser.add_argument("--looks", default=LOOKS, help="separated by commas")
    parser.add_argument("--scenes", type=int, default=7, help="pictures of strewn dice a look")
    parser.add_argument("--throws", type=int, default=13, help="pictures of thrown dice a look")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--played", default=PLAYED, help="looks for throws as in play, separated by commas")
    parser.add_argument("--turns", type=int, default=75, help="such throws a look")
    parser.add_argument("--called", type=float, default=0.003, help="share of flat dice that may be called cocked")
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
    rows = Rows(*(np.concatenate(part) for part in zip(*parts, strict=True)))
    of_look = np.concatenate([np.full(len(part.kinds), number) for number, part in enumerate(parts)])
    use, leaning_ones = ~rows.of("raised"), rows.of("leaning").astype(np.float64)
    odds = np.zeros(len(of_look))
    for number in range(len(parts)):
        others, mine = use & (of_look != number), of_look == number
        odds[mine] = rows.evidence[mine] @ fitted(rows.evidence[others], leaning_ones[others], chosen.called)
    kinds: tuple[Kind, ...] = ("leaning", "flat")
    for kind in kinds:
        called = odds[rows.of(kind)] < -THRESHOLDS.cocked / 100
        print(f"{kind} dice of looks left out called cocked {wilson(int(called.sum()), len(called))}")
    for name, weight in zip(NAMES, fitted(rows.evidence[use], leaning_ones[use], chosen.called), strict=True):
        print(f"{name:14} {weight:.2f}")
    even, nearer = support(rows)
    print(f"{'even':14} {even:.2f}\n{'nearer':14} {nearer:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
