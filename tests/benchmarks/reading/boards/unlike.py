"""Counts how often pictures of traced tables are said to look like no whole board: where they do, and where not.

    python -m tests.benchmarks.reading.boards.unlike FOLDER

FOLDER holds pictures and labels as `python -m vision.training.traced.make` makes them. Each later picture is looked at
by its corners, and by others: a little and a point aside, half a board, the bar across, far beyond the frame, and
anywhere. Figures come with counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.reading.boards.read_boards import opened, wilson
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.geometry.board import GeometryError, parse_corners, to_picture
from vision.training.traced.builds import JUDGING
from vision.training.traced.make import LABELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry.board import Corners

PARTS = {
    "whole boards": (0.0, 0.0, 1.0, 1.0),
    "two per cent aside": (0.02, 0.0, 1.02, 1.0),
    "a point aside": (0.08, 0.0, 1.08, 1.0),
    "left halves": (0.0, 0.0, 0.5, 1.0),
    "upper halves": (0.0, 0.0, 1.0, 0.5),
    "a fifth beyond the frame": (0.0, -0.2, 1.0, 1.2),
}
"""Left, upper, right and lower end of what is said to be the board, in board coordinates."""


def part_of(corners: Corners, ends: tuple[float, float, float, float]) -> Corners:
    """Return the corners of a part of a board."""
    left, top, right, below = ends
    places = to_picture(corners, [(left, top), (right, top), (right, below), (left, below)])
    return parse_corners(places.tolist())


def anywhere(picture: Image, chance: random.Random) -> Corners:
    """Return corners that lie anywhere in a picture."""
    while True:
        try:
            return parse_corners([[chance.uniform(0, side) for side in picture.shape[1::-1]] for _ in range(4)])
        except GeometryError:
            continue


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.unlike", description=__doc__)
    parser.add_argument("folder", type=Path, help="traced pictures and their labels")
    chosen = parser.parse_args(arguments)
    labels = [json.loads(line) for line in (chosen.folder / LABELS).read_text(encoding="utf-8").splitlines()]
    chance, said, asked = random.Random(1), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for label in labels:
        if label["start"]:
            continue
        role = "judging" if label["build"] in JUDGING else "choosing"
        picture, corners = opened(label, chosen.folder), parse_corners(label["corners"])
        looks = {name: part_of(corners, ends) for name, ends in PARTS.items()}
        looks["bars across"] = parse_corners([*corners.points[1:], corners.points[0]])
        looks["anywhere"] = anywhere(picture, chance)
        for name, look in looks.items():
            asked[role, name] += 1
            said[role, name] += shipped_board_net().judge(to_canvas(picture, look)).unlike > 1
    for (role, name), count in asked.items():
        print(f"unlike, {role}: {name} {wilson(said[role, name], count)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
