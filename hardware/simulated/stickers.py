"""Printed stickers with patterns on the simulated frame, laid into a picture that has been drawn.

Each is a square of white paper on the frame's upper face at a corner of the opening, its inner corner over that of the
playing surface; put on by hand, they lie a little crooked and not quite where they should.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    import random

    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.board import BoardSize

_CELL = 24
"""Pixels of a pattern's cell as it is kept."""
_FINER = 4
"""The picture is made so many times finer where a sticker is laid into it."""
_WHITE = 232
_BLACK = 28


def sticker_face(number: int) -> U8:
    """Return a sticker as it is printed: a pattern of ArUco's 4X4_50 that takes up three quarters of the paper."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawn = cv2.aruco.generateImageMarker(dictionary, number, 6 * _CELL, borderBits=1)
    face = cv2.copyMakeBorder(drawn, _CELL, _CELL, _CELL, _CELL, cv2.BORDER_CONSTANT, value=255)
    return np.where(face > 128, _WHITE, _BLACK).astype(np.uint8)


def lay_stickers(  # noqa: PLR0913 (a board, a camera, and how people put stickers on)
    picture: U8,
    size: BoardSize,
    pinhole: Pinhole,
    rng: random.Random,
    *,
    paper: float = 25.0,
    crooked: float = 1.5,
    beside: float = 0.3,
) -> U8:
    """Return the picture with the four stickers on the frame.

    Args:
        picture: as the camera took it.
        size: of the board.
        pinhole: the camera.
        rng: the hand that puts them on, and the sensor's noise.
        paper: side of the paper, millimetres.
        crooked: spread of the stickers' turns, degrees.
        beside: spread of how far inner corners are beside where they should be, millimetres.
    """
    result = picture.copy()
    x, y = size.width / 2, size.height / 2
    for number, (sign_x, sign_y) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        turn = math.radians(rng.gauss(0, crooked))
        inner = (sign_x * x + rng.gauss(0, beside), sign_y * y + rng.gauss(0, beside))
        left, low = (min(0, sign_x) * paper, min(0, sign_y) * paper)
        flat = [(left, low + paper), (left + paper, low + paper), (left + paper, low), (left, low)]
        placed = [
            (
                inner[0] + math.cos(turn) * px - math.sin(turn) * py,
                inner[1] + math.sin(turn) * px + math.cos(turn) * py,
                size.rail_height,
            )
            for px, py in flat
        ]
        _lay(result, sticker_face(number), pinhole.project(placed) - 0.5, rng)
    return result


def _lay(picture: U8, face: U8, corners: np.typing.NDArray[np.float64], rng: random.Random) -> None:
    """Lay a sticker into the picture at these corners, pixels, clockwise from its top left."""
    height, width = picture.shape[:2]
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 3, (width, height))
    if x1 <= x0 or y1 <= y0:
        return
    side = len(face)
    ends = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32) - 0.5
    there = ((corners - (x0, y0) + 0.5) * _FINER - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(ends, there)
    block = ((int(x1 - x0)) * _FINER, (int(y1 - y0)) * _FINER)
    fine = cv2.warpPerspective(face, matrix, block, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full_like(face, 255), matrix, block, flags=cv2.INTER_AREA)
    small = cv2.resize(fine, (int(x1 - x0), int(y1 - y0)), interpolation=cv2.INTER_AREA).astype(np.float32)
    share = cv2.resize(cover, (int(x1 - x0), int(y1 - y0)), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    noise = np.random.default_rng(rng.getrandbits(32)).normal(0, 2.0, (*small.shape, 3)).astype(np.float32)
    part = picture[y0:y1, x0:x1]
    mixed = part * (1 - share[..., None]) + (small[..., None] + noise * share[..., None])
    part[...] = np.clip(np.rint(mixed), 0, 255).astype(np.uint8)
