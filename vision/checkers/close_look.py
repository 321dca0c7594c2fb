"""The closer look at points on which six checkers or more may stand, and its weight beside the others' word.

Each is judged beside a row of single checkers of its shade on its side of the board, where one is known: the start
position has a row of five on either side for either player. Whether a sixth checker lies on a row is seen by little
more than a shadow and a pixel or two; how much of either a single checker has differs from set to set, lamp to lamp and
camera to camera.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.checkers import close_net as place_close
from vision.checkers.close_net import cut_close
from vision.geometry.camera_pose import shifts
from vision.reading import FLOOR, IN_A_ROW, MAX_COUNT, PLACES, PlaceReading, Shade, content_index

if TYPE_CHECKING:
    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.geometry.camera_pose import CameraPose


SeenRows = Mapping[tuple[Shade, str], "Float"]
"""Features of a row, see `close_net.SeenSteps`, by its shade and its side of the board."""

NO_ROWS: Final[SeenRows] = MappingProxyType({})


TALL: Final = -1.0
"""Nats for six checkers and more beforehand, -1.5 to 1; beside that both networks count alike. Chosen by
`python -m tests.benchmarks.reading.boards.fit_close_look`, on looks that trained neither. The one for whole boards has
learned from points with six checkers and more as if there were four times as many (`training.board.loss.FULL`)."""

COUNTS: Final = np.concatenate([[0], np.arange(1, MAX_COUNT + 1), np.arange(1, MAX_COUNT + 1)])
"""How many checkers each content of a point is, in the order of its scores."""

MAY_BE_TALL: Final = 0.01
"""Chance of six checkers or more from which a point is looked at closer."""

FEWEST: Final = 4
"""Contents of so many checkers and more are judged again: people stack where a line ends, and some end early."""


def side_of(place: int) -> str:
    """Return the side of the board that a point begins at, T or B, by its index in `vision.reading.PLACES`."""
    return PLACES[place][0]


def single_rows(
    image: Image, geometry: BoardGeometry, pose: CameraPose, expected: Mapping[str, tuple[Shade, int]]
) -> SeenRows:
    """Return what is seen of the rows of single checkers that a position has; of several alike that of the first.

    Where fewer lie in line than are expected there, some of them lie on others: such rows are left out.

    Args:
        image: a picture of it at full resolution.
        geometry: where the points are.
        pose: where the camera stands.
        expected: what stands on each point that is not empty, by place name.
    """
    rows = {PLACES.index(place): shade for place, (shade, count) in expected.items() if count == IN_A_ROW}
    if not rows:
        return NO_ROWS
    look = place_close.shipped_close_net().look(
        cut_close(image, geometry, pose, list(rows)), shifts(pose, geometry)[list(rows)]
    )
    found: dict[tuple[Shade, str], Float] = {}
    for (place, shade), last, seen in zip(rows.items(), look.heights[:, :, IN_A_ROW - 1], look.features, strict=True):
        if last[1] > last[0]:
            found.setdefault((shade, side_of(place)), seen)
    return found


def full_points(points: tuple[PlaceReading, ...]) -> list[int]:
    """Return the indexes of points on which six checkers or more may stand."""
    scores = np.array([point.scores for point in points], dtype=np.float64) / 100
    chances = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
    return [int(place) for place in np.flatnonzero(chances[:, COUNTS > IN_A_ROW].sum(axis=1) > MAY_BE_TALL)]


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
    beside = [rows.get(row_of(points, place)) for place in full]
    strips = cut_close(image, geometry, pose, full)
    seen = place_close.shipped_close_net().look(strips, shifts(pose, geometry)[full], beside)
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


def with_tail_parted(point: PlaceReading, said: Float) -> PlaceReading:
    """Part the chance of `FEWEST` and more checkers among their numbers; all of it together stays as it is.

    Args:
        point: what was thought before.
        said: log-chances of 0 to `MAX_COUNT` checkers, of whichever shade, as the closer look has it.
    """
    scores = _nats(point)
    tail = TAILS[_shade(scores)]
    both = scores[tail] + said[FEWEST:] + np.where(COUNTS[tail] > IN_A_ROW, TALL, 0.0)
    scores[tail] = both + np.logaddexp.reduce(scores[tail]) - np.logaddexp.reduce(both)
    scores = np.maximum(np.rint(100 * (scores - scores.max())), FLOOR)
    return PlaceReading(tuple(int(score) for score in scores))


def _nats(point: PlaceReading) -> Double:
    return np.array(point.scores, dtype=np.float64) / 100
