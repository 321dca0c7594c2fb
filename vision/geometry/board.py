"""The board in the picture: corners, the map between both, and the layout of its places.

Board coordinates (x, y) run from 0 to 1 over the playing surface, x to the right, y downwards, after the warp that
brings the bar upright. The rectified picture shows the same surface `RECT_WIDTH` pixels wide with a margin all round,
in its true proportions, so that a checker is a circle there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.geometry.lens import bend, straighten
from vision.geometry.region import Region, wider

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.geometry.lens import Lens

RECT_WIDTH: Final = 560
"""Width of the playing surface in the rectified picture, in pixels: a point is about 43 wide, a checker about 38."""

RECT_MARGIN: Final = 28
"""Pixels of the rectified picture beyond each edge: checkers seen from aside lean out over the frame."""

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


def rectify(image: Image, corners: Corners, aspect: float, where: WarpMap | None = None) -> Image:
    """Return the playing surface as seen from straight above, in true proportions, see the module's text.

    Args:
        image: the picture.
        corners: of the playing surface.
        aspect: depth of the playing surface over its width.
        where: the map of this warp, if it is kept.

    Returns:
        A picture of `rect_size(aspect)`, blue-green-red.
    """
    sides = [math.dist(corners.points[i], corners.points[(i + 1) % 4]) for i in (0, 2)]
    shrink = max(sides) / RECT_WIDTH
    source = image
    if shrink > 1.4:  # without this, fine texture would turn into noise
        source = _smoothed(image, 0.4 * shrink, None if where is None else where.around)
    if where is not None:
        return warp_by(source, where)
    return warp(source, corners, rect_to_board(aspect), rect_size(aspect))


def _smoothed(image: Image, sigma: float, around: Region | None) -> Image:
    """Return a picture smoothed by so many pixels: all of it, or a part and what else is in it left open."""
    if around is None:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)
    result = np.empty_like(image)
    part = wider(around, math.ceil(3 * sigma) + 2, (image.shape[0], image.shape[1])).part
    cv2.GaussianBlur(image[part], (0, 0), sigma, dst=result[part])
    return result


def warp(  # noqa: PLR0913 (how OpenCV samples is two of its own numbers)
    image: Image,
    corners: Corners,
    matrix: Double,
    size: tuple[int, int],
    *,
    interpolation: int = cv2.INTER_LINEAR,
    border: int = cv2.BORDER_REPLICATE,
) -> Image:
    """Return part of the board as seen from straight above.

    Args:
        image: the picture.
        corners: of the playing surface.
        matrix: 3x3, from pixels of the result to board coordinates.
        size: (width, height) of the result in pixels.
        interpolation: one of OpenCV's.
        border: one of OpenCV's: what lies beyond the picture; its last pixels go on if not given.

    Returns:
        A picture of that size.
    """
    if corners.lens is None:
        warped = cv2.warpPerspective(
            image,
            homography(corners) @ matrix,
            size,
            flags=interpolation | cv2.WARP_INVERSE_MAP,
            borderMode=border,
        )
    else:
        across, down = _map(corners, matrix, size)
        warped = cv2.remap(image, across, down, interpolation, borderMode=border)
    return np.asarray(warped, dtype=np.uint8)


def _map(corners: Corners, matrix: Double, size: tuple[int, int]) -> tuple[Float, Float]:
    """Return for each pixel of a warp where it is in the picture, x and y."""
    width, height = size
    grid = np.dstack(np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)))
    straight = np.asarray(cv2.perspectiveTransform(grid, homography(corners) @ matrix), dtype=np.float32)
    seen = straight if corners.lens is None else bend(corners.lens, straight)
    return np.ascontiguousarray(seen[..., 0]), np.ascontiguousarray(seen[..., 1])


@dataclass(frozen=True, slots=True, eq=False)
class WarpMap:
    """Places of a warp's pixels in the picture, for many pictures that are warped alike.

    Attributes:
        whole: x and y in pixels, shape (h, w, 2).
        rest: what is left of a pixel, as OpenCV counts it, shape (h, w).
        around: the part of the picture, and beyond it, from which pixels are taken; None where that is not known.
    """

    whole: npt.NDArray[np.int16]
    rest: npt.NDArray[np.uint16]
    around: Region | None = None


def warp_map(corners: Corners, matrix: Double, size: tuple[int, int]) -> WarpMap:
    """Return the map of a warp, see `warp`."""
    return map_of(*_map(corners, matrix, size))


def map_of(across: Float, down: Float) -> WarpMap:
    """Return the map of a warp whose pixels are at these x and y, each of shape (h, w)."""
    whole, rest = cv2.convertMaps(across, down, cv2.CV_16SC2)
    x, y = whole[..., 0], whole[..., 1]
    around = Region(int(y.min()), int(x.min()), int(y.max()) + 2, int(x.max()) + 2)  # each pixel is made of two by two
    return WarpMap(np.asarray(whole, dtype=np.int16), np.asarray(rest, dtype=np.uint16), around)


def warp_by(image: Image, where: WarpMap) -> Image:
    """Return part of a picture by its map; beyond the picture its last pixels go on."""
    warped = cv2.remap(image, where.whole, where.rest, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, dtype=np.uint8)


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
