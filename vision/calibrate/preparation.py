"""Preparation: where what is looked at lies in the pictures of one camera, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.checkers.canvas import canvas_map
from vision.dice.board_view import ROOM_FOR_CUBE, ROOM_FOR_DICE, view_map
from vision.geometry.board import rect_size, rect_to_board, warp_map
from vision.geometry.camera_pose import camera_pose

if TYPE_CHECKING:
    from vision.calibrate.calibration import Calibration
    from vision.checkers.canvas import CanvasMap
    from vision.dice.board_view import ViewMap
    from vision.geometry.board import WarpMap
    from vision.geometry.camera_pose import CameraPose


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A calibration and what follows from it.

    Attributes:
        calibration: of this board and camera.
        upright: the map of `vision.geometry.board.rectify`.
        view: see `vision.dice.board_view.view_map`; to look for dice.
        wide_view: the same, to look for the cube too.
        canvas: see `vision.checkers.canvas.canvas_map`.
        pose: where the camera stands.
    """

    calibration: Calibration
    upright: WarpMap
    view: ViewMap
    wide_view: ViewMap
    canvas: CanvasMap
    pose: CameraPose


def prepare(calibration: Calibration) -> Prepared:
    """Return what reading pictures of one board by one camera needs."""
    geometry, (width, height) = calibration.geometry, calibration.size
    corners, aspect = geometry.corners, geometry.aspect
    return Prepared(
        calibration=calibration,
        upright=warp_map(corners, rect_to_board(aspect), rect_size(aspect)),
        view=view_map(geometry, ROOM_FOR_DICE, (width, height)),
        wide_view=view_map(geometry, ROOM_FOR_CUBE, (width, height)),
        canvas=canvas_map(corners),
        pose=camera_pose(corners, aspect, (height, width)),
    )
