"""Places of the board in the camera's picture, for arrows that a page draws over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules import Player
from vision.detect.overlay import board_point, spot

if TYPE_CHECKING:
    from controller.outputs.pages.camera import Places
    from controller.referee.layout import Layout
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

_SECOND: Final = 1
"""Which checker of a point an arrow begins and ends at, counted from the rail, from 0."""
_OUTSIDE: Final = 0.05
"""How far beside the playing surface checkers are borne off, in its widths."""


def arrow_places(geometry: BoardGeometry, layout: Layout, image: Image) -> Places:
    """Return where the places of both players appear, through the homography of the calibration.

    Args:
        geometry: where the board lies in the picture.
        layout: whose points are where.
        image: the picture.
    """
    height, width = image.shape[:2]
    middle = (geometry.bar_left + geometry.bar_right) / 2

    def of(player: Player) -> tuple[tuple[float, float], ...]:
        home = layout.home(player)
        off = board_point(geometry, 1 + _OUTSIDE if home.is_right else -_OUTSIDE, 0.8 if home.is_bottom else 0.2)
        points = (spot(geometry, layout.place(player, point), _SECOND) for point in range(1, 25))
        found = (off, *points, board_point(geometry, middle, 0.5))
        return tuple((round(x / width, 4), round(y / height, 4)) for x, y in found)

    return of(Player.ONE), of(Player.TWO)
