"""Scores the reader on traced tables, by kind of construction: single pictures, and beside their start position.

    python -m tests.benchmarks.reading.boards.read_traced FOLDER [--builds NAME,NAME] [--only alone|known|unaided]
        [--quiet] [--worst OUT.png]

FOLDER holds pictures and labels as `python -m vision.training.traced.make` makes them; corners are those of the labels.
"alone" reads every picture for itself, "unaided" with its corners found. "known" learns a table from its start position
and reads the later ones; of a picture or a table that is refused nothing is right. What is compared is compared as
`read_boards` does; places that a hand hides in part are not asked about, and those that it hides are right when they
are called hidden. "off" counts the checkers of each set that have been borne off, which is what is not on the board,
in pictures without a hand. Builds that judge are those by which nothing was chosen (`vision.training.traced.builds`).
Figures come with counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tests.benchmarks.reading.boards.read_boards import (
    Score,
    opened,
    score_cube,
    score_dice,
    score_places,
    score_refused,
    wilson,
)
from vision.calibrate.calibration import Calibration, calibrate
from vision.detect.overlay import draw_overlay
from vision.detect.photo import PhotoReading, read_photo, report
from vision.detect.read import read
from vision.errors import VisionError
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import IN_A_ROW, PLACES, Shade
from vision.training.traced.builds import JUDGING
from vision.training.traced.make import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vision.frame import Image

    Label = Mapping[str, Any]


CUBE_NEAR = 0.8
"""How far the cube found may be from the true one, in edges of its upper face as it is seen."""

KINDS = ("places", "stacks", "bar", "off", "dice", "cube")


def parted(label: Label) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a label that asks about points with up to five checkers and the bar, and one that asks about the rest."""
    full = {place for place, (count, _) in label["points"].items() if count > IN_A_ROW}
    unknown = set(label["unknown"])
    return (
        {**label, "unknown": sorted(unknown | full)},
        {**label, "unknown": sorted(unknown | (set(PLACES) - full) | {"BAR"})},
    )


def compared(label: Label, photo: PhotoReading) -> Score:
    """Return what is right and wrong in a reading of a traced picture."""
    score, tall = Score(label["file"], label["build"]), Score(label["file"], label["build"])
    seen, (low, high) = report(photo), parted(label)
    cube = photo.reading.cube
    if cube is not None and not _is_near(label, cube.px, cube.py):
        score.counts["cube false"] += 1
        score.faults.append(f"false cube {cube.value} at {cube.px:.0f},{cube.py:.0f}")
        seen = {**seen, "cube": None}
    score_places(low, seen, score)
    score_places(high, seen, tall)
    score.counts.update({name.replace("places", "stacks"): count for name, count in tall.counts.items()})
    score.faults += tall.faults
    score_dice(label, seen, score)
    score_cube(label, seen, score)
    score_off(label, seen, score)
    bare = set(PLACES) - set(label["points"]) - set(label["unknown"])
    score.counts["bare"] += len(bare)
    score.counts["bare wrong"] += len(bare & set(seen["places"]))
    covered = {place if place != "BAR" else "bar" for place in label["covered"]}
    score.counts["covered right"] += len(covered & set(seen["hidden"]))
    score.counts["covered wrong"] += len(covered - set(seen["hidden"]))
    in_part = {place if place != "BAR" else "bar" for place in label["unknown"]}
    score.counts["covered false"] += len(set(seen["hidden"]) - in_part)
    return score


def score_off(label: Label, seen: Mapping[str, Any], score: Score) -> None:
    """Compare how many checkers of each set are not on the board."""
    if label["unknown"]:
        return
    for shade in ("dark", "light"):
        there = sum(count for count, of in label["points"].values() if of == shade) + label["BAR"].get(shade, 0)
        read = sum(count for of, count in seen["places"].values() if of == shade) + seen["bar"][shade]
        score.counts["off right" if there == read and not seen["hidden"] else "off wrong"] += 1


def _is_near(label: Label, x: float, y: float) -> bool:
    """Return whether something lies where the cube does."""
    at = label["cube_at"]
    return at is not None and math.dist((x, y), at[:2]) < CUBE_NEAR * at[2]


def refused(label: Label, error: VisionError) -> Score:
    """Return what a picture that was not read counts for."""
    score, tall = Score(label["file"], label["build"]), Score(label["file"], label["build"])
    low, high = parted(label)
    score_refused(low, error, score)
    score_refused({**high, "dice": [], "cube": None}, error, tall)
    score.counts["stacks wrong"] += tall.counts["places wrong"]
    score.counts["covered wrong"] += len(label["covered"])
    score.counts["off wrong"] += 0 if label["unknown"] else 2
    score.counts["refused"] += 1
    return score


