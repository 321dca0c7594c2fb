"""Hands and arms over the board in a single picture, where there is nothing to compare it with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry.board import Corners, homography, rect_size, rect_to_board
from vision.locate.scene_net import closer_look, shipped_scene_net

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.arrays import Float
    from vision.frame import Image
    from vision.locate.scene_net import SceneMaps, SceneNet

LIKELY: Final = 0.5
"""Chance from which a pixel counts as that of a hand."""

FAINT: Final = 0.25
"""Chance from which pixels join a hand to its arm."""

EDGE: Final = 4
"""Pixels of the map that count as the picture's edge: an arm is not made out to its last pixel."""

BEYOND: Final = 0.04
"""How far an arm reaches beyond the playing surface at least, in the surface's widths, if not to the picture's edge."""

LEAST_SHARE: Final = 0.008
"""A hand covers at least this share of the playing surface's area, on it and beside it together: about two checkers."""


def look_for_hands(image: Image, corners: Corners, aspect: float, net: SceneNet | None = None) -> Float:
    """Look closely at a board and return where hands are over it, see `hands_over`.

    Args:
        image: the picture.
        corners: of the playing surface.
        aspect: its depth over its width.
        net: the scene network; the shipped one where none is given.
    """
    look, matrix = closer_look(image, np.array(corners.points))
    maps = (shipped_scene_net() if net is None else net).maps(look, mirrored=True)
    within = cv2.warpPerspective(np.ones(image.shape[:2], dtype=np.uint8), matrix, look.shape[1::-1])
    outside = cv2.resize(within, maps.hand.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0
    upright = cv2.perspectiveTransform(np.array(corners.points)[None], matrix)[0]
    placed = Corners(tuple((float(x), float(y)) for x, y in upright))
    return hands_over(maps, placed, aspect, np.asarray(outside, dtype=np.bool_))


def hands_over(maps: SceneMaps, corners: Corners, aspect: float, outside: npt.NDArray[np.bool_] | None = None) -> Float:
    """Return where hands are over the rectified board.

    A hand comes from outside: what reaches neither well beyond the frame nor to the picture's edge is none.

    Args:
        maps: of the picture.
        corners: of the playing surface.
        aspect: its depth over its width.
        outside: pixels of the maps that were outside the photograph, where the picture is but a look at a part of it.

    Returns:
        Array (h, w) of the rectified picture: 1 under a hand, else 0.
    """
    joined = (maps.hand > FAINT).astype(np.uint8)
    outline = np.array(corners.points) / maps.scale
    surface, frame = np.zeros_like(joined), np.zeros_like(joined)
    cv2.fillPoly(surface, [np.rint(outline).astype(np.int32)], 1)
    middle = outline.mean(axis=0)
    cv2.fillPoly(frame, [np.rint(middle + (1 + 2 * BEYOND) * (outline - middle)).astype(np.int32)], 1)
    frame[:EDGE], frame[-EDGE:], frame[:, :EDGE], frame[:, -EDGE:] = 0, 0, 0, 0
    if outside is not None:
        frame[cv2.dilate(outside.astype(np.uint8), np.ones((2 * EDGE + 1, 2 * EDGE + 1), dtype=np.uint8)) > 0] = 0
    count, parts = cv2.connectedComponents(joined)
    area = np.bincount(parts[maps.hand > LIKELY], minlength=count)
    reaching = np.bincount(parts[frame == 0], minlength=count)
    arms = (area >= LEAST_SHARE * max(1, int(surface.sum()))) & (reaching > 0)
    arms[0] = False
    chance = np.where(arms[parts], maps.hand, 0)
    to_map = np.diag([1 / maps.scale[0], 1 / maps.scale[1], 1.0])
    to_map[:2, 2] = -0.5
    matrix = to_map @ homography(corners) @ rect_to_board(aspect)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(chance.astype(np.float32), matrix, rect_size(aspect), flags=flags)
    return np.asarray(warped > FAINT, dtype=np.float32)
