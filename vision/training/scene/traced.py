"""Boards for the scene network on traced tables, of builds drawn by chance, and where they are seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.training.scene.pictures import BoardPicture
from vision.training.traced.drawn_builds import drawn_build
from vision.training.traced.lying import BASE, laid
from vision.training.traced.tables import STRAIGHTENED, source_of, table_of, taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.optics.pinhole import Pinhole
    from vision.training.scene.pictures import Outline
    from vision.training.traced.builds import TracedBuild
    from vision.training.traced.lying import Spot3

SHAPE: Final = (512, 384)
"""Width and height of a picture, pixels."""

STREWN: Final = 0.5
"""Share of positions that are strewn anyhow."""


def traced_board(number: int) -> list[BoardPicture]:
    """Return a picture of the traced table of a number, as a list.

    Raises:
        SceneError: `scene.no_mitsuba` where the extra `photo` is not installed.
    """
    build = drawn_build(number)
    table = table_of(build, number, SHAPE, STRAIGHTENED)
    lying = laid(build, source_of(number, build, 500), start=False, strewn=STREWN)
    return [BoardPicture(taken(table, replace(lying, hand=None), 0), *outlines(build, table.camera))]


def outlines(build: TracedBuild, camera: Pinhole) -> tuple[Outline, Outline, Outline, Outline]:
    """Return where a board is seen: surface, bar, frame, and the board as a whole; see `BoardPicture`."""
    half, deep, rail, wall = build.width / 2, build.depth / 2, build.rail, build.wall

    def level(x: float, y: float, z: float = 0.0) -> list[Spot3]:
        return [(-x, y, z), (x, y, z), (x, -y, z), (-x, -y, z)]

    def seen(points: Sequence[Spot3]) -> Outline:
        return np.asarray(camera.project(points), dtype=np.float32)

    def hull(*heights: float) -> Outline:
        points = [point for z in heights for point in level(half + rail, deep + rail, z)]
        return np.asarray(cv2.convexHull(seen(points))[:, 0], dtype=np.float32)

    return seen(level(half, deep)), seen(level(build.bar_width / 2, deep)), hull(0.0, wall), hull(-BASE, wall)
