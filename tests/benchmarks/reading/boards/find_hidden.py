"""Scores how hands over boards are seen, and which places they hide, in single pictures of simulated tables held out.

    python -m tests.benchmarks.reading.boards.find_hidden [--plates N] [--worst OUT.png]

Of every plate one picture has no hand, the next one or two. Where a hand really is, is the difference between the same
picture with white and with black hands. A place is truly hidden when a hand covers at least half of a spot that its
count depends on, and truly seen when it covers less than a quarter of every such spot; what is between is not scored.
The board is read as a photograph, corners given; whether a hand is over it is asked as of a settled picture of a match,
where something reaches over the board. Figures come with counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import surface_corners
from hardware.simulated.scene.table import Hand, with_hand, without_hands
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.benchmarks.reading.boards.read_simulated import contents
from vision.detect.overlay import draw_overlay
from vision.detect.photo import read_photo
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, homography, parse_corners, rect_size, rect_to_board
from vision.locate.occlusion import is_hand_over
from vision.reading import PLACES
from vision.training.proposals.plates import HELD_OUT, HELD_OUT_LOOKS, draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.simulated.scene.table import Scene
    from vision.arrays import Float
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners
    from vision.training.proposals.plates import Plate

HIDDEN = 0.5
SEEN = 0.25
IN_LINE = 5
"""How many spots of a place are looked at."""

SKINS = ((238, 200, 176), (214, 164, 134), (150, 104, 78), (96, 64, 48), (60, 40, 32))


class View(NamedTuple):
    """A picture of the table, and what is known of it."""

    image: Image
    scene: Scene
    corners: Corners
    arms: Image


def views(number: int, pictures: int, look: str | None = None) -> Iterator[View]:
    """Yield pictures of a plate, by turns without and with hands."""
    rng = random.Random(f"hidden {number} {look}")
    plate = draw_plate_setting(number, look, ((960, 540), (1280, 720)))
    points = plate.renderer.pinhole.project(surface_corners(plate.size))
    corners = parse_corners([(float(x), float(y)) for x, y in points])
    for place in range(pictures):
        try:
            scene = without_hands(draw_scene(plate, rng))
        except SceneError:  # a board drawn by chance with no room for its pieces
            return
        scene = replace(scene, dice=tuple(rng.sample(scene.dice, min(2, len(scene.dice)))))
        for _ in range(place % 2 * rng.choice((1, 2, 2))):
            scene = with_hand(scene, any_hand(plate, rng))
        yield View(plate.renderer.draw(scene, rng), scene, corners, arms_in(plate, scene))


def any_hand(plate: Plate, rng: random.Random) -> Hand:
    """Return a hand somewhere over a board."""
    width, height = plate.size.width, plate.size.height
    return Hand(
        x=rng.uniform(-0.45, 0.45) * width,
        y=rng.uniform(-0.45, 0.45) * height,
        height=rng.uniform(4.0, 40.0),
        side=rng.choice(("bottom", "bottom", "top", "top", "left", "right")),
        lean=rng.uniform(-30.0, 30.0),
        pose=rng.choice(("reach", "pinch", "flat")),
        left=rng.random() < 0.3,
        skin=rng.choice(SKINS),
        sleeve=(rng.randint(10, 240), rng.randint(10, 240), rng.randint(10, 240)),
    )


def arms_in(plate: Plate, scene: Scene) -> Image:
    """Return where hands are in a picture, 255 or 0, (h, w), uint8."""
    drawn = [
        plate.renderer.draw(
            replace(scene, hands=tuple(replace(hand, skin=tone, sleeve=tone) for hand in scene.hands)), random.Random(0)
        )
        for tone in ((0, 0, 0), (255, 255, 255))
    ]
    return np.asarray((cv2.absdiff(drawn[0], drawn[1]).max(axis=2) > 40) * 255, dtype=np.uint8)


def place_cover(hands: Float, geometry: BoardGeometry) -> Float:
    """Return the share of each spot that a hand covers, (24, `IN_LINE`): places as in PLACES, spots from the rail."""
    size = max(3, round(0.9 * geometry.diameter * RECT_WIDTH))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
    share = cv2.filter2D(hands, -1, disc / disc.sum())
    spots = np.zeros((len(PLACES), IN_LINE), dtype=np.float32)
    for number, nth in np.ndindex(spots.shape):
        away = RECT_WIDTH * (geometry.first[number // 12] + nth * geometry.spacing)
        y = RECT_MARGIN + (away if number < 12 else RECT_WIDTH * geometry.aspect - away)
        x = RECT_MARGIN + geometry.columns[number] * RECT_WIDTH
        row, column = (min(max(0, round(v)), most - 1) for v, most in zip((y, x), share.shape, strict=True))
        spots[number, nth] = share[row, column]
    return spots


def truth(view: View, geometry: BoardGeometry) -> dict[str, bool]:
    """Return for every place that is clearly hidden or clearly seen which of the two it is."""
    matrix = homography(view.corners) @ rect_to_board(geometry.aspect)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    arms: Float = np.asarray(
        cv2.warpPerspective(view.arms, matrix, rect_size(geometry.aspect), flags=flags) > 127, dtype=np.float32
    )
    counts = {place: count for place, (_, count) in contents(view.scene).items()}
    cover = place_cover(arms, geometry)
    known = {}
    for place, spots in zip(PLACES, cover, strict=True):
        most = max(spots[: counts.get(place, 0) + 1])
        if most >= HIDDEN or most < SEEN:
            known[place] = most >= HIDDEN
    return known


def score_view(view: View, total: Counter[str]) -> Image | None:
    """Read a picture and count what is right; returns the picture with the reading over it if something is wrong."""
    photo = read_photo(view.image, view.corners)
    known = truth(view, photo.geometry)
    kind = "hand" if view.scene.hands else "none"
    wrong = False
    for place, hidden in known.items():
        said = place in photo.reading.hidden
        total[f"{kind} {'hidden' if hidden else 'seen'} {'right' if said == hidden else 'wrong'}"] += 1
        wrong |= said != hidden
    total[f"{kind} pictures"] += 1
    total[f"{kind} pictures told"] += is_hand_over(view.image, view.corners)
    total[f"{kind} pictures with a false one"] += any(
        place in photo.reading.hidden and not hidden for place, hidden in known.items()
    )
    if not wrong:
        return None
    shown = draw_overlay(view.image, photo.reading, photo.geometry)
    contours, _ = cv2.findContours(view.arms, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(shown, contours, -1, (255, 0, 255), 1)
    return shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.find_hidden", description=__doc__)
    parser.add_argument("--plates", type=int, default=12, help="plates with looks drawn by chance (default 12)")
    parser.add_argument("--first", type=int, default=HELD_OUT, help=f"number of the first plate (default {HELD_OUT})")
    parser.add_argument("--pictures", type=int, default=4, help="pictures a plate (default 4)")
    parser.add_argument("--worst", type=Path, help="where to write the pictures with faults")
    chosen = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    faults = []
    plates: list[tuple[int, str | None]] = [(chosen.first + n, None) for n in range(chosen.plates)]
    plates += [(chosen.first + 500 + n, look) for n, look in enumerate(HELD_OUT_LOOKS)]
    for number, look in plates:
        for view in views(number, chosen.pictures, look):
            shown = score_view(view, total)
            if shown is not None:
                faults.append(cv2.resize(shown, (640, 360), interpolation=cv2.INTER_AREA))
    for kind, name in (("none", "no hand"), ("hand", "hands")):
        pictures = total[f"{kind} pictures"]
        print(f"pictures with {name}, a hand said to be there {wilson(total[f'{kind} pictures told'], pictures)}")
        seen = total[f"{kind} seen right"] + total[f"{kind} seen wrong"]
        print(f"  seen places called hidden   {wilson(total[f'{kind} seen wrong'], seen)}")
        print(f"  - pictures with such a one  {total[f'{kind} pictures with a false one']}")
    hidden = total["hand hidden right"] + total["hand hidden wrong"]
    print(f"  hidden places called hidden {wilson(total['hand hidden right'], hidden)}")
    if chosen.worst is not None and faults:
        while len(faults) % 2:
            faults.append(np.zeros_like(faults[0]))
        rows = [np.hstack(faults[i : i + 2]) for i in range(0, len(faults), 2)]
        cv2.imwrite(str(chosen.worst), np.vstack(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
