"""Read one still picture of a known set: the pure function from a frame and a calibration to likelihoods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from vision.calibrate.calibration import check_same_size
from vision.calibrate.preparation import prepare
from vision.checkers.trays import tray_readings
from vision.detect.checkers import count_board
from vision.detect.feature_maps import feature_maps_again, feature_maps_of
from vision.dice.cocked import with_support
from vision.dice.detector import find_dice_and_cube, surface_for
from vision.dice.proposals import ask
from vision.dice.search import Search, SeenBoard, proposing_net
from vision.dice.support import with_ground
from vision.features.changed_areas import changes_between, parts_of
from vision.features.illumination import find_illumination, in_light_of_calibration
from vision.features.unchanged_points import remember
from vision.geometry.board import rectify
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Reading
from vision.runtime.worker import alongside

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.calibrate.calibration import Calibration
    from vision.calibrate.preparation import Prepared
    from vision.checkers.trays import TrayReadings
    from vision.detect.feature_maps import FeatureMaps
    from vision.dice.search import DiceSearch
    from vision.features.colour_model import Mask
    from vision.features.illumination import Illumination
    from vision.features.unchanged_points import Remembered
    from vision.frame import Frame, Image

NOTHING_SAID: Final = PlaceReading((0,) * (2 * MAX_COUNT + 1))
"""The reading of a hidden place."""


def read(
    frame: Frame, calibration: Calibration, hidden: frozenset[str] = frozenset(), *, with_cube: bool = False
) -> Reading:
    """Read one still picture; for many, prepare once and call `read_prepared`.

    Args:
        frame: the picture; nothing moves in it.
        calibration: of this board and camera.
        hidden: places that something covers, as `vision.track.motion` observed; their readings tell nothing.
        with_cube: look for the doubling cube too, which takes longer; else none is reported.

    Returns:
        The reading.
    """
    height, width = frame.image.shape[:2]
    return read_prepared(frame, prepare(calibration, (width, height)), hidden, with_cube=with_cube)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Knowledge of a picture that was read, which holds where nothing has changed since.

    Attributes:
        prepared: with what it was read.
        maps: of the board.
        tray: how many have been borne off; None where that is not seen.
        searched: how dice were looked for.
        changed: in which parts of the board anything was not as in the earlier picture, see
            `vision.features.changed_areas.parts_of`; in all where there was none.
    """

    prepared: Prepared
    maps: FeatureMaps
    tray: TrayReadings | None
    searched: DiceSearch | None
    changed: Mask


class ReadPicture(NamedTuple):
    """A reading, what later pictures can be compared with, and what is known of the picture for the next one."""

    reading: Reading
    seen: Remembered
    known: Known


def read_prepared(
    frame: Frame, prepared: Prepared, hidden: frozenset[str] = frozenset(), *, with_cube: bool = False
) -> Reading:
    """Read one still picture of a board and camera that all is prepared for; see `read`.

    Raises:
        CalibrationError: `calibration.other_size` where the picture is of another size than was prepared for.
    """
    return _read_and_know(frame, prepared, hidden, with_cube=with_cube)[0]


def read_and_remember(  # noqa: PLR0913 - a picture, what is known of its board, and what is asked of it
    frame: Frame,
    prepared: Prepared,
    hidden: frozenset[str] = frozenset(),
    *,
    with_cube: bool = False,
    before: Known | None = None,
    raise_if_cancelled: Callable[[], None] = lambda: None,
) -> ReadPicture:
    """Read one still picture like `read_prepared`; return also what later ones can do with it.

    Args:
        frame: see `read`.
        prepared: likewise.
        hidden: likewise.
        with_cube: likewise.
        before: what is known of an earlier picture; only what has changed since is read again. None where all is to be
            read for itself, so that the camera's noise is another one.
        raise_if_cancelled: called between the steps, some hundredths of a second from each other on a small computer;
            what it raises ends the reading.
    """
    reading, known = _read_and_know(
        frame, prepared, hidden, with_cube=with_cube, before=before, raise_if_cancelled=raise_if_cancelled
    )
    remembered = remember(known.maps.lab, known.maps.evidence, reading.dice, prepared.calibration.geometry)
    return ReadPicture(reading, remembered, known)


def _read_and_know(  # noqa: PLR0913 - as above
    frame: Frame,
    prepared: Prepared,
    hidden: frozenset[str],
    *,
    with_cube: bool,
    before: Known | None = None,
    raise_if_cancelled: Callable[[], None] = lambda: None,
) -> tuple[Reading, Known]:
    """Return the reading of a picture and what is known by it; arguments as above."""
    geometry, appearance = prepared.calibration.geometry, prepared.calibration.appearance
    height, width = frame.image.shape[:2]
    check_same_size(prepared.size, (width, height))
    if before is not None and before.prepared is not prepared:
        before = None
    searched = None if before is None else before.searched
    view = prepared.wide_view if with_cube else prepared.view
    surface = surface_for(geometry, view, with_cube=with_cube)
    search = Search(with_cube=with_cube)
    asked = None if searched is None else searched.answers
    answers = alongside(lambda: ask(frame.image, surface, asked, proposing_net(search)))
    board = rectify(frame.image, geometry.corners, geometry.aspect, prepared.upright)
    light = find_illumination(board, prepared.bare)
    board = in_light_of_calibration(board, light)
    raise_if_cancelled()
    changes = None if before is None else changes_between(before.maps.board, board)
    if before is None or changes is None:
        maps = feature_maps_of(board, prepared)
    else:
        maps = feature_maps_again(before.maps, board, changes, prepared)
    raise_if_cancelled()
    counted = alongside(lambda: count_board(frame.image, maps, prepared))
    seen = SeenBoard(maps.lab, appearance.background, light, maps.evidence, searched, answers())
    raise_if_cancelled()
    found = find_dice_and_cube(frame.image, geometry, search, view, seen)
    dice = with_support(found.dice, found.pictures, maps.evidence, geometry, prepared.pose)
    raise_if_cancelled()
    tray = _borne_off(frame.image, prepared, light, before)
    count = counted()
    hidden |= count.hidden
    points, on_bar = silent(count.points, count.on_bar, hidden)
    reading = Reading(
        time=frame.time,
        points=points,
        bar_dark=on_bar[0],
        bar_light=on_bar[1],
        off_dark=None if tray is None else tray.dark,
        off_light=None if tray is None else tray.light,
        hidden=hidden,
        dice=with_ground(dice, maps.densities, maps.evidence, geometry, prepared.pose),
        cube=found.cube,
        shared=count.mixed_points - hidden,
    )
    return reading, Known(prepared, maps, tray, found.searched, parts_of(changes))


def _borne_off(image: Image, prepared: Prepared, light: Illumination, before: Known | None) -> TrayReadings | None:
    """Return how many checkers have been borne off, None where that is not seen."""
    if prepared.tray is None:
        return None
    return tray_readings(image, prepared.tray, light, None if before is None else before.tray)


def silent(
    points: tuple[PlaceReading, ...], on_bar: tuple[CountReading, CountReading], hidden: frozenset[str]
) -> tuple[tuple[PlaceReading, ...], tuple[CountReading, CountReading]]:
    """Return points and bar with nothing said about those that something covers."""
    if not hidden:
        return points, on_bar
    said = tuple(NOTHING_SAID if place in hidden else reading for place, reading in zip(PLACES, points, strict=True))
    return said, (CountReading((0,) * (MAX_COUNT + 1)),) * 2 if "bar" in hidden else on_bar
