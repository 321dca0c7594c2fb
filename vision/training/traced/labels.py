"""Labels of traced pictures: what is on the board, and where the camera sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.reading import IN_A_ROW, PLACES, Shade
from vision.training.board.seen_table import SPOT_COVERED
from vision.training.traced.pieces import hand_shapes
from vision.training.traced.prints import column_middle, outline_of

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import Pinhole
    from vision.arrays import Double
    from vision.frame import Image
    from vision.training.traced.builds import TracedBuild
    from vision.training.traced.lying import Lying, LyingBox, RestingHand

COVERED: Final = 0.7
"""Part of a place that a hand has to hide for nobody to be able to count it."""

CLEAR: Final = 0.1
"""Part of a place that it may hide while the place is still to be counted."""


def label_of(build: TracedBuild, lying: Lying, camera: Pinhole) -> dict[str, Any]:
    """Return what a picture shows, as `tests.benchmarks.reading.boards.read_boards` has it, and some more.

    Returns:
        Beside `corners`, `points`, `BAR`, `dice`, `cube` and `unknown`: `covered`, places hidden so far that nobody
        could count them (with those that are hidden in part they are in `unknown`); `cube_at`, x, y and edge of its
        upper face in pixels; `build`. A die that a hand hides has no value, and a hidden cube none, either.
    """
    shares = {} if lying.hand is None else hidden_shares(build, lying, lying.hand, camera)
    in_part = {place for place, share in shares.items() if share > CLEAR}
    points = {}
    for place, counts in zip(PLACES, lying.position.points.tolist(), strict=True):
        for shade, count in zip((Shade.DARK, Shade.LIGHT), counts, strict=True):
            if count:
                points[place] = [count, shade.value]
    side, cube = build.dice.side, lying.cube
    tops = camera.project([(x, y, z + side) for x, y, z in (die.at for die in lying.dice)] or [(0, 0, 0)])
    return {
        "build": build.name,
        "corners": camera.project(corners_of(build)).round(2).tolist(),
        "points": points,
        "BAR": {shade.value: n for shade, n in zip((Shade.DARK, Shade.LIGHT), lying.position.bar, strict=True) if n},
        "dice": [
            [None if _box_hidden(lying, die, side, camera) else die.value, *top]
            for die, top in zip(lying.dice, tops.round(1).tolist(), strict=False)
        ],
        "cube": None if cube is None or _box_hidden(lying, cube, build.cube_side, camera) else cube.value,
        "cube_at": None if cube is None else _cube_seen(build, cube, camera),
        "unknown": sorted(in_part | next_hidden(build, lying, camera)),
        "covered": sorted(place for place, share in shares.items() if share >= COVERED),
        "hand": lying.hand is not None,
    }


def corners_of(build: TracedBuild) -> list[tuple[float, float, float]]:
    """Return the corners of the playing surface on the table, millimetres, clockwise from the top left."""
    half, deep = build.width / 2, build.depth / 2
    return [(-half, deep, 0.0), (half, deep, 0.0), (half, -deep, 0.0), (-half, -deep, 0.0)]


def _cube_seen(build: TracedBuild, cube: LyingBox, camera: Pinhole) -> list[float]:
    """Return the middle of the cube's upper face in the picture, and its edge there."""
    x, y, z = cube.at
    top, half = z + build.cube_side, build.cube_side / 2
    middle, left, right = camera.project([(x, y, top), (x - half, y, top), (x + half, y, top)])
    return [round(float(value), 1) for value in (*middle, np.linalg.norm(right - left))]


def _box_hidden(lying: Lying, box: LyingBox, side: float, camera: Pinhole) -> bool:
    """Return whether a hand hides more of a box's upper face than a person can read it by."""
    if lying.hand is None:
        return False
    x, y, z = box.at
    across, along = np.meshgrid(np.linspace(-0.4, 0.4, 5) * side, np.linspace(-0.4, 0.4, 5) * side)
    flat = np.column_stack([across.ravel() + x, along.ravel() + y, np.full(across.size, z + side)])
    return _share(hand_mask(lying.hand, camera), camera, [flat]) > CLEAR


