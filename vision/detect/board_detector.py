"""Find the playing surface in a picture without help, or refuse with a reason.

Scene maps say where the surface, the bar and the corners are. Closer looks at the board, brought upright, say it more
finely, and the last has to be sure of each corner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import Corners, GeometryError, parse_corners, to_board
from vision.locate.quality import PhotoError
from vision.locate.scene_net import LIKELY, closer_look, shipped_scene_net

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.locate.scene_net import SceneMaps, SceneNet

LEAST_AREA: Final = 0.02
"""Share of the picture that a surface covers at least to be one."""

SURE_CORNER: Final = 0.5
"""Least value of the corner map, 0..1, at each corner of a board that is found."""

FARTHER: Final = 2.0
"""What of the corner map's value a peak is worth less for each root of the surface's area that it is farther from where
the surface's outline turns; 1 to 8. Compared as `CLOSER_LOOKS` is."""

BAR_OFF: Final = 0.022
"""How far the middle of the bar may be from the middle of the board, in widths: half a board has none there."""

EDGE: Final = 0.04
"""How near to the picture's edge a corner of a board is that is cut off there, in sides of the picture."""

CLOSER_LOOKS: Final = 2
"""How often the board is looked at again, 1 to 3: the first look may have taken what lies beside it for a part of it.
Compared by `find_corners` on traced tables that choose."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardDetection:
    """A board as the network sees it in one look.

    Attributes:
        corners: clockwise from the one that is the board's top left once the bar stands upright, pixels, (4, 2).
        sure: the least value of the corner map at a corner, 0..1.
        bar_off: how far the middle of the bar is from the middle of the board, in widths; 0.5 where none is seen.
    """

    corners: Double
    sure: float
    bar_off: float

    def checked(self) -> Corners:
        """Return the corners, if nobody could take them for anything else.

        Raises:
            GeometryError: `corners.not_found`, or what `parse_corners` refuses.
        """
        if self.sure < SURE_CORNER or self.bar_off > BAR_OFF:
            raise GeometryError("corners.not_found")
        return parse_corners(self.corners.tolist())


def find_corners(image: Image) -> Corners:
    """Find the corners of the playing surface.

    Args:
        image: the picture; the bar stands upright or lies across.

    Returns:
        The corners, from the one at the top left where the bar stands upright, at the bottom left where it lies across.

    Raises:
        PhotoError: `photo.no_board`, or `photo.board_cut` where what is seen of it reaches the picture's edge.
        GeometryError: `corners.not_found`: there may be a board, but nobody can say for sure where.
    """
    net = shipped_scene_net()
    seen = first = sight(net.maps(image))
    try:
        for _ in range(CLOSER_LOOKS):
            seen = _closer(image, seen.corners, net)
        return replace(seen, corners=_least_turned(seen.corners)).checked()
    except GeometryError as error:
        at = first.corners / image.shape[1::-1]
        if error.key == "corners.not_found" and float(np.minimum(at, 1 - at).min()) < EDGE:
            raise PhotoError("photo.board_cut") from error
        raise


def sight(maps: SceneMaps) -> BoardDetection:
    """Return the board that maps show.

    Raises:
        PhotoError: `photo.no_board`.
        GeometryError: `corners.not_found`: what is seen has no four corners.
    """
    seen = (maps.surface > LIKELY).astype(np.uint8)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(seen)
    if count < 2:
        raise PhotoError("photo.no_board")
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    area = int(stats[largest, cv2.CC_STAT_AREA])
    if area < LEAST_AREA * seen.size:
        raise PhotoError("photo.no_board")
    board = (parts == largest).astype(np.uint8)
    side = math.sqrt(area)
    peaks = _peaks(maps)
    corners = []
    for vertex in _four_corners(board):
        may_be = np.vstack([peaks, [*vertex, 0.0]])
        away = np.hypot(*(may_be[:, :2] - vertex).T) / side
        corners.append(may_be[(may_be[:, 2] - FARTHER * away).argmax()])
    found = np.array(corners)
    return _with_bar(maps, found[:, :2], float(found[:, 2].min()))


def _four_corners(board: Image) -> Double:
    """Return the corners of the quadrilateral that a mask is like, clockwise from the top left, map pixels, (4, 2)."""
    contours, _ = cv2.findContours(board, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=len))
    around = cv2.arcLength(hull, closed=True)
    for tolerance in np.geomspace(0.01, 0.2, 16):
        polygon = cv2.approxPolyDP(hull, float(tolerance) * around, closed=True)
        if len(polygon) == 4:
            return _ordered(np.asarray(polygon[:, 0] + 0.5, dtype=np.float64))
        if len(polygon) < 4:
            break
    raise GeometryError("corners.not_found")


def _ordered(points: Double) -> Double:
    """Return four points clockwise in the picture from the top left one."""
    middle = points.mean(axis=0)
    turned = points[np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))]
    return np.asarray(np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0), dtype=np.float64)


def _least_turned(corners: Double) -> Double:
    """Return corners with the bar upright, begun where one look would: an earlier one may have seen the bar across."""
    nth = int(np.linalg.norm(_ordered(corners) - corners[0], axis=1).argmin())
    return corners if nth in {0, 3} else np.asarray(np.roll(corners, 2, axis=0), dtype=np.float64)


def _peaks(maps: SceneMaps) -> Double:
    """Return the local maxima of the corner map, (n, 3): x, y in map pixels, and the map's value there.

    Each lies in the middle of what the map shows about it.
    """
    corner = maps.corner.astype(np.float64) + 1e-9  # of nothing at all there is no middle
    top = corner >= cv2.dilate(corner, np.ones((5, 5), dtype=np.uint8))
    rows, columns = np.indices(corner.shape) + 0.5
    weight, across, down = (
        cv2.boxFilter(corner**2 * part, -1, (5, 5), normalize=False, borderType=cv2.BORDER_CONSTANT)[top]
        for part in (np.ones(corner.shape), columns, rows)
    )
    return np.stack([across / weight, down / weight, corner[top]], axis=1)


def _with_bar(maps: SceneMaps, corners: Double, sure: float) -> BoardDetection:
    """Return the board with these corners, in pixels of the maps, turned so that the bar stands upright.

    Raises:
        GeometryError: `corners.not_found`: two of them are the same, or no board could have them.
    """
    picture = corners * maps.scale
    try:
        board = parse_corners(picture.tolist())
    except GeometryError as error:
        raise GeometryError("corners.not_found") from error
    bar = to_board(board, (np.argwhere(maps.bar > LIKELY)[:, ::-1] + 0.5) * maps.scale)
    across, down = bar[((bar > 0) & (bar < 1)).all(axis=1)].T
    if not len(across):
        return BoardDetection(picture, sure, 0.5)
    if down.std() < across.std():
        picture, across = np.roll(picture, 1, axis=0), down
    return BoardDetection(picture, sure, abs(float(np.median(across)) - 0.5))


def _closer(image: Image, corners: Double, net: SceneNet) -> BoardDetection:
    """Look again at a board brought upright.

    Raises:
        GeometryError: as `sight` does, or where it shows no board: the first look was mistaken.
    """
    look, matrix = closer_look(image, corners)
    try:
        seen = sight(net.maps(look, mirrored=True))
    except PhotoError as error:
        raise GeometryError("corners.not_found") from error
    back = cv2.perspectiveTransform(seen.corners[None], np.linalg.inv(matrix))[0]
    return replace(seen, corners=np.asarray(back, dtype=np.float64))
