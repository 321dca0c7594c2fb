"""The layout of a board from its proportions and where the camera stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.board import BoardGeometry, column_centre
from vision.geometry.camera_pose import THICKNESS, camera_pose
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.arrays import Double
    from vision.geometry.board import Corners


@dataclass(frozen=True, slots=True)
class Proportions:
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


def laid_out(corners: Corners, seen: Proportions, picture: tuple[int, int]) -> BoardGeometry:
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


def standing_at(geometry: BoardGeometry, standing: Mapping[str, int]) -> Double:
    """Return where the upper faces of checkers appear that lie in rows on points, in widths of the board.

    Args:
        geometry: the layout.
        standing: how many lie on each point that is not empty, by place name.

    Returns:
        Shape (n, 2): x, and y from the top rail; point by point, the first checker at the rail.
    """
    middles = []
    for place, count in standing.items():
        x, row = geometry.columns[PLACES.index(place)], int(place[0] == "B")
        for nth in range(count):
            away = geometry.first[row] + nth * geometry.spacing
            middles.append((x, geometry.aspect - away if row else away))
    return np.array(middles, dtype=np.float64).reshape(-1, 2)
