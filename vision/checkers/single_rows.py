"""Rows of single checkers of this set under this camera, beside which full points are judged.

The start position has a row of five on either side of the board for either player. Whether a sixth checker lies on a
row is seen by little more than a shadow and a pixel or two; how much of either a single checker has differs from set to
set, lamp to lamp and camera to camera, and a row of single ones shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from vision.checkers import close_net as place_close
from vision.checkers.close_net import cut_close
from vision.geometry.camera_pose import shifts
from vision.reading import PLACES, Shade

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose

IN_A_ROW: Final = 5
"""Checkers of such a row."""

SeenRows = Mapping[tuple[Shade, str], "Float"]
"""What the closer look sees of a row, (FEATURES, STEPS), by its shade and its side of the board."""

NO_ROWS: Final[SeenRows] = MappingProxyType({})


def side_of(place: int) -> str:
    """Return the side of the board that a point begins at, T or B, by its index in `vision.reading.PLACES`."""
    return PLACES[place][0]


def single_rows(
    image: Image, geometry: BoardGeometry, pose: CameraPose, expected: Mapping[str, tuple[Shade, int]]
) -> SeenRows:
    """Return what is seen of the rows of single checkers that a position has; of several alike that of the first.

    Where fewer lie in line than are expected there, some of them lie on others: such rows are left out.

    Args:
        image: a picture of it at full resolution.
        geometry: where the points are.
        pose: where the camera stands.
        expected: what stands on each point that is not empty, by place name.
    """
    rows = {PLACES.index(place): shade for place, (shade, count) in expected.items() if count == IN_A_ROW}
    look = place_close.shipped_net().look(
        cut_close(image, geometry, pose, list(rows)), shifts(pose, geometry)[list(rows)]
    )
    found: dict[tuple[Shade, str], Float] = {}
    for (place, shade), last, seen in zip(rows.items(), look.heights[:, :, IN_A_ROW - 1], look.features, strict=True):
        if last[1] > last[0]:
            found.setdefault((shade, side_of(place)), seen)
    return found
