"""Places judged together, as a set has fifteen checkers, instead of each for itself.

No more checkers of a set lie on points and bar than it has. So five that might be ten are five where ten others of this
set are seen. Nothing else is taken from the game: which positions are likely is the referee's matter, who has a better
use for places as they were seen.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.reading import FLOOR, MAX_COUNT, PLACES, CountReading, PlaceReading, Shade, content_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double

    Ways = list[tuple[int, int, float]]
    """What one place may hold: so many dark and so many light checkers, and how likely that is by itself."""

SIZE: Final = MAX_COUNT + 1
"""Numbers of checkers of one set that may be on the board, from none to all."""


def within_sets(
    points: tuple[PlaceReading, ...], on_bar: tuple[CountReading, CountReading], hidden: frozenset[str]
) -> tuple[tuple[PlaceReading, ...], tuple[CountReading, CountReading]]:
    """Return readings of places in which all others have their say.

    Args:
        points: 24 readings, each of its place alone.
        on_bar: the same of dark and of light checkers on the bar.
        hidden: names of the places (`reading.PLACES`, or "bar") of which nothing is known; what they hold is not
            counted, and their readings stay as they are.

    Returns:
        How likely each content of each place is, of all ways to fill the board from two sets.
    """
    seen = [place for place, name in enumerate(PLACES) if name not in hidden]
    places = [_on_point(points[place]) for place in seen]
    if "bar" not in hidden:
        places.append([(count, 0, chance) for count, chance in enumerate(_likelihoods(on_bar[0].scores))])
        places.append([(0, count, chance) for count, chance in enumerate(_likelihoods(on_bar[1].scores))])
    if not places:
        return points, on_bar
    nothing = np.zeros((SIZE, SIZE), dtype=np.float64)
    nothing[0, 0] = 1.0
    sums = accumulate(places[:-1], _with, initial=nothing)
    rests = [*accumulate(reversed(places[1:]), _without, initial=np.ones_like(nothing))][::-1]
    told = [_scores(*around) for around in zip(places, sums, rests, strict=True)]
    of_points = dict(zip(seen, told, strict=False))
    if "bar" not in hidden:
        on_bar = CountReading(told[-2]), CountReading(told[-1])
    return tuple(PlaceReading(of_points.get(place, one.scores)) for place, one in enumerate(points)), on_bar


def _on_point(point: PlaceReading) -> Ways:
    """Return what may stand on a point, in the order of its scores."""
    ways: Ways = []
    for index, chance in enumerate(_likelihoods(point.scores)):
        shade, count = content_at(index)
        ways.append((count, 0, chance) if shade is Shade.DARK else (0, count, chance))
    return ways


def _likelihoods(scores: Sequence[int]) -> list[float]:
    return [float(chance) for chance in np.exp(np.array(scores) / 100)]


def _with(sums: Double, place: Ways) -> Double:
    """Return how likely each number of dark and light checkers is on the places before this one and on it."""
    after = np.zeros_like(sums)
    for dark, light, chance in place:
        after[dark:, light:] += chance * sums[: SIZE - dark, : SIZE - light]
    return np.asarray(after / after.sum())


def _without(rests: Double, place: Ways) -> Double:
    """Return how likely what is seen of this place and those behind it is, by what lies on the places before."""
    before = np.zeros_like(rests)
    for dark, light, chance in place:
        before[: SIZE - dark, : SIZE - light] += chance * rests[dark:, light:]
    return np.asarray(before / before.sum())


def _scores(place: Ways, sums: Double, rests: Double) -> tuple[int, ...]:
    """Return the scores of all that one place may hold, between those before and behind it."""
    chances = [
        chance * float((sums[: SIZE - dark, : SIZE - light] * rests[dark:, light:]).sum())
        for dark, light, chance in place
    ]
    below = np.rint(100 * (np.log(np.maximum(chances, np.finfo(float).tiny)) - np.log(max(chances))))
    return tuple(int(score) for score in np.maximum(below, FLOOR))
