"""Whether the chance that a whole board is read rightly means what it says: said, and right, in bins.

    python -m tests.benchmarks.reading.boards.read_whole LABELS.jsonl [--looks alder,curlew] [--pictures 6] [--seed 1]

Of each picture one number is said: the product of the chances of what was read on every point that is seen and on the
bar. Tavola itself says no such number, but what it doubts place by place, as long as this one does not hold. Pictures
are those of the labels, their corners given, and simulated ones of looks that chose nothing
(`hardware.simulated.looks.kept`), each read as a photograph of a board that nobody knows. A board is right when every
point whose content is known and the bar are. Pictures that are refused, and those with a place called hidden that is
not, say nothing of this number; they are counted. Shares come with counts and 95 % intervals (Wilson).

The number holds in a bin where the mean of what was said lies within the interval of what was right. The last line says
in how many it does, and how far the mean of all that was said is from the share that was right.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.simulated.looks.kept import KEPT
from hardware.simulated.scene.board import surface_corners
from tests.benchmarks.reading.boards.read_boards import Score, opened, score_places, wilson, wilson_bounds
from tests.benchmarks.reading.boards.read_simulated import compare, pictures, set_up
from vision.detect.photo import read_photo, report
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.reading import Reading

EDGES: Final = (0.0, 0.2, 0.5, 0.8, 0.95, 0.99, 1.0)
"""Chances at which boards are sorted into bins."""


@dataclass(frozen=True, slots=True)
class WholeBoard:
    """A board that was read.

    Attributes:
        said: the chance that all of it is right.
        right: whether it is.
    """

    said: float
    right: bool


def said_of(reading: Reading) -> float:
    """Return the chance that all of a reading is right, if its places were misread independently of each other."""
    scores = [place.scores for name, place in zip(PLACES, reading.points, strict=True) if name not in reading.hidden]
    if "bar" not in reading.hidden:
        scores += [reading.bar_dark.scores, reading.bar_light.scores]
    shares = [np.exp(np.asarray(one, dtype=np.float64) / 100) for one in scores]
    return float(np.prod([share.max() / share.sum() for share in shares]))


def bins(boards: Sequence[WholeBoard]) -> Iterator[tuple[float, float, list[WholeBoard]]]:
    """Yield the edges of each bin that is not empty, and the boards in it."""
    for low, high in itertools.pairwise(EDGES):
        inside = [one for one in boards if low <= one.said < high or (high == 1.0 and one.said == 1.0)]
        if inside:
            yield low, high, inside


def table(name: str, boards: Sequence[WholeBoard]) -> list[str]:
    """Return the bins as lines, and what follows from them."""
    lines = [f"{name}: {len(boards)} boards", "  said          mean said  right"]
    holds = count = 0
    for low, high, inside in bins(boards):
        mean, right = _mean([one.said for one in inside]), sum(one.right for one in inside)
        least, most = wilson_bounds(right, len(inside))
        holds, count = holds + (least <= mean <= most), count + 1
        lines.append(f"  {low:4.2f}..{high:4.2f}    {mean:9.3f}  {wilson(right, len(inside))}")
    said, right = _mean([one.said for one in boards]), sum(one.right for one in boards)
    lines.append(f"  all           {said:9.3f}  {wilson(right, len(boards))}")
    gap = abs(said - right / len(boards)) if boards else 0.0
    lines.append(f"  holds in {holds} of {count} bins; off by {100 * gap:.1f} points in all")
    return lines


def _mean(values: Sequence[float]) -> float:
    """Return the mean of some values, 0 of none."""
    return sum(values) / len(values) if values else 0.0


def photographs(labels: Path) -> Iterator[WholeBoard | None]:
    """Yield what is said of each photograph; None where it is refused, or a place is called hidden that is not."""
    for line in labels.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        label, score = json.loads(line), Score("", "")
        try:
            photo = read_photo(opened(label, labels.parent), parse_corners(label["corners"]))
        except VisionError:
            yield None
            continue
        seen = report(photo)
        if set(seen["hidden"]) - {place.replace("BAR", "bar") for place in label["unknown"]}:
            yield None
            continue
        score_places(label, seen, score)
        yield WholeBoard(said_of(photo.reading), score.exact)


def simulated(look: str, count: int, seed: int) -> Iterator[WholeBoard | None]:
    """Yield what is said of each picture of a look."""
    made = set_up(look, seed)
    corners = parse_corners(
        [(float(x), float(y)) for x, y in made.renderer.pinhole.project(surface_corners(made.size))]
    )
    for scene, image in pictures(made, count):
        try:
            photo = read_photo(image, corners)
        except VisionError:
            yield None
            continue
        counts, _ = compare(scene, photo.reading, [])
        wrong = counts["places wrong"] + counts["stacks wrong"] + counts["bar wrong"]
        yield None if photo.reading.hidden else WholeBoard(said_of(photo.reading), wrong == 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.read_whole", description=__doc__)
    parser.add_argument("labels", type=Path, help="labels.jsonl, the pictures beside it")
    parser.add_argument("--looks", default=",".join(KEPT), help="of simulated boards (default: those kept for figures)")
    parser.add_argument("--pictures", type=int, default=6, help="of each look")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    looks = [look for look in chosen.looks.split(",") if look]
    read = {"photographs": list(photographs(chosen.labels))}
    read["simulated"] = [one for look in looks for one in simulated(look, chosen.pictures, chosen.seed)]
    read["together"] = [*read["photographs"], *read["simulated"]]
    for name, every in read.items():
        print("\n".join(table(name, [one for one in every if one is not None])))
        print(f"  left out, as refused or called hidden: {sum(one is None for one in every)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
