"""Foreground of a board that was cleared for its calibration: things as small as a die.

It is seen where the board shows other colours than it does bare, by itself or beside larger things. It tells where dice
are, and where exactly, where the proposing network is led astray: on an emblem it may name the emblem's frame, or a
part of a side, instead of the die that lies across it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.dice.crops import looks_at
from vision.dice.proposals import Proposal
from vision.dice.support import SIDE
from vision.features.rim_edges import planes_of
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.features.colour_model import Background, Mask
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose

COARSER: Final = 2
"""How many pixels of the rectified picture, across and down, become one: a die is some fifteen wide."""


@dataclass(frozen=True, slots=True)
class ForegroundSettings:
    """Settings by which small things are told from the bare board.

    Attributes:
        lightness: how much lightness counts against hue, 0..1: shadows are no things.
        other_colour: distance from the bare board's colour, in units of Lab, from which a pixel is altogether
            of another colour.
        around: width of what is seen of a small thing and of what is round it, in sides of a die.
        least: least share, 0..1, by which more of the thing than of what is round it is of another colour.
        apart: how far two things are from each other at least, in sides.
        most: places that are named at most.
        near: how far a thing is at most, in sides, from where a die was thought to be, to be that die.
        window: how far round that place it is looked for, in sides.
        larger: how much larger than a die's usual side its upper face is seen: it is nearer to the camera.
    """

    lightness: float
    other_colour: float
    around: float
    least: float
    apart: float
    most: int
    near: float
    window: float
    larger: float


FOREGROUND: Final = ForegroundSettings(
    lightness=0.6,
    other_colour=24.0,
    around=2.1,
    least=0.35,
    apart=0.8,
    most=5,
    near=0.8,
    window=2.5,
    larger=1.05,
)
"""How small things are told from the board."""


def foreground_places(lab: Float, background: Background, geometry: BoardGeometry, pose: CameraPose) -> list[Proposal]:
    """Return where small things lie on a board: the clearest first.

    Args:
        lab: the rectified picture in Lab, in the light of the calibration, shape (h, w, 3).
        background: of the calibration.
        geometry: where the board is.
        pose: of the camera.

    Returns:
        Places, of log-odds 0; none where the board is not known bare.
    """
    if background.bare is None:
        return []
    spots = small_things(lab, background.lab, background.bare, geometry.diameter * RECT_WIDTH)
    return [_place_at(spot, geometry, pose) for spot in spots]


def foreground_near(
    place: Proposal, lab: Float, background: Background, geometry: BoardGeometry, pose: CameraPose
) -> Proposal | None:
    """Return where the small thing is that lies about at a place; None where none is near enough.

    Args:
        place: of an upper face.
        lab: see `foreground_places`.
        background: likewise.
        geometry: likewise.
        pose: likewise.
    """
    if background.bare is None:
        return None
    diameter = geometry.diameter * RECT_WIDTH
    column, row = RECT_MARGIN + RECT_WIDTH * place.x, RECT_MARGIN + RECT_WIDTH * geometry.aspect * place.y
    reach = FOREGROUND.window * SIDE * diameter
    left, top = (max(0, round(middle - reach)) for middle in (column, row))
    part = (slice(top, round(row + reach)), slice(left, round(column + reach)))
    spots = small_things(lab[part], background.lab[part], background.bare[part], diameter)
    near = min(spots, key=lambda spot: math.dist(spot, (column - left, row - top)), default=None)
    if near is None or math.dist(near, (column - left, row - top)) > FOREGROUND.near * SIDE * diameter:
        return None
    return _place_at((near[0] + left, near[1] + top), geometry, pose)


def _place_at(spot: tuple[float, float], geometry: BoardGeometry, pose: CameraPose) -> Proposal:
    """Return a place of log-odds 0 for a column and a row of the rectified picture."""
    x, y = (spot[0] - RECT_MARGIN) / RECT_WIDTH, (spot[1] - RECT_MARGIN) / (RECT_WIDTH * geometry.aspect)
    looks = looks_at(geometry.corners, geometry.aspect, pose, np.array([[x, y]]))
    px, py = looks.middles[0].tolist()
    side = FOREGROUND.larger * SIDE * geometry.diameter * float(looks.scales[0])
    return Proposal(px, py, side, x, y, 0.0, looks.stretches[0], float(looks.flatness[0]))


def small_things(lab: Float, board: Float, bare: Mask, diameter: float) -> list[tuple[float, float]]:
    """Return columns and rows of a rectified picture where something as small as a die is, the clearest first.

    Args:
        lab: the picture, or a part of it, in Lab, shape (h, w, 3).
        board: what the empty board shows there, likewise.
        bare: where that is known, shape (h, w).
        diameter: of a checker, in pixels.
    """
    side = SIDE * diameter / COARSER
    known = _coarser(bare.astype(np.float32))
    square = np.zeros_like(known)
    for now, then, counts in zip(planes_of(lab), planes_of(board), (FOREGROUND.lightness, 1.0, 1.0), strict=True):
        away = np.float32(counts) * _coarser(now - then)
        square += away * away
    share = np.minimum(np.sqrt(square) / np.float32(FOREGROUND.other_colour), 1) * known
    inner, outer = (2 * round((width - 1) / 2) + 1 for width in (max(3.0, side), FOREGROUND.around * side))
    within, whole = (cv2.blur(share, (width, width)) for width in (inner, outer))
    ring = (whole * outer**2 - within * inner**2) / (outer**2 - inner**2)
    clear = np.asarray(within - ring, dtype=np.float32)
    reach = round(FOREGROUND.apart * side)
    found: list[tuple[float, float]] = []
    while len(found) < FOREGROUND.most:
        _, best, _, (column, row) = cv2.minMaxLoc(clear)
        if best < FOREGROUND.least:
            break
        found.append((COARSER * (column + 0.5) - 0.5, COARSER * (row + 0.5) - 0.5))
        clear[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = -1
    return found


def _coarser(picture: Float) -> Float:
    """Return a picture of fewer pixels, each the mean of some."""
    height, width = picture.shape[:2]
    size = (width // COARSER, height // COARSER)
    whole = picture[: COARSER * size[1], : COARSER * size[0]]
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
