"""Scores the reader on sets of still pictures that `tavola simulate --stills` took, drawn or photographed.

    python -m tests.benchmarks.reading.boards.read_stills DIR [DIR ...]

Board and set are learned from a set's picture of the start position, with the corners that its label says. The figures
are those of `tests.benchmarks.reading.boards.read_simulated`, and so is what is compared; here the truth comes from the
labels.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.table import Checker, Cube, Die, Scene
from hardware.simulated.stills import LABELS
from tests.benchmarks.reading.boards.read_simulated import compare, contents, print_figures
from vision.calibrate.calibration import calibrate
from vision.detect.read import read
from vision.errors import VisionError
from vision.frame import Frame
from vision.geometry.board import parse_corners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.scene.board import Place, Shade


def labels_of(folder: Path) -> list[dict[str, Any]]:
    """Return the labels of a set, the start position first."""
    return [json.loads(line) for line in (folder / LABELS).read_text("utf-8").splitlines()]


def told(label: dict[str, Any]) -> tuple[Scene, list[tuple[Die, float, float]]]:
    """Return what a label says is on its picture, though not where it lies; and the dice with where they are seen."""
    lying: list[tuple[Shade, Place, int]] = [(shade, int(n), count) for n, (shade, count) in label["columns"].items()]
    lying += [(shade, "bar", count) for shade, count in label["bar"].items()]
    lying += [(shade, "off", count) for shade, count in label["off"].items()]
    checkers = [Checker(shade, place, nth, 0.0, 0.0, 0.0) for shade, place, count in lying for nth in range(count)]
    cube = None if label["cube"] is None else Cube(label["cube"]["value"], 0.0, 0.0)
    dice = [(Die(die["set"], die["value"], 0.0, 0.0), *die["at"]) for die in label["dice"]]
    return Scene(BoardSize(), label["look"], checkers=tuple(checkers), cube=cube), [(die, x, y) for die, x, y in dice]


def frame_of(folder: Path, label: dict[str, Any], number: int) -> Frame:
    """Return the picture of a label as a frame."""
    return Frame(np.asarray(cv2.imread(str(folder / label["picture"])), dtype=np.uint8), 0.0, number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.read_stills", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="a set of stills")
    chosen = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    spent = 0.0
    for folder in chosen.folders:
        first, *others = labels_of(folder)
        try:
            corners = parse_corners([(x, y) for x, y in first["corners"]])
            calibration = calibrate(frame_of(folder, first, 0), corners, contents(told(first)[0]), cleared=True)
        except VisionError as error:
            print(f"{folder}: not calibrated: {error}")
            total["looks not calibrated"] += 1
            continue
        for number, label in enumerate(others, start=1):
            frame, (scene, seen_dice) = frame_of(folder, label, number), told(label)
            started = time.process_time()
            reading = read(frame, calibration, with_cube=True)
            spent += time.process_time() - started
            cube = label["cube"]
            where = None if cube is None else (*cube["at"], cube["side"])
            counts, faults = compare(scene, reading, seen_dice, where)
            total.update(counts)
            total["pictures"] += 1
            if faults:
                print(f"{folder / label['picture']}: {'; '.join(faults)}")
    print_figures(total, spent)
    return 0


if __name__ == "__main__":
    sys.exit(main())
