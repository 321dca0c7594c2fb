"""Preparation: all that is the same for every picture of one board by one camera, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.checkers.canvas import canvas_map
from vision.checkers.single_rows import NO_ROWS, seen_rows
from vision.dice.board_view import ROOM_FOR_CUBE, ROOM_FOR_DICE, view_map
from vision.features.illumination import bare_board
from vision.geometry.board import rect_size, rect_to_board, warp_map
from vision.geometry.camera_pose import camera_pose

if TYPE_CHECKING:
    from vision.calibrate.calibration import Calibration
    from vision.checkers.board_net import KnownBoard
    from vision.checkers.canvas import CanvasMap
    from vision.checkers.single_rows import SeenRows
    from vision.dice.board_view import ViewMap
    from vision.features.illumination import BareBoard
    from vision.geometry.board import WarpMap
    from vision.geometry.camera_pose import CameraPose


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A calibration and what follows from it.

    Attributes:
        calibration: of this board and camera.
        size: width and height of the pictures in pixels.
        upright: the map of `vision.geometry.board.rectify`.
        view: see `vision.dice.board_view.view_map`; to look for dice.
        wide_view: the same, to look for the cube too.
        canvas: see `vision.checkers.canvas.canvas_map`.
        known: what the network for whole boards sees in the known position; None where the calibration is older.
        bare: the empty board, to compare the light with.
        pose: where the camera stands.
        rows: what is seen of rows of single checkers.
    """

    calibration: Calibration
    size: tuple[int, int]
    upright: WarpMap
    view: ViewMap
    wide_view: ViewMap
    canvas: CanvasMap
    known: KnownBoard | None
    bare: BareBoard
    pose: CameraPose
    rows: SeenRows


def prepare(calibration: Calibration, size: tuple[int, int]) -> Prepared:
    """Return what reading pictures needs.

    Args:
        calibration: of this board and camera.
        size: width and height of the pictures to come in pixels.
    """
    geometry, background = calibration.geometry, calibration.background
    corners, aspect = geometry.corners, geometry.aspect
    return Prepared(
        calibration=calibration,
        size=size,
        upright=warp_map(corners, rect_to_board(aspect), rect_size(aspect)),
        view=view_map(geometry, ROOM_FOR_DICE, size),
        wide_view=view_map(geometry, ROOM_FOR_CUBE, size),
        canvas=canvas_map(corners),
        known=None if calibration.start is None else calibration.start.seen(),
        bare=bare_board(background),
        pose=camera_pose(corners, aspect, (size[1], size[0])),
        rows=NO_ROWS if calibration.rows is None else seen_rows(calibration.rows),
    )
