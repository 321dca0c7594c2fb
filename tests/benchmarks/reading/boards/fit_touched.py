"""Fits what a point's distance from its earlier picture says (`vision.checkers.unchanged_points`).

    python -m tests.benchmarks.reading.boards.fit_touched [--looks N] [--pairs N] [--first NUMBER]

Pictures are of looks drawn by chance, in any of the named lights, seen from 50 to 88 degrees, the checkers put down by
any of the named habits. Of each pair the second has one to four checkers elsewhere, often the sixth and later ones of
full points, and two dice thrown; in every tenth an elbow has knocked against the board. Looks on which a place in
twelve is read wrong, and surely, are left out.

Counted are points whose most different window is clear of dice, by its distance at the usual noise: those to or from
which a checker went, those whose checkers were only shoved, and all others, each with fewer than five checkers in the
first picture ("low") and with more ("full"). Beside them stands what is said of the middle of each row. Then comes how
surprising the contents are, in nats a hundred points, of points that were touched and of others, by the reader alone
and with what each pair of constants says added to it.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest.mock import patch

import numpy as np

from hardware.simulated.conditions import HABITS, LIGHTS
from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import surface_corners
from hardware.simulated.scene.checkers import Bump, arrange, bump, move_checker, start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Scene, checkers_on, with_light
from hardware.simulated.still import random_arrangement
from tests.benchmarks.reading.boards.read_simulated import Standpoint, contents, place_name, set_up
from vision.calibrate.calibration import calibrate
from vision.checkers import unchanged_points
from vision.checkers.unchanged_points import point_distances, touched
from vision.detect.read import read_and_remember
from vision.errors import VisionError
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import IN_A_ROW, PLACES, content_at, content_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FIRST: Final = 21000
"""Number of the first look: training stays below."""

SURE: Final = -500
"""Below this what lies on a place counts as out of the question, centinats."""

KNOCKED: Final = 0.1
"""Share of the pairs between which an elbow knocks against the board."""

EDGES: Final = (0.0, 1.0, 1.1, 1.2, 1.3, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0, 200.0)
"""Distances that part the rows of the table, in units of Lab at the usual noise."""

BOUNDS: Final = (300, 400, 500, 600, 700, 800)
"""Values of `MOST_SURE` that are tried."""

SHADES: Final = (1.0, 3.0, 5.0, 8.0, 12.0)
"""Values of `SHADED_DISTANCE` that are tried."""

KINDS: Final = ("low, alike", "low, touched", "full, alike", "full, touched")
"""The kinds of points, by whether they are full and then whether they were touched."""


class Compared(NamedTuple):
    """A point in two pictures.

    Attributes:
        clear, most: see `point_distances`.
        shoved: its checkers do not lie as they did.
        scores: of the contents, in centinats, by the second picture alone.
        was: what lay there, an index of `scores`.
        here: what lies there now.
    """

    clear: float
    most: float
    shoved: bool
    scores: tuple[int, ...]
    was: int
    here: int

    @property
    def touched(self) -> bool:
        """Whether a checker came or went."""
        return self.was != self.here

    @property
    def full(self) -> bool:
        """Whether the point was full."""
        return content_at(self.was)[1] >= IN_A_ROW


def changed(scene: Scene, rng: random.Random) -> Scene:
    """Return a scene with checkers elsewhere, as after a play, and two dice."""
    if rng.random() < KNOCKED:
        scene = bump(scene, Bump(rng.uniform(-240.0, 240.0), rng.uniform(-180.0, 180.0)), rng)
    for _ in range(rng.choice((1, 2, 2, 2, 4))):
        there = {place: checkers_on(scene, place) for place in range(1, 25)}
        tall = [place for place, checkers in there.items() if len(checkers) > IN_A_ROW]
        source = rng.choice(tall if tall and rng.random() < 0.4 else [place for place, some in there.items() if some])
        shade = there[source][0].shade
        free = [place for place, some in there.items() if place != source and {c.shade for c in some} <= {shade}]
        full = [place for place in free if len(there[place]) >= IN_A_ROW]
        target = rng.choice(full if full and rng.random() < 0.6 else free)
        try:
            scene = move_checker(scene, shade, source, target, rng)
        except SceneError:
            continue  # the checker lies under another one
    return throw_dice(scene, Throw((rng.randint(1, 6), rng.randint(1, 6)), "right", "dark"), rng)


def lying(scene: Scene) -> dict[str, list[tuple[float, ...]]]:
    """Return how the checkers of each point lie that is not empty."""
    there: dict[str, list[tuple[float, ...]]] = {}
    for checker in scene.checkers:
        if isinstance(checker.place, int):
            there.setdefault(place_name(checker.place), []).append((checker.x, checker.y, checker.z, checker.turn))
    return there


def compared(first: int, looks: int, pairs: int) -> Iterator[list[Compared]]:
    """Yield the points of so many pairs of pictures, a list a look."""
    for number in range(first, first + looks):
        chance = random.Random(number)
        light, habit = (chance.choice([*named.values()]) for named in (LIGHTS, HABITS))
        table = set_up(f"drawn-{number}", number, Standpoint(elevation=chance.uniform(50, 88)))
        opening = with_light(start(table.size, table.look, table.rng, table.seats), light.light)
        corners = table.renderer.pinhole.project(surface_corners(table.size)).tolist()
        frame = Frame(table.film(opening), 0.0, 0)
        try:
            calibration = calibrate(frame, parse_corners(corners), contents(opening), cleared=True)
        except VisionError as error:
            print(f"drawn-{number}: not calibrated: {error}")
            continue
        empty = with_light(Scene(table.size, table.look, table.seats, habit.habit), light.light)
        found: list[Compared] = []
        misread = 0
        for _ in range(pairs):
            before = arrange(empty, random_arrangement(table.rng), table.rng)
            now = changed(before, table.rng)
            (first_seen, earlier), (seen, later) = (
                read_and_remember(Frame(table.film(scene), 0.0, 0), calibration) for scene in (before, now)
            )
            distances = point_distances(earlier, later, calibration.geometry)
            was, here = (
                [content_index(*contents(one).get(place, (None, 0))) for place in PLACES] for one in (before, now)
            )
            misread += sum(point.scores[old] < SURE for point, old in zip(first_seen.points, was, strict=True))
            old, new = lying(before), lying(now)
            shoved = [old.get(place) != new.get(place) for place in PLACES]
            scores = [point.scores for point in seen.points]
            if distances is not None:
                found += map(Compared, *(each.tolist() for each in distances), shoved, scores, was, here)
        if misread > pairs * len(PLACES) / 12:
            print(f"drawn-{number}: not read")
            continue
        yield found


def surprise(points: Sequence[Compared], most: int, shaded: float) -> float:
    """Return how surprising contents are with such constants, in nats a hundred points."""
    clear, furthest = np.array([(one.clear, one.most) for one in points]).T
    counts = [content_at(one.was)[1] for one in points]
    with patch.multiple(unchanged_points, MOST_SURE=most, SHADED_DISTANCE=shaded):
        said = touched(clear, furthest, counts)
    scores = np.array([one.scores for one in points]) + np.array(said)[:, None]
    every, was, here = (
        np.arange(len(points)),
        *(np.array([getattr(one, name) for one in points]) for name in ("was", "here")),
    )
    scores[every, was] -= said
    nats = scores / 100
    return float(100 * (np.logaddexp.reduce(nats, axis=1) - nats[every, here]).mean())


def print_counts(points: Sequence[Compared]) -> None:
    """Print how many points of each kind there are by distance, and what is said of them."""
    print("distance       low: alike    shoved   touched full: alike    shoved   touched  said")
    clear = [one for one in points if one.clear == one.most]
    for low, high in itertools.pairwise(EDGES):
        row = [one for one in clear if low <= one.most < high]
        counts = [
            sum((one.touched, one.shoved, one.full) == (touched, touched or shoved, full) for one in row)
            for full in (False, True)
            for touched, shoved in ((False, False), (False, True), (True, True))
        ]
        middle = np.full(2, (low + high) / 2)
        print(f"{low:5.1f} {high:6.1f}", *(f"{count:9}" for count in counts), touched(middle, middle, (0, IN_A_ROW)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.fit_touched", description=__doc__)
    parser.add_argument("--looks", type=int, default=16)
    parser.add_argument("--pairs", type=int, default=10, help="of pictures a look")
    parser.add_argument("--first", type=int, default=FIRST, help="number of the first look")
    chosen = parser.parse_args(arguments)
    points = [one for look in compared(chosen.first, chosen.looks, chosen.pairs) for one in look]
    print_counts(points)
    kinds = {
        name: [one for one in points if (one.full, one.touched) == kind]
        for kind, name in zip(itertools.product((False, True), repeat=2), KINDS, strict=True)
    }
    for most, shaded in ((0, 1.0), *itertools.product(BOUNDS, SHADES)):
        each = ", ".join(f"{name} {surprise(some, most, shaded):.2f}" for name, some in kinds.items() if some)
        print(f"bound {most}, shaded {shaded}: {surprise(points, most, shaded):.2f}; {each}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
