"""The board in the picture: corners, the map between both, and the layout of its places.

Board coordinates (x, y) run from 0 to 1 over the playing surface, x to the right, y downwards, after the warp that
brings the bar upright. The rectified picture shows the same surface `RECT_WIDTH` pixels wide with a margin all round,
in its true proportions, so that a checker is a circle there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.geometry.lens import bend, straighten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.lens import Lens

RECT_WIDTH: Final = 560
"""Width of the playing surface in the rectified picture, in pixels: a point is about 43 wide, a checker about 38."""

RECT_MARGIN: Final = 28
"""Pixels of the rectified picture beyond each edge: checkers seen from aside lean out over the frame."""

FRAME: Final = 0.05
"""How far beyond the playing surface its frame reaches, in the surface's widths; 0.03 to 0.08."""

FINEST: Final = 4
"""How many times larger than its result a picture is warped at most before it is shrunk."""

MIRRORS: Final[tuple[tuple[int, ...], ...]] = ((), (0,), (1,), (0, 1))
"""Axes of a picture along which a board may be turned over and be a board as well: none, down, across, both."""

SHORTEST_SIDE: Final = 120.0
"""The shortest side of a readable board in picture pixels: below it a checker is under 8 pixels wide."""


class GeometryError(VisionError, ValueError):
    """The corners given cannot be those of a board in this picture."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The four inside corners of the frame, which bound the playing surface.

    Attributes:
        points: four (x, y) in picture pixels, clockwise in the picture, from the corner that is the board's top left
            once the bar stands upright.
        lens: how the lens bends straight lines in the picture, None where it does not.
    """

    points: tuple[tuple[float, float], ...]
    lens: Lens | None = None


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """Place and proportions of a board; lengths are in widths of the playing surface.

    Checkers stand above the surface, so their upper faces appear displaced in the rectified picture: `columns` and
    `first` say where they appear, not where they stand.

    Attributes:
        corners: of the playing surface in the picture.
        aspect: depth of the playing surface over its width.
        bar_left: board x where the left half ends and the bar begins.
        bar_right: board x where the bar ends and the right half begins.
        diameter: of a checker as it appears.
        columns: board x at which the checkers of each point appear, 24 values in the order of `reading.PLACES`.
        first: distance from the rail to the middle of the first checker of a point, (top row, bottom row).
        spacing: from one checker of a point to the next.
    """

    corners: Corners
    aspect: float
    bar_left: float
    bar_right: float
    diameter: float
    columns: tuple[float, ...]
    first: tuple[float, float]
    spacing: float

    @property
    def pitch(self) -> float:
        """Mean width of a point."""
        return (self.bar_left + 1.0 - self.bar_right) / 12.0


