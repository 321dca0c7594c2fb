"""Scores `vision.dice.die_net` on crops of dice and of what is not a die, drawn and real.

    python -m tests.benchmarks.reading.dice.read_die_crops [--plates 12] [--scenes 10] [--photos ../shared/photos]

Drawn: looks, boards, cameras and lamps that have trained nothing (`vision.training.proposals.plates.HELD_OUT`), a plate
for each. Real, where the folder is there: dice in boxes, and labelled dice on photographed boards, whose size is not
known, so that the most confident of several sizes counts. Figures come with their counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.benchmarks.reading.boards.read_boards import wilson
from tests.paths import SHARED
from vision.dice.die_net import COCKED, FIRST_CUBE, NONE, Crop, DieNet, close_net, cut, first_net
from vision.training.dice.die_crops import CLOSE, CROP, FIRST, KINDS, Crops, CropView, crops_of
from vision.training.pictures import plate_pictures
from vision.training.proposals.plates import HELD_OUT, HELD_OUT_LOOKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.arrays import Float
    from vision.frame import Image

SIDES = (0.018, 0.021, 0.024, 0.028, 0.032, 0.037)
"""Sides of dice that are tried on photographed boards, in widths of the board."""

BOX_SIDES = {"whole die": (0.5, 0.58, 0.66, 0.74, 0.82), "upper face": (0.7, 0.9, 1.15, 2.0, 2.7, 3.5)}
"""Sides of dice tried in boxes, in widths of the box; "upper face" is tight round the pips, so a 1's is small."""


OTHERS = 40
"""Crops of a picture that show neither die nor cube, at most."""


def net_of(view: CropView) -> DieNet:
    """Return the network that sees so much."""
    return close_net() if view == CLOSE else first_net()


def judge_crops(crops: Crops, view: CropView = FIRST) -> Float:
    """Return a network's answers to the middles of its crops, (n, CLASSES)."""
    look = Crop(CROP / 2 - 0.5, CROP / 2 - 0.5, CROP / view.reach)
    return net_of(view).classify([cut(picture, look, view.span) for picture in crops.pictures])


def plate_crops(number: int, scenes: int, look: str | None = None, view: CropView = FIRST) -> Crops:
    """Return the crops of a plate's first `scenes` pictures."""
    return crops_of(plate_pictures(number, scenes, look), OTHERS, view=view)


def print_drawn(name: str, crops: Sequence[Crops], view: CropView) -> None:
    """Print the figures of drawn crops."""
    if not crops:
        return
    answers = np.concatenate([judge_crops(part, view) for part in crops])
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


def surest(answers: Float, tries: int) -> Float:
    """Return of every `tries` answers on the one die the one that is surest to see a die."""
    by_die = answers.reshape(-1, tries, answers.shape[1])
    return np.asarray(by_die[np.arange(len(by_die)), by_die[:, :, NONE].argmin(axis=1)], dtype=np.float32)


def print_boxes(folder: Path, net: DieNet) -> None:
    """Print how many faces of the dice in boxes are right, a line a set."""
    right: dict[str, int] = {}
    total: dict[str, int] = {}
    missed: dict[str, int] = {}
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        picture = _opened(folder / label["file"])
        spots = []
        sides = BOX_SIDES[label["box_is"]]
        for die in label["dice"]:
            x0, y0, x1, y1 = die["box"]
            width = math.sqrt((x1 - x0) * (y1 - y0))
            spots += [Crop((x0 + x1) / 2, (y0 + y1) / 2, side * width) for side in sides]
        answers = surest(net.judge(picture, spots), len(sides))
        name = Path(label["file"]).parts[0]
        values = np.array([die["value"] for die in label["dice"]])
        total[name] = total.get(name, 0) + len(values)
        right[name] = right.get(name, 0) + int((answers[:, 1:COCKED].argmax(axis=1) + 1 == values).sum())
        missed[name] = missed.get(name, 0) + int((answers.argmax(axis=1) == NONE).sum())
    for name, count in total.items():
        print(f"real dice in boxes, {name}: faces right {wilson(right[name], count)}, called no die {missed[name]}")


def print_boards(folder: Path, net: DieNet) -> None:
    """Print how many labelled dice on photographed boards are right."""
    right, total = 0, 0
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if label["tier"] not in "AB":
            continue
        picture = _opened(folder / label["file"])
        corners = label["corners"]
        width = (math.dist(corners[0], corners[1]) + math.dist(corners[2], corners[3])) / 2
        for value, x, y in label["dice"]:
            if value is None:
                continue
            answers = net.judge(picture, [Crop(x, y, side * width) for side in SIDES])
            best = surest(answers, len(SIDES))[0]
            seen = int(best[1:COCKED].argmax()) + 1
            total += 1
            right += seen == value
            if seen != value or best.argmax() == NONE:
                print(f"  {label['file']} at {x},{y}: {value} read {seen}, no die {math.exp(best[NONE]):.2f}")
    print(f"real dice on boards, tiers A and B: faces right {wilson(right, total)}")


def _opened(path: Path) -> Image:
    image = cv2.imread(str(path))
    if image is None:
        message = f"{path} cannot be opened"
        raise FileNotFoundError(message)
    return np.asarray(image, dtype=np.uint8)


def print_time(net: DieNet) -> None:
    """Print how long a crop takes, in batches of twelve."""
    picture = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), dtype=np.uint8)
    spots = [Crop(100.0 * k + 50, 300.0, 20.0) for k in range(12)]
    net.judge(picture, spots)
    begun = time.perf_counter()
    for _ in range(20):
        net.judge(picture, spots)
    print(f"{1000 * (time.perf_counter() - begun) / 240:.2f} ms a crop, twelve at a time")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.read_die_crops", description=__doc__)
    parser.add_argument("--plates", type=int, default=12, help="drawn looks; the two named ones have a third as many")
    parser.add_argument("--scenes", type=int, default=10, help="scenes a plate")
    photos = SHARED / "photos"
    parser.add_argument("--photos", type=Path, default=photos, help="folder with the real pictures")
    parser.add_argument("--close", action="store_true", help="the network that sees little more than an upper face")
    chosen = parser.parse_args(arguments)
    view = CLOSE if chosen.close else FIRST
    print_time(net_of(view))
    if chosen.photos.is_dir():
        print_boxes(chosen.photos / "dice", net_of(view))
        print_boards(chosen.photos / "boards", net_of(view))
    for look in HELD_OUT_LOOKS:
        numbers = range(HELD_OUT, HELD_OUT + max(1, chosen.plates // 3))
        print_drawn(look, [plate_crops(number, chosen.scenes, look, view) for number in numbers], view)
    numbers = range(HELD_OUT, HELD_OUT + chosen.plates)
    print_drawn("looks drawn by chance", [plate_crops(number, chosen.scenes, view=view) for number in numbers], view)
    return 0


if __name__ == "__main__":
    sys.exit(main())
