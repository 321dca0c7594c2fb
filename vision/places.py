"""What stands on each point: likelihoods of every count, from colours and rims along its axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.reading import FLOOR, MAX_COUNT, PLACES, PlaceReading

if TYPE_CHECKING:
    from vision.appearance import Densities
    from vision.geometry import BoardGeometry, Double, Float

IN_LINE: Final = 8
"""The longest line of checkers on one point that is looked for before they are stacked."""

BELIEF: Final = 0.4
"""How much of a nat of evidence is believed: pixels beside each other are no independent witnesses."""

AFAR: Final = 6.0
"""What a row costs beforehand, in nats, that begins off the rail or has a gap: most people push checkers together."""

NEVER: Final = 1e3
"""The same where rows are taken to begin at the rail and to have no gap."""

FARTHEST: Final = 3.5
"""How far from its place at the rail the first checker of a row is looked for, in spacings."""

DEEPEST: Final = 5.5
"""How far from the first place, in spacings, checkers behind a gap may lie; farther in are those opposite."""

FEW: Final = 6
"""Up to so many points lines at the rail and farther in are looked for in one go."""

EMPTY_RIM: Final = 0.38
"""Rim evidence that print, wood and edges reach by chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Maps over the rectified picture: how many nats speak for a checker centred at each pixel.

    Attributes:
        dark: for a dark checker against none, shape (h, w).
        light: for a light checker against none.
    """

    dark: Float
    light: Float


def disc_evidence(densities: Densities, rim: Float, clear: float, diameter: float) -> Evidence:
    """Weigh colour and rim of a checker centred at every pixel.

    Args:
        densities: how well every pixel's colour suits checkers and board.
        rim: rim evidence for this diameter, shape (h, w).
        clear: rim evidence of a clear checker of this set in this light.
        diameter: of a checker in rectified pixels.

    Returns:
        The evidence in nats.
    """
    half = EMPTY_RIM + 0.3 * max(0.1, clear - EMPTY_RIM)
    edge = np.clip((rim - half) * np.float32(16), -4, 4)
    side = _colours_side(diameter)
    maps = []
    for density in (densities.dark, densities.light):
        gain = density - densities.empty
        inside = cv2.boxFilter(np.clip(gain, -4, 4, out=gain), -1, (side, side))
        maps.append(np.asarray(cv2.scaleAdd(inside, 1.5, edge), dtype=np.float32))
    return Evidence(maps[0], maps[1])


def _colours_side(diameter: float) -> int:
    """Return the side of the square whose colours speak for a checker, in pixels."""
    return max(3, round(0.66 * diameter))


def colours_reach(diameter: float) -> int:
    """Return how far, in pixels, colours may be from the middle of a checker that `disc_evidence` weighs them for."""
    return _colours_side(diameter) // 2


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """How well lines of checkers explain a picture.

    Attributes:
        profiles: from which that was worked out, see `profiles_of`.
        pushed: nats for lines that begin at the rail and have no gap, see `line_scores`.
        apart: the same where they may begin farther in, or have a gap.
    """

    profiles: Float
    pushed: Float
    apart: Float


def lines_in(profiles: Float, geometry: BoardGeometry, afar: float, before: Lines | None) -> Lines:
    """Return how well lines of checkers explain a picture.

    Args:
        profiles: see `profiles_of`.
        geometry: where the points are.
        afar: what a beginning off the rail and each gap cost, nats.
        before: of an earlier picture, at the same costs; only points whose profiles are others are gone into again.
    """
    shape = (2, profiles.shape[2], IN_LINE + 1)
    if before is None:
        places = np.arange(len(PLACES))
        pushed, apart = np.empty(shape, dtype=np.float32), np.empty(shape, dtype=np.float32)
    else:
        places = np.flatnonzero((profiles != before.profiles).any(axis=(0, 1)))
        pushed, apart = before.pushed.copy(), before.apart.copy()
    if len(places) > FEW:
        pushed[:, places] = line_scores(profiles[..., places], geometry, NEVER, places)
        apart[:, places] = line_scores(profiles[..., places], geometry, afar, places)
    elif len(places):
        # Both at once: for a few points it is the number of steps that takes the time.
        both = line_scores(
            np.concatenate([profiles[..., places]] * 2, axis=2),
            geometry,
            np.repeat([NEVER, afar], len(places)),
            np.tile(places, 2),
        )
        pushed[:, places], apart[:, places] = both[:, : len(places)], both[:, len(places) :]
    return Lines(profiles, pushed, apart)


def line_scores(
    profiles: Float,
    geometry: BoardGeometry,
    afar: float | Double = AFAR,
    places: npt.NDArray[np.intp] | None = None,
) -> Float:
    """Return for points how well each number of checkers in a line explains the picture.

    A line that begins farther in than a checker at the rail may lie, and one with a gap, costs extra, once each.

    Args:
        profiles: of n points, see `profiles_of`.
        geometry: where the points are.
        afar: what a beginning off the rail and each gap cost, nats; one number, or one for each point.
        places: indexes of the points, shape (n,), where they are not all 24.

    Returns:
        Array (2, n, IN_LINE + 1): nats for that many dark and light checkers, 0 for none.
    """
    places = np.arange(len(PLACES)) if places is None else places
    first = np.where(places < len(PLACES) // 2, *geometry.first) * RECT_WIDTH
    diameter = geometry.diameter * RECT_WIDTH
    spacing = geometry.spacing * RECT_WIDTH
    along = np.arange(len(profiles))[:, None] - first - RECT_MARGIN
    start = -0.5 * np.where(along < 0, along / (0.12 * diameter), along / (0.25 * diameter)) ** 2
    start[np.abs(along) > 0.7 * diameter] = -NEVER
    np.maximum(start, -afar, out=start, where=(along > 0) & (along <= FARTHEST * spacing))
    apart = np.where(along <= DEEPEST * spacing, np.asarray(afar, dtype=np.float32), np.float32(NEVER))
    result = np.full((2, len(places), IN_LINE + 1), -1e3, dtype=np.float32)
    result[..., 0] = 0
    low, high = _rows_with(start > -NEVER)  # beyond these rows no last checker of a line is: all is about -NEVER there
    value = profiles[low:high] + start[low:high, None].astype(np.float32)
    for count in range(1, IN_LINE + 1):
        result[..., count] = value.max(axis=0)
        if count < IN_LINE:
            low, value = _with_one_more(value, low, apart, spacing)
            value += profiles[low : low + len(value)]
    return result


def _rows_with(where: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first row in which something is so for any point, and that after the last."""
    rows = np.flatnonzero(where.any(axis=1))
    return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 0)


