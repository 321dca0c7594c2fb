"""The board's own pattern, taken out of the picture round what may be a die.

On an emblem or across a line a die is hard to tell: its corner and the pattern's make one figure. Where the board was
cleared for its calibration its pattern is known: where nothing else is seen, the board is made plain.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.dice.bare_board import FINER
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, to_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float, Mask
    from vision.dice.proposals import Proposal
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry

FACE_RADIUS: Final = 0.45
"""How far round its middle, in sides, is surely a die's upper face: where it is measured how much lies there."""

TAKEN_OUT_REACH: Final = (1.8, 2.3)
"""How far round a place the pattern is taken out altogether, and from where on no more, in sides."""

BARE: Final = (8.0, 24.0)
"""How far a colour may be from the bare board's, in 0..255, to be the board surely, and to be something else surely."""

NEIGHBOURS: Final = 2
"""How many pixels away what is seen has a say in whether the board is seen at one: those next to it, and those next to
them."""

LEAST_PATTERN: Final = 6.0
"""Spread of the bare board's colours, in 0..255, from which there is a pattern to show."""

NEXT: Final = tuple((down, right) for down in (0, 1, 2) for right in (0, 1, 2) if (down, right) != (1, 1))
"""The pixels next to the one in row 1 and column 1."""


class Pattern(NamedTuple):
    """The bare board's pattern in a part of the picture, and what lies in the middle of it.

    Attributes:
        part: of the picture, its rows and columns.
        colours: blue-green-red in 0..255, in the light of the picture, shape (h, w, 3).
        away: how far each pixel is from the middle of the place, in sides, shape (h, w).
        covered: share of the upper face of a die that would lie there in which something else than the board is seen.
    """

    part: tuple[slice, slice]
    colours: Float
    away: Float
    covered: float


