"""Scores the reader on the simulated table: calibrated on the start position, then random positions and throws.

    python -m tests.benchmarks.reading.boards.read_simulated [--seed N] [--pictures N] [--looks club,walnut]
        [--construction NAME] [--worst OUT.png] [--elevation DEGREES] [--turn 0|90|180|270] [--homes left|right]
        [--k1 K1] [--no-lens] [--drift] [--cube MM] [--quality drawn|photo] [--samples N] [--album DIR]
        [--unknown]

Each look is filmed by a camera somewhere 12 to 30 degrees off the vertical, or at the elevation given, from the side
given, through the lens given (`hardware.simulated.optics.pinhole.Pinhole.k1`); --no-lens reads as if it bent nothing.
"off" is how far the middles of the places are thought from where they are in the picture, in per cent of the board's
width. With --drift the light goes from 0.5 to 1.3 of its brightness at calibration, and from bluish to warm and back.
--cube makes the cube as large as that, or leaves it away (0). With --quality photo the same positions are photographed
(`hardware.simulated.photo`, which needs the extra `photo`), some ten seconds of processor time each; those in the album
are not taken again. With --unknown each picture is read as a single photograph of a board that nobody knows, nothing
given, not even its corners; in one that is refused no place is right. Pictures show fifteen checkers a side strewn over
points, bar and trays, two dice thrown flat, and the cube at one of its places with any face. "stacks" are points with
six checkers or more. A wrong reading is "sure" when it leads the truth by 300 centinats or more: those spoil a match.
Figures come with counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from hardware.simulated.conditions import CONSTRUCTIONS, USUAL, board_built
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.looks.named import LOOKS
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.photo.photographer import SAMPLES, Photographer
from hardware.simulated.scene.board import BoardSize, column_x, surface_corners
from hardware.simulated.scene.checkers import arrange, start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import CUBE_VALUES, Scene, Seats, census, turn_cube, with_light
from hardware.simulated.still import random_arrangement
from hardware.simulated.stills import side_seen
from tests.benchmarks.reading.boards.read_boards import wilson
from vision.calibrate.calibration import calibrate
from vision.detect.overlay import draw_overlay
from vision.detect.photo import PhotoReading, read_photo
from vision.detect.read import read
from vision.errors import VisionError
from vision.frame import Frame
from vision.geometry.board import parse_corners, to_picture
from vision.geometry.lens import Lens
from vision.reading import PLACES, Shade, content_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.simulated.scene.board import Side
    from hardware.simulated.scene.table import Die
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image
    from vision.reading import CubeReading, Reading

SURE = 300
"""Lead of a wrong reading over the truth, in centinats, from which it is called sure."""

EACH = "each"
"""Stands for every construction, one after the other."""

NEAR = 12.0
"""How far a die found may be from the true one, pixels."""

CUBE_NEAR = 0.6
"""How far the cube found may be from the true one, in edges of its upper face as it is seen."""


@dataclass(frozen=True, slots=True)
class Table:
    """A simulated board of one look under one camera.

    Attributes:
        look: its look.
        renderer: films it.
        rng: its chance.
        seats: who sits where, and on which side the homes are.
        size: the measures of the board and what is played with.
    """

    look: str
    renderer: Renderer | Photographer
    rng: random.Random
    seats: Seats = field(default_factory=Seats)
    size: BoardSize = field(default_factory=BoardSize)

    def film(self, scene: Scene) -> Image:
        """Return a picture of a scene."""
        return self.renderer.draw(scene, self.rng)


def place_name(column: int) -> str:
    """Return what the reader calls a column of the simulated board."""
    return f"B{13 - column}" if column <= 12 else f"T{column - 12}"


def contents(scene: Scene) -> dict[str, tuple[Shade, int]]:
    """Return what stands on the points that are not empty."""
    return {
        place_name(place): (Shade(shade), count)
        for (place, shade), count in census(scene).items()
        if isinstance(place, int)
    }


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where the camera is and through what it looks; None is left to chance.

    Attributes:
        elevation: degrees above the table; 60 to 78 by chance.
        turn: the side of the table at which the camera stands, in degrees counterclockwise from the bottom: 0, 90, 180
            or 270.
        homes: the side on which the home boards are.
        k1: of its lens, see `hardware.simulated.optics.pinhole.Pinhole`.
    """

    elevation: float | None = None
    turn: int = 0
    homes: Side = "right"
    k1: float = 0.0