def _with_one_more(value: Float, low: int, apart: Float, spacing: float) -> tuple[int, Float]:
    """Return how well lines explain the picture up to where the next checker is.

    Args:
        value: how well they do by where their last checker is, in some rows, shape (rows, 2, n).
        low: the first of these rows.
        apart: what it costs that there is a gap before a checker, for all rows, shape (length, n).
        spacing: from checker to checker in pixels.

    Returns:
        The first row, and the same by where the next one is, itself not counted.
    """
    nearest, widest = round(0.92 * spacing), round(1.35 * spacing)
    length = len(apart)
    high = max(low + len(value) + widest, _rows_with(apart < NEVER)[1])
    reach = np.full((max(0, min(length, high) - low - nearest), *value.shape[1:]), -1e3, dtype=np.float32)
    room = np.empty_like(value)
    for gap in range(nearest, widest + 1):
        stray = (gap - spacing) / spacing
        cost = 0.5 * (stray / (0.06 if stray < 0 else 0.15)) ** 2
        farther = reach[gap - nearest : gap - nearest + len(value)]
        tried = room[: len(farther)]
        np.subtract(value[: len(farther)], np.float32(cost), out=tried)
        np.maximum(farther, tried, out=farther)
    farther = reach[widest - nearest :]
    if len(farther):
        best = np.maximum.accumulate(value, axis=0)
        nearer = np.minimum(np.arange(len(farther)), len(best) - 1)
        np.maximum(farther, best[nearer] - apart[low + widest : low + widest + len(farther), None], out=farther)
    return low + nearest, reach


def profiles_of(evidence: Evidence, geometry: BoardGeometry) -> Float:
    """Return the evidence for dark and light checkers along every point's axis.

    Args:
        evidence: see `disc_evidence`.
        geometry: where the points are.

    Returns:
        Nats from the rail inwards, shape (length, 2, 24).
    """
    height, width = evidence.dark.shape
    length = RECT_MARGIN + round(0.6 * (height - 2 * RECT_MARGIN))
    diameter = geometry.diameter * RECT_WIDTH
    reach = round(0.18 * diameter)
    middles = np.rint(RECT_MARGIN + np.array(geometry.columns) * RECT_WIDTH).astype(np.intp)
    aside = np.arange(-reach, reach + 1, 2)[:, None]
    columns = middles + aside
    inside = (columns >= 0) & (columns < width)
    cost = np.where(inside, 0.5 * (aside / (0.12 * diameter)) ** 2, 1e3).astype(np.float32)
    columns = np.clip(columns, 0, width - 1)
    result = np.empty((length, 2, 24), dtype=np.float32)
    for shade, values in enumerate((evidence.dark, evidence.light)):
        for rows, places in ((values[:length], slice(0, 12)), (values[: -length - 1 : -1], slice(12, 24))):
            best = rows[:, columns[0, places]] - cost[0, places]
            for at, less in zip(columns[1:, places], cost[1:, places], strict=True):
                np.maximum(best, rows[:, at] - less, out=best)
            result[:, shade, places] = best
    return result


def place_readings(lines: Float, weight: float) -> tuple[PlaceReading, ...]:
    """Turn line scores into readings.

    Args:
        lines: see `line_scores`.
        weight: how much of a nat of evidence is believed: pixels beside each other are no independent witnesses.

    Returns:
        24 readings in the order of PLACES.
    """
    counts = np.arange(1, MAX_COUNT + 1)
    dark, light = lines[..., np.minimum(counts, IN_LINE)] - np.where(counts > IN_LINE, 30.0, 0.0)
    nats = np.hstack([np.zeros((len(PLACES), 1)), dark, light])
    scores = np.rint(100 * weight * (nats - nats.max(axis=1, keepdims=True))).astype(int)
    return tuple(PlaceReading(tuple(row)) for row in np.maximum(scores, FLOOR).tolist())