def parse_corners(points: Sequence[Sequence[float]], lens: Lens | None = None) -> Corners:
    """Check four corners and return them.

    Args:
        points: four (x, y) in picture pixels, clockwise in the picture.
        lens: that took the picture, where it bends straight lines.

    Returns:
        The same corners, as floats.

    Raises:
        GeometryError: not four pairs of finite numbers, not a convex quadrilateral, anticlockwise, or too small.
    """
    if len(points) != 4 or any(len(point) != 2 for point in points):
        raise GeometryError("corners.wrong_number", given=len(points))
    corners = tuple((float(x), float(y)) for x, y in points)
    if not all(math.isfinite(value) for point in corners for value in point):
        raise GeometryError("corners.not_numbers")
    turns = []
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    sides = [math.dist(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    # A corner that turns by less than about three degrees makes the four points a triangle or a line.
    straight = [abs(turn) <= 0.05 * sides[i] * sides[(i + 1) % 4] for i, turn in enumerate(turns)]
    if any(straight) or not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
        raise GeometryError("corners.not_convex", corners=corners)
    if turns[0] < 0:
        raise GeometryError("corners.not_clockwise", corners=corners)
    if min(sides) < SHORTEST_SIDE:
        raise GeometryError("corners.too_small", shortest=round(min(sides), 1), least=SHORTEST_SIDE)
    return Corners(corners, lens)


def check_inside(corners: Corners, image: Image) -> None:
    """Refuse corners of which a considerable part of the board is outside the picture.

    Raises:
        GeometryError: a corner is further outside the picture than a tenth of its size.
    """
    height, width = image.shape[:2]
    for x, y in corners.points:
        if not (-0.1 * width <= x <= 1.1 * width and -0.1 * height <= y <= 1.1 * height):
            raise GeometryError("corners.outside_picture", x=x, y=y, width=width, height=height)


def homography(corners: Corners) -> Double:
    """Return the 3x3 matrix from board coordinates to pixels of the picture as a lens that bends nothing would take it.

    Where the corners have no lens, those are the picture's own pixels.
    """
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    seen = np.array(corners.points, dtype=np.float64)
    straight = seen if corners.lens is None else straighten(corners.lens, seen)
    matrix = cv2.getPerspectiveTransform(unit, straight.astype(np.float32))
    return np.asarray(matrix, dtype=np.float64)


def to_picture(corners: Corners, points: npt.ArrayLike) -> Double:
    """Map board coordinates, shape (n, 2), to picture pixels, shape (n, 2)."""
    straight = _apply(homography(corners), points)
    return straight if corners.lens is None else bend(corners.lens, straight)


def to_board(corners: Corners, points: npt.ArrayLike) -> Double:
    """Map picture pixels, shape (n, 2), to board coordinates, shape (n, 2)."""
    seen = np.atleast_2d(np.asarray(points, dtype=np.float64))
    straight = seen if corners.lens is None else straighten(corners.lens, seen)
    return _apply(np.asarray(np.linalg.inv(homography(corners)), dtype=np.float64), straight)


def _apply(matrix: Double, points: npt.ArrayLike) -> Double:
    flat = np.atleast_2d(np.asarray(points, dtype=np.float64))
    mapped = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:3], dtype=np.float64)


def rect_size(aspect: float) -> tuple[int, int]:
    """Return (width, height) of the rectified picture in pixels, margins included."""
    return RECT_WIDTH + 2 * RECT_MARGIN, round(RECT_WIDTH * aspect) + 2 * RECT_MARGIN


def rect_to_board(aspect: float) -> Double:
    """Return the 3x3 matrix from pixels of the rectified picture to board coordinates."""
    depth = RECT_WIDTH * aspect
    return np.array(
        [[1 / RECT_WIDTH, 0, -RECT_MARGIN / RECT_WIDTH], [0, 1 / depth, -RECT_MARGIN / depth], [0, 0, 1]],
        dtype=np.float64,
    )


def rectify(image: Image, corners: Corners, aspect: float) -> Image:
    """Return the playing surface as seen from straight above, in true proportions, see the module's text.

    Args:
        image: the picture.
        corners: of the playing surface.
        aspect: depth of the playing surface over its width.

    Returns:
        A picture of `rect_size(aspect)`, blue-green-red.
    """
    return warp(image, corners, rect_to_board(aspect), rect_size(aspect))