def pattern_round(place: Proposal, image: Image, bare: Image | None, geometry: BoardGeometry) -> Pattern | None:
    """Return what the bare board shows round a place, and what lies there.

    The light there is compared with the calibration's by how much brighter most of what is seen is, in each colour.

    Args:
        place: of an upper face.
        image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
        bare: see `vision.dice.bare_board`; None where nobody had cleared the board.
        geometry: where the board is.

    Returns:
        It; None where the board is plain there or is not known bare, or the place is not in the picture.
    """
    shape = image.shape
    if bare is None or not (0 <= place.px < shape[1] and 0 <= place.py < shape[0]):
        return None
    reach = math.ceil(TAKEN_OUT_REACH[1] * place.side)
    middle = round(place.px), round(place.py)
    (left, right), (top, bottom) = (
        (max(0, at - reach), min(most, at + reach + 1)) for at, most in zip(middle, (shape[1], shape[0]), strict=True)
    )
    across, down = np.arange(left, right)[None], np.arange(top, bottom)[:, None]
    columns, rows = _in_bare(left, top, (right - left, bottom - top), geometry)
    colours = np.asarray(
        cv2.remap(bare, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )
    part = slice(top, bottom), slice(left, right)
    seen = image[part].astype(np.float32)
    light = np.median((seen + 1) / (colours + 1), axis=(0, 1))
    colours = np.asarray(colours * light, dtype=np.float32)
    away = np.asarray(np.hypot(across - place.px, down - place.py) / place.side, dtype=np.float32)
    near = np.ascontiguousarray(colours[away < TAKEN_OUT_REACH[0]].T)
    if float(np.sqrt(near.var(axis=1).mean())) < LEAST_PATTERN:
        return None
    face = away < FACE_RADIUS
    close = _round_about(face)
    strange = _strange(_off_board(seen[close], colours[close]))[face[close]]
    return Pattern(part, colours, away, float(strange.mean()))


def _round_about(mask: Mask) -> tuple[slice, slice]:
    """Return the rows and columns of a mask, and so many more that all that is near each pixel is among them."""
    rows, columns = (
        slice(max(0, int(at[0]) - NEIGHBOURS), int(at[-1]) + NEIGHBOURS + 1)
        for at in (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    )
    return rows, columns


def _in_bare(left: int, top: int, size: tuple[int, int], geometry: BoardGeometry) -> tuple[Float, Float]:
    """Return in which columns and rows of the bare board the pixels of a part of the picture lie, shape (h, w) each."""
    columns, rows = np.meshgrid(np.arange(left, left + size[0]), np.arange(top, top + size[1]))
    x, y = to_board(geometry.corners, np.stack([columns.ravel(), rows.ravel()], axis=1)).T.reshape(2, *columns.shape)
    wide = FINER * RECT_WIDTH
    across, down = FINER * RECT_MARGIN + wide * x, FINER * RECT_MARGIN + wide * geometry.aspect * y
    return np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)


def without_patterns(image: Image, patterns: Sequence[Pattern]) -> Image:
    """Return a picture with the board's pattern taken out round some places; the same one where there are none.

    Args:
        image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
        patterns: what the bare board shows there, and what lies on it.
    """
    if not patterns:
        return image
    changed = image.copy()
    done = np.zeros(image.shape[:2], dtype=np.float32)
    for pattern in patterns:
        seen = image[pattern.part].astype(np.float32)
        before = done[pattern.part]
        round_it = np.clip(
            (TAKEN_OUT_REACH[1] - pattern.away) / (TAKEN_OUT_REACH[1] - TAKEN_OUT_REACH[0]), before, 1
        ).astype(np.float32)
        more = (_without(seen, pattern) - seen) * (round_it - before)[..., None]
        changed[pattern.part] = np.clip(changed[pattern.part] + more + 0.5, 0, 255).astype(np.uint8)
        done[pattern.part] = round_it
    return changed


def _without(seen: Float, pattern: Pattern) -> Float:
    """Return a part of the picture without the board's pattern."""
    off = _off_board(seen, pattern.colours)
    strange, nearest = _strange(off)[..., None], _largest(off).argmin(axis=0)
    excess = np.take_along_axis(off, nearest[None, None], axis=0)[0].transpose(1, 2, 0)
    plain = np.median(pattern.colours[pattern.away < TAKEN_OUT_REACH[0]], axis=0)
    return np.asarray(strange * seen + (1 - strange) * (plain + excess), dtype=np.float32)


def _off_board(seen: Float, board: Float) -> Float:
    """Return by how much each pixel's colour is off the board's: one for each pixel next to it, shape (8, 3, h, w).

    The camera may have moved by a part of a pixel: any colour is the board's that it has near by, or that lies between
    its own and that.

    Args:
        seen: the colours that are seen, blue-green-red, shape (h, w, 3).
        board: those of the bare board, likewise.
    """
    height, width = board.shape[:2]
    padded = np.ascontiguousarray(cv2.copyMakeBorder(board, 1, 1, 1, 1, cv2.BORDER_REPLICATE).transpose(2, 0, 1))
    own = np.ascontiguousarray(padded[:, 1:-1, 1:-1])
    apart = np.ascontiguousarray(seen.transpose(2, 0, 1)) - own
    off = np.empty((len(NEXT), *own.shape), dtype=np.float32)
    for (down, right), rest in zip(NEXT, off, strict=True):
        way = padded[:, down : down + height, right : right + width] - own
        along = np.einsum("chw,chw->hw", way, apart) / (np.einsum("chw,chw->hw", way, way) + np.float32(1))
        way *= np.minimum(np.maximum(along, np.float32(0)), np.float32(1))
        np.subtract(apart, way, out=rest)
    return off


def _largest(off: Float) -> Float:
    """Return the largest difference in blue, green and red of each of `_off_board`, shape (8, h, w)."""
    size = np.abs(off)
    return np.maximum(np.maximum(size[:, 0], size[:, 1]), size[:, 2])


def _strange(off: Float) -> Float:
    """Return how surely something else than the board is seen, 0..1, shape (h, w), by `_off_board`."""
    least = cv2.blur(np.minimum.reduce(_largest(off), axis=0), (3, 3))
    return np.asarray(np.clip((least - BARE[0]) / (BARE[1] - BARE[0]), 0, 1), dtype=np.float32)
