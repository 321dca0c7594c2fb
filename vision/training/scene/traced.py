"""Boards on traced tables of builds drawn by chance, and where they are seen, for scene maps to be learned from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.training.scene.pictures import BoardExtent, BoardPicture, outlines
from vision.training.traced.drawn_builds import drawn_build
from vision.training.traced.lying import BASE, laid
from vision.training.traced.tables import STRAIGHTENED, STREWN, source_of, table_of, taken

if TYPE_CHECKING:
    from vision.training.traced.builds import TracedBuild

SHAPE: Final = (512, 384)
"""Width and height of a picture, pixels: about as large as it is mixed, see `scene.mixing`."""


def traced_board(number: int) -> list[BoardPicture]:
    """Return a picture of the traced table of a number, as a list.

    Raises:
        SceneError: `scene.no_mitsuba` where the extra `photo` is not installed.
    """
    build = drawn_build(number)
    table = table_of(build, number, SHAPE, STRAIGHTENED)
    lying = laid(build, source_of(number, build, 500), start=False, strewn=STREWN)
    return [BoardPicture(taken(table, replace(lying, hand=None), 0), *outlines(_extent(build), table.camera))]


def _extent(build: TracedBuild) -> BoardExtent:
    half, deep = build.width / 2, build.depth / 2
    whole = half + build.rail, deep + build.rail
    return BoardExtent((half, deep), build.bar_width / 2, whole, whole, build.wall, -BASE)
