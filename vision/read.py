"""Reading one still picture of a known set: the pure function from a frame and a calibration to likelihoods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.appearance import densities_of
from vision.bar import bar_readings
from vision.counting import KNOWN_SET, Seen, count_checkers
from vision.dice import find_dice_and_cube
from vision.discs import gradients, rim_directions, rim_evidence, thin_edges, to_lab
from vision.geometry import RECT_WIDTH, rectify
from vision.light import find_light, in_light_of_calibration
from vision.places import BELIEF, disc_evidence
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Reading

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.frame import Frame

NOTHING_SAID: Final = PlaceReading((0,) * (2 * MAX_COUNT + 1))
"""The reading of a hidden place."""


def read(
    frame: Frame, calibration: Calibration, hidden: frozenset[str] = frozenset(), *, with_cube: bool = False
) -> Reading:
    """Read one still picture.

    Args:
        frame: the picture; nothing moves in it.
        calibration: of this board and camera.
        hidden: places that something covers, as `vision.watch` observed; nothing is said about them.
        with_cube: look for the doubling cube too, which takes about as long as all the rest; else none is reported.

    Returns:
        The reading.
    """
    geometry, appearance = calibration.geometry, calibration.appearance
    diameter = geometry.diameter * RECT_WIDTH
    board = rectify(frame.image, geometry.corners, geometry.aspect)
    lab = to_lab(in_light_of_calibration(board, find_light(board, appearance.background)))
    directions = rim_directions(*thin_edges(*gradients(lab)))
    rim = rim_evidence(directions, diameter / 2)
    densities = densities_of(appearance, lab)
    evidence = disc_evidence(densities, rim, appearance.rim, diameter)
    points = count_checkers(Seen(lab, rim, densities, evidence, geometry, frame.image.shape[:2]), KNOWN_SET)
    dark, light = bar_readings(lab, evidence, appearance.background, geometry, BELIEF)
    if hidden:
        points = tuple(
            NOTHING_SAID if place in hidden else reading for place, reading in zip(PLACES, points, strict=True)
        )
        if "bar" in hidden:
            dark = light = CountReading((0,) * (MAX_COUNT + 1))
    found = find_dice_and_cube(frame.image, geometry, with_cube=with_cube)
    return Reading(
        time=frame.time,
        points=points,
        bar_dark=dark,
        bar_light=light,
        off_dark=None,
        off_light=None,
        hidden=hidden,
        dice=found.dice,
        cube=found.cube,
    )