@dataclass(frozen=True, slots=True)
class Photos:
    """Photographs instead of drawings: paths of light a pixel, and where they are kept (`Photographer`)."""

    samples: int = SAMPLES
    album: Path | None = None


def set_up(
    look: str,
    seed: int,
    standpoint: Standpoint | None = None,
    photos: Photos | None = None,
    size: BoardSize | None = None,
) -> Table:
    """Put a camera over a board; positions are the same whether it is drawn or photographed.

    Args:
        look: of the board.
        seed: of what is left to chance.
        standpoint: of the camera.
        photos: to take photographs.
        size: the board's measures, if they are not the usual ones.
    """
    size = size or BoardSize()
    rng = random.Random(f"{look} {seed}")
    point = standpoint or Standpoint()
    view = View(elevation=rng.uniform(60, 78), azimuth=rng.uniform(-8, 8), roll=rng.uniform(-2, 2), k1=point.k1)
    if point.elevation is not None:
        view = replace(view, elevation=point.elevation)
    view = replace(view, azimuth=view.azimuth + point.turn, roll=view.roll - point.turn)
    pinhole = looking_at(size, view)
    camera = Renderer(pinhole) if photos is None else Photographer(pinhole, None, photos.samples, photos.album)
    return Table(look, camera, rng, Seats(off=point.homes), size)


def learn(table: Table, *, straight: bool = False) -> Calibration:
    """Calibrate on the start position.

    Args:
        table: the board under its camera.
        straight: take it that the lens bends nothing, instead of estimating how much.

    Raises:
        CalibrationError: the start position was not recognised.
    """
    scene = start(table.size, table.look, table.rng, table.seats)
    corners = table.renderer.pinhole.project(surface_corners(scene.size))
    frame = Frame(table.film(scene), 0.0, 0)
    lens = Lens(0.0, frame.image.shape[1], frame.image.shape[0]) if straight else None
    where = parse_corners([(float(x), float(y)) for x, y in corners], lens)
    return calibrate(frame, where, contents(scene), cleared=True)


def places_off(table: Table, calibration: Calibration) -> float:
    """Return how far the middles of the places are thought from where they are, in per cent of the board's width.

    Returns:
        The root of the mean square over all 24.
    """
    size, geometry = table.size, calibration.geometry
    spots = [(column_x(size, c), (-0.25 if c <= 12 else 0.25) * size.height, 0.0) for c in range(1, 25)]
    there = table.renderer.pinhole.project(spots)
    inside = [(x / size.width + 0.5, 0.5 - y / size.height) for x, y, _ in spots]
    away = np.hypot(*(to_picture(geometry.corners, inside) - there).T)
    ends = to_picture(geometry.corners, [(0, 0.5), (1, 0.5)])
    return float(100 * np.sqrt((away**2).mean()) / np.linalg.norm(ends[1] - ends[0]))


def random_scene(table: Table) -> Scene:
    """Return strewn checkers, two flat dice and the cube somewhere."""
    rng = table.rng
    scene = arrange(Scene(table.size, table.look, table.seats), random_arrangement(rng), rng)
    throw = Throw((rng.randint(1, 6), rng.randint(1, 6)), rng.choice(("left", "right")), rng.choice(("dark", "light")))
    scene = turn_cube(scene, rng.choice(CUBE_VALUES), rng.choice(("middle", "bottom", "top")), lean=rng.gauss(0, 4))
    return throw_dice(scene, throw, rng)


def pictures(table: Table, count: int, *, drift: bool = False, cube: bool = True) -> Iterator[tuple[Scene, Image]]:
    """Yield random scenes and their pictures, in the light of the calibration or in one that drifts."""
    for number in range(count):
        scene = random_scene(table)
        scene = scene if cube else replace(scene, cube=None)
        if drift:
            brightness = 0.9 + 0.4 * math.sin(2 * math.pi * (number + 0.5) / count)
            warmth = 0.7 * math.sin(2 * math.pi * 1.6 * (number + 0.5) / count)
            scene = with_light(scene, replace(scene.light, brightness=brightness, warmth=warmth))
        yield scene, table.film(scene)


