"""Geometry of a camera above the middle of a board: how high it must hang, and how small a die then is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

MARGIN: Final = 1.08
"""How much more than the board's outer frame the picture should show, so that its frame is seen all round."""


@dataclass(frozen=True, slots=True)
class FieldOfView:
    """A camera's field of view in 16:9 pictures, from its maker's data sheet.

    Attributes:
        name: the camera.
        across, down: angles that the picture takes in, degrees.
    """

    name: str
    across: float
    down: float


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A board's outer frame, open, in millimetres.

    Attributes:
        name: what it is.
        width, depth: from edge to edge; the players sit at the width's sides.
        die: side of the dice that are played with on it.
    """

    name: str
    width: float
    depth: float
    die: float


LENSES: Final = (
    FieldOfView("Camera Module 3", 66.0, 41.0),
    FieldOfView("Camera Module 3 Wide", 102.0, 67.0),
    FieldOfView("USB webcam, 78° (C920 and the like)", 70.4, 43.3),
)
"""Cameras, by what their makers say; for 78 degrees corner to corner at 16:9, 70.4 by 43.3 follow."""

FRAMES: Final = (
    BoardFrame("tournament board", 780.0, 560.0, 16.0),
    BoardFrame("club board", 640.0, 500.0, 14.0),
    BoardFrame("travel board", 420.0, 330.0, 11.0),
)
"""Usual boards."""


def height(lens: FieldOfView, frame: BoardFrame) -> float:
    """Return how high above the board the lens must be so that the whole frame is seen, millimetres."""
    across = MARGIN * frame.width / 2 / math.tan(math.radians(lens.across) / 2)
    down = MARGIN * frame.depth / 2 / math.tan(math.radians(lens.down) / 2)
    return max(across, down)


def die_pixels(lens: FieldOfView, frame: BoardFrame, picture: int = 1280) -> float:
    """Return the side of a die in pixels at that height, for pictures of some width."""
    seen = 2 * height(lens, frame) * math.tan(math.radians(lens.across) / 2)
    return picture * frame.die / seen


def table() -> tuple[tuple[str, ...], ...]:
    """Return the rows of the table: camera, and for each board its height in centimetres and a die in pixels."""
    return tuple(
        (lens.name, *(f"{height(lens, frame) / 10:.0f} cm, {die_pixels(lens, frame):.0f} px" for frame in FRAMES))
        for lens in LENSES
    )
