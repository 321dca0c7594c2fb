"""Scores `vision.detect.photo.read_photo` on labelled photographs of boards.

    python -m tests.benchmarks.reading.boards.read_boards LABELS.jsonl [--unaided] [--varied] [--contact-sheet OUT.png]
    [--diagram OUT.png]

The pictures lie beside the labels; corners are those of the labels, or with --unaided found in the picture, which may
be refused then: nothing in it is right. A place is right when shade and count are; a place
called hidden that is not counts as wrong, places that nobody could count are not scored. A board is exact when every
scored place and the bar are right. Dice that a person cannot read are not scored. Figures come with their counts and
95 % intervals (Wilson); few pictures are directions, not truths. Exit status 0 when all pictures could be opened.

Of boards on which every place is labelled it is also told how many are exact when the number of checkers of each side
is known (fifteen less those borne off), and how often the right one is likeliest among the legal results of a
predecessor and its roll (`board_priors`).

With --varied the table is of the pictures and eleven copies of each that show the same (`varied`): who reads one
rightly by a hair reads some of its copies wrongly. Copies are no new pictures: their intervals say nothing of other
boards.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from tests.benchmarks.reading.boards.board_priors import (
    PREDECESSORS,
    fifteen_a_side,
    is_whole,
    labelled,
    legal_is_right,
    read_predecessors,
    totals,
)
from tests.benchmarks.reading.boards.reliability import Reliability
from tests.benchmarks.reading.boards.varied import copies
from vision.detect.overlay import draw_overlay
from vision.detect.photo import read_photo, report
from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.reading import PLACES, Shade

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.frame import Image
    from vision.reading import PlaceReading, Reading

SEED = 5
"""Of the chance by which copies are made."""

NEAR = 0.04
"""How far a die found may be from its label, in widths of the board."""


@dataclass(slots=True)
class Score:
    """What was right and wrong on one picture.

    Attributes:
        file: its name.
        tier: its tier.
        counts: how often each thing happened, by name.
        faults: what was wrong, as a person would say it.
        picture: the reading drawn over the picture, None when it was refused.
        believed: the readings of the places that are scored, each with the truth.
    """

    file: str
    tier: str
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    picture: Image | None = None
    believed: list[tuple[PlaceReading, tuple[Shade | None, int]]] = field(default_factory=list)

    @property
    def exact(self) -> bool:
        """Every scored place and the bar are right."""
        return self.counts["places wrong"] == 0 and self.counts["bar wrong"] == 0


def wilson(right: int, total: int) -> str:
    """Return a share with its counts and its 95 % interval (Wilson's score interval)."""
    if total == 0:
        return "- (0)"
    low, high = wilson_bounds(right, total)
    return f"{100 * right / total:.1f} % ({right} of {total}, {100 * low:.1f}..{100 * high:.1f})"


def wilson_bounds(right: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of at least one."""
    z, p = 1.96, right / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def score_places(label: Mapping[str, Any], seen: Mapping[str, Any], score: Score) -> None:
    """Compare the points and the bar."""
    for place in PLACES:
        if place in label["unknown"]:
            continue
        count, shade = label["points"].get(place, (0, None))
        want = None if count == 0 else (shade, count)
        got = "hidden" if place in seen["hidden"] else tuple(seen["places"][place]) if place in seen["places"] else None
        right = want == got
        score.counts["places right" if right else "places wrong"] += 1
        if not right:
            score.faults.append(f"{place} {want} read {got}")
    if "BAR" not in label["unknown"]:
        want_bar = {shade: label["BAR"].get(shade, 0) for shade in ("dark", "light")}
        right = want_bar == seen["bar"] and "bar" not in seen["hidden"]
        score.counts["bar right" if right else "bar wrong"] += 1
        if not right:
            score.faults.append(f"bar {want_bar} read {seen['bar']}")


def score_dice(label: Mapping[str, Any], seen: Mapping[str, Any], score: Score) -> None:
    """Compare the dice, each label with the nearest die found."""
    left = list(seen["dice"])
    reach = NEAR * math.dist(label["corners"][0], label["corners"][1])
    for value, x, y in label["dice"]:
        near = sorted((math.hypot(die["x"] - x, die["y"] - y), i) for i, die in enumerate(left))
        found = left.pop(near[0][1]) if near and near[0][0] <= reach else None
        if value is None:
            continue
        what = "missed" if found is None else "right" if found["value"] == value else "wrong"
        score.counts[f"dice {what}"] += 1
        if what != "right":
            score.faults.append(f"die {value} {what if found is None else 'read ' + str(found['value'])}")
    score.counts["dice false"] += len(left)
    score.faults.extend(f"false die {die['value']} at {die['x']},{die['y']}" for die in left)


def score_cube(label: Mapping[str, Any], seen: Mapping[str, Any], score: Score) -> None:
    """Compare the cube; in a mirror its digits are no numbers."""
    if label.get("cube mirrored"):
        return
    want, got = label["cube"], seen["cube"] and seen["cube"]["value"]
    if want is None:
        score.counts["cube false"] += got is not None
    else:
        what = "missed" if got is None else "right" if got == want else "wrong"
        score.counts[f"cube {what}"] += 1
        if what != "right":
            score.faults.append(f"cube {want} read {got}")


def score_priors(label: Mapping[str, Any], reading: Reading, score: Score) -> None:
    """Ask what the reading says together with what is known of the game."""
    if not is_whole(label):
        return
    whole = labelled(label)
    exact = fifteen_a_side(reading, totals(whole)) == whole
    score.counts["fifteen right" if exact else "fifteen wrong"] += 1
    if not exact:
        score.faults.append("fifteen a side not exact")
    for one in read_predecessors(PREDECESSORS):
        if one.file == label["file"]:
            right = legal_is_right(reading, label, one)
            score.counts["legal right" if right else "legal wrong"] += 1
            if not right:
                score.faults.append(f"other legal result of {one.roll.high}{one.roll.low}")


def truth_of(label: Mapping[str, Any], place: str) -> tuple[Shade | None, int]:
    """Return what a label says stands on a point."""
    count, shade = label["points"].get(place, (0, None))
    return (Shade(shade), count) if count else (None, 0)


def score_refused(label: Mapping[str, Any], error: VisionError, score: Score) -> None:
    """Count a picture that was not read: nothing in it is right."""
    score.counts["places wrong"] += sum(place not in label["unknown"] for place in PLACES)
    score.counts["bar wrong"] += "BAR" not in label["unknown"]
    score.counts["dice missed"] += sum(value is not None for value, *_ in label["dice"])
    score.counts["cube missed"] += label["cube"] is not None
    score.faults.append(f"refused: {error}")


def score_picture(label: Mapping[str, Any], folder: Path, *, unaided: bool = False) -> Score:
    """Read one picture and compare it with its label.

    Args:
        label: what it shows.
        folder: in which it lies.
        unaided: find the corners in the picture, instead of taking them from the label.
    """
    return score_image(opened(label, folder), label, unaided=unaided)


def opened(label: Mapping[str, Any], folder: Path) -> Image:
    """Return the picture that a label is of."""
    image = cv2.imread(str(folder / label["file"]))
    if image is None:
        message = f"{folder / label['file']} cannot be opened"
        raise FileNotFoundError(message)
    return np.asarray(image, dtype=np.uint8)


def score_image(picture: Image, label: Mapping[str, Any], *, unaided: bool = False, copied: bool = False) -> Score:
    """Read a picture and compare it with its label; of a copy it is not asked what follows from the game."""
    score = Score(label["file"], label["tier"])
    started = time.perf_counter()
    try:
        photo = read_photo(picture, None if unaided else parse_corners(label["corners"]))
    except VisionError as error:
        score_refused(label, error, score)
        return score
    score.counts["milliseconds"] = round(1000 * (time.perf_counter() - started))
    seen = report(photo)
    score_places(label, seen, score)
    score_dice(label, seen, score)
    score_cube(label, seen, score)
    score.picture = draw_overlay(picture, photo.reading, photo.geometry)
    if not copied:
        score_priors(label, photo.reading, score)
    score.believed = [
        (point, truth_of(label, place))
        for place, point in zip(PLACES, photo.reading.points, strict=True)
        if place not in label["unknown"]
    ]
    return score


def print_table(name: str, scores: Sequence[Score]) -> None:
    """Print the figures of some pictures."""
    total: Counter[str] = Counter()
    for score in scores:
        total.update(score.counts)
    places = total["places right"] + total["places wrong"]
    bars = total["bar right"] + total["bar wrong"]
    dice = total["dice right"] + total["dice wrong"] + total["dice missed"]
    cubes = total["cube right"] + total["cube wrong"] + total["cube missed"]
    print(f"tier {name}: {len(scores)} pictures")
    print(f"  boards exact  {wilson(sum(score.exact for score in scores), len(scores))}")
    print(f"  places right  {wilson(total['places right'], places)}, wrong {total['places wrong']}")
    print(f"  bar right     {wilson(total['bar right'], bars)}")
    fifteen = total["fifteen right"] + total["fifteen wrong"]
    print(f"  exact with fifteen a side  {wilson(total['fifteen right'], fifteen)}")
    legal = total["legal right"] + total["legal wrong"]
    print(f"  right among legal results  {wilson(total['legal right'], legal)}")
    print(
        f"  dice right    {wilson(total['dice right'], dice)}, wrong {total['dice wrong']}, "
        f"missed {total['dice missed']}, false {total['dice false']}"
    )
    print(
        f"  cube right    {wilson(total['cube right'], cubes)}, wrong {total['cube wrong']}, "
        f"missed {total['cube missed']}, false {total['cube false']}"
    )


def print_copies(labels: Sequence[Mapping[str, Any]], folder: Path, *, unaided: bool) -> None:
    """Read copies of all pictures that show the same, see `varied`, and print the figures of each kind and of all."""
    rng = np.random.default_rng(SEED)
    kinds: dict[str, list[Score]] = {}
    for label in labels:
        for kind, picture, shown in copies(opened(label, folder), label, rng):
            score = score_image(picture, shown, unaided=unaided, copied=True)
            kinds.setdefault(kind, []).append(score)
            if score.faults:
                print(f"  {score.tier} {score.file}, {kind}: {'; '.join(score.faults)}")
    for tiers in ("AB", "C"):
        for kind, scores in kinds.items():
            within = [score for score in scores if score.tier in tiers]
            total = sum((score.counts for score in within), Counter[str]())
            places = total["places right"] + total["places wrong"]
            exact = sum(score.exact for score in within)
            print(f"tier {tiers}, {kind}: {exact} of {len(within)} exact, {total['places right']} of {places} places")
        every = [score for scores in kinds.values() for score in scores if score.tier in tiers]
        print_table(f"{tiers}, with all copies", every)


def contact_sheet(scores: Iterable[Score], out: Path) -> None:
    """Write the readings of all pictures with a fault, drawn over them, side by side."""
    tiles = []
    for score in scores:
        if score.faults and score.picture is not None:
            tile = cv2.resize(score.picture, (640, 480), interpolation=cv2.INTER_AREA)
            cv2.putText(tile, score.file, (6, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 255), 2)
            tiles.append(tile)
    while len(tiles) % 3:
        tiles.append(np.zeros((480, 640, 3), dtype=np.uint8))
    if tiles:
        rows = [np.hstack(tiles[i : i + 3]) for i in range(0, len(tiles), 3)]
        cv2.imwrite(str(out), np.vstack(rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.read_boards", description=__doc__)
    parser.add_argument("labels", type=Path, help="labels.jsonl, the pictures beside it")
    parser.add_argument("--unaided", action="store_true", help="find the corners, too, instead of being given them")
    parser.add_argument("--varied", action="store_true", help="read copies of each, too, and print the figures of all")
    parser.add_argument("--contact-sheet", type=Path, help="where to write the pictures with faults")
    parser.add_argument(
        "--diagram", type=Path, help="where to draw what chances were said and how often they were right"
    )
    chosen = parser.parse_args(arguments)
    labels = [json.loads(line) for line in chosen.labels.read_text(encoding="utf-8").splitlines() if line.strip()]
    if chosen.varied:
        print_copies(labels, chosen.labels.parent, unaided=chosen.unaided)
        return 0
    scores = [score_picture(label, chosen.labels.parent, unaided=chosen.unaided) for label in labels]
    print("worst pictures first:")
    for score in sorted(scores, key=lambda s: (-s.counts["places wrong"], -len(s.faults), s.file)):
        if score.faults:
            print(f"  {score.tier} {score.file}: {'; '.join(score.faults)}")
    for tier in sorted({score.tier for score in scores}):
        print_table(tier, [score for score in scores if score.tier == tier])
    print_table("A+B", [score for score in scores if score.tier in "AB"])
    for tiers in ("AB", "ABC"):
        reliability = Reliability()
        for score in scores:
            for point, truth in score.believed if score.tier in tiers else ():
                reliability.add(point, truth)
        print(f"chances said and right, tiers {'+'.join(tiers)}:")
        print(reliability.table())
    if chosen.diagram is not None:
        reliability.draw(chosen.diagram)
    times = [score.counts["milliseconds"] for score in scores]
    print(f"mean time {sum(times) / max(1, len(times)):.0f} ms a picture")
    if chosen.contact_sheet is not None:
        contact_sheet(scores, chosen.contact_sheet)
    return 0


if __name__ == "__main__":
    sys.exit(main())
