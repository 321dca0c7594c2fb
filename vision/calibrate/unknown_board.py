"""Measure and count a board of which nothing is known, by one picture of it.

Where a sixth checker on a row appears follows from the layout and from where the camera stands, and both from the
board's exact proportions. Those are seen at the checkers of points that surely have no more than a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.calibrate.measured_layout import measure_layout
from vision.checkers.close_look import NO_ROWS, CloseView, with_close_look
from vision.geometry.camera_pose import camera_pose
from vision.reading import IN_A_ROW, PLACES, SURE, lead

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from vision.checkers.board_net import Judged
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry
    from vision.reading import PlaceReading


def measure_and_count(
    image: Image, first: BoardGeometry, judged: Judged
) -> tuple[BoardGeometry, tuple[PlaceReading, ...]]:
    """Return the layout of a board, and what stands on its points, full ones looked at closer where it was measured.

    Args:
        image: a picture of it.
        first: the layout as the network for whole boards has it.
        judged: what else that says.
    """
    points, _ = judged.readings()
    geometry = measure_layout(image, first, sure_rows(points, judged.hidden_places), judged.checkers)
    if geometry is None:
        return first, points
    pose = camera_pose(geometry.corners, geometry.aspect, (image.shape[0], image.shape[1]))
    return geometry, with_close_look(points, image, CloseView(geometry, pose, NO_ROWS))


def sure_rows(points: Sequence[PlaceReading], hidden: AbstractSet[str]) -> dict[str, int]:
    """Return how many checkers lie on each point in sight that surely has some, but no more than a row."""
    seen = [(place, point) for place, point in zip(PLACES, points, strict=True) if place not in hidden]
    counts = {place: point.best[1] for place, point in seen if lead(point.scores) >= SURE}
    return {place: count for place, count in counts.items() if 0 < count <= IN_A_ROW}
