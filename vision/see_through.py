"""The board's own pattern, taken out of the picture round what may be a die.

On an emblem or across a line a die is hard to tell: its corner and the pattern's make one figure, and what shows
through a clear one may pass for a pip. Where the board was cleared for its calibration its pattern is known. Where
nothing else is seen, the board is made plain; of what lies on it as much of the pattern is taken out as shows through
it, which the picture says itself; and what is its own stays.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.geometry import board_to_rect, rect_to_board, to_board, warp
from vision.light import lit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.appearance import Background, Mask
    from vision.frame import Image
    from vision.geometry import BoardGeometry, Float
    from vision.light import Light
    from vision.proposals import Proposal

FINER: Final = 2
"""How much larger than the rectified picture that of the bare board is: what is taken out must be as sharp as what is
seen."""

FACE: Final = 0.4
"""How far round its middle, in sides, is surely a die's upper face: where it is measured how much shows through."""

ROUND: Final = (1.8, 2.3)
"""How far round a place the pattern is taken out altogether, and from where on no more, in sides."""

BARE: Final = (8.0, 24.0)
"""How far a colour may be from the bare board's, in 0..255, to be the board surely, and to be something else surely."""

LEAST_PATTERN: Final = 6.0
"""Spread of the bare board's colours, in 0..255, from which there is a pattern to show."""

LEAST_SEEN: Final = 12
"""Pixels of an upper face from which it is measured how much shows through."""

NOISE: Final = 7.0
"""Spread that is added when it is measured how much shows, in 0..255: faint patterns say little about it."""

FITS: Final = 3
MOST_STRAYING: Final = 60
LEAST_STRAYING: Final = 8.0
"""It is measured so many times, each time leaving out what agreed least before, pips above all: all but so many in a
hundred pixels, if they stray by more than this, in 0..255."""

MOST_SHOWN: Final = 0.85
"""Share of the pattern that shows through a clear die at most."""