def compare(
    scene: Scene,
    reading: Reading,
    seen_dice: Sequence[tuple[Die, float, float]],
    seen_cube: tuple[float, float, float] | None = None,
) -> tuple[Counter[str], list[str]]:
    """Compare a reading with the truth.

    Args:
        scene: the truth.
        reading: of its picture.
        seen_dice: the dice and where their upper faces are in the picture.
        seen_cube: where the cube's upper face is, and how large, pixels; None where there is none.

    Returns:
        How often each thing happened, and what was wrong, as a person would say it.
    """
    counts: Counter[str] = Counter()
    faults: list[str] = []
    truth = contents(scene)
    for place, read_point in zip(PLACES, reading.points, strict=True):
        want = truth.get(place, (None, 0))
        kind = "stacks" if want[1] > 5 else "places"
        right = read_point.best == want
        counts[f"{kind} right" if right else f"{kind} wrong"] += 1
        lag = -read_point.scores[content_index(*want)]
        counts[f"{kind} sure and wrong"] += lag >= SURE
        if not right:
            faults.append(f"{place} {want} read {read_point.best}, {lag} behind")
    there = census(scene)
    for number, got in ((there["bar", "dark"], reading.bar_dark), (there["bar", "light"], reading.bar_light)):
        counts["bar right" if got.best == number else "bar wrong"] += 1
        counts["bar sure and wrong"] += -got.scores[number] >= SURE
        if got.best != number:
            faults.append(f"bar {number} read {got.best}, {-got.scores[number]} behind")
    left = list(reading.dice)
    for die, x, y in seen_dice:
        near = [found for found in left if math.hypot(found.px - x, found.py - y) < NEAR]
        if not near:
            counts["dice missed"] += 1
            faults.append(f"die {die.value} missed at {x:.0f},{y:.0f}")
            continue
        left.remove(near[0])
        counts["dice right" if near[0].value == die.value else "dice wrong"] += 1
        counts["dice sure and wrong"] += -near[0].scores[die.value - 1] >= SURE
        if near[0].value != die.value:
            faults.append(f"die {die.value} read {near[0].value}, {-near[0].scores[die.value - 1]} behind")
    counts["dice false"] += len(left)
    faults.extend(f"false die {die.value} at {die.px:.0f},{die.py:.0f}" for die in left)
    of_cube = _compare_cube(scene, reading.cube, seen_cube)
    counts.update(of_cube)
    faults += [name for name, count in of_cube.items() if count and not name.endswith("right")]
    return counts, faults


def _compare_cube(scene: Scene, seen: CubeReading | None, where: tuple[float, float, float] | None) -> Counter[str]:
    """Count what is seen of the cube; what is seen elsewhere is something else."""
    cube, counts = scene.cube, Counter[str]()
    if seen is not None and cube is not None and where is not None:
        x, y, side = where
        if math.hypot(seen.px - x, seen.py - y) < CUBE_NEAR * side:
            lag = -seen.scores[CUBE_VALUES.index(cube.value)]
            counts["cube right" if lag == 0 else "cube wrong"] += 1
            counts["cube sure and wrong"] += lag >= SURE
            return counts
    counts["cube missed"] += cube is not None
    counts["cube false"] += seen is not None
    return counts


def upper_faces(table: Table, scene: Scene) -> list[tuple[Die, float, float]]:
    """Return the dice and where the middles of their upper faces are in the picture."""
    spots = []
    for die in scene.dice:
        x, y = table.renderer.pinhole.project([(die.x, die.y, die.z + scene.size.die_side)])[0]
        spots.append((die, float(x), float(y)))
    return spots


def upper_cube(table: Table, scene: Scene) -> tuple[float, float, float] | None:
    """Return where the middle of the cube's upper face is in the picture, and its side, pixels."""
    cube, pinhole = scene.cube, table.renderer.pinhole
    if cube is None:
        return None
    x, y = pinhole.project([(cube.x, cube.y, cube.z + scene.size.cube_side)])[0]
    return float(x), float(y), side_seen(cube, scene.size, pinhole)


def read_one(image: Image, calibration: Calibration | None) -> PhotoReading:
    """Read a picture of a known set, or with nothing given.

    Raises:
        VisionError: of a set that is not known, what is in the way of reading it.
    """
    if calibration is None:
        return read_photo(image)
    return PhotoReading(read(Frame(image, 0.0, 0), calibration, with_cube=True), calibration.geometry)


def count_refused(scene: Scene) -> Counter[str]:
    """Return what a refused picture counts for: nothing in it is right."""
    stacks = sum(count > 5 for _, count in contents(scene).values())
    missed = Counter({"places wrong": len(PLACES) - stacks, "stacks wrong": stacks, "bar wrong": 2})
    missed.update({"dice missed": len(scene.dice), "cube missed": int(scene.cube is not None)})
    return missed


