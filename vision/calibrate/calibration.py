"""Learn a board and its set from the known start position: where all is, and how it looks bare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.calibrate.measured_layout import measure_layout
from vision.checkers.board_net import KnownBoard, shipped_net
from vision.checkers.canvas import canvas_map, to_canvas
from vision.checkers.close_look import CloseView, with_close_look
from vision.checkers.seen_checkers import brightness_of_sets, points_of
from vision.checkers.single_rows import NO_ROWS, single_rows
from vision.dice.pattern_removal import bare_board_finer
from vision.errors import VisionError
from vision.features.bare_board import learn_background
from vision.features.lab import to_lab
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, check_inside, rectify
from vision.geometry.camera_pose import camera_pose
from vision.geometry.layout import laid_out, standing_at
from vision.geometry.lens_fit import fit_lens
from vision.locate.registration import remember
from vision.reading import MAX_COUNT, PLACES, Shade, content_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.arrays import Double
    from vision.checkers.board_net import Judged
    from vision.checkers.single_rows import SingleRows
    from vision.features.bare_board import Background, Mask
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry, Corners
    from vision.locate.registration import Landmarks
    from vision.reading import PlaceReading

SURELY_OTHER: Final = 300
"""By how many centinats something else must be likelier on a point than what is expected there for the picture to
be taken to show another position."""


class CalibrationError(VisionError, ValueError):
    """The picture does not show what it was said to show."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownPicture:
    """A picture of a board in a position that is known.

    Attributes:
        canvas: see `vision.checkers.canvas`.
        contents: what stands on each point, 24 indexes into `reading.PlaceReading.scores`.
    """

    canvas: Image
    contents: tuple[int, ...]

    def seen(self) -> KnownBoard:
        """Return what the network sees in it."""
        return KnownBoard(shipped_net().judge(self.canvas).tokens, self.contents)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Knowledge of one board by one camera that reading its pictures needs.

    Attributes:
        geometry: where the board and its places are.
        background: what its empty surface looks like.
        size: (width, height) of the pictures in pixels, None where it is not known.
        landmarks: by which it is seen whether board or camera has moved since, None where nothing is remembered.
        start: the canvas of the known position and what stands there, beside which later pictures are read; None
            where the calibration is older.
        rows: of single checkers, which full points are judged beside; None where the calibration is older.
    """

    geometry: BoardGeometry
    background: Background
    size: tuple[int, int] | None = None
    landmarks: Landmarks | None = None
    start: KnownPicture | None = None
    rows: SingleRows | None = None


def calibrate(
    frame: Frame, corners: Corners, expected: Mapping[str, tuple[Shade, int]], *, cleared: bool = False
) -> Calibration:
    """Learn a set from a still picture of a position that is known.

    Args:
        frame: the picture: nothing on the board but the checkers and, at most, some dice (the cube may lie on the bar
            or beside).
        corners: of the playing surface; how the lens bends lines is estimated where they do not say it.
        expected: what stands on each point that is not empty, by place name.
        cleared: dice and cube have been taken off the playing surface for this picture, so that where no checker stands
            the board is bare; see `vision.features.bare_board.Background`.

    Returns:
        What `vision.detect.read.read` needs.

    Raises:
        GeometryError: the corners lie outside the picture.
        CalibrationError: `calibration.other_position` when some places read differently from what is expected there,
            `calibration.shades_swapped` when those said to be dark are the lighter ones.
    """
    return calibrate_to_one(frame, corners, [expected], cleared=cleared)[1]


def calibrate_to_one(
    frame: Frame, corners: Corners, positions: Sequence[Mapping[str, tuple[Shade, int]]], *, cleared: bool = False
) -> tuple[int, Calibration]:
    """Learn a set from a still picture of one of several positions, as of the start position from any side.

    Args:
        frame: see `calibrate`.
        corners: see `calibrate`.
        positions: what may stand there, all with as many checkers.
        cleared: see `calibrate`.

    Returns:
        Which position it is, and what `vision.detect.read.read` needs.

    Raises:
        GeometryError: see `calibrate`.
        CalibrationError: it is none of them; the error is about the one that comes nearest.
    """
    check_inside(corners, frame.image)
    if corners.lens is None:
        corners = replace(corners, lens=fit_lens(frame.image, corners))
    canvas = to_canvas(frame.image, canvas_map(corners))
    judged = shipped_net().judge(canvas)
    first = laid_out(corners, judged.proportions, (frame.image.shape[0], frame.image.shape[1]))
    points, lying = _looked_at_closely(frame.image, first, judged), points_of(judged.checkers, first)
    fewest: Sequence[str] = PLACES
    swapped = False
    for number, expected in enumerate(positions):
        wrong = _otherwise(points, _contents(expected))
        if not wrong:
            shades = [expected.get(place, (None, 0))[0] for place in PLACES]
            seen = brightness_of_sets(canvas, judged.checkers, lying, shades)
            if seen is None or seen[0] <= seen[1]:
                start = KnownPicture(canvas, _contents(expected))
                return number, _learn(frame.image, first, expected, start, cleared=cleared)
            swapped = True
        fewest = min(fewest, wrong, key=len)
    if swapped:
        raise CalibrationError("calibration.shades_swapped")
    raise CalibrationError("calibration.other_position", places=list(fewest))


def _learn(
    image: Image,
    first: BoardGeometry,
    expected: Mapping[str, tuple[Shade, int]],
    start: KnownPicture,
    *,
    cleared: bool,
) -> Calibration:
    """Learn the set from a picture of a position that is known, and the layout as the network has it."""
    corners, size = first.corners, (image.shape[0], image.shape[1])
    counts = {place: count for place, (_, count) in expected.items()}
    geometry = measure_layout(image, first, counts)
    board = rectify(image, corners, geometry.aspect)
    standing = standing_at(geometry, counts)
    covered = _covered((board.shape[0], board.shape[1]), standing, geometry.diameter)
    background = learn_background(to_lab(board), covered, geometry.bar_left, geometry.bar_right)
    if cleared:
        background = replace(background, finer=bare_board_finer(image, background.lab, covered, geometry))
    return Calibration(
        geometry,
        background,
        size=(size[1], size[0]),
        landmarks=remember(image, geometry, standing / [1, geometry.aspect]),
        start=start,
        rows=single_rows(image, geometry, camera_pose(corners, geometry.aspect, size), expected),
    )


def _contents(expected: Mapping[str, tuple[Shade, int]]) -> tuple[int, ...]:
    """Return what stands on each point as an index into its scores."""
    return tuple(content_index(*expected.get(place, (None, 0))) for place in PLACES)


def _looked_at_closely(image: Image, geometry: BoardGeometry, judged: Judged) -> tuple[PlaceReading, ...]:
    """Return what stands on the points of a board of which nothing is known, full ones looked at closer."""
    pose = camera_pose(geometry.corners, geometry.aspect, (image.shape[0], image.shape[1]))
    return with_close_look(judged.readings()[0], image, CloseView(geometry, pose, NO_ROWS))


def _otherwise(points: Sequence[PlaceReading], contents: tuple[int, ...]) -> list[str]:
    """Return the points on which surely something else stands than is expected, whichever set it is called.

    Whose checkers stand on a point is not asked: of a board seen for the first time the network knows it least, and
    what is expected there tells the sets apart.

    Args:
        points: what is seen.
        contents: what is expected on each point.
    """
    wrong = []
    for place, point, content in zip(PLACES, points, contents, strict=True):
        other = content and (content + MAX_COUNT - 1) % (2 * MAX_COUNT) + 1
        if max(point.scores[content], point.scores[other]) < -SURELY_OTHER:
            wrong.append(place)
    return wrong


def _covered(shape: tuple[int, int], standing: Double, diameter: float) -> Mask:
    """Return which pixels of the rectified board checkers cover, or shade, that appear where `standing_at` has them."""
    covered = np.zeros(shape, dtype=np.uint8)
    for x, y in (RECT_MARGIN + RECT_WIDTH * standing).tolist():
        cv2.circle(covered, (round(x), round(y)), round(0.62 * diameter * RECT_WIDTH), 1, -1)
    return covered > 0


def check_size(calibration: Calibration, width: int, height: int) -> None:
    """Refuse pictures of another size than those that were calibrated for.

    Raises:
        CalibrationError: `calibration.other_size`.
    """
    if calibration.size is not None:
        check_same_size(calibration.size, (width, height))


def check_same_size(expected: tuple[int, int], given: tuple[int, int]) -> None:
    """Refuse a picture of another width and height than expected.

    Raises:
        CalibrationError: `calibration.other_size`.
    """
    if given != expected:
        said, found = (f"{width} by {height}" for width, height in (expected, given))
        raise CalibrationError("calibration.other_size", expected=said, given=found)