def learned(label: Label, picture: Image) -> Calibration:
    """Return what is learned of a table from its start position."""
    expected = {place: (Shade(shade), count) for place, (count, shade) in label["points"].items()}
    return calibrate(Frame(picture, 0.0, 0), parse_corners(label["corners"]), expected, cleared=True)


def scores_alone(labels: Sequence[Label], folder: Path, *, unaided: bool = False) -> Iterator[Score]:
    """Yield the score of each picture, read for itself; unaided its corners are looked for."""
    for label in labels:
        picture = opened(label, folder)
        try:
            photo = read_photo(picture, None if unaided else parse_corners(label["corners"]))
        except VisionError as error:
            yield refused(label, error)
            continue
        yield _drawn(compared(label, photo), picture, photo)


def scores_known(labels: Sequence[Label], folder: Path) -> Iterator[Score]:
    """Yield the score of each later picture, read beside the start position of its table."""
    tables: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        tables[label["table"]].append(label)
    for first, *later in (sorted(table, key=lambda label: not label["start"]) for table in tables.values()):
        try:
            calibration = learned(first, opened(first, folder))
        except VisionError as error:
            yield from (refused(label, error) for label in later)
            continue
        for number, label in enumerate(later, start=1):
            picture = opened(label, folder)
            reading = read(Frame(picture, float(number), number), calibration, with_cube=True)
            photo = PhotoReading(reading, calibration.geometry)
            yield _drawn(compared(label, photo), picture, photo)


def _drawn(score: Score, picture: Image, photo: PhotoReading) -> Score:
    """Return a score with its reading drawn over the picture where something is wrong."""
    if score.faults:
        score.picture = draw_overlay(picture, photo.reading, photo.geometry)
    return score


def print_table(name: str, scores: Sequence[Score]) -> None:
    """Print the figures of some pictures."""
    total = sum((score.counts for score in scores), Counter[str]())
    flawless = sum(not score.faults and not score.counts["covered wrong"] for score in scores)
    print(
        f"{name}: {len(scores)} pictures, {total['refused']} refused, without an error {wilson(flawless, len(scores))}"
    )
    for kind in KINDS:
        every = sum(total[f"{kind} {what}"] for what in ("right", "wrong", "missed"))
        print(
            f"  {kind:7} right {wilson(total[f'{kind} right'], every)}, wrong {total[f'{kind} wrong']}, "
            f"missed {total[f'{kind} missed']}, false {total[f'{kind} false']}"
        )
    covered = total["covered right"] + total["covered wrong"]
    print(f"  covered called hidden {wilson(total['covered right'], covered)}, others {total['covered false']}")
    print(f"  bare points called checkers {wilson(total['bare wrong'], total['bare'])}")


def print_all(name: str, scores: Sequence[Score], *, quiet: bool) -> None:
    """Print the figures by build, then those of builds that choose and of builds that judge."""
    if not quiet:
        for score in scores:
            if score.faults:
                print(f"  {name} {score.file}: {'; '.join(score.faults)}")
    for build in sorted({score.tier for score in scores}):
        print_table(f"{name}, {build}", [score for score in scores if score.tier == build])
    for role, within in (("choosing", False), ("judging", True)):
        chosen = [score for score in scores if (score.tier in JUDGING) == within]
        if chosen:
            print_table(f"{name}, all {role} builds", chosen)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.read_traced", description=__doc__)
    parser.add_argument("folder", type=Path, help="traced pictures and their labels")
    parser.add_argument("--builds", help="only these, by name")
    parser.add_argument("--only", choices=("alone", "known", "unaided"), help="read in this way alone")
    parser.add_argument("--quiet", action="store_true", help="only the figures")
    parser.add_argument("--worst", type=Path, help="where to write pictures with faults, the readings drawn over them")
    chosen = parser.parse_args(arguments)
    lines = (chosen.folder / LABELS).read_text(encoding="utf-8").splitlines()
    labels = [json.loads(line) for line in lines if line.strip()]
    if chosen.builds:
        labels = [label for label in labels if label["build"] in chosen.builds.split(",")]
    tiles: list[Image] = []
    unaided = partial(scores_alone, unaided=True)
    for name, scored in (("alone", scores_alone), ("known", scores_known), ("unaided", unaided)):
        if chosen.only in (None, name):
            scores = list(scored(labels, chosen.folder))
            print_all(name, scores, quiet=chosen.quiet)
            tiles += [score.picture for score in scores if score.picture is not None]
    if chosen.worst is not None and tiles:
        cv2.imwrite(str(chosen.worst), np.vstack(tiles[:12]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
