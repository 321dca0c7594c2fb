"""The closer look at points on which six checkers or more may stand, and its weight beside the others' word.

Each is judged beside a row of single checkers of its shade on its side of the board, where one is known
(`vision.checkers.single_rows`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.checkers import close_net as place_close
from vision.checkers.close_net import FEATURES, STEPS
from vision.checkers.single_rows import side_of
from vision.geometry.camera_pose import shifts
from vision.reading import FLOOR, MAX_COUNT, PlaceReading, Shade, content_index

if TYPE_CHECKING:
    from vision.arrays import Double, Float
    from vision.checkers.single_rows import SeenRows
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose


@dataclass(frozen=True, slots=True)
class CloseWeights:
    """Weights of the closer look and of what was thought before.

    Attributes:
        first: how much of a nat of what was thought before counts.
        close: the same of the closer look.
        tall: nats for six checkers and more beforehand.
    """

    first: float
    close: float
    tall: float


CLOSE: Final = CloseWeights(first=1.0, close=1.0, tall=-1.0)
"""Chosen by `python -m tests.benchmarks.reading.boards.fit_close_look`, on looks that trained neither network. The one
for whole boards has learned from points with six checkers and more as if there were four times as many
(`training.board.loss.FULL`)."""

COUNTS: Final = np.concatenate([[0], np.arange(1, MAX_COUNT + 1), np.arange(1, MAX_COUNT + 1)])
"""How many checkers each content of a point is, in the order of its scores."""

MAY_BE_TALL: Final = 0.01
"""Chance of six checkers or more from which a point is looked at closer."""

FEWEST: Final = 4
"""Contents of so many checkers and more are judged again: people stack where a line ends, and some end early."""


def full_points(points: tuple[PlaceReading, ...]) -> list[int]:
    """Return the indexes of points on which six checkers or more may stand."""
    scores = np.array([point.scores for point in points], dtype=np.float64) / 100
    chances = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
    return [int(place) for place in np.flatnonzero(chances[:, COUNTS > 5].sum(axis=1) > MAY_BE_TALL)]


class CloseView(NamedTuple):
    """Places of the points and the camera, and what is seen of rows of single checkers."""

    geometry: BoardGeometry
    pose: CameraPose
    rows: SeenRows


def with_close_look(points: tuple[PlaceReading, ...], image: Image, view: CloseView) -> tuple[PlaceReading, ...]:
    """Return the readings of points, those that may be tall looked at closer.

    Args:
        points: 24 readings in the order of `reading.PLACES`.
        image: the picture at full resolution.
        view: where the points and the camera are, and beside what they are judged.
    """
    geometry, pose, rows = view
    full = full_points(points)
    if not full:
        return points
    strips, nothing = place_close.cut_close(image, geometry, pose, full), np.zeros((FEATURES, STEPS), dtype=np.float32)
    beside = np.stack([rows.get(row_of(points, place), nothing) for place in full])
    seen = place_close.shipped_net().look(strips, shifts(pose, geometry)[full], beside)
    result = list(points)
    for place, heights in zip(full, place_close.log_counts(seen.heights), strict=True):
        result[place] = with_tail_parted(points[place], heights)
    return tuple(result)


TAILS: Final = {
    shade: slice(content_index(shade, FEWEST), content_index(shade, MAX_COUNT) + 1)
    for shade in (Shade.DARK, Shade.LIGHT)
}
"""Contents of `FEWEST` checkers and more, by their shade."""


def row_of(points: tuple[PlaceReading, ...], place: int) -> tuple[Shade, str]:
    """Return beside which row a point is judged: of its shade, on its side of the board."""
    return _shade(_nats(points[place])), side_of(place)


def _shade(scores: Double) -> Shade:
    """Return of which shade many checkers are likelier, by the log-chances of all contents."""
    return max(TAILS, key=lambda shade: float(np.logaddexp.reduce(scores[TAILS[shade]])))


def with_tail_parted(point: PlaceReading, said: Float, weights: CloseWeights = CLOSE) -> PlaceReading:
    """Part the chance of `FEWEST` and more checkers among their numbers; all of it together stays as it is.

    Args:
        point: what was thought before.
        said: log-chances of 0 to `MAX_COUNT` checkers, of whichever shade, as the closer look has it.
        weights: what each counts for.
    """
    scores = _nats(point)
    tail = TAILS[_shade(scores)]
    both = weights.first * scores[tail] + weights.close * said[FEWEST:]
    both += np.where(COUNTS[tail] > 5, weights.tall, 0.0)
    scores[tail] = both + np.logaddexp.reduce(scores[tail]) - np.logaddexp.reduce(both)
    scores = np.maximum(np.rint(100 * (scores - scores.max())), FLOOR)
    return PlaceReading(tuple(int(score) for score in scores))


def _nats(point: PlaceReading) -> Double:
    return np.array(point.scores, dtype=np.float64) / 100
