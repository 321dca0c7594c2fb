"""The page on which a table is drawn: the canvas with room round it, larger, and shapes filled on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from vision.arrays import Float

    Colour = Sequence[float] | npt.NDArray[np.floating] | float
    """Blue-green-red, or the one number of a mask."""

    Fill = Float | Callable[[tuple[int, int]], Float]
    """A colour, or matter: a function of the rows and columns that it fills."""

FINER: Final = 1.3
"""Pixels of the page to one of the canvas."""

ROOM: Final = 20
"""Pixels of the canvas beyond its edges, so that corners may be off."""

PAGE_WIDTH: Final = int((WIDTH + 2 * ROOM) * FINER)
PAGE_HEIGHT: Final = int((HEIGHT + 2 * ROOM) * FINER)
LEFT: Final = (MARGIN_X + ROOM) * FINER
TOP: Final = (MARGIN_Y + ROOM) * FINER
ACROSS: Final = SURFACE_WIDTH * FINER
DOWN: Final = SURFACE_HEIGHT * FINER
"""Where the playing surface lies on the page, and its size, in pixels."""

_FRACTION: Final = 4
"""Bits behind the point of the coordinates that shapes are given in."""

Point = tuple[float, float]


class Letters(NamedTuple):
    """Style in which a text is written.

    Attributes:
        size: 1 is some 20 pixels high.
        colour: blue-green-red.
        font: one of OpenCV's.
        width: of the lines in pixels.
        cover: how opaque it is.
    """

    size: float
    colour: Float
    font: int
    width: int = 1
    cover: float = 1.0


def fixed(
    points: Sequence[Point] | np.ndarray[tuple[int, ...], np.dtype[np.floating]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Return coordinates as OpenCV takes them, with a fraction."""
    return np.round(np.asarray(points, dtype=np.float64) * (1 << _FRACTION)).astype(np.int32)


def blank() -> Float:
    """Return a mask of the page's size that covers nothing."""
    return np.zeros((PAGE_HEIGHT, PAGE_WIDTH), dtype=np.float32)


def polygon(image: Float, points: Sequence[Point], colour: Colour = 1.0) -> None:
    """Fill a polygon."""
    cv2.fillPoly(image, [fixed(points)], _scalar(colour), cv2.LINE_AA, _FRACTION)


def outline(image: Float, points: Sequence[Point], width: int, colour: Colour = 1.0) -> None:
    """Draw a closed line through points."""
    cv2.polylines(
        image,
        [fixed(points)],
        isClosed=True,
        color=_scalar(colour),
        thickness=width,
        lineType=cv2.LINE_AA,
        shift=_FRACTION,
    )


def disc(image: Float, middle: Point, radii: tuple[float, float], colour: Colour = 1.0, width: int = -1) -> None:
    """Fill an upright ellipse, or draw its rim so wide."""
    x, y = (round(value * (1 << _FRACTION)) for value in middle)
    across, down = (max(1, int(value * (1 << _FRACTION))) for value in radii)
    cv2.ellipse(image, (x, y), (across, down), 0, 0, 360, _scalar(colour), width, cv2.LINE_AA, _FRACTION)


def _scalar(colour: Colour) -> tuple[float, ...]:
    return tuple(float(value) for value in np.atleast_1d(np.asarray(colour, dtype=np.float64)))


def paint(page: Float, mask: Float, fill: Fill) -> None:
    """Paint a colour or matter where a mask covers the page."""
    rows = np.flatnonzero(mask.any(axis=1))
    if not len(rows):
        return
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(mask[top:bottom].any(axis=0))
    left, right = int(columns[0]), int(columns[-1]) + 1
    part = page[top:bottom, left:right]
    paint_here = fill((bottom - top, right - left)) if callable(fill) else fill
    part += (paint_here - part) * mask[top:bottom, left:right, None]


def paint_polygon(page: Float, points: Sequence[Point], fill: Fill) -> None:
    """Paint a polygon with a colour or with matter."""
    corners = np.asarray(points, dtype=np.float64)
    left, top = np.maximum(0, np.floor(corners.min(axis=0) - 1)).astype(int)
    right, bottom = np.minimum((page.shape[1], page.shape[0]), np.ceil(corners.max(axis=0) + 2)).astype(int)
    if right <= left or bottom <= top:
        return
    mask = np.zeros((bottom - top, right - left), dtype=np.float32)
    cv2.fillPoly(mask, [fixed(corners - (left, top))], 1.0, cv2.LINE_AA, _FRACTION)
    part = page[top:bottom, left:right]
    part += ((fill(mask.shape) if callable(fill) else fill) - part) * mask[..., None]


def blend(page: Float, colours: Float, cover: Float, middle: Point) -> None:
    """Lay a small picture over the page, its middle at a point rounded to whole pixels."""
    high, wide = cover.shape
    top, left = round(middle[1] - (high - 1) / 2), round(middle[0] - (wide - 1) / 2)
    y0, x0, y1, x1 = max(0, -top), max(0, -left), min(high, page.shape[0] - top), min(wide, page.shape[1] - left)
    if y1 <= y0 or x1 <= x0:
        return
    part = page[top + y0 : top + y1, left + x0 : left + x1]
    part += (colours[y0:y1, x0:x1] - part) * cover[y0:y1, x0:x1, None]


def write(page: Float, text: str, at: Point, letters: Letters) -> None:
    """Write a text from a point on its base line."""
    size = letters.size
    left, top = max(0, int(at[0]) - 4), max(0, int(at[1] - 34 * size))
    right, bottom = (
        min(page.shape[1], int(at[0] + 26 * size * len(text) + 8)),
        min(page.shape[0], int(at[1] + 14 * size)),
    )
    if right <= left or bottom <= top:
        return
    ink = np.zeros((bottom - top, right - left), dtype=np.uint8)
    cv2.putText(ink, text, (int(at[0]) - left, int(at[1]) - top), letters.font, size, 255, letters.width, cv2.LINE_AA)
    part = page[top:bottom, left:right]
    part += (letters.colour - part) * (ink[..., None] * np.float32(letters.cover / 255))
