"""Rows of single checkers of this set under this camera, beside which full points are judged.

The start position has a row of five on either side of the board for either player. Whether a sixth checker lies on a
row is seen by little more than a shadow and a pixel or two; how much of either a single checker has differs from set to
set, lamp to lamp and camera to camera, and a row of single ones shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.checkers import close_net as place_close
from vision.checkers.close_net import cut_close
from vision.geometry.camera_pose import shifts
from vision.reading import PLACES, Shade

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.checkers.close_net import Bytes
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose

IN_A_ROW: Final = 5
"""Checkers of such a row."""

SeenRows = Mapping[tuple[Shade, str], "Float"]
"""What the closer look sees of a row, (FEATURES, STEPS), by its shade and its side of the board."""

NO_ROWS: Final[SeenRows] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class SingleRows:
    """Rows of single checkers as they were seen.

    Attributes:
        places: index of each in `vision.reading.PLACES`.
        shades: whose checkers they are.
        strips: shape (n, LAYERS, ALONG, ACROSS), see `vision.checkers.close_net.cut_close`.
        shifts: shape (n, 2), float32, see `vision.geometry.camera_pose.shifts`.
    """

    places: tuple[int, ...]
    shades: tuple[Shade, ...]
    strips: Bytes
    shifts: Float


def side_of(place: int) -> str:
    """Return the side of the board that a point begins at, T or B, by its index in `vision.reading.PLACES`."""
    return PLACES[place][0]


def single_rows(
    image: Image, geometry: BoardGeometry, pose: CameraPose, expected: Mapping[str, tuple[Shade, int]]
) -> SingleRows:
    """Return the rows of single checkers that a position has.

    Where fewer lie in line than are expected there, some of them lie on others: such rows are left out.

    Args:
        image: a picture of it at full resolution.
        geometry: where the points are.
        pose: where the camera stands.
        expected: what stands on each point that is not empty, by place name.
    """
    rows = {PLACES.index(place): shade for place, (shade, count) in expected.items() if count == IN_A_ROW}
    strips = cut_close(image, geometry, pose, list(rows))
    turned = shifts(pose, geometry)[list(rows)]
    last = place_close.shipped_net().look(strips, turned).heights[:, :, IN_A_ROW - 1]
    single = np.flatnonzero(last[:, 1] > last[:, 0])
    places, shades = list(rows), list(rows.values())
    return SingleRows(
        tuple(places[row] for row in single), tuple(shades[row] for row in single), strips[single], turned[single]
    )


def seen_rows(rows: SingleRows) -> SeenRows:
    """Return what is seen of rows; of several of one shade on one side that of the first."""
    seen = place_close.shipped_net().look(rows.strips, rows.shifts).features
    found: dict[tuple[Shade, str], Float] = {}
    for place, shade, one in zip(rows.places, rows.shades, seen, strict=True):
        found.setdefault((shade, side_of(place)), one)
    return found
