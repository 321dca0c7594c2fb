"""Reading one still picture of a known set: the pure function from a frame and a calibration to likelihoods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.appearance import UNIFORM, densities_of
from vision.bar import bar_readings
from vision.counting import KNOWN_SET, Seen, count_checkers
from vision.cube import find_cube
from vision.dice import DiceSearch, candidates, find_dice
from vision.discs import gradients, rim_directions, rim_evidence, thin_edges, to_lab
from vision.geometry import RECT_WIDTH, rectify
from vision.layout import find_discs
from vision.light import find_light, in_light_of_calibration
from vision.places import BELIEF, disc_evidence
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Reading

if TYPE_CHECKING:
    from vision.appearance import Densities
    from vision.calibration import Calibration
    from vision.frame import Frame
    from vision.geometry import Float
    from vision.places import Evidence

USUAL_DICE: Final = DiceSearch(sizes=((0.30, 0.35, 0.41),), most=4, least=0.82)
"""The dice that come with a set, two pairs at most."""

LOOKED_AT: Final = 8
"""How many places are looked at closely for dice."""

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
    allowed = room_for_dice(densities, evidence, diameter)
    spots = candidates(directions, allowed, diameter, LOOKED_AT)
    return Reading(
        time=frame.time,
        points=points,
        bar_dark=dark,
        bar_light=light,
        off_dark=None,
        off_light=None,
        hidden=hidden,
        dice=find_dice(frame.image, geometry, spots, USUAL_DICE),
        cube=find_cube(frame.image, geometry) if with_cube else None,
    )


def room_for_dice(densities: Densities, evidence: Evidence, diameter: float) -> Float:
    """Return how far a die may be at each pixel, 0..1: where the board looks unlike itself and no checker lies.

    Args:
        densities: how well every pixel's colour suits checkers and board.
        evidence: for checkers.
        diameter: of a checker in rectified pixels.

    Returns:
        Array (h, w).
    """
    strange = (densities.empty < UNIFORM).astype(np.float32)
    side = max(3, round(0.3 * diameter))
    share = cv2.boxFilter(strange, -1, (side, side))
    # On a point of a die's own colour only its pips and its shadow are strange.
    allowed = np.where(share < 0.02, 0.3, np.clip(0.5 + 2 * share, 0, 1)).astype(np.float32)
    for disc in find_discs(np.maximum(evidence.dark, evidence.light), diameter, 32):
        if disc.rim > 2:
            cv2.circle(allowed, (disc.x, disc.y), round(0.5 * diameter), 0.0, -1)
    return np.asarray(allowed, dtype=np.float32)
