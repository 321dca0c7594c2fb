"""Find the playing surface in a picture without help, or refuse with a reason.

The scene network says where the surface, the bar and the corners are. Closer looks at the board, brought upright and as
large as the network takes it, have to agree; else the picture is refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import GeometryError, parse_corners, rectify
from vision.locate.columns import point_width
from vision.locate.quality import PhotoError
from vision.locate.scene_net import shipped_scene_net
from vision.locate.upright import closer_look, mirrored_maps

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.frame import Image
    from vision.geometry.board import Corners
    from vision.locate.scene_net import SceneMaps, SceneNet

LIKELY: Final = 0.5
"""Chance from which a pixel counts as surface or bar."""

LEAST_AREA: Final = 0.02
"""Share of the picture that a surface covers at least to be one."""

PEAK: Final = 0.1
"""Least value of the corner map, 0..1, from which there may be a corner."""

SURE_CORNER: Final = 0.5
"""Least value of the corner map, 0..1, at each corner of a board that is found."""

CORNER_NEAR: Final = 0.12
"""How far a corner may be from that of the surface's outline, in roots of the surface's area."""

LEAST_BAR: Final = 8
"""Pixels of its map that a bar has at least."""

EDGE: Final = 5
"""Pixels of the map that count as the picture's edge: the network is not sure of the last ones."""

CUT: Final = 0.25
"""Along how much of the picture's edge a surface lies that is cut off there, in roots of its area."""

MOST_ROUNDS: Final = 5
"""How often the board is looked at again until it stays where it is."""

OVERLAP: Final = 0.9
"""Share of the surface seen and of the quadrilateral found, 0..1, that is common to both at least."""

AGREED: Final = 0.008
"""How far another look may move a corner, in roots of the surface's area, for it to stay."""

COLUMNS: Final = (11.4, 14.0)
"""How many points as wide as those seen have room beside the bar: twelve, and some margin at frame and bar."""

BAR_OFF: Final = 0.022
"""How far the middle of the bar may be from the middle of the board, in widths: a column more or less on one side moves
it by 0.04."""

BAR_WIDTH: Final = (0.025, 0.2)
"""How wide a bar may be, in widths of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardDetection:
    """A board as the network sees it in one look.

    Attributes:
        corners: clockwise from the one that is the board's top left once the bar stands upright, pixels, (4, 2).
        sure: the least value of the corner map at a corner, 0..1.
        overlap: how much of the surface seen and of the quadrilateral is common to both, 0..1.
        bar_off: how far the middle of the bar is from the middle of the board, in widths.
        bar_width: how wide the bar is, in widths of the board.
    """

    corners: Double
    sure: float
    overlap: float
    bar_off: float
    bar_width: float

    @property
    def clear(self) -> bool:
        """Whether everything seen is as it should be on a board."""
        bar = abs(self.bar_off) <= BAR_OFF and BAR_WIDTH[0] <= self.bar_width <= BAR_WIDTH[1]
        return bar and self.overlap >= OVERLAP and self.sure >= SURE_CORNER


def find_corners(image: Image, net: SceneNet | None = None) -> Corners:
    """Find the corners of the playing surface.

    Args:
        image: the picture; the bar stands upright or lies across.
        net: the scene network; the shipped one where none is given.

    Returns:
        The corners.

    Raises:
        PhotoError: `photo.no_board`, or `photo.board_cut` where what is seen of it reaches the picture's edge.
        GeometryError: `corners.not_found`: there may be a board, but nobody can say for sure where.
    """
    net = shipped_scene_net() if net is None else net
    maps = net.maps(image)
    try:
        return _confirmed(image, sight(maps), net)
    except GeometryError as error:
        if error.key == "corners.not_found" and edge_share(maps) > CUT:
            raise PhotoError("photo.board_cut") from error
        raise


def _confirmed(image: Image, seen: BoardDetection, net: SceneNet) -> Corners:
    """Look closer until a board stays where it is, and return its corners if everything about it is as it should be.

    Raises:
        GeometryError: `corners.not_found`, or what `parse_corners` refuses.
    """
    for _ in range(MOST_ROUNDS):
        try:
            again = _closer(image, seen.corners, net)
        except PhotoError as error:  # a closer look shows none: the first was mistaken
            raise GeometryError("corners.not_found") from error
        moved = float(np.hypot(*(again.corners - seen.corners).T).max())
        seen = again
        if moved <= AGREED * _side(seen.corners):
            break
    else:
        raise GeometryError("corners.not_found")
    corners = parse_corners([(float(x), float(y)) for x, y in seen.corners])
    if not seen.clear or not _has_room_for_columns(image, corners, seen):
        raise GeometryError("corners.not_found")
    return corners


def edge_share(maps: SceneMaps) -> float:
    """Return along how much of the picture's edge a surface lies, in roots of its area."""
    surface = maps.surface > LIKELY
    sides = (surface[:EDGE], surface[-EDGE:], surface[:, :EDGE].T, surface[:, -EDGE:].T)
    along = sum(int(side.any(axis=0).sum()) for side in sides)
    return along / math.sqrt(max(1, int(surface.sum())))


