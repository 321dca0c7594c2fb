"""The view of the board that the proposing network sees: from straight above, at one scale.

Where that is in the picture of one camera is worth keeping.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.board import WarpMap, warp, warp_by, warp_map
from vision.geometry.region import Region

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners

VIEW_CHECKER: Final = 28.0
"""A checker's diameter in pixels of what the network sees."""


class Room(NamedTuple):
    """Room round the playing surface that is looked at, in checker diameters.

    Attributes:
        aside: to the left and right.
        beyond: above and below.
    """

    aside: float
    beyond: float


ROOM_FOR_DICE: Final = Room(1.2, 1.0)
"""What stands high leans out of the surface."""

ROOM_FOR_CUBE: Final = Room(3.2, 11 / 7)
"""The cube may lie in a tray, on a rail, and beside the board. The difference is a whole number of the proposing
network's largest steps, so that it sees the same pixels of the board."""


class ViewMap(NamedTuple):
    """Map from what the network sees to the pictures of one camera; the same for all of them.

    Attributes:
        part: of the picture, in which all of it is; the rest need not be smoothed.
        where: the map of `view` in that part.
    """

    part: Region
    where: WarpMap


class SurfaceView(NamedTuple):
    """A playing surface and how it lies in the picture.

    Attributes:
        corners: of the surface.
        aspect: its depth over its width.
        diameter: of a checker in its widths.
        where: where what the network sees is in the picture, if that is kept.
        room: round it that is looked at.
    """

    corners: Corners
    aspect: float
    diameter: float
    where: ViewMap | None = None
    room: Room = ROOM_FOR_CUBE


def view_size(aspect: float, diameter: float, room: Room = ROOM_FOR_CUBE) -> tuple[int, int]:
    """Return width and height of what the network sees, pixels; multiples of 8.

    Args:
        aspect: depth of the playing surface over its width.
        diameter: of a checker in widths of the surface.
        room: see `SurfaceView`.
    """
    across = VIEW_CHECKER / diameter
    width, height = across + 2 * room.aside * VIEW_CHECKER, across * aspect + 2 * room.beyond * VIEW_CHECKER
    return 8 * math.ceil(width / 8), 8 * math.ceil(height / 8)


def view_to_board(aspect: float, diameter: float, room: Room = ROOM_FOR_CUBE) -> Double:
    """Return the 3x3 matrix from pixels of what the network sees to board coordinates."""
    across = VIEW_CHECKER / diameter
    return np.array(
        [
            [1 / across, 0, -room.aside * diameter],
            [0, 1 / (across * aspect), -room.beyond * diameter / aspect],
            [0, 0, 1],
        ],
        dtype=np.float64,
    )


def view_map(geometry: BoardGeometry, room: Room, picture: tuple[int, int]) -> ViewMap:
    """Return where what the network sees is in the picture.

    Args:
        geometry: where the board is.
        room: see `SurfaceView`.
        picture: width and height of the pictures in pixels.
    """
    aspect, diameter = geometry.aspect, geometry.diameter
    matrix, size = view_to_board(aspect, diameter, room), view_size(aspect, diameter, room)
    where = warp_map(geometry.corners, matrix, size)
    reach = _shrink(geometry.corners, diameter) + 1  # what is smoothed, and the pixel beyond
    (left, right), (top, bottom) = (
        (max(0, int(at.min()) - reach), min(most, int(at.max()) + reach + 1))
        for at, most in zip(cv2.split(where.whole), picture, strict=True)
    )
    within = WarpMap(where.whole - np.array([left, top], dtype=np.int16), where.rest)
    return ViewMap(Region(top, left, bottom, right), within)


def view(image: Image, surface: SurfaceView) -> Image:
    """Return the board as the network sees it, shape `view_size`, blue-green-red."""
    corners, aspect, diameter, where, room = surface
    if where is not None:
        image = image[where.part.part]
    image = _smoothed(image, _shrink(corners, diameter))
    if where is not None:
        return warp_by(image, where.where)
    return warp(image, corners, view_to_board(aspect, diameter, room), view_size(aspect, diameter, room))


def _smoothed(image: Image, shrink: int) -> Image:
    """Return a picture of which so many pixels across and down become one: else fine texture would turn into noise."""
    return np.asarray(cv2.blur(image, (shrink, shrink)), dtype=np.uint8) if shrink > 1 else image


def _shrink(corners: Corners, diameter: float) -> int:
    """Return how many pixels of the picture, across and down, become one of what the network sees."""
    width = max(math.dist(corners.points[0], corners.points[1]), math.dist(corners.points[2], corners.points[3]))
    return round(width * diameter / VIEW_CHECKER)
