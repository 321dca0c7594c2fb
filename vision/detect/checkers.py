"""The checkers of a board that is known: on points, on those that both shades share, on the bar; and what is hidden.

The network for whole boards says what stands where; on points that may be full another one looks closer, since whether
a sixth checker lies on a row of five is seen by less than the canvas shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vision.checkers.close_look import CloseView, with_close_look
from vision.checkers.seen_checkers import with_hidden_ones, with_mixed_points

if TYPE_CHECKING:
    from vision.arrays import Double
    from vision.calibrate.calibration import Calibration
    from vision.checkers.board_net import Judged
    from vision.frame import Image
    from vision.reading import CountReading, PlaceReading


class BoardCount(NamedTuple):
    """Count of the checkers on a board.

    Attributes:
        points: 24 readings in the order of `vision.reading.PLACES`.
        mixed_points: names of the points on which checkers of both shades are seen.
        on_bar: how many dark and light checkers lie on the bar.
        hidden: names of the places that something hides.
        checkers: where upper faces of checkers appear, those too that are counted and not seen, board coordinates,
            shape (n, 2).
    """

    points: tuple[PlaceReading, ...]
    mixed_points: frozenset[str]
    on_bar: tuple[CountReading, CountReading]
    hidden: frozenset[str]
    checkers: Double


def count_board(image: Image, judged: Judged, calibration: Calibration) -> BoardCount:
    """Count the checkers on a board.

    Args:
        image: the picture at full resolution.
        judged: what the network for whole boards says of it.
        calibration: of the board and the camera.
    """
    points, on_bar = judged.readings()
    geometry = calibration.geometry
    points = with_close_look(points, image, CloseView(geometry, calibration.pose, calibration.rows))
    checkers = with_hidden_ones(judged.checkers, points, geometry)
    points, mixed_points = with_mixed_points(points, judged.checkers, geometry)
    return BoardCount(points, mixed_points, on_bar, judged.hidden_places, checkers)