def print_figures(total: Counter[str], spent: float) -> None:
    """Print the sums of what `compare` counted, and what the reading took, in seconds of processor time."""
    for kind in ("places", "stacks", "bar", "dice", "cube"):
        every = sum(total[f"{kind} {what}"] for what in ("right", "wrong", "missed"))
        print(
            f"{kind:7}right {wilson(total[f'{kind} right'], every)}, wrong {total[f'{kind} wrong']}, "
            f"missed {total[f'{kind} missed']}, false {total[f'{kind} false']}, "
            f"sure and wrong {total[f'{kind} sure and wrong']}"
        )
    print(
        f"looks not calibrated {total['looks not calibrated']}; {1000 * spent / max(1, total['pictures']):.0f} ms of "
        f"processor time a picture"
    )


def _parser() -> argparse.ArgumentParser:
    """Return what is understood on the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.boards.read_simulated", description=__doc__
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=int, default=25, help="a look")
    parser.add_argument("--looks", default=",".join(LOOKS))
    parser.add_argument(
        "--construction", default=USUAL, help=f"of the board, or {EACH} (tavola simulate --list-constructions)"
    )
    parser.add_argument("--worst", type=Path, help="where to write pictures with faults, the readings drawn over them")
    parser.add_argument("--elevation", type=float, help="of the camera, degrees above the table (default: by chance)")
    parser.add_argument("--turn", type=int, choices=(0, 90, 180, 270), default=0, help="the camera's side of the table")
    parser.add_argument("--homes", choices=("left", "right"), default="right", help="the side of the home boards")
    parser.add_argument("--k1", type=float, default=0.0, help="the lens' distortion")
    parser.add_argument("--no-lens", action="store_true", help="read as if the lens bent nothing")
    parser.add_argument("--drift", action="store_true", help="let the light drift")
    parser.add_argument("--cube", type=float, help="its edge in millimetres (default 30); 0: there is none")
    parser.add_argument("--quiet", action="store_true", help="only the sums")
    parser.add_argument("--unknown", action="store_true", help="read each picture for itself, with nothing given")
    parser.add_argument("--quality", choices=("drawn", "photo"), default="drawn", help="photo: traced, seconds each")
    parser.add_argument("--samples", type=int, default=SAMPLES, help=f"of a photograph's pixel (default {SAMPLES})")
    parser.add_argument("--album", type=Path, help="where photographs are kept, and looked for")
    return parser


def score(construction: str, chosen: argparse.Namespace) -> list[Image]:
    """Read tables of a construction, print the figures, and return the pictures with faults, readings drawn on."""
    photos = Photos(chosen.samples, chosen.album) if chosen.quality == "photo" else None
    standpoint = Standpoint(chosen.elevation, chosen.turn, chosen.homes, chosen.k1)
    size = board_built(construction)
    size = replace(size, cube_side=chosen.cube) if chosen.cube else size
    off: list[float] = []
    total: Counter[str] = Counter()
    tiles: list[Image] = []
    spent = 0.0
    for look in chosen.looks.split(","):
        table = set_up(look, chosen.seed, standpoint, photos, size)
        calibration: Calibration | None = None
        try:
            if not chosen.unknown:
                calibration = learn(table, straight=chosen.no_lens)
                off.append(places_off(table, calibration))
        except VisionError as error:
            print(f"{look}: not calibrated: {error}")
            total["looks not calibrated"] += 1
            continue
        shown = pictures(table, chosen.pictures, drift=chosen.drift, cube=chosen.cube != 0)
        for number, (scene, image) in enumerate(shown):
            started = time.process_time()
            total["pictures"] += 1
            try:
                one = read_one(image, calibration)
            except VisionError as error:
                total.update(count_refused(scene))
                print(f"{look} {number}: refused: {error}")
                continue
            spent += time.process_time() - started
            counts, faults = compare(scene, one.reading, upper_faces(table, scene), upper_cube(table, scene))
            total.update(counts)
            if faults and not chosen.quiet:
                print(f"{look} {number}: {'; '.join(faults)}")
            if faults:
                tiles.append(draw_overlay(image, one.reading, one.geometry))
    print_figures(total, spent)
    if off:
        print(f"places off by {np.mean(off):.2f} % of the width, at most {max(off):.2f} % (means of a look)")
    return tiles


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    chosen = _parser().parse_args(arguments)
    tiles: list[Image] = []
    for construction in CONSTRUCTIONS if chosen.construction == EACH else (chosen.construction,):
        if chosen.construction == EACH:
            print(f"{construction}:")
        tiles += score(construction, chosen)
    if chosen.worst is not None and tiles:
        cv2.imwrite(str(chosen.worst), np.vstack(tiles[:12]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
