"""The checkers of a set that is known: on points, on those that both shades share, and on the bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.bar import bar_readings
from vision.changed_places import bar_changed, changed_points
from vision.close_look import CloseView, with_close_look
from vision.counting import KNOWN_SET, UNASKED, Seen, judged_points, still_known
from vision.shared import with_shared

if TYPE_CHECKING:
    from vision.changes import Changes
    from vision.counting import Judged
    from vision.frame import Image
    from vision.maps import Maps
    from vision.preparation import Prepared
    from vision.reading import CountReading, PlaceReading


@dataclass(frozen=True, slots=True, eq=False)
class BoardCount:
    """What stands on a board.

    Attributes:
        points: 24 readings in the order of `vision.reading.PLACES`.
        shared: names of the points on which checkers of both shades are seen.
        on_bar: how many dark and light checkers lie on the bar.
        judged: what the networks said of the points.
    """

    points: tuple[PlaceReading, ...]
    shared: frozenset[str]
    on_bar: tuple[CountReading, CountReading]
    judged: Judged


def count_board(
    image: Image, maps: Maps, prepared: Prepared, before: tuple[BoardCount, Changes] | None = None
) -> BoardCount:
    """Count the checkers on a board.

    Args:
        image: the picture at full resolution.
        maps: what is worked out for the pixels of the rectified board.
        prepared: the calibration.
        before: what stood there in an earlier picture, and what has changed since: only of that the networks are asked.
    """
    geometry, stand = prepared.calibration.geometry, prepared.stand
    known, on_bar = UNASKED, None
    if before is not None:
        then, changes = before
        known = still_known(then.judged, changed_points(changes, geometry))
        on_bar = None if bar_changed(changes, geometry) else then.on_bar
    seen = Seen(maps.lab, maps.rim, maps.densities, maps.evidence, geometry, stand, prepared.strips, maps.layers)
    points, judged = judged_points(seen, KNOWN_SET, known)
    points, judged = with_close_look(points, image, CloseView(geometry, stand, prepared.rows), judged)
    points, shared = with_shared(points, maps.evidence, geometry)
    if on_bar is None:
        background = prepared.calibration.appearance.background
        on_bar = bar_readings(maps.lab, maps.evidence, background, geometry, known=True)
    return BoardCount(points, shared, on_bar, judged)