def bare_board_finer(image: Image, lab: Float, covered: Mask, geometry: BoardGeometry) -> Image:
    """Return a picture of the bare board, `FINER` times as large as the rectified one and as sharp as the camera's.

    Args:
        image: the picture of the cleared board at full resolution, shape (h, w, 3), uint8, blue-green-red.
        lab: what the board is thought to show where checkers stand, rectified, in Lab, shape (rows, columns, 3).
        covered: where they stand, shape (rows, columns).
        geometry: where the board is.

    Returns:
        Shape (`FINER` * rows, `FINER` * columns, 3), uint8, blue-green-red.
    """
    rows, columns = covered.shape
    size = (FINER * columns, FINER * rows)
    to_rect = np.diag([1 / FINER, 1 / FINER, 1])
    seen = warp(image, geometry.corners, rect_to_board(geometry.aspect) @ to_rect, size)
    thought = np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR) * 255 + 0.5, 0, 255).astype(np.uint8)
    there = cv2.resize(covered.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    return np.where(there[..., None], cv2.resize(thought, size, interpolation=cv2.INTER_LINEAR), seen)


class Pattern(NamedTuple):
    """What the bare board shows in a part of the picture.

    Attributes:
        part: rows and columns of the picture.
        colours: blue-green-red in 0..255, in the light of the picture, shape (h, w, 3).
        plain: the colour that it has mostly, shape (3,).
        away: how far each pixel is from the middle of the place, in sides, shape (h, w).
    """

    part: tuple[slice, slice]
    colours: Float
    plain: Float
    away: Float


def pattern_round(
    place: Proposal, shape: tuple[int, ...], background: Background, light: Light, geometry: BoardGeometry
) -> Pattern | None:
    """Return what the bare board shows round a place.

    Args:
        place: of an upper face.
        shape: of the picture.
        background: of the calibration.
        light: on the board, compared with that of the calibration.
        geometry: where the board is.

    Returns:
        It; None where the board is plain there or is not known bare, or the place is not in the picture.
    """
    if background.finer is None or not (0 <= place.px < shape[1] and 0 <= place.py < shape[0]):
        return None
    reach = math.ceil(ROUND[1] * place.side)
    middle = round(place.px), round(place.py)
    (left, right), (top, bottom) = (
        (max(0, at - reach), min(most, at + reach + 1)) for at, most in zip(middle, (shape[1], shape[0]), strict=True)
    )
    across, down = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    spots = to_board(geometry.corners, np.column_stack([across.ravel(), down.ravel()]))
    at = FINER * board_to_rect(geometry.aspect, spots)
    columns, rows = (at[:, axis].reshape(across.shape).astype(np.float32) for axis in (0, 1))
    seen = cv2.remap(background.finer, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = background.finer.shape[:2]
    colours = lit(seen.astype(np.float32), columns / width, rows / height, light)
    away = np.hypot(across - place.px, down - place.py) / place.side
    near = colours[away < ROUND[0]]
    if float(np.sqrt(near.var(axis=0).mean())) < LEAST_PATTERN:
        return None
    plain = np.median(near, axis=0)
    part = (slice(top, bottom), slice(left, right))
    return Pattern(part, colours, *(np.asarray(one, dtype=np.float32) for one in (plain, away)))


def without_patterns(image: Image, patterns: Sequence[Pattern]) -> Image:
    """Return a picture with the board's pattern taken out round some places.

    Args:
        image: the picture at full resolution, shape (h, w, 3), uint8, blue-green-red.
        patterns: what the bare board shows there.
    """
    changed = image.copy()
    done = np.zeros(image.shape[:2], dtype=np.float32)
    for pattern in patterns:
        seen = image[pattern.part].astype(np.float32)
        before = done[pattern.part]
        round_it = np.clip((ROUND[1] - pattern.away) / (ROUND[1] - ROUND[0]), before, 1).astype(np.float32)
        more = (_without(seen, pattern) - seen) * (round_it - before)[..., None]
        changed[pattern.part] = np.clip(changed[pattern.part] + more + 0.5, 0, 255).astype(np.uint8)
        done[pattern.part] = round_it
    return changed


def share_of(image: Image, pattern: Pattern) -> float:
    """Return which share of the board's pattern shows through what lies in the middle of a place; 0 if nothing does."""
    seen = image[pattern.part].astype(np.float32)
    return _share(seen, pattern, _strange(seen, pattern)[0])


def _without(seen: Float, pattern: Pattern) -> Float:
    """Return a part of the picture without the board's pattern."""
    strange, excess = _strange(seen, pattern)
    share = _share(seen, pattern, strange)
    own = seen - np.float32(share) * (pattern.colours - pattern.plain)
    return np.asarray(strange[..., None] * own + (1 - strange[..., None]) * (pattern.plain + excess), dtype=np.float32)


def _strange(seen: Float, pattern: Pattern) -> tuple[Float, Float]:
    """Return how surely something else than the board is seen, 0..1, shape (h, w), and by how much its colour is off.

    The camera may have moved by a part of a pixel: any colour is the board's that it has near by.
    """
    near = np.ones((3, 3), dtype=np.uint8)
    least, most = cv2.erode(pattern.colours, near), cv2.dilate(pattern.colours, near)
    excess = seen - np.clip(seen, least, most)
    far = cv2.blur(np.abs(excess).max(axis=2), (3, 3))
    strange = np.clip((far - BARE[0]) / (BARE[1] - BARE[0]), 0, 1)
    return np.asarray(strange, dtype=np.float32), np.asarray(excess, dtype=np.float32)


def _share(seen: Float, pattern: Pattern, strange: Float) -> float:
    """Return which share of the pattern shows through what lies in the middle, 0 to `MOST_SHOWN`."""
    face = (pattern.away < FACE) & (strange >= 0.5)
    if np.count_nonzero(face) < LEAST_SEEN:
        return 0.0
    return min(max(share_shown(seen[face], pattern.colours[face]), 0.0), MOST_SHOWN)


def share_shown(seen: Float, bare: Float) -> float:
    """Return which share of the bare board's pattern shows in an upper face.

    Args:
        seen: the colours of the face's pixels, blue-green-red in 0..255, shape (n, 3).
        bare: what the bare board shows there, likewise.
    """
    share, agree = 0.0, np.ones(len(seen), dtype=np.bool_)
    for _ in range(FITS):
        own, pattern = (part - part[agree].mean(axis=0) for part in (seen, bare))
        both, alone = ((one[agree] * pattern[agree]).sum() for one in (own, pattern))
        share = float(both / (alone + seen.shape[1] * np.count_nonzero(agree) * NOISE**2))
        straying = np.abs(own - share * pattern).max(axis=1)
        agree = straying <= max(float(np.percentile(straying, MOST_STRAYING)), LEAST_STRAYING)
    return share
