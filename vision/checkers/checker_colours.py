"""Checker colours: whose checkers stand on a point, by the colours learned of either set.

Points on which checkers of both shades lie are named as well: no play leaves that, but a player may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.geometry.board import RECT_MARGIN, RECT_WIDTH
from vision.reading import FLOOR, MAX_COUNT, PLACES, PlaceReading, Shade, content_index

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.features.checker_evidence import Evidence
    from vision.geometry.board import BoardGeometry

IN_LINE: Final = 7
"""Checkers of a point that are looked at, at most."""

CLEAR_NATS: Final = 4.0
"""Nats that must speak for a checker; print, dice and shadows reach less."""

APART: Final = 3.0
"""By how many nats each must be of its own shade rather than the other; checkers of one shade are none at all."""

FAINT_NATS: Final = 1.0
"""Nats enough for a checker that is all but certainly of its own shade (`FAR_APART`): a black one on a black point has
little that speaks for it, and nothing for the other shade."""

FAR_APART: Final = 5.0
"""Nats by which such a one must be of its own shade rather than the other."""

AT_THE_RAIL: Final = (-0.25, 0.3)
"""How much nearer to the rail or farther off than expected its first checker may lie, in diameters."""

POINT_LENGTH: Final = 5.0
"""Length of a point, in checker diameters, along which a checker may lie off the rail."""

STRAYS: Final = (-0.12, 0.32)
"""How much nearer or farther than touching the next checker of a line may lie, in diameters."""

DOUBT: Final = -600
"""Score of contents of a shared point other than the counted one, in centinats."""


class LineChecker(NamedTuple):
    """A checker of a line: how many nats speak for a dark one and for a light one."""

    dark: float
    light: float


def with_mixed_points(
    points: tuple[PlaceReading, ...], evidence: Evidence, geometry: BoardGeometry
) -> tuple[tuple[PlaceReading, ...], frozenset[str]]:
    """Return the readings of the points, and the names of those on which checkers of both shades are seen.

    A shared point is read as the checkers of the shade that has more there.

    Args:
        points: 24 readings in the order of PLACES.
        evidence: for a checker centred at each pixel of the rectified picture.
        geometry: where the points are.
    """
    names = []
    readings = list(points)
    dark_seen, light_seen = (_profiles(values, geometry) for values in (evidence.dark, evidence.light))
    both_seen = np.minimum(dark_seen.max(axis=1), light_seen.max(axis=1)) >= FAINT_NATS
    for place in np.flatnonzero(both_seen).tolist():
        line = _line_of(place, dark_seen[place], light_seen[place], geometry)
        clear = [one for one in line if _is_clear(one)]
        dark = sum(one.dark > one.light for one in clear)
        if not 0 < dark < len(clear):
            continue
        names.append(PLACES[place])
        counts = {Shade.DARK: sum(one.dark > one.light for one in line)}
        counts[Shade.LIGHT] = len(line) - counts[Shade.DARK]
        more = max(counts, key=counts.__getitem__)
        scores = [DOUBT] * (2 * MAX_COUNT + 1)
        scores[content_index(more, counts[more])] = 0
        readings[place] = PlaceReading(tuple(scores))
    return tuple(readings), frozenset(names)


def with_learned_colours(
    points: tuple[PlaceReading, ...], evidence: Evidence, geometry: BoardGeometry
) -> tuple[PlaceReading, ...]:
    """Return the readings of the points with what the learned colours say: whose checkers, or that none is there."""
    dark_seen, light_seen = (_profiles(values, geometry) for values in (evidence.dark, evidence.light))
    dark, light = slice(1, MAX_COUNT + 1), slice(MAX_COUNT + 1, 2 * MAX_COUNT + 1)
    told = list(points)
    for place, point in enumerate(points):
        if point.best[0] is None:
            continue
        line = _line_of(place, dark_seen[place], light_seen[place], geometry)
        scores = np.array(point.scores, dtype=np.float64)
        if line:
            lead = 50 * sum(one.dark - one.light for one in line)
            scores[dark] += lead
            scores[light] -= lead
        else:
            scores[1:] += min(0.0, 100 * _most_on(np.maximum(dark_seen[place], light_seen[place]), geometry))
        below = np.maximum(np.rint(scores - scores.max()), FLOOR).astype(np.int64)
        told[place] = PlaceReading(tuple(below.tolist()))
    return tuple(told)


def _is_clear(one: LineChecker) -> bool:
    """Return whether a checker lies there beyond doubt, and of which shade it is."""
    apart = abs(one.dark - one.light)
    return (max(one) >= CLEAR_NATS and apart >= APART) or (max(one) >= FAINT_NATS and apart >= FAR_APART)


def _line_of(place: int, dark: Float, light: Float, geometry: BoardGeometry) -> list[LineChecker]:
    """Return the checkers in line on a point, from the rail inwards, each of whichever shade, by its profiles."""
    diameter, spacing = geometry.diameter * RECT_WIDTH, geometry.spacing * RECT_WIDTH
    either = np.maximum(dark, light)
    line: list[LineChecker] = []
    at, seen = _nearest_the_rail(place, either, geometry)
    while seen > 0:
        line.append(LineChecker(float(dark[at]), float(light[at])))
        begin, end = (round(at + spacing + stray * diameter) for stray in STRAYS)
        if len(line) == IN_LINE or end >= len(either):
            break
        at = begin + int(either[begin : end + 1].argmax())
        seen = float(either[at])
    return line


def _most_on(either: Float, geometry: BoardGeometry) -> float:
    """Return how many nats at most speak for a checker anywhere on a point: one may lie off the rail."""
    return float(either[: RECT_MARGIN + round(POINT_LENGTH * geometry.diameter * RECT_WIDTH)].max())


def _nearest_the_rail(place: int, either: Float, geometry: BoardGeometry) -> tuple[int, float]:
    """Return where on a point's axis a checker at the rail is likeliest, and how many nats speak for one there."""
    expected = RECT_MARGIN + geometry.first[int(place >= 12)] * RECT_WIDTH
    begin, end = (round(expected + stray * geometry.diameter * RECT_WIDTH) for stray in AT_THE_RAIL)
    at = max(0, begin) + int(either[max(0, begin) : end + 1].argmax())
    return at, float(either[at])


def _profiles(values: Float, geometry: BoardGeometry) -> Float:
    """Return the evidence along every point's axis from the rail inwards, shape (24, length)."""
    reach = max(1, round(0.1 * geometry.diameter * RECT_WIDTH))
    length = RECT_MARGIN + round(0.62 * (values.shape[0] - 2 * RECT_MARGIN))
    middles = np.array([round(RECT_MARGIN + x * RECT_WIDTH) for x in geometry.columns])
    beside = np.clip(middles + np.arange(-reach, reach + 1)[:, None], 0, values.shape[1] - 1)
    half = len(PLACES) // 2
    sides = ((values[:length], beside[:, :half]), (values[: -length - 1 : -1], beside[:, half:]))
    seen = [np.maximum.reduce([rows[:, at] for at in columns]).T for rows, columns in sides]
    return np.asarray(np.concatenate(seen), dtype=np.float32)
