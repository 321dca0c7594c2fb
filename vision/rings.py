"""Whose checkers stand on a point, by the rings that they show.

A lamp or a window mirrored in flat upper faces makes dark checkers look like light ones. Their edges are rounded and
mirror it in a thin line at most: the ring within the rim keeps its colour. In a single photograph of an unknown set
what the rings of the points' other checkers look like tells which set's a ring suits better, and parts the chance of
so many checkers among the two sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vision.geometry import RECT_MARGIN, RECT_WIDTH
from vision.reading import FLOOR, MAX_COUNT, PLACES, PlaceReading, Shade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import BoardGeometry, Double, Float

RING: Final = (0.78, 0.95)
"""From how far on, and how far, from the middle of a checker its ring is, in radii."""

IN_LINE: Final = 5
"""How many checkers of a point are looked at."""

ASIDE: Final = 0.15
"""How far from its place a checker is looked for at most, in diameters."""

FEWEST: Final = 4
"""With fewer checkers of a set on other points nothing is said: what its rings look like is not known."""

LEAST_SPREAD: Final = (9.0, 4.0, 4.0)
"""How far the rings of one set are taken to stray at least, units of L, a and b: light and shadow change lightness."""

MOST: Final = 4.0
"""Nats that a ring says at most: of 216 points on 23 photographs it is wrong about two, on a board whose sets are of
nearly one colour."""


class Rings(NamedTuple):
    """The rings of the checkers on the points.

    Attributes:
        colours: their middle colours in Lab, shape (n, 3).
        places: on which point each is, index of `reading.PLACES`, shape (n,).
        dark: whether they were taken for the dark set's, shape (n,).
    """

    colours: Float
    places: npt.NDArray[np.intp]
    dark: npt.NDArray[np.bool_]


def rings_of(points: Sequence[PlaceReading], lab: Float, rim: Float, geometry: BoardGeometry) -> Rings:
    """Return the rings of the checkers that are read on the points.

    Args:
        points: what was read, in the order of `reading.PLACES`.
        lab: the rectified picture in Lab, shape (h, w, 3).
        rim: rim evidence for a checker centred at each pixel, shape (h, w).
        geometry: where the points are.
    """
    colours, places, dark = [], [], []
    for place, point in enumerate(points):
        shade, count = point.best
        for nth in range(min(count, IN_LINE)):
            colour = _ring_colour(lab, _middle(place, nth, rim, geometry), geometry.diameter * RECT_WIDTH / 2)
            if colour is not None:
                colours.append(colour)
                places.append(place)
                dark.append(shade is Shade.DARK)
    return Rings(
        np.array(colours, dtype=np.float32).reshape(-1, 3),
        np.array(places, dtype=np.intp),
        np.array(dark, dtype=np.bool_),
    )


def _middle(place: int, nth: int, rim: Float, geometry: BoardGeometry) -> tuple[int, int]:
    """Return column and row of the middle of a point's checker, where a rim is clearest near its place."""
    away = (geometry.first[place // 12] + nth * geometry.spacing) * RECT_WIDTH
    x = RECT_MARGIN + geometry.columns[place] * RECT_WIDTH
    y = RECT_MARGIN + (away if place < len(PLACES) // 2 else geometry.aspect * RECT_WIDTH - away)
    reach = round(ASIDE * geometry.diameter * RECT_WIDTH)
    top, left = max(0, round(y) - reach), max(0, round(x) - reach)
    near = rim[top : round(y) + reach + 1, left : round(x) + reach + 1]
    if not near.size:
        return round(x), round(y)
    row, column = np.unravel_index(int(near.argmax()), near.shape)
    return left + int(column), top + int(row)


def _ring_colour(lab: Float, middle: tuple[int, int], radius: float) -> Float | None:
    """Return the middle colour of a ring in Lab, shape (3,); None where it is not in the picture."""
    reach = round(radius) + 1
    (x, y), (height, width) = middle, lab.shape[:2]
    if not (reach <= x < width - reach and reach <= y < height - reach):
        return None
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(across, down) / radius
    around = lab[y - reach : y + reach + 1, x - reach : x + reach + 1][(far > RING[0]) & (far < RING[1])]
    return np.asarray(np.median(around, axis=0), dtype=np.float32)


def nats_for_dark(rings: Rings) -> dict[int, float]:
    """Return by how much the rings of points suit the dark set better than the light one, nats, by the point's index.

    What the sets' rings look like is learned from the other points; the middle of a point's rings counts, as what
    falls on one mostly falls on all.
    """
    said: dict[int, float] = {}
    for place in sorted(set(rings.places.tolist())):
        others = rings.places != place
        dark, light = (rings.colours[others & (rings.dark == which)] for which in (True, False))
        if min(len(dark), len(light)) < FEWEST:
            continue
        here = rings.colours[rings.places == place]
        nats = np.median(_log_density(here, dark) - _log_density(here, light))
        said[place] = float(np.clip(nats, -MOST, MOST))
    return said


def _log_density(colours: Float, known: Float) -> Double:
    """Return log-densities of colours, shape (n,), by the middle and the spread of some that are known."""
    middle = np.median(known, axis=0)
    spread = np.maximum(1.48 * np.median(np.abs(known - middle), axis=0), np.array(LEAST_SPREAD))
    return np.asarray(-0.5 * (((colours - middle) / spread) ** 2).sum(axis=1) - np.log(spread).sum(), dtype=np.float64)


def by_rings(
    points: tuple[PlaceReading, ...], lab: Float, rim: Float, geometry: BoardGeometry
) -> tuple[PlaceReading, ...]:
    """Return readings of points whose chance of so many checkers is parted anew among the two sets; see `rings_of`."""
    said = nats_for_dark(rings_of(points, lab, rim, geometry))
    return tuple(_parted(point, said[place]) if place in said else point for place, point in enumerate(points))


def _parted(point: PlaceReading, nats: float) -> PlaceReading:
    """Return a reading with so many nats more for the dark set; each number's chance as a whole stays as it is."""
    scores = np.array(point.scores, dtype=np.float64) / 100
    dark, light = scores[1 : MAX_COUNT + 1], scores[MAX_COUNT + 1 :]
    both = np.logaddexp(dark, light)
    odds = dark - light + nats
    scores = np.concatenate([scores[:1], both - np.logaddexp(0, -odds), both - np.logaddexp(0, odds)])
    return PlaceReading(tuple(np.maximum(np.rint(100 * (scores - scores.max())), FLOOR).astype(int).tolist()))
