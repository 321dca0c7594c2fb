"""Hands and arms over the board in a single picture, where there is nothing to compare it with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.locate.scene_net import LIKELY, ROOM, closer_look, shipped_scene_net

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.frame import Image
    from vision.geometry.board import Corners

LEAST_SHARE: Final = 0.008
"""A hand covers at least this share of the playing surface's area, on it and beside it together: about two checkers."""


def is_hand_over(image: Image, corners: Corners) -> bool:
    """Look closely at a board and return whether a hand or an arm is over it.

    Args:
        image: the picture.
        corners: of the playing surface.
    """
    look, _ = closer_look(image, np.array(corners.points))
    return shows_hand(shipped_scene_net().maps(look, mirrored=True).hand)


def shows_hand(chance: Float) -> bool:
    """Return whether a map of a closer look shows a hand over the board: some of it on the surface, and enough in all.

    Args:
        chance: that a pixel is a hand's, shape (h, w).
    """
    height, width = chance.shape
    left, top = round(ROOM * width), round(ROOM * height)
    surface = chance[top : height - top, left : width - left] > LIKELY
    return bool(surface.any()) and int((chance > LIKELY).sum()) >= LEAST_SHARE * surface.size
