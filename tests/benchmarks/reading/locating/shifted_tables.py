"""Scores where boards are thought to be that were moved by parts of a point, on traced tables of other builds.

    python -m tests.benchmarks.reading.locating.shifted_tables FOLDER [--quiet]

Each table is calibrated on its start position. Every later picture of it is shifted, as by a camera that turns a
little: by nothing, by half a point and by one to either side, and by what is no part of one, each at two heights. Noise
is drawn anew, as a camera's is. Points look alike, so a board may be thought to lie beside where it does: a corner is
right within 0.6 % of the board's width, and somewhere else from 2.5 % on. FOLDER has pictures and labels as
`vision.training.traced.make` writes them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from tests.benchmarks.reading.boards.read_boards import opened, wilson
from tests.benchmarks.reading.boards.read_traced import learned
from vision.errors import VisionError
from vision.locate.registration import register
from vision.training.traced.builds import JUDGING
from vision.training.traced.make import LABELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.benchmarks.reading.boards.read_traced import Label
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image

ASIDE: Final = (0.0, -0.5, 0.5, -1.0, 1.0, -0.07, 0.3)
"""How far pictures are shifted to the right, in points."""

UP: Final = (0.0, 0.15)
"""How far upwards, in points."""

NOISE: Final = 2.0
"""Spread of the noise, of 255."""

RIGHT, ELSEWHERE = 0.006, 0.025
"""How far off a corner is that is right at most, and that is somewhere else at least, in widths of the board."""

OUTCOMES: Final = ("right", "off a little", "elsewhere", "not known")


def found(calibration: Calibration, picture: Image, shift: tuple[float, float], seed: int) -> str:
    """Return how the corners of a board are found in its picture shifted by so many points, one of `OUTCOMES`."""
    corners = calibration.geometry.corners
    were = np.array(corners.points)
    wide = float(np.linalg.norm(were[1] - were[0]))
    by = np.array(shift) * calibration.geometry.pitch * wide * (1, -1)
    matrix = np.array([[1, 0, by[0]], [0, 1, by[1]]], dtype=np.float64)
    moved = cv2.warpAffine(picture, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(seed).normal(0.0, NOISE, moved.shape)
    seen = register(calibration.landmarks, np.clip(moved + noise, 0, 255).astype(np.uint8), corners)
    if seen.corners is None:
        return "not known"
    off = float(np.abs(np.array(seen.corners.points) - were - by).max()) / wide
    return "right" if off < RIGHT else "elsewhere" if off >= ELSEWHERE else "off a little"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.locating.shifted_tables", description=__doc__
    )
    parser.add_argument("folder", type=Path, help="traced pictures and their labels")
    parser.add_argument("--quiet", action="store_true", help="only the figures")
    chosen = parser.parse_args(arguments)
    tables: dict[str, list[Label]] = defaultdict(list)
    for line in (chosen.folder / LABELS).read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        tables[label["table"]].append(label)
    of_kind: dict[str, Counter[str]] = {"choosing": Counter(), "judging": Counter()}
    for name, table in tables.items():
        first, *later = sorted(table, key=lambda label: not label["start"])
        try:
            calibration = learned(first, opened(first, chosen.folder))
        except VisionError as error:
            print(f"  {name}: not calibrated: {error}")
            continue
        here: Counter[str] = Counter()
        for number, label in enumerate(later):
            picture = opened(label, chosen.folder)
            here.update(found(calibration, picture, (x, y), number) for x in ASIDE for y in UP)
        if not chosen.quiet:
            print(f"  {name}: " + ", ".join(f"{here[outcome]} {outcome}" for outcome in OUTCOMES), flush=True)
        of_kind["judging" if first["build"] in JUDGING else "choosing"] += here
    for kind, counts in of_kind.items():
        if counts:
            said = ", ".join(f"{outcome} {wilson(counts[outcome], counts.total())}" for outcome in OUTCOMES)
            print(f"shifted, {kind}: {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
