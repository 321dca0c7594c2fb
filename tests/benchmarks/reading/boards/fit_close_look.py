"""Fits how likely six checkers and more are beforehand where full points are looked at closer (`close_look.TALL`).

    python -m tests.benchmarks.reading.boards.fit_close_look [--looks N]

Pictures are of looks drawn by chance that trained neither network, seen from 55 to 85 degrees; asked about are points
with four checkers and more that may be full. Points with six and more count for as much as all others together. Printed
is for each number of nats, and for the first network alone, the mean surprise in nats and the shares of all, of fives,
and of six and more that are counted right.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tests.benchmarks.reading.boards.read_simulated import Standpoint, contents, learn, pictures, set_up
from vision.checkers import close_look
from vision.checkers import close_net as place_close
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.checkers.close_look import FEWEST, TALL
from vision.errors import VisionError
from vision.geometry.camera_pose import shifts
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.arrays import Float

FIRST: Final = 7000
"""Number of the first look: training stays below."""


class Full(NamedTuple):
    """A point that may be full.

    Attributes:
        before: log-chances of `FEWEST` checkers and more by the first network.
        close: the same by the closer look.
        above: how many more than `FEWEST` there are.
    """

    before: Float
    close: Float
    above: int


def full_points(looks: int) -> Iterator[Full]:
    """Yield points that may be full on so many looks, three pictures of each."""
    rng = random.Random(7)
    for number in range(looks):
        try:
            table = set_up(f"drawn-{FIRST + number}", 700 + number, Standpoint(elevation=rng.uniform(55, 85)))
            calibration = learn(table)
        except VisionError as error:
            print(f"drawn-{FIRST + number}: not calibrated: {error}")
            continue
        for scene, image in pictures(table, 3):
            geometry, pose = calibration.geometry, calibration.pose
            points, _ = shipped_board_net().judge(to_canvas(image, geometry.corners), calibration.known).readings()
            full = close_look.full_points(points)
            if not full:
                continue
            truth = contents(scene)
            strips = place_close.cut_close(image, geometry, pose, full)
            rows = [close_look.row_of(points, place) for place in full]
            beside = [calibration.rows.get(row) for row in rows]
            seen = place_close.shipped_close_net().look(strips, shifts(pose, geometry)[full], beside)
            said = place_close.log_counts(seen.heights)
            for place, row, close in zip(full, rows, said, strict=True):
                count = truth.get(PLACES[place], (None, 0))[1]
                if count >= FEWEST:
                    scores = np.array(points[place].scores, dtype=np.float32)[close_look.TAILS[row[0]]]
                    yield Full(scores / np.float32(100), close[FEWEST:], count - FEWEST)


def judged(points: Sequence[Full], tall: float, closer: float = 1.0) -> tuple[float, float, float, float]:
    """Return the mean surprise, and the shares of all, of fives, and of six and more counted right.

    Args:
        points: that may be full.
        tall: nats for six checkers and more beforehand.
        closer: how much the closer look counts.
    """
    before, close = (np.stack([getattr(one, name) for one in points]) for name in ("before", "close"))
    above = np.array([one.above for one in points])
    nats = before + closer * close
    nats[:, 2:] += tall
    nats -= np.logaddexp.reduce(nats, axis=1, keepdims=True)
    surprise, right = -nats[np.arange(len(above)), above], nats.argmax(axis=1) == above
    full = above > 1
    mean = (surprise[full].mean() + surprise[~full].mean()) / 2
    return float(mean), float(right.mean()), float(right[above == 1].mean()), float(right[full].mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.boards.fit_close_look", description=__doc__
    )
    parser.add_argument("--looks", type=int, default=26)
    points = list(full_points(parser.parse_args(arguments).looks))
    fives, more = sum(one.above == 1 for one in points), sum(one.above > 1 for one in points)
    print(f"{len(points)} points, {fives} fives, {more} with more")
    for tall in (-1.5, TALL, -0.5, 0.0, 0.5, 1.0):
        print(f"{tall:+.1f}", " ".join(f"{figure:.3f}" for figure in judged(points, tall)))
    print("first alone", " ".join(f"{figure:.3f}" for figure in judged(points, 0.0, 0.0)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
