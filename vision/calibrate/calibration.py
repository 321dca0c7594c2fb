"""Learn a set from the known start position: the board's proportions and the colours of checkers and points."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.checkers.board_net import KnownBoard, shipped_net
from vision.checkers.canvas import canvas_map, to_canvas
from vision.checkers.close_look import CloseView, with_close_look
from vision.checkers.single_rows import NO_ROWS, single_rows
from vision.checkers.trays import bare_tray
from vision.dice.pattern_removal import bare_board_finer
from vision.errors import VisionError
from vision.features.colour_model import Appearance, brightness, learn_background, learn_colour, mirroring
from vision.geometry.board import RECT_MARGIN, RECT_WIDTH, check_inside
from vision.geometry.camera_pose import camera_pose
from vision.geometry.lens_fit import fit_lens
from vision.locate.layout import FAINT, Disc, circles_under, fit_proportions
from vision.locate.registration import remember
from vision.locate.roundness import measure_proportions
from vision.reading import MAX_COUNT, PLACES, Shade, content_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vision.arrays import Float
    from vision.checkers.board_net import Judged
    from vision.checkers.single_rows import SingleRows
    from vision.checkers.trays import BareTray
    from vision.features.colour_model import Mask
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry, Corners
    from vision.locate.layout import Fit
    from vision.locate.registration import Landmarks

LEAST_FOUND: Final = 0.7
"""Share of the expected checkers that must be seen where they are expected."""


SURELY_OTHER: Final = 300
"""By how many centinats something else must be likelier on a point than what is expected there for the picture to
be taken to show another position."""

ALONE: Final = 0.7
"""How far a disc is from all checkers that stand, in their diameters, to be none of them."""


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
        tray: what the tray beside the home boards looks like while nothing has been borne off, None where that is not
            known.
        start: the canvas of the known position and what stands there, beside which later pictures are read; None
            where the calibration is older.
        rows: of single checkers, which full points are judged beside; None where the calibration is older.
    """

    geometry: BoardGeometry
    appearance: Appearance
    size: tuple[int, int] | None = None
    landmarks: Landmarks | None = None
    tray: BareTray | None = None
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
        CalibrationError: `calibration.too_few_checkers` when the checkers are not where they are expected,
            `calibration.shades_swapped` when those said to be dark are the lighter ones, `calibration.other_position`
            when some places read differently after all.
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
    nearest: CalibrationError | None = None
    canvas = to_canvas(frame.image, canvas_map(corners))
    judged = shipped_net().judge(canvas)
    looks = _looks(frame.image, corners, sum(number for _, number in positions[0].values()))
    for seen, (number, expected) in itertools.product(looks, enumerate(positions)):
        try:
            learned = _learn(seen, expected, judged, cleared=cleared)
        except CalibrationError as error:
            if nearest is None or _NEARNESS.index(error.key) > _NEARNESS.index(nearest.key):
                nearest = error
            continue
        height, width = frame.image.shape[:2]
        depth = RECT_WIDTH * learned.geometry.aspect
        checkers = [((d.x - RECT_MARGIN) / RECT_WIDTH, (d.y - RECT_MARGIN) / depth) for d in seen.discs]
        landmarks = remember(frame.image, learned.geometry, np.array(checkers, dtype=np.float64).reshape(-1, 2))
        tray = bare_tray(frame.image, learned.geometry, expected)
        start = KnownPicture(canvas, _contents(expected))
        pose = camera_pose(learned.geometry.corners, learned.geometry.aspect, (height, width))
        rows = single_rows(frame.image, learned.geometry, pose, expected)
        return number, replace(learned, size=(width, height), landmarks=landmarks, tray=tray, start=start, rows=rows)
    raise nearest or CalibrationError("calibration.too_few_checkers", found=0, expected=0)


_NEARNESS: Final = (
    "calibration.too_few_checkers",
    "calibration.shades_swapped",
    "calibration.other_position",
)
"""How much of a position was right when it was refused, the least first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Contents of a picture before anything is expected of it: the board in Lab, its rims and discs, its layout."""

    image: Image
    lab: Float
    rim: Float
    discs: Sequence[Disc]
    geometry: BoardGeometry


