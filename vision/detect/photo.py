"""Read one photograph of an unknown set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.calibrate.calibration import CalibrationError, check_size
from vision.calibrate.unknown_board import measure_and_count
from vision.checkers.board_net import shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.checkers.seen_checkers import brightness_of_sets, points_of
from vision.checkers.whole_sets import within_sets
from vision.detect.board_detector import find_corners
from vision.detect.read import read, silent
from vision.dice.detector import find_dice_and_cube
from vision.dice.false_positives import without_false_positives
from vision.dice.search import Search
from vision.frame import Frame
from vision.geometry.board import check_inside, rectify
from vision.geometry.layout import laid_out
from vision.locate.quality import PhotoError, check_quality, shows_nothing
from vision.locate.registration import RegistrationState, register
from vision.reading import PLACES, Reading, Shade, content_at
from vision.runtime.worker import alongside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.calibrate.calibration import Calibration
    from vision.checkers.board_net import Judged
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners

SURER: Final = 3.0
"""How much surer it must be that there is a die than on a known board, in nats: nothing is known of what the
bare board shows."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """Reading of one photograph.

    Attributes:
        reading: places, bar, dice and cube; its time is 0.
        geometry: where the board and its places are.
        unlike: whether it looks like no whole board that the network has learned, so that all of it is in doubt;
            never of a known one, which is found by its frame.
    """

    reading: Reading
    geometry: BoardGeometry
    unlike: bool = False


def read_photo(image: Image, corners: Corners | None = None) -> PhotoReading:
    """Read one photograph of a set that is not known.

    Args:
        image: the picture, blue-green-red.
        corners: of the playing surface; looked for where none are given.

    Returns:
        The reading.

    Raises:
        GeometryError: the corners are outside the picture, or none could be found with confidence.
        PhotoError: the picture shows nothing at all, no board, not the whole board, or is blurred or over-exposed.
    """
    if shows_nothing(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)):
        raise PhotoError("photo.nothing_to_see")
    net = shipped_board_net()
    corners = find_corners(image) if corners is None else corners
    check_inside(corners, image)
    canvas = to_canvas(image, corners)
    judged = net.judge_with_mirrors(canvas)
    first = laid_out(corners, judged.proportions, (image.shape[0], image.shape[1]))
    judged = _darker_called_dark(judged, canvas, first)
    # Dice are looked for by the network's proportions: by the measured ones more print is as large as dice.
    board = rectify(image, corners, first.aspect)
    check_quality(board)
    measured = alongside(partial(measure_and_count, image, first, judged))
    hidden = judged.hidden_places
    found = find_dice_and_cube(image, first, Search(unknown_set=True, least=SURER), dice_afar=judged.dice)
    dice = without_false_positives(board, first, found)
    geometry, counted = measured()
    points, (dark, light) = silent(*within_sets(counted, judged.readings()[1], hidden), hidden)
    reading = Reading(
        time=0.0,
        points=points,
        bar_dark=dark,
        bar_light=light,
        off_dark=None,
        off_light=None,
        hidden=hidden,
        dice=dice,
        cube=found.cube,
    )
    return PhotoReading(reading, geometry, judged.unlike > 1)


def _darker_called_dark(judged: Judged, canvas: Image, geometry: BoardGeometry) -> Judged:
    """Return what was judged with that set called dark of which the mean of blue, green and red is lower."""
    shades = [content_at(index)[0] for index in judged.points.argmax(axis=1).tolist()]
    seen = brightness_of_sets(canvas, judged.checkers, points_of(judged.checkers, geometry), shades)
    return judged.renamed() if seen is not None and seen[0] > seen[1] else judged


def read_known(image: Image, calibration: Calibration) -> PhotoReading:
    """Read one photograph of a set that was calibrated, by the camera that it was calibrated for.

    Where board or camera have been moved a little since, the board is read where it is now.

    Raises:
        CalibrationError: `calibration.other_size` where it is of another size, `calibration.not_seen` where the board
            cannot be found near its place.
        PhotoError: the picture shows nothing at all, or is too dark, blurred or over-exposed.
    """
    check_size(calibration, image)
    seen = register(calibration.landmarks, image, calibration.geometry.corners)
    if seen.state is RegistrationState.COVERED:
        raise PhotoError("photo.nothing_to_see")
    if seen.state is RegistrationState.DARK:
        raise PhotoError("photo.dark", share=seen.brightness)
    moved = seen.corners if seen.state is RegistrationState.MOVED else None
    now = calibration if moved is None else calibration.moved(moved)
    check_quality(rectify(image, now.geometry.corners, now.geometry.aspect))
    if seen.state is RegistrationState.UNCLEAR:
        raise CalibrationError("calibration.not_seen")
    reading = read(Frame(image, 0.0, 0), now, with_cube=True)
    points, (dark, light) = within_sets(reading.points, (reading.bar_dark, reading.bar_light), reading.hidden)
    return PhotoReading(replace(reading, points=points, bar_dark=dark, bar_light=light), now.geometry)


def _doubt(scores: Sequence[int]) -> float:
    """Return the chance, 0..1, that it is anything but the likeliest."""
    shares = np.exp(np.array(scores, dtype=np.float32) / 100)
    return round(1 - float(shares.max() / shares.sum()), 3)


def report(photo: PhotoReading) -> dict[str, Any]:
    """Return the reading as plain data for JSON.

    Returns:
        `places` (name to [shade, count], empty ones left out), `bar`, `dice` (value, x, y in picture pixels, doubt
        0..1), `cube` (value, doubt; None where none is seen), `hidden`, `unlike` (see `PhotoReading`).
    """
    reading = photo.reading
    places: dict[str, list[str | int]] = {}
    for name, place in zip(PLACES, reading.points, strict=True):
        shade, count = place.best
        if shade is not None and name not in reading.hidden:
            places[name] = [shade.value, count]
    dice = [
        {
            "value": die.value,
            "x": round(die.px),
            "y": round(die.py),
            "doubt": _doubt(die.scores),
        }
        for die in reading.dice
    ]
    return {
        "places": places,
        "bar": {Shade.DARK.value: reading.bar_dark.best, Shade.LIGHT.value: reading.bar_light.best},
        "dice": dice,
        "cube": None if (cube := reading.cube) is None else {"value": cube.value, "doubt": _doubt(cube.scores)},
        "hidden": sorted(reading.hidden),
        "unlike": photo.unlike,
    }
