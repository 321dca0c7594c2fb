"""Learn a board and its set from the known start position: where all is, and how it looks bare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.calibrate.measured_layout import measure_layout
from vision.calibrate.unknown_board import measure_and_count
from vision.checkers.board_net import KnownBoard, shipped_board_net
from vision.checkers.canvas import to_canvas
from vision.checkers.close_look import single_rows
from vision.checkers.seen_checkers import brightness_of_sets, points_of
from vision.dice.bare_board import bare_board
from vision.errors import VisionError
from vision.geometry.board import check_inside
from vision.geometry.camera_pose import camera_pose
from vision.geometry.layout import laid_out, standing_at
from vision.geometry.lens_fit import fit_lens
from vision.locate.registration import remember
from vision.reading import MAX_COUNT, PLACES, SURE, Shade, content_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.checkers.close_look import SeenRows
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry, Corners
    from vision.geometry.camera_pose import CameraPose
    from vision.locate.registration import Landmarks
    from vision.reading import PlaceReading


class CalibrationError(VisionError, ValueError):
    """The picture does not show what it was said to show."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Knowledge of one board by one camera that reading its pictures needs: a picture of it, and what is learned of it.

    Attributes:
        image: the picture, uint8, blue-green-red.
        expected: what stands on each point that is not empty in it, by place name.
        geometry: where the board and its places are.
        known: what the network for whole boards sees in the picture, beside which it reads later ones.
        rows: what is seen of rows of single checkers, which full points are judged beside.
        bare: the board as it would look empty, see `vision.dice.bare_board`; None where nobody had cleared it.
        landmarks: by which it is seen whether board or camera has moved since.
    """

    image: Image
    expected: Mapping[str, tuple[Shade, int]]
    geometry: BoardGeometry
    known: KnownBoard
    rows: SeenRows
    bare: Image | None
    landmarks: Landmarks

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of pictures by this camera, pixels."""
        return self.image.shape[1], self.image.shape[0]

    @property
    def pose(self) -> CameraPose:
        """Where the camera stands."""
        return camera_pose(self.geometry.corners, self.geometry.aspect, (self.image.shape[0], self.image.shape[1]))

    def moved(self, corners: Corners) -> Calibration:
        """Return the same board, whose corners are elsewhere in the picture now."""
        return replace(self, geometry=replace(self.geometry, corners=corners))


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
            the board is bare.

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
    canvas = to_canvas(frame.image, corners)
    judged = shipped_board_net().judge(canvas)
    first = laid_out(corners, judged.proportions, (frame.image.shape[0], frame.image.shape[1]))
    geometry, points = measure_and_count(frame.image, first, judged)
    lying = points_of(judged.checkers, geometry)
    fewest: Sequence[str] = PLACES
    swapped = False
    for number, expected in enumerate(positions):
        wrong = _otherwise(points, _contents(expected))
        if not wrong:
            shades = [expected.get(place, (None, 0))[0] for place in PLACES]
            seen = brightness_of_sets(canvas, judged.checkers, lying, shades)
            if seen is None or seen[0] <= seen[1]:
                return number, learn(frame.image, corners, expected, cleared=cleared)
            swapped = True
        fewest = min(fewest, wrong, key=len)
    if swapped:
        raise CalibrationError("calibration.shades_swapped")
    raise CalibrationError("calibration.other_position", places=list(fewest))


def learn(image: Image, corners: Corners, expected: Mapping[str, tuple[Shade, int]], *, cleared: bool) -> Calibration:
    """Learn a set from a picture of a position; that it shows it is taken for granted.

    Args:
        image: see `calibrate`.
        corners: likewise, with how the lens bends lines.
        expected: see `calibrate`.
        cleared: see `calibrate`.

    Raises:
        GeometryError: the corners lie outside the picture.
    """
    check_inside(corners, image)
    judged, size = shipped_board_net().judge(to_canvas(image, corners)), (image.shape[0], image.shape[1])
    counts = {place: count for place, (_, count) in expected.items()}
    first = laid_out(corners, judged.proportions, size)
    geometry = measure_layout(image, first, counts, judged.checkers) or first
    standing = standing_at(geometry, counts)
    return Calibration(
        image=image,
        expected=expected,
        geometry=geometry,
        known=KnownBoard(judged.tokens, _contents(expected)),
        rows=single_rows(image, geometry, camera_pose(corners, geometry.aspect, size), expected),
        bare=bare_board(image, geometry, standing) if cleared else None,
        landmarks=remember(image, geometry, standing / [1, geometry.aspect]),
    )


def _contents(expected: Mapping[str, tuple[Shade, int]]) -> tuple[int, ...]:
    """Return what stands on each point as an index into its scores."""
    return tuple(content_index(*expected.get(place, (None, 0))) for place in PLACES)


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
        if max(point.scores[content], point.scores[other]) < -SURE:
            wrong.append(place)
    return wrong


def check_size(calibration: Calibration, image: Image) -> None:
    """Refuse a picture of another size than those that were calibrated for.

    Raises:
        CalibrationError: `calibration.other_size`.
    """
    expected, given = calibration.size, (image.shape[1], image.shape[0])
    if given != expected:
        said, found = (f"{width} by {height}" for width, height in (expected, given))
        raise CalibrationError("calibration.other_size", expected=said, given=found)