def warp(image: Image, corners: Corners, matrix: Double, size: tuple[int, int], *, one_of_many: bool = False) -> Image:
    """Return part of the board as seen from straight above; beyond the picture its last pixels go on.

    Where the picture is finer than the result it is warped larger first and shrunk then, so that fine texture does not
    turn into noise.

    Args:
        image: the picture.
        corners: of the playing surface.
        matrix: 3x3, from pixels of the result to board coordinates, across to across and down to down.
        size: (width, height) of the result in pixels.
        one_of_many: it is a small part of the board, of which there are others.

    Returns:
        A picture of that size.
    """
    longest = max(math.dist(corners.points[at], corners.points[at + 1]) for at in (0, 2))
    finer = min(FINEST, max(1, round(longest * abs(float(matrix[0, 0])) + 0.3)))
    aside = 0.5 / finer - 0.5
    larger = homography(corners) @ matrix @ np.array([[1 / finer, 0, aside], [0, 1 / finer, aside], [0, 0, 1]])
    large = size[0] * finer, size[1] * finer
    if corners.lens is None:
        part, larger = _part_below(image, larger, large)
        four = cv2.cvtColor(part, cv2.COLOR_BGR2BGRA)  # warped in less than half the time that three channels take
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpPerspective(four, larger, large, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        warped = cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR)
    else:
        remembered = _parts_through if one_of_many else _views_through
        whole, rest = remembered(corners.lens, tuple(larger.ravel().tolist()), large)
        warped = cv2.remap(image, whole, rest, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shrunk = warped if finer == 1 else cv2.resize(warped, size, interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, dtype=np.uint8)


def _part_below(image: Image, matrix: Double, size: tuple[int, int]) -> tuple[Image, Double]:
    """Return the part of a picture that a warp takes its pixels from, and the matrix of that warp into the part."""
    right, low = size[0] - 1, size[1] - 1
    ends = np.array([[0, 0, 1], [right, 0, 1], [right, low, 1], [0, low, 1]]) @ matrix.T
    if ends[:, 2].min() <= 0:  # it goes on beyond the horizon
        return image, matrix
    at, (high, wide) = ends[:, :2] / ends[:, 2:], image.shape[:2]
    begun = np.clip(np.floor(at.min(axis=0)), 0, (wide - 1, high - 1)).astype(int)
    ended = np.clip(np.ceil(at.max(axis=0)) + 1, begun + 1, (wide, high)).astype(int)
    moved = np.array([[1, 0, -begun[0]], [0, 1, -begun[1]], [0, 0, 1]], dtype=np.float64)
    return image[begun[1] : ended[1], begun[0] : ended[0]], moved @ matrix


def _through(
    lens: Lens, matrix: tuple[float, ...], size: tuple[int, int]
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """Return where each pixel of a warp is in a picture that a lens took, as `cv2.remap` wants it; nobody may write."""
    grid = np.dstack(np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32)))
    straight = np.asarray(cv2.perspectiveTransform(grid, np.reshape(matrix, (3, 3))), dtype=np.float32)
    across, down = cv2.split(bend(lens, straight))
    whole, rest = cv2.convertMaps(across, down, cv2.CV_16SC2)
    found = np.asarray(whole, dtype=np.int16), np.asarray(rest, dtype=np.uint16)
    for one in found:
        one.flags.writeable = False
    return found


_views_through = lru_cache(maxsize=4)(_through)
"""Remembers as many views as one board is seen in: the canvas, and what dice and cube are looked for in; up to 24 MB
each at 1920 x 1080."""

_parts_through = lru_cache(maxsize=72)(_through)
"""Remembers three layers of each of 24 points, 0.6 MB each."""


def column_centre(bar_left: float, bar_right: float, column: int) -> float:
    """Return board x of the middle of column 0..11, counted from the left."""
    if column < 6:
        return bar_left * (column + 0.5) / 6
    return bar_right + (1 - bar_right) * (column - 5.5) / 6


def place_outline(geometry: BoardGeometry, place: str) -> Double:
    """Return the corners of a place ("T1".."B12" or "bar") in board coordinates, shape (4, 2), clockwise."""
    if place == "bar":
        left, right, top, bottom = geometry.bar_left, geometry.bar_right, 0.0, 1.0
    else:
        column = int(place[1:]) - 1
        half = (geometry.bar_left if column < 6 else 1 - geometry.bar_right) / 12
        centre = column_centre(geometry.bar_left, geometry.bar_right, column)
        left, right = centre - half, centre + half
        top, bottom = (0.0, 0.5) if place[0] == "T" else (0.5, 1.0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64)