def _looks(image: Image, corners: Corners, count: int) -> Iterator[_Seen]:
    """Yield what is seen in a picture of that many checkers under measured proportions, then under the first found."""
    fit = fit_proportions(image, corners, max(8, round(0.8 * count)))
    seen = _under(fit, image, corners, count)
    measured = measure_proportions(image, corners, fit, seen.discs[:count])
    if measured is not None:
        yield _under(measured, image, corners, count)
    yield seen


def _under(fit: Fit, image: Image, corners: Corners, count: int) -> _Seen:
    """Return what is seen if board and checkers have these proportions."""
    circles = circles_under(fit, image, corners, 2 * count)
    discs = [disc for disc in circles.discs if disc.rim > FAINT]
    return _Seen(image, circles.lab, circles.rim, discs, circles.layout(corners, discs))


def _learn(seen: _Seen, expected: Mapping[str, tuple[Shade, int]], judged: Judged, *, cleared: bool) -> Calibration:
    """Learn the set from what is seen, given what it is, and what the network says of it.

    Raises:
        CalibrationError: see `calibrate`.
    """
    count = sum(number for _, number in expected.values())
    geometry, matched = _match(seen.geometry, seen.discs, expected)
    if len(matched[Shade.DARK]) + len(matched[Shade.LIGHT]) < LEAST_FOUND * count or not all(matched.values()):
        found = len(matched[Shade.DARK]) + len(matched[Shade.LIGHT])
        raise CalibrationError("calibration.too_few_checkers", found=found, expected=count)
    discs, standing = seen.discs, _standing(geometry, expected)
    if cleared:  # what looks like a checker and is none belongs to the board, as the ring of an emblem
        reach = ALONE * geometry.diameter * RECT_WIDTH
        discs = [disc for disc in discs if any(math.dist((disc.x, disc.y), middle) < reach for middle in standing)]
    appearance = learn_appearance(seen.lab, geometry, matched[Shade.DARK], matched[Shade.LIGHT], discs)
    if cleared:
        seen_there = [(disc.x, disc.y) for disc in (*discs, *matched[Shade.DARK], *matched[Shade.LIGHT])]
        appearance = _known_bare(appearance, geometry, [*standing, *seen_there], seen.image)
    if brightness(appearance.dark) > brightness(appearance.light):
        raise CalibrationError("calibration.shades_swapped")
    wrong = _otherwise(seen.image, geometry, judged, _contents(expected))
    if wrong:
        raise CalibrationError("calibration.other_position", places=wrong)
    return Calibration(geometry, appearance)


def _contents(expected: Mapping[str, tuple[Shade, int]]) -> tuple[int, ...]:
    """Return what stands on each point as an index into its scores."""
    return tuple(content_index(*expected.get(place, (None, 0))) for place in PLACES)


def _otherwise(image: Image, geometry: BoardGeometry, judged: Judged, contents: tuple[int, ...]) -> list[str]:
    """Return the points on which surely something else stands, whichever set it is called.

    Whose checkers stand on a point is not asked: of a board seen for the first time the network knows it least, and
    what is expected there tells the sets apart.

    Args:
        image: the picture.
        geometry: where the points are.
        judged: what the network says of its canvas.
        contents: what is expected on each point.
    """
    pose = camera_pose(geometry.corners, geometry.aspect, (image.shape[0], image.shape[1]))
    points = with_close_look(judged.readings()[0], image, CloseView(geometry, pose, NO_ROWS))
    wrong = []
    for place, point, content in zip(PLACES, points, contents, strict=True):
        other = content and (content + MAX_COUNT - 1) % (2 * MAX_COUNT) + 1
        if max(point.scores[content], point.scores[other]) < -SURELY_OTHER:
            wrong.append(place)
    return wrong


