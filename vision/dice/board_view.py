"""The view of the board that the proposing network sees: from straight above, at one scale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.geometry.board import warp

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import Corners

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


class SurfaceView(NamedTuple):
    """A playing surface and how it lies in the picture.

    Attributes:
        corners: of the surface.
        aspect: its depth over its width.
        diameter: of a checker in its widths.
        room: round it that is looked at.
    """

    corners: Corners
    aspect: float
    diameter: float
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


def view(image: Image, surface: SurfaceView) -> Image:
    """Return the board as the network sees it, shape `view_size`, blue-green-red."""
    corners, aspect, diameter, room = surface
    return warp(image, corners, view_to_board(aspect, diameter, room), view_size(aspect, diameter, room))
