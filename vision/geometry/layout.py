"""The layout of a board from its proportions and where the camera stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.geometry.board import BoardGeometry, column_centre
from vision.geometry.camera_pose import THICKNESS, camera_pose

if TYPE_CHECKING:
    from vision.geometry.board import Corners


@dataclass(frozen=True, slots=True)
class SeenProportions:
    """A board's proportions; lengths in widths of the playing surface.

    Attributes:
        aspect: depth of the playing surface over its width.
        diameter: of a checker as it appears.
        bar_left: where the left half ends.
        bar_right: where the right half begins.
    """

    aspect: float
    diameter: float
    bar_left: float
    bar_right: float


def laid_out(corners: Corners, seen: SeenProportions, picture: tuple[int, int]) -> BoardGeometry:
    """Return the layout of a board whose points fill its halves evenly and whose checkers touch.

    Their upper faces appear farther from the point below the camera than they are.

    Args:
        corners: of the playing surface.
        seen: its proportions.
        picture: height and width of the picture in pixels.
    """
    pose = camera_pose(corners, seen.aspect, picture)
    farther = pose.height / (pose.height - THICKNESS * seen.diameter)

    def lifted(at: float, below: float) -> float:
        return below + (at - below) * farther

    columns = [lifted(column_centre(seen.bar_left, seen.bar_right, column), pose.below[0]) for column in range(12)]
    top, bottom = (lifted(y, pose.below[1]) for y in (seen.diameter / 2, seen.aspect - seen.diameter / 2))
    return BoardGeometry(
        corners=corners,
        aspect=seen.aspect,
        bar_left=seen.bar_left,
        bar_right=seen.bar_right,
        diameter=seen.diameter,
        columns=tuple(columns * 2),
        first=(top, seen.aspect - bottom),
        spacing=seen.diameter * farther,
    )
