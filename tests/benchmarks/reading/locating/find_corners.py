"""Scores how well the playing surface's corners are found without help.

    python -m tests.benchmarks.reading.locating.find_corners [LABELS.jsonl] [--simulated N] [--sheet OUT.png]

With labels: photographs, or traced pictures as `python -m vision.training.traced.make` makes them; without: none. N
simulated pictures are mixed from boards and hands that trained nothing, among clutter; where the picture's edge cuts
the board off, a refusal is right. A corner may be off by 2 % of the board's width; a board may be turned by half, as
nobody can tell from the board alone. Figures come with counts and 95 % intervals (Wilson).
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

from tests.benchmarks.reading.boards.read_boards import wilson
from vision.detect.board_detector import find_corners
from vision.errors import VisionError
from vision.training.proposals.plates import HELD_OUT, HELD_OUT_LOOKS
from vision.training.scene.mixing import Parts, mix
from vision.training.scene.pictures import board_pictures, hand_cutout
from vision.training.traced.builds import JUDGING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.geometry.board import Corners

LEAST_OFF = 0.02
"""How far a corner may be off, in widths of the board."""

SHAPES = ((512, 288), (448, 336), (384, 384), (576, 320))
"""Widths and heights of simulated pictures."""


def off(found: Corners, true: Double | Float) -> float:
    """Return how far the corner farthest off is from where it should be, in widths of the board."""
    width = float(np.linalg.norm(true[0] - true[1]))
    points = np.array(found.points)
    return min(float(np.hypot(*(np.roll(points, turn, axis=0) - true).T).max()) for turn in (0, 2)) / width


def score(image: Image, true: Double | Float, total: Counter[str]) -> tuple[str, Corners | None]:
    """Look for the corners in a picture and count what comes of it; returns that in words, and the corners."""
    started = time.perf_counter()
    try:
        found = find_corners(image)
    except VisionError as error:
        total["refused"] += 1
        total[error.key] += 1
        return error.key, None
    finally:
        total["milliseconds"] += round(1000 * (time.perf_counter() - started))
    far = off(found, true)
    total["right" if far <= LEAST_OFF else "wrong"] += 1
    return f"{100 * far:.1f} %", found


def told(name: str, total: Counter[str]) -> str:
    """Return the figures of some pictures, as a line."""
    many = total["right"] + total["wrong"] + total["refused"]
    keys = ", ".join(f"{key} {total[key]}" for key in sorted(total) if "." in key)
    return (
        f"{name}: within 2 % {wilson(total['right'], many)}, farther off {total['wrong']}, "
        f"refused {total['refused']} ({keys}); {total['milliseconds'] // max(1, many)} ms a picture"
    )


def kind_of(label: Mapping[str, Any]) -> str:
    """Return what a labelled picture is counted under: a tier of photographs, or traced builds that judge or choose."""
    if "build" in label:
        return "traced, judging" if label["build"] in JUDGING else "traced, choosing"
    return "A+B" if label["tier"] in "AB" else "C"


def labelled(labels: Path, tiles: list[Image]) -> None:
    """Score labelled pictures and print what comes of it."""
    totals: dict[str, Counter[str]] = {}
    for line in labels.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        image = np.asarray(cv2.imread(str(labels.parent / label["file"])), dtype=np.uint8)
        said, found = score(image, np.array(label["corners"]), totals.setdefault(kind_of(label), Counter()))
        print(f"  {label['file']}: {said}")
        tiles.append(tile(image, np.array(label["corners"]), found, f"{label['file']} {said}"))
    for tier, total in sorted(totals.items()):
        print(told(tier, total))


def simulated(pictures: int, tiles: list[Image]) -> None:
    """Score simulated pictures and print what comes of it."""
    plates: list[tuple[int, str | None]] = [(HELD_OUT + 900 + n, None) for n in range(max(4, pictures // 12))]
    plates += [(HELD_OUT + 890 + n, look) for n, look in enumerate(HELD_OUT_LOOKS)]
    boards = [board for number, look in plates for board in board_pictures(number, 2, look)]
    parts = Parts(boards, [hand_cutout(HELD_OUT + number) for number in range(12)])
    rng = np.random.default_rng(HELD_OUT)
    whole: Counter[str] = Counter()
    none: Counter[str] = Counter()
    cut: Counter[str] = Counter()
    for number in range(pictures):
        shape = SHAPES[number % len(SHAPES)]
        mixed = mix(parts, shape, rng)
        if not len(mixed.corners):
            kind, true = none, np.zeros((4, 2), dtype=np.float32)
        else:
            inside = ((mixed.corners > 0) & (mixed.corners < np.array(shape))).all()
            kind, true = (whole if inside else cut), _clockwise(mixed.corners)
        said, found = score(mixed.picture, true, kind)
        if kind is not whole or not said.endswith("%") or float(said[:-2]) > 100 * LEAST_OFF:
            tiles.append(tile(mixed.picture, true, found, said))
    print(told("simulated, whole board", whole))
    print(told("simulated, board cut", cut))
    print(told("simulated, no board", none))


def _clockwise(corners: Float) -> Float:
    """Return the corners of a board that may be mirrored, clockwise in the picture."""
    (ax, ay), (bx, by), (cx, cy) = corners[:3]
    return corners if (bx - ax) * (cy - by) > (by - ay) * (cx - bx) else corners[[1, 0, 3, 2]]


def tile(image: Image, true: Double | Float, found: Corners | None, said: str) -> Image:
    """Return a picture, small, with the true corners in green and those found in red."""
    shown = image.copy()
    thick = max(1, image.shape[1] // 300)
    cv2.polylines(shown, [np.rint(true).astype(np.int32)], True, (0, 255, 0), thick)
    if found is not None:
        cv2.polylines(shown, [np.rint(np.array(found.points)).astype(np.int32)], True, (0, 0, 255), thick)
    scale = min(400 / shown.shape[1], 300 / shown.shape[0])
    small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((320, 400, 3), dtype=np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small
    cv2.putText(canvas, said, (4, 315), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
    return canvas


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.reading.locating.find_corners", description=__doc__
    )
    parser.add_argument("labels", type=Path, nargs="?", help="labels.jsonl, the pictures beside it")
    parser.add_argument("--simulated", type=int, default=0, help="simulated pictures (default 0)")
    parser.add_argument("--sheet", type=Path, help="where to write photographs, and simulated pictures with faults")
    chosen = parser.parse_args(arguments)
    tiles: list[Image] = []
    if chosen.labels is not None:
        labelled(chosen.labels, tiles)
    if chosen.simulated:
        simulated(chosen.simulated, tiles)
    if chosen.sheet is not None and tiles:
        while len(tiles) % 5:
            tiles.append(np.zeros_like(tiles[0]))
        cv2.imwrite(str(chosen.sheet), np.vstack([np.hstack(tiles[i : i + 5]) for i in range(0, len(tiles), 5)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
