"""Learn a set from the known start position: the board's proportions and the colours of checkers and points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.calibrate.measured_layout import measure_layout
from vision.checkers.board_net import KnownBoard, shipped_net
from vision.checkers.canvas import canvas_map, to_canvas
from vision.checkers.close_look import CloseView, with_close_look
from vision.checkers.single_rows import NO_ROWS, single_rows
from vision.dice.pattern_removal import bare_board_finer
from vision.errors import VisionError
from vision.features.colour_model import Appearance, brightness, learn_background, learn_colour, mirroring
from vision.features.rim_edges import to_lab
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, check_inside, rectify
from vision.geometry.camera_pose import camera_pose
from vision.geometry.layout import laid_out, standing_at
from vision.geometry.lens_fit import fit_lens
from vision.locate.registration import remember
from vision.reading import MAX_COUNT, PLACES, Shade, content_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.arrays import Float
    from vision.checkers.board_net import Judged
    from vision.checkers.single_rows import SingleRows
    from vision.features.colour_model import Mask
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
        appearance: what its checkers and its empty surface look like.
        size: (width, height) of the pictures in pixels, None where it is not known.
        landmarks: by which it is seen whether board or camera has moved since, None where nothing is remembered.
        start: the canvas of the known position and what stands there, beside which later pictures are read; None
            where the calibration is older.
        rows: of single checkers, which full points are judged beside; None where the calibration is older.
    """

    geometry: BoardGeometry
    appearance: Appearance
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
            the board is bare; see `vision.features.colour_model.Background`.

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
    points = _looked_at_closely(frame.image, corners, judged)
    fewest: Sequence[str] = PLACES
    swapped = False
    for number, expected in enumerate(positions):
        wrong = _otherwise(points, _contents(expected))
        if not wrong:
            learned = _learn(frame.image, corners, expected, judged, cleared=cleared)
            if learned is not None:
                return number, replace(learned, start=KnownPicture(canvas, _contents(expected)))
            swapped = True
        fewest = min(fewest, wrong, key=len)
    if swapped:
        raise CalibrationError("calibration.shades_swapped")
    raise CalibrationError("calibration.other_position", places=list(fewest))


def _learn(
    image: Image, corners: Corners, expected: Mapping[str, tuple[Shade, int]], judged: Judged, *, cleared: bool
) -> Calibration | None:
    """Learn the set from a picture of a position that is known; None where the dark checkers are the lighter ones."""
    size = (image.shape[0], image.shape[1])
    counts = {place: count for place, (_, count) in expected.items()}
    geometry = measure_layout(image, corners, judged.proportions, counts)
    standing = {shade: _standing(geometry, expected, shade) for shade in Shade}
    checkers = [middle for middles in standing.values() for middle in middles]
    appearance = _learn_appearance(to_lab(rectify(image, corners, geometry.aspect)), geometry, standing)
    if brightness(appearance.dark) > brightness(appearance.light):
        return None
    if cleared:
        appearance = _known_bare(appearance, geometry, checkers, image)
    on_board = (np.array(checkers, dtype=np.float64).reshape(-1, 2) - RECT_MARGIN) / RECT_WIDTH / [1, geometry.aspect]
    return Calibration(
        geometry,
        appearance,
        size=(size[1], size[0]),
        landmarks=remember(image, geometry, on_board),
        rows=single_rows(image, geometry, camera_pose(corners, geometry.aspect, size), expected),
    )


def _contents(expected: Mapping[str, tuple[Shade, int]]) -> tuple[int, ...]:
    """Return what stands on each point as an index into its scores."""
    return tuple(content_index(*expected.get(place, (None, 0))) for place in PLACES)


def _looked_at_closely(image: Image, corners: Corners, judged: Judged) -> tuple[PlaceReading, ...]:
    """Return what stands on the points of a board of which nothing is known, full ones looked at closer."""
    picture = (image.shape[0], image.shape[1])
    geometry = laid_out(corners, judged.proportions, picture)
    view = CloseView(geometry, camera_pose(corners, geometry.aspect, picture), NO_ROWS)
    return with_close_look(judged.readings()[0], image, view)


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


def _standing(
    geometry: BoardGeometry, expected: Mapping[str, tuple[Shade, int]], shade: Shade
) -> list[tuple[int, int]]:
    """Return where the checkers of one shade appear in a position, rectified pixels."""
    middles = standing_at(geometry, {place: count for place, (whose, count) in expected.items() if whose is shade})
    return [(round(x), round(y)) for x, y in (RECT_MARGIN + RECT_WIDTH * middles).tolist()]


def _known_bare(
    appearance: Appearance, geometry: BoardGeometry, checkers: Sequence[tuple[int, int]], image: Image
) -> Appearance:
    """Return an appearance that says where a cleared board showed its bare surface: in both halves, beside checkers.

    Args:
        appearance: as it was learned from that picture.
        geometry: where the board is.
        checkers: where they appear, rectified pixels.
        image: that picture.
    """
    background = appearance.background
    halves = np.zeros_like(background.known)
    rows = slice(round(RECT_MARGIN), round(RECT_MARGIN + geometry.aspect * RECT_WIDTH))
    for half in ((0.0, geometry.bar_left), (geometry.bar_right, 1.0)):
        left, right = (round(RECT_MARGIN + x * RECT_WIDTH) for x in half)
        halves[rows, left:right] = True
    covered = _covered((halves.shape[0], halves.shape[1]), checkers, geometry.diameter * RECT_WIDTH)
    finer = bare_board_finer(image, background.lab, covered, geometry)
    return replace(appearance, background=replace(background, bare=halves & ~covered, finer=finer))


def _covered(shape: tuple[int, int], middles: Sequence[tuple[int, int]], diameter: float) -> Mask:
    """Return which pixels of the rectified board checkers cover, or shade."""
    covered = np.zeros(shape, dtype=np.uint8)
    for middle in middles:
        cv2.circle(covered, middle, round(0.62 * diameter), 1, -1)
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


def _learn_appearance(
    lab: Float, geometry: BoardGeometry, standing: Mapping[Shade, Sequence[tuple[int, int]]]
) -> Appearance:
    """Learn colours from the checkers of both sets, and the board from all that none of them covers.

    Args:
        lab: the rectified picture in Lab.
        geometry: the board's layout.
        standing: where the checkers of either set appear, rectified pixels.
    """
    diameter = geometry.diameter * RECT_WIDTH
    dark, light = (_pixels_of(lab, standing[shade], diameter) for shade in (Shade.DARK, Shade.LIGHT))
    covered = _covered((lab.shape[0], lab.shape[1]), [*standing[Shade.DARK], *standing[Shade.LIGHT]], diameter)
    of_light = learn_colour(light)
    return Appearance(
        dark=mirroring(learn_colour(dark), of_light),
        light=of_light,
        background=learn_background(lab, covered, geometry.bar_left, geometry.bar_right),
    )


def _pixels_of(lab: Float, middles: Sequence[tuple[int, int]], diameter: float) -> Float:
    """Return the colours of checkers, well within their rims, shape (n, 3)."""
    inside = np.zeros(lab.shape[:2], dtype=np.uint8)
    for middle in middles:
        cv2.circle(inside, middle, round(0.36 * diameter), 1, -1)
    return np.asarray(lab[inside > 0], dtype=np.float32)
