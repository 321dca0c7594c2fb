"""The closer look at points on which six checkers or more may stand, and what it counts for beside the others' word.

Each is judged beside a row of single checkers of its shade on its side of the board, where one is known
(`vision.single_rows`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision import place_close
from vision.counting import COUNTS
from vision.place_close import FEATURES, STEPS
from vision.reading import FLOOR, MAX_COUNT, PLACES, PlaceReading, Shade, content_index
from vision.single_rows import side_of
from vision.strips import shifts

if TYPE_CHECKING:
    from vision.counting import Judged
    from vision.frame import Image
    from vision.geometry import BoardGeometry, Double, Float
    from vision.single_rows import SeenRows
    from vision.standpoint import Standpoint


@dataclass(frozen=True, slots=True)
class CloseWeights:
    """What the closer look counts for; fitted as `Weights` are.

    Attributes:
        first: how much of a nat of what was thought before counts.
        close: the same of the closer look.
        tall: nats for six checkers and more beforehand.
    """

    first: float
    close: float
    tall: float


CLOSE: Final = CloseWeights(first=1.0, close=0.6, tall=0.6)
"""Beside a row. A reading says how likely a picture is under each content, not how common that is: with this `tall`
fives and sixes are read with about the same surprise."""

ALONE: Final = replace(CLOSE, tall=0.0)
"""Where no row is known: then a row of five whose rims look doubled is taken for more, and nothing is given to that."""

MAY_BE_TALL: Final = 0.01
"""Chance of six checkers or more from which a point is looked at closer."""

SEEN_ASIDE: Final = 0.1
"""How far beside the first checker of a line the sixth, which lies on it, appears at least, in diameters, where it is
surely seen: from there on 729 of 729 full points of looks that trained nothing were counted right, below it 381 of 408.
What would tell is else hidden below the upper one."""

FEWEST: Final = 4
"""Contents of so many checkers and more are judged anew: people stack where a line ends, and some end early."""


def full_points(points: tuple[PlaceReading, ...]) -> list[int]:
    """Return the indexes of points on which six checkers or more may stand."""
    scores = np.array([point.scores for point in points], dtype=np.float64) / 100
    chances = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
    return [int(place) for place in np.flatnonzero(chances[:, COUNTS > 5].sum(axis=1) > MAY_BE_TALL)]


def seen_from_above(stand: Standpoint, geometry: BoardGeometry) -> list[str]:
    """Return the names of the points on which the camera looks down so steeply that six checkers may look like five."""
    aside = np.hypot(*shifts(stand, geometry).T)
    return [place for place, far in zip(PLACES, aside, strict=True) if far < SEEN_ASIDE]


class CloseView(NamedTuple):
    """Where the points and the camera are, and what is seen of rows of single checkers."""

    geometry: BoardGeometry
    stand: Standpoint
    rows: SeenRows


def with_close_look(
    points: tuple[PlaceReading, ...], image: Image, view: CloseView, known: Judged
) -> tuple[tuple[PlaceReading, ...], Judged]:
    """Return the readings of points, those that may be tall looked at closer, and what is known by that.

    Args:
        points: 24 readings in the order of `reading.PLACES`.
        image: the picture at full resolution.
        view: where the points and the camera are, and beside what they are judged.
        known: what has been said of points; those at which was looked closer are not looked at again.
    """
    geometry, stand, rows = view
    full = full_points(points)
    heights = {place: known.heights[place] for place in full if place in known.heights}
    unknown = [place for place in full if place not in heights]
    if unknown:
        net = place_close.shipped_net()
        seen = net.see(place_close.cut_close(image, geometry, stand, unknown), shifts(stand, geometry)[unknown])
        nothing = np.zeros((FEATURES, STEPS), dtype=np.float32)
        said = net.judge(seen, np.stack([rows.get(_row(points, place), nothing) for place in unknown]))
        heights.update(zip(unknown, place_close.log_counts(said), strict=True))
    result = list(points)
    for place in full:
        weights = CLOSE if _row(points, place) in rows else ALONE
        result[place] = parted_anew(points[place], heights[place], weights)
    return tuple(result), replace(known, heights=heights)


_TAILS: Final = {
    shade: slice(content_index(shade, FEWEST), content_index(shade, MAX_COUNT) + 1)
    for shade in (Shade.DARK, Shade.LIGHT)
}
"""Contents of `FEWEST` checkers and more, by their shade."""


def _row(points: tuple[PlaceReading, ...], place: int) -> tuple[Shade, str]:
    """Return beside which row a point is judged: of its shade, on its side of the board."""
    return _shade(_nats(points[place])), side_of(place)


def _shade(scores: Double) -> Shade:
    """Return of which shade many checkers are likelier, by the log-chances of all contents."""
    return max(_TAILS, key=lambda shade: float(np.logaddexp.reduce(scores[_TAILS[shade]])))


def parted_anew(point: PlaceReading, said: Float, weights: CloseWeights) -> PlaceReading:
    """Part the chance of `FEWEST` and more checkers anew among their numbers; all of it together stays as it is.

    Args:
        point: what was thought before.
        said: log-chances of 0 to `MAX_COUNT` checkers, of whichever shade, as the closer look has it.
        weights: what each counts for.
    """
    scores = _nats(point)
    tail = _TAILS[_shade(scores)]
    both = weights.first * scores[tail] + weights.close * said[FEWEST:]
    both += np.where(COUNTS[tail] > 5, weights.tall, 0.0)
    scores[tail] = both + np.logaddexp.reduce(scores[tail]) - np.logaddexp.reduce(both)
    scores = np.maximum(np.rint(100 * (scores - scores.max())), FLOOR)
    return PlaceReading(tuple(int(score) for score in scores))


def _nats(point: PlaceReading) -> Double:
    return np.array(point.scores, dtype=np.float64) / 100