def hand_mask(hand: RestingHand, camera: Pinhole) -> Image:
    """Return where a hand is seen, 255 for its pixels, of the camera's height and width."""
    mask: Image = np.zeros((camera.height, camera.width), dtype=np.uint8)
    for shape in hand_shapes(hand):
        seen = np.clip(np.rint(camera.project(shape.points)), -4 * camera.width, 4 * camera.width).astype(np.int32)
        for face in seen[shape.faces.astype(np.int64)]:
            cv2.fillConvexPoly(mask, face, 255)
    return mask


def hidden_shares(build: TracedBuild, lying: Lying, hand: RestingHand, camera: Pinhole) -> dict[str, float]:
    """Return for each point, and for the bar as BAR, which part of what is to be seen there a hand hides."""
    mask, shares = hand_mask(hand, camera), {}
    for number, place in enumerate(PLACES):
        checkers = [one.at for one in lying.checkers if one.place == place]
        outline = outline_of(build, number % 12, top=number < 12)
        shares[place] = _share(mask, camera, _sampled(build, checkers, outline))
    half, deep = build.bar_width / 2, build.depth / 2
    bar = np.array([(-half, -deep), (half, -deep), (half, deep), (-half, deep)])
    shares["BAR"] = _share(mask, camera, _sampled(build, [one.at for one in lying.checkers if one.place == "bar"], bar))
    return shares


def next_hidden(build: TracedBuild, lying: Lying, camera: Pinhole) -> set[str]:
    """Return the points on which a hand hides where a further checker would lie on the board, so that one might.

    Pictures to learn from are labelled by the same rule, see `vision.training.board.seen_table.hidden_places`.
    """
    if lying.hand is None:
        return set()
    mask, hidden = hand_mask(lying.hand, camera), set()
    for number, place in enumerate(PLACES):
        sign = 1 if number < 12 else -1
        row = [sign * one.at[1] for one in lying.checkers if one.place == place and one.at[2] < build.thickness / 2]
        inmost = min(row, default=(build.depth + build.diameter) / 2)
        free = column_middle(build, number % 12), sign * (inmost - build.diameter), 0.0
        if len(row) < IN_A_ROW and _share(mask, camera, _faces(build, [free])) > SPOT_COVERED:
            hidden.add(place)
    return hidden


def _sampled(build: TracedBuild, checkers: list[tuple[float, float, float]], outline: Double) -> list[Double]:
    """Return points to be seen of a place: of its checkers' upper faces, or of its own surface where none lies."""
    if not checkers:
        low, high = outline.min(axis=0), outline.max(axis=0)
        across, along = np.meshgrid(np.linspace(0.2, 0.8, 5), np.linspace(0.03, 0.97, 24))
        flat = low + (high - low) * np.stack([across.ravel(), along.ravel()], axis=1)
        return [np.column_stack([flat, np.zeros(len(flat))])]
    return _faces(build, checkers)


def _faces(build: TracedBuild, checkers: list[tuple[float, float, float]]) -> list[Double]:
    """Return points of the upper faces of checkers that lie somewhere."""
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1) * 0.4 * build.diameter
    disc = np.concatenate([np.zeros((1, 2)), circle, 0.5 * circle])
    return [np.column_stack([disc + np.array((x, y)), np.full(len(disc), z + build.thickness)]) for x, y, z in checkers]


def _share(mask: Image, camera: Pinhole, samples: list[Double]) -> float:
    seen = np.rint(camera.project(np.concatenate(samples))).astype(np.int64)
    inside = (seen >= 0).all(axis=1) & (seen < (camera.width, camera.height)).all(axis=1)
    return float((mask[seen[inside, 1], seen[inside, 0]] > 0).sum()) / max(1, len(seen))


def place_middle(build: TracedBuild, place: str) -> tuple[float, float]:
    """Return the middle of a point on the table, millimetres."""
    number = PLACES.index(place)
    return column_middle(build, number % 12), (1 if number < 12 else -1) * build.depth / 4
