"""Places of a table that a hand hides, and things on it that lie open to view.

Whoever makes pictures of tables in the round says what stands on one in millimetres; what is to be learned of them
follows here. The frame of reference is that of `hardware.simulated.scene.board`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.checkers.canvas import HEIGHT, WIDTH, on_canvas
from vision.geometry.board import to_board
from vision.training.board.example import Thing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.drawing.floor import FrameBox
    from hardware.simulated.optics.pinhole import Pinhole, Point3
    from vision.arrays import Double
    from vision.geometry.board import Corners
    from vision.training.board.example import Flags, ThingKind

ON_BAR: Final = 24
"""Number of the bar among places, those of `reading.PLACES` before it."""

SPOT_COVERED: Final = 0.5
STRIP_COVERED: Final = 0.25
"""A point is hidden where more than this share of one spot for a checker, or of all that matter, is covered."""

BAR_COVERED: Final = 0.6
"""The bar is hidden where more than this share of one spot is covered: a checker could lie there."""


class CanvasEye(NamedTuple):
    """Map from millimetres of the table to pixels of the canvas.

    Attributes:
        pinhole: the camera.
        scale: size of pictures beside those of the camera.
        corners: of the playing surface, pixels of pictures, as the examples take them.
    """

    pinhole: Pinhole
    scale: float
    corners: Corners

    def canvas(self, points: Sequence[Point3] | Double) -> Double:
        """Return where points are on the canvas, pixels, whole numbers at their edges, shape (n, 2)."""
        return on_canvas(to_board(self.corners, self.pinhole.project(points) * self.scale - 0.5)) + 0.5


class StandingChecker(NamedTuple):
    """A checker that lies flat: its set, the middle of its lower face, and its place, None for one borne off."""

    kind: ThingKind
    x: float
    y: float
    z: float
    place: int | None


class UpperFace(NamedTuple):
    """A die's or the cube's upper face: the middle and the side."""

    kind: ThingKind
    middle: Point3
    side: float


@dataclass(frozen=True, slots=True)
class StandingTable:
    """What stands on a table, millimetres.

    Attributes:
        height: depth of the playing surface.
        diameter, thickness: of a checker.
        bar_height: of the bar above the surface.
        columns: the middles of the 24 points of `reading.PLACES`.
        checkers: those that lie flat.
        boxes: upper faces of dice and cube.
        walls: what a camera does not see through.
    """

    height: float
    diameter: float
    thickness: float
    bar_height: float
    columns: tuple[float, ...]
    checkers: tuple[StandingChecker, ...]
    boxes: tuple[UpperFace, ...]
    walls: tuple[FrameBox, ...]

    def on(self, place: int) -> list[StandingChecker]:
        """Return the checkers on a place."""
        return [one for one in self.checkers if one.place == place]


def spot(table: StandingTable, eye: CanvasEye, at: Point3) -> Flags:
    """Return which pixels of the canvas the upper face of a checker takes that lies somewhere."""
    x, y, z = at
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rim = 0.5 * table.diameter * np.stack([np.cos(turns), np.sin(turns)], axis=-1) + (x, y)
    seen = eye.canvas(np.column_stack([rim, np.full(len(rim), z + table.thickness)]))
    mask = np.zeros((HEIGHT, WIDTH), dtype=np.uint8)
    cv2.fillPoly(mask, [np.floor(seen).astype(np.int32)], (1,))
    return mask > 0


def hidden_places(table: StandingTable, eye: CanvasEye, hand: Flags) -> Flags:
    """Return which of the 24 points and the bar a hand covers so far that nobody could count.

    Args:
        table: what stands on the table.
        eye: what sees it.
        hand: the pixels of the canvas that hands cover, shape (HEIGHT, WIDTH).
    """
    hidden = np.zeros(25, dtype=np.bool_)
    if not hand.any():
        return hidden
    wide = table.diameter
    for place, x in enumerate(table.columns):
        sign = 1 if place < 12 else -1
        here = table.on(place)
        spots = [(one.x, one.y, one.z) for one in here]
        inmost = min((sign * one.y for one in here if one.z < 1.0), default=table.height / 2 + 0.5 * wide)
        free = [sign * (inmost - 1.01 * step * wide) for step in range(1, 2 if here else 3) if inmost > step * wide]
        spots += [(x, y, 0.0) for y in free]
        hidden[place] = _covered([spot(table, eye, at) for at in spots], hand, SPOT_COVERED, STRIP_COVERED)
    steps = np.arange(-(table.height - wide) / 2, (table.height - wide) / 2, wide / 2)
    bar = [spot(table, eye, (0.0, float(y), table.bar_height)) for y in steps]
    loaded = [spot(table, eye, (one.x, one.y, one.z)) for one in table.on(ON_BAR)]
    hidden[ON_BAR] = _covered(bar, hand, BAR_COVERED) or _covered(loaded, hand, SPOT_COVERED)
    return hidden


def _covered(spots: Sequence[Flags], hand: Flags, most: float, most_of_all: float = 1.0) -> bool:
    """Return whether a hand covers more than a share of one of some spots, or of all of them."""
    shares = [float(hand[spot].mean()) for spot in spots if spot.any()]
    whole = np.any(spots, axis=0) if shares else None
    return bool(shares) and (max(shares) > most or float(hand[whole].mean()) > most_of_all)


def seen_things(table: StandingTable, eye: CanvasEye, hand: Flags) -> tuple[Thing, ...]:
    """Return dice, cube and checkers whose upper faces are seen, at least half of each."""
    deep, wide = table.thickness, table.diameter
    playing = [one for one in table.checkers if one.place is not None]
    faces = [*table.boxes, *(UpperFace(one.kind, (one.x, one.y, one.z + deep), wide) for one in playing)]
    seen = []
    for kind, (x, y, z), side in faces:
        half = 0.5 * side
        at, east, west, north, south = eye.canvas(
            [(x, y, z), (x + half, y, z), (x - half, y, z), (x, y + half, z), (x, y - half, z)]
        )
        face = [(x + a * half, y + b * half, z) for a in (-0.6, 0.0, 0.6) for b in (-0.6, 0.0, 0.6)]
        if _share_open(table, eye, hand, face) >= 0.5 and 0 <= at[0] < WIDTH and 0 <= at[1] < HEIGHT:
            mean = 0.5 * (float(np.linalg.norm(east - west)) + float(np.linalg.norm(north - south)))
            seen.append(Thing(kind, float(at[0]), float(at[1]), mean))
    return tuple(seen)


def _share_open(table: StandingTable, eye: CanvasEye, hand: Flags, points: Sequence[Point3]) -> float:
    """Return the share of some points, millimetres, that are seen: neither outside nor behind a hand or anything."""
    pixels = eye.pinhole.project(points)
    inside = np.all((pixels >= 0) & (pixels < (eye.pinhole.width, eye.pinhole.height)), axis=1)
    spots = np.floor(eye.canvas(points)).astype(np.int64)
    seen = 0
    for point, within, (column, row) in zip(points, inside.tolist(), spots.tolist(), strict=True):
        open_to_view = within and 0 <= column < WIDTH and 0 <= row < HEIGHT and not hand[row, column]
        seen += open_to_view and not _behind(table, eye.pinhole.eye, point)
    return seen / len(points)


def _behind(table: StandingTable, eye: Point3, point: Point3) -> bool:
    """Return whether a checker, a rail or the bar is between the camera and a point."""
    for one in table.checkers:
        low, high = one.z, one.z + table.thickness
        if high > point[2] + 0.1:
            start, end = (_on_ray(point, eye, max(z, point[2])) for z in (low, high))
            if _distance((one.x, one.y), start, end) < table.diameter / 2:
                return True
    for box in table.walls:
        if box.z1 > point[2] + 0.1:
            start, end = (_on_ray(point, eye, max(z, point[2])) for z in (box.z0, box.z1))
            steps = np.linspace(start, end, 12)
            within = (steps[:, 0] > box.x0) & (steps[:, 0] < box.x1) & (steps[:, 1] > box.y0) & (steps[:, 1] < box.y1)
            if within.any():
                return True
    return False


def _on_ray(point: Point3, eye: Point3, z: float) -> tuple[float, float]:
    """Return x and y where the ray from a point to the camera has come to a height."""
    share = (z - point[2]) / (eye[2] - point[2])
    return point[0] + share * (eye[0] - point[0]), point[1] + share * (eye[1] - point[1])


def _distance(at: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return how far a spot is from a line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length
    share = max(0.0, min(1.0, share))
    return math.hypot(start[0] + share * dx - at[0], start[1] + share * dy - at[1])
