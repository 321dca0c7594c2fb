"""What reading pictures of one board by one camera needs, worked out once: it is the same for every picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.appearance import empty_colours
from vision.geometry import rect_size, rect_to_board, warp_map
from vision.light import bare_board
from vision.proposals import view_size, view_to_board
from vision.standpoint import standpoint
from vision.strips import strip_map

if TYPE_CHECKING:
    from vision.appearance import EmptyColours
    from vision.calibration import Calibration
    from vision.geometry import WarpMap
    from vision.light import BareBoard
    from vision.standpoint import Standpoint


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A calibration and what follows from it.

    Attributes:
        calibration: of this board and camera.
        size: width and height of the pictures in pixels.
        upright: the map of `vision.geometry.rectify`.
        view: the map of `vision.proposals.view`.
        strips: see `vision.strips.strip_map`.
        bare: the empty board, to compare the light with.
        empty: the colours of the empty board.
        stand: where the camera stands.
    """

    calibration: Calibration
    size: tuple[int, int]
    upright: WarpMap
    view: WarpMap
    strips: WarpMap
    bare: BareBoard
    empty: EmptyColours
    stand: Standpoint


def prepare(calibration: Calibration, size: tuple[int, int]) -> Prepared:
    """Return what reading pictures needs.

    Args:
        calibration: of this board and camera.
        size: width and height of the pictures to come in pixels.
    """
    geometry, background = calibration.geometry, calibration.appearance.background
    corners, aspect, diameter = geometry.corners, geometry.aspect, geometry.diameter
    return Prepared(
        calibration=calibration,
        size=size,
        upright=warp_map(corners, rect_to_board(aspect), rect_size(aspect)),
        view=warp_map(corners, view_to_board(aspect, diameter), view_size(aspect, diameter)),
        strips=strip_map(geometry),
        bare=bare_board(background),
        empty=empty_colours(background),
        stand=standpoint(corners, aspect, (size[1], size[0])),
    )