def _standing(geometry: BoardGeometry, expected: Mapping[str, tuple[Shade, int]]) -> list[tuple[int, int]]:
    """Return where the checkers of a position appear, rectified pixels."""
    bottom = RECT_MARGIN + RECT_WIDTH * geometry.aspect
    middles = []
    for place, (_, count) in expected.items():
        row, x = int(place[0] == "B"), RECT_MARGIN + geometry.columns[PLACES.index(place)] * RECT_WIDTH
        for nth in range(count):
            away = (geometry.first[row] + nth * geometry.spacing) * RECT_WIDTH
            middles.append((round(x), round(bottom - away if row else RECT_MARGIN + away)))
    return middles


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


def learn_appearance(
    lab: Float, geometry: BoardGeometry, dark: Sequence[Disc], light: Sequence[Disc], discs: Sequence[Disc]
) -> Appearance:
    """Learn colours from the discs of both sets, and the board from all that no disc covers.

    Args:
        lab: the rectified picture in Lab.
        geometry: the board's layout.
        dark: discs of the dark set.
        light: discs of the light set.
        discs: all discs under which the board cannot be seen.

    Returns:
        The appearance.
    """
    diameter = geometry.diameter * RECT_WIDTH
    covered = _covered(lab.shape[:2], [(disc.x, disc.y) for disc in (*discs, *dark, *light)], diameter)
    background = learn_background(lab, covered, geometry.bar_left, geometry.bar_right)
    rims = [disc.rim for disc in (*dark, *light)]
    of_light = learn_colour(disc_pixels(lab, light, diameter))
    return Appearance(
        dark=mirroring(learn_colour(disc_pixels(lab, dark, diameter)), of_light),
        light=of_light,
        background=background,
        rim=float(np.median(rims)) if rims else 0.6,
    )


def disc_pixels(lab: Float, discs: Sequence[Disc], diameter: float) -> Float:
    """Return the colours inside discs, well within their rims, shape (n, 3)."""
    inside = np.zeros(lab.shape[:2], dtype=np.uint8)
    for disc in discs:
        cv2.circle(inside, (disc.x, disc.y), round(0.36 * diameter), 1, -1)
    return np.asarray(lab[inside > 0], dtype=np.float32)


def _match(
    geometry: BoardGeometry, discs: Sequence[Disc], expected: Mapping[str, tuple[Shade, int]]
) -> tuple[BoardGeometry, dict[Shade, list[Disc]]]:
    """Find the expected checkers among the discs, and refine where rows begin and how closely checkers lie."""
    diameter = geometry.diameter * RECT_WIDTH
    spacing = geometry.spacing * RECT_WIDTH
    bottom = RECT_MARGIN + RECT_WIDTH * geometry.aspect
    matched: dict[Shade, list[Disc]] = {Shade.DARK: [], Shade.LIGHT: []}
    starts: tuple[list[float], list[float]] = ([], [])
    gaps: list[float] = []
    for place, (shade, count) in expected.items():
        row = int(place[0] == "B")
        x = RECT_MARGIN + geometry.columns[PLACES.index(place)] * RECT_WIDTH
        previous: float | None = None
        for i in range(count):
            reach = geometry.first[row] * RECT_WIDTH if previous is None else previous + spacing
            near = [(_away(disc, x, bottom, row, reach), disc) for disc in discs]
            away, disc = min(near, key=lambda pair: pair[0], default=(np.inf, None))
            if disc is None or away > 0.35 * diameter:
                previous = reach
                continue
            here = _from_rail(disc, bottom, row)
            if previous is None:
                starts[row].append(here)
            elif i > 0 and matched[shade]:
                gaps.append(here - previous)
            previous = here
            matched[shade].append(disc)
    first = tuple(
        float(np.median(found)) / RECT_WIDTH if found else geometry.first[row] for row, found in enumerate(starts)
    )
    close = float(np.median(gaps)) / RECT_WIDTH if gaps else geometry.spacing
    return replace(geometry, first=(first[0], first[1]), spacing=close), matched


def _from_rail(disc: Disc, bottom: float, row: int) -> float:
    return bottom - disc.y if row else disc.y - RECT_MARGIN


def _away(disc: Disc, x: float, bottom: float, row: int, reach: float) -> float:
    return float(np.hypot(disc.x - x, _from_rail(disc, bottom, row) - reach))
