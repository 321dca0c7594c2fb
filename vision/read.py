"""Reading one still picture of a known set: the pure function from a frame and a calibration to likelihoods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.appearance import densities_of
from vision.bar import bar_readings
from vision.calibration import check_same_size
from vision.counting import KNOWN_SET, Seen, count_checkers, with_close_look
from vision.dice import Search, SeenBoard, find_dice_and_cube
from vision.discs import edge_directions, gradients, rim_evidence, to_lab
from vision.geometry import RECT_WIDTH, rectify
from vision.leaning import with_support
from vision.light import find_light, in_light_of_calibration
from vision.likeness import remember
from vision.places import disc_evidence
from vision.preparation import prepare
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Reading
from vision.shared import with_shared
from vision.under_dice import with_ground

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.frame import Frame
    from vision.likeness import Remembered
    from vision.preparation import Prepared

NOTHING_SAID: Final = PlaceReading((0,) * (2 * MAX_COUNT + 1))
"""The reading of a hidden place."""


def read(
    frame: Frame, calibration: Calibration, hidden: frozenset[str] = frozenset(), *, with_cube: bool = False
) -> Reading:
    """Read one still picture; who reads many prepares once and calls `read_prepared`.

    Args:
        frame: the picture; nothing moves in it.
        calibration: of this board and camera.
        hidden: places that something covers, as `vision.watch` observed; nothing is said about them.
        with_cube: look for the doubling cube too, which takes a sixth as long again; else none is reported.

    Returns:
        The reading.
    """
    height, width = frame.image.shape[:2]
    return read_prepared(frame, prepare(calibration, (width, height)), hidden, with_cube=with_cube)


def read_prepared(
    frame: Frame, prepared: Prepared, hidden: frozenset[str] = frozenset(), *, with_cube: bool = False
) -> Reading:
    """Read one still picture of a board and camera that all is prepared for; see `read`.

    Raises:
        CalibrationError: `calibration.other_size` where the picture is of another size than was prepared for.
    """
    return read_and_remember(frame, prepared, hidden, with_cube=with_cube)[0]


def read_and_remember(
    frame: Frame, prepared: Prepared, hidden: frozenset[str] = frozenset(), *, with_cube: bool = False
) -> tuple[Reading, Remembered]:
    """Read one still picture like `read_prepared`; return also what later ones can be compared with."""
    geometry, appearance = prepared.calibration.geometry, prepared.calibration.appearance
    height, width = frame.image.shape[:2]
    check_same_size(prepared.size, (width, height))
    diameter = geometry.diameter * RECT_WIDTH
    board = rectify(frame.image, geometry.corners, geometry.aspect, prepared.upright)
    light = find_light(board, prepared.bare)
    lab = to_lab(in_light_of_calibration(board, light))
    rim = rim_evidence(edge_directions(*gradients(lab)), diameter / 2)
    densities = densities_of(appearance, lab, prepared.empty)
    evidence = disc_evidence(densities, rim, appearance.rim, diameter)
    seen = Seen(lab, rim, densities, evidence, geometry, prepared.stand, prepared.strips)
    points = with_close_look(count_checkers(seen, KNOWN_SET), frame.image, geometry, prepared.stand)
    points, shared = with_shared(points, evidence, geometry)
    on_bar = bar_readings(lab, evidence, appearance.background, geometry, known=True)
    if hidden:
        points = tuple(
            NOTHING_SAID if place in hidden else reading for place, reading in zip(PLACES, points, strict=True)
        )
        if "bar" in hidden:
            on_bar = (CountReading((0,) * (MAX_COUNT + 1)),) * 2
    view = prepared.wide_view if with_cube else prepared.view
    found = find_dice_and_cube(
        frame.image, geometry, Search(with_cube=with_cube), view, SeenBoard(lab, appearance.background, light, evidence)
    )
    dice = with_support(found.dice, found.pictures, evidence, geometry, prepared.stand)
    reading = Reading(
        time=frame.time,
        points=points,
        bar_dark=on_bar[0],
        bar_light=on_bar[1],
        off_dark=None,
        off_light=None,
        hidden=hidden,
        dice=with_ground(dice, densities, evidence, geometry, prepared.stand),
        cube=found.cube,
        shared=shared - hidden,
    )
    return reading, remember(lab, evidence, reading.dice, geometry)