def _has_room_for_columns(image: Image, corners: Corners, seen: BoardDetection) -> bool:
    """Return whether beside the bar twelve points have room, as wide as they are seen: half a board has fewer."""
    middle = 0.5 + seen.bar_off
    board = rectify(image, corners, 1.0)  # a point's width is the same in all proportions
    width = point_width(board, middle - seen.bar_width / 2, middle + seen.bar_width / 2)
    return COLUMNS[0] <= (1 - seen.bar_width) / width <= COLUMNS[1]


def sight(maps: SceneMaps) -> BoardDetection:
    """Return the board that maps show.

    Raises:
        PhotoError: `photo.no_board` or `photo.board_cut`.
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
    outline = _four_corners(board)
    side = math.sqrt(area)
    peaks = _peaks(maps)
    corners, sure = [], []
    for vertex in outline:
        away = np.hypot(*(peaks[:, :2] - vertex).T) / side if len(peaks) else np.zeros(0)
        good = np.where(away < CORNER_NEAR, peaks[:, 2] - 2 * away, -1.0) if len(peaks) else np.zeros(0)
        if len(good) and good.max() > -1.0:
            corners.append(peaks[int(good.argmax()), :2])
            sure.append(float(peaks[int(good.argmax()), 2]))
            continue
        height, width = board.shape
        if min(vertex[0], vertex[1], width - vertex[0], height - vertex[1]) < 1.5:
            raise PhotoError("photo.board_cut")
        corners.append(vertex)
        sure.append(0.0)
    found = np.array(corners)
    return _with_bar(maps, found, min(sure), _overlap(board, found))


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


def _peaks(maps: SceneMaps) -> Double:
    """Return the local maxima of the corner map, (n, 3): x, y in map pixels, and the map's value there."""
    corner = maps.corner
    top = (corner >= cv2.dilate(corner, np.ones((5, 5), dtype=np.uint8))) & (corner > PEAK)
    found = []
    for y, x in np.argwhere(top):
        part = corner[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
        rows, columns = np.mgrid[max(0, y - 2) : max(0, y - 2) + part.shape[0],
                                 max(0, x - 2) : max(0, x - 2) + part.shape[1]]  # fmt: skip
        weight = part**2
        found.append(
            (
                float((columns * weight).sum() / weight.sum()) + 0.5,
                float((rows * weight).sum() / weight.sum()) + 0.5,
                float(corner[y, x]),
            )
        )
    return np.array(found, dtype=np.float64).reshape(-1, 3)


def _overlap(board: Image, corners: Double) -> float:
    inside = np.zeros_like(board)
    cv2.fillPoly(inside, [np.rint((corners - 0.5) * 16).astype(np.int32)], 1, shift=4)
    return float((board & inside).sum() / max(1, int((board | inside).sum())))


def _with_bar(maps: SceneMaps, corners: Double, sure: float, overlap: float) -> BoardDetection:
    """Return the sighting with corners, in picture pixels, turned so that the bar stands upright."""
    picture = corners * maps.scale
    ys, xs = np.nonzero(maps.bar > LIKELY)
    if len(xs) < LEAST_BAR:
        return BoardDetection(picture, sure, overlap, 1.0, 0.0)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    to_unit = cv2.getPerspectiveTransform(corners.astype(np.float32), unit)
    points = cv2.perspectiveTransform(np.stack([xs + 0.5, ys + 0.5], axis=1)[None].astype(np.float64), to_unit)[0]
    inside = points[((points > 0) & (points < 1)).all(axis=1)]
    if len(inside) < LEAST_BAR:
        return BoardDetection(picture, sure, overlap, 1.0, 0.0)
    across = bool(inside[:, 1].std() < inside[:, 0].std())
    if across:
        picture = np.roll(picture, 1, axis=0)
    cross = inside[:, 1] if across else inside[:, 0]
    width = float(np.sqrt(12) * cross.std())
    return BoardDetection(picture, sure, overlap, float(np.median(cross)) - 0.5, width)


def _closer(image: Image, corners: Double, net: SceneNet) -> BoardDetection:
    """Look again at a board brought upright and as large as the network takes it.

    Raises:
        PhotoError, GeometryError: as `sight` does.
    """
    look, matrix = closer_look(image, corners)
    seen = sight(mirrored_maps(look, net))
    back = cv2.perspectiveTransform(seen.corners[None], np.linalg.inv(matrix))[0]
    return BoardDetection(np.asarray(back, dtype=np.float64), seen.sure, seen.overlap, seen.bar_off, seen.bar_width)


def _side(corners: Double) -> float:
    """Return the side of a square as large as a quadrilateral, pixels."""
    return math.sqrt(max(1.0, abs(float(cv2.contourArea(corners.astype(np.float32))))))
