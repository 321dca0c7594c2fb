"""Read one still picture of a known set: the pure function from a frame and a calibration to likelihoods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.calibrate.calibration import check_size
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.checkers.unchanged_points import remember
from vision.detect.checkers import count_board
from vision.dice.detector import find_dice_and_cube, surface_for
from vision.dice.proposals import ask
from vision.dice.resting import with_rest
from vision.dice.search import Search, SeenBoard
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Reading
from vision.runtime.worker import alongside

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.calibrate.calibration import Calibration
    from vision.checkers.unchanged_points import Remembered
    from vision.frame import Frame

NOTHING_SAID: Final = PlaceReading((0,) * (2 * MAX_COUNT + 1))
"""The reading of a hidden place."""


def read(frame: Frame, calibration: Calibration, *, with_cube: bool = False) -> Reading:
    """Read one still picture.

    Args:
        frame: the picture; nothing moves in it.
        calibration: of this board and camera.
        with_cube: look for the doubling cube too, which takes longer; else none is reported.

    Returns:
        The reading.

    Raises:
        CalibrationError: `calibration.other_size` where the picture is of another size than the calibration's.
    """
    return read_and_remember(frame, calibration, with_cube=with_cube)[0]


def read_and_remember(
    frame: Frame,
    calibration: Calibration,
    *,
    with_cube: bool = False,
    raise_if_cancelled: Callable[[], None] = lambda: None,
) -> tuple[Reading, Remembered]:
    """Read one still picture like `read`; return also what later ones can be compared with.

    Args:
        frame: see `read`.
        calibration: likewise.
        with_cube: likewise.
        raise_if_cancelled: called between the steps, some hundredths of a second from each other on a small computer;
            what it raises ends the reading.
    """
    check_size(calibration, frame.image)
    geometry = calibration.geometry
    canvas = to_canvas(frame.image, geometry.corners)
    surface = surface_for(geometry, with_cube=with_cube)
    judged = alongside(lambda: shipped_board_net().judge(canvas, calibration.known))
    seen = SeenBoard(calibration.bare, ask(frame.image, surface))
    raise_if_cancelled()
    look = judged()
    raise_if_cancelled()
    counted = alongside(lambda: count_board(frame.image, look, calibration))
    found = find_dice_and_cube(frame.image, geometry, Search(with_cube=with_cube), seen, look.dice)
    raise_if_cancelled()
    count = counted()
    points, on_bar = silent(count.points, count.on_bar, count.hidden)
    reading = Reading(
        time=frame.time,
        points=points,
        bar_dark=on_bar[0],
        bar_light=on_bar[1],
        off_dark=None,
        off_light=None,
        hidden=count.hidden,
        dice=with_rest(found.dice, count.checkers, geometry, calibration.pose),
        cube=found.cube,
        shared=count.mixed_points - count.hidden,
    )
    return reading, remember(canvas, count.checkers, reading.dice)


def silent(
    points: tuple[PlaceReading, ...], on_bar: tuple[CountReading, CountReading], hidden: frozenset[str]
) -> tuple[tuple[PlaceReading, ...], tuple[CountReading, CountReading]]:
    """Return points and bar with nothing said about those that something covers."""
    if not hidden:
        return points, on_bar
    said = tuple(NOTHING_SAID if place in hidden else reading for place, reading in zip(PLACES, points, strict=True))
    return said, (CountReading((0,) * (MAX_COUNT + 1)),) * 2 if "bar" in hidden else on_bar
