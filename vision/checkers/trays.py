"""Trays: how many checkers of each shade lie beside the home boards.

Neither where a tray is nor how checkers lie in it is given. But in the start position, by which a set is learned, none
has been borne off: what the strip beside the home boards looks like then is what it looks like without checkers. Where
it looks otherwise and shows the colours of a set, checkers of it lie. How many, follows from what they cover: every way
of laying or standing up to fifteen of them at one end of the tray is drawn as the camera would see it
(`vision.checkers.tray_shapes`) and compared with what is covered. What is of neither set's colours says little.

At each end lie the checkers of the player whose home board is there. Only those of the start position's home side are
looked for. A picture never makes a count quite sure: checkers may lie elsewhere, and thicknesses differ.

Constants whose texts name no other reason are chosen on tables of looks drawn by chance, which serve no figure: by the
log-loss of the truth, and so that counts are right as often as they claim.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.checkers.tray_shapes import CameraPoint, Shapes, Tray, shapes
from vision.features.colour_model import (
    UNIFORM,
    Background,
    ColourModel,
    colour_density,
    empty_colours,
    empty_density,
)
from vision.features.illumination import SAME_LIGHT, Illumination, in_light_of_calibration
from vision.features.rim_edges import to_lab
from vision.geometry.board import warp, warp_by, warp_map
from vision.reading import FLOOR, MAX_COUNT, CountReading, Shade

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.arrays import Double, Float
    from vision.features.colour_model import Appearance, EmptyColours, Mask
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, WarpMap
    from vision.geometry.camera_pose import CameraPose

SCALE: Final = 280
"""Pixels of the strip for a width of the playing surface: half of the rectified board's."""

COARSE: Final = 2
"""Pixels of the strip, along either side, that make one in which shapes are compared."""

REACH: Final = (0.01, 0.25)
"""From where to where the strip goes beside the surface, in its widths; see `vision.track.motion.TRAY`."""

OVER: Final = 0.1
"""How far the strip goes beyond the top and the bottom rail: checkers on edge lean out over them."""

LEAST_SEEN: Final = 0.97
"""Share of the strip, 0..1, as far as trays commonly reach, that must be in the picture; else nothing is read."""

COMMON: Final = 0.16
"""How far beside the surface trays commonly reach, rails included: a checker's width and two rails, and a half more."""

ANY_COLOUR: Final = 0.3
"""Share of a checker's pixels in a tray, 0..1, that show any colour whatever: side walls in another light, glints and
rims. The others show the colours learned from upper faces."""

LEAST_NATS: Final = -3.0
"""Nats that one pixel may say against a checker at most."""

MOST_NATS: Final = 5.0
"""Nats that one pixel may say for a checker at most."""

WRONG: Final = 2.0
"""Nats by which a pixel of the other set's colours speaks less for a checker of the set whose end it is: side walls may
be of another colour than upper faces."""

WORTH: Final = 0.05
"""How much is believed of what a coarse pixel says: neighbours say the same."""

ELSEWHERE: Final = 0.05
"""How often checkers lie elsewhere than in the tray, or so that nothing can be told: a guess about tables at which
nobody has counted, and the reason why no count is ever more than 5.7 nats behind."""

SIDEWAYS: Final = (-1, 0, 1)
"""By how many coarse pixels shapes are moved sideways about where most is covered."""


class Side(StrEnum):
    """A side of the board in picture terms after the warp."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True, eq=False)
class BareTray:
    """The strip beside the home boards while nothing has been borne off.

    Attributes:
        side: where it is.
        dark_top: the home board of the dark checkers is at the top.
        picture: shape (h, w, 3), uint8, blue-green-red, from the surface's edge outwards, see `strip_size`.
    """

    side: Side
    dark_top: bool
    picture: Image


@dataclass(frozen=True, slots=True, eq=False)
class TrayPlan:
    """Plan for reading the tray of one board by one camera.

    Attributes:
        where: the map of the strip.
        side: on which side of the board it is.
        dark_top: see `BareTray`.
        empty: the colours of the bare strip.
        sets: colours of dark and of light checkers as they lie in a tray.
        within: which pixels are in the picture, shape (h, w).
        alike: what each coarse pixel of the bare strip says for a checker, where it does, shape (h, w), nats.
        ends: what checkers may cover at the top end and at the bottom end.
        rows: the coarse rows of either end.
    """

    where: WarpMap
    side: Side
    dark_top: bool
    empty: EmptyColours
    sets: tuple[ColourModel, ColourModel]
    within: Mask
    alike: Float
    ends: tuple[Shapes, Shapes]
    rows: tuple[slice, slice]


def strip_size(aspect: float) -> tuple[int, int]:
    """Return width and height of the strip in pixels."""
    width = round((REACH[1] - REACH[0]) * SCALE / COARSE) * COARSE
    return width, round((aspect + 2 * OVER) * SCALE / (2 * COARSE)) * 2 * COARSE


def strip_to_board(aspect: float, side: Side) -> Double:
    """Return the 3x3 matrix from pixels of the strip to board coordinates; the strip goes outwards."""
    first = (strip_size(aspect)[1] / SCALE - aspect) / 2
    across, edge = (1 / SCALE, 1 + REACH[0]) if side is Side.RIGHT else (-1 / SCALE, -REACH[0])
    return np.array([[across, 0, edge], [0, 1 / (SCALE * aspect), -first / aspect], [0, 0, 1]], dtype=np.float64)


def homes_of(expected: Mapping[str, tuple[Shade, int]]) -> tuple[Side, bool] | None:
    """Return on which side the home boards are in a start position, and whether that of the dark set is at the top.

    On that side of the start position each player has five checkers beside the bar, all at home, and two outermost.

    Returns:
        None where the position does not tell.
    """
    for side, beside, outermost in ((Side.LEFT, 6, 1), (Side.RIGHT, 7, 12)):
        (upper, own), (lower, others) = (expected.get(f"{row}{beside}", (None, 0)) for row in "TB")
        few = [expected.get(f"{row}{outermost}", (None, 0))[1] for row in "TB"]
        if own == others == 5 and upper is not lower and few == [2, 2]:
            return side, upper is Shade.DARK
    return None


@dataclass(frozen=True, slots=True, eq=False)
class TrayReadings:
    """Readings of how many checkers have been borne off.

    Attributes:
        dark, light: of each shade.
    """

    dark: CountReading
    light: CountReading


def bare_tray(image: Image, geometry: BoardGeometry, expected: Mapping[str, tuple[Shade, int]]) -> BareTray | None:
    """Return what the tray looks like in a picture of the start position, None where the homes are not known.

    Args:
        image: the picture.
        geometry: of the board.
        expected: what stands on each point, see `vision.calibrate.calibration.calibrate`.
    """
    homes = homes_of(expected)
    if homes is None:
        return None
    matrix, size = strip_to_board(geometry.aspect, homes[0]), strip_size(geometry.aspect)
    return BareTray(*homes, warp(image, geometry.corners, matrix, size))


def tray_plan(
    bare: BareTray, geometry: BoardGeometry, appearance: Appearance, pose: CameraPose, size: tuple[int, int]
) -> TrayPlan | None:
    """Return what reading the tray needs, None where the tray is not in the picture.

    Args:
        bare: what it looks like without checkers.
        geometry: of the board.
        appearance: the colours of the sets.
        pose: where the camera is.
        size: width and height of the pictures in pixels.
    """
    matrix, strip = strip_to_board(geometry.aspect, bare.side), strip_size(geometry.aspect)
    where = warp_map(geometry.corners, matrix, strip)
    x, y = where.whole[..., 0], where.whole[..., 1]
    within = (x >= 0) & (y >= 0) & (x < size[0] - 1) & (y < size[1] - 1)
    over = round(OVER * SCALE)
    if within[over:-over, : round((COMMON - REACH[0]) * SCALE)].mean() < LEAST_SEEN:
        return None
    lab = np.asarray(cv2.GaussianBlur(to_lab(bare.picture), (0, 0), 0.8), dtype=np.float32)
    empty = empty_colours(Background(lab, _stray(lab), np.ones(lab.shape[:2], dtype=np.bool_)))
    below = pose.below[0] - 1 if bare.side is Side.RIGHT else -pose.below[0]
    eye = CameraPoint(below - REACH[0], pose.below[1], pose.height)
    rows = strip[1] // COARSE
    halves = (slice(0, rows // 2), slice(rows // 2, rows))
    first = -(strip[1] / SCALE - geometry.aspect) / 2
    middle = COMMON / 2 - REACH[0]
    trays = (Tray(middle, 0.0, 1, geometry.aspect / 2), Tray(middle, geometry.aspect, -1, geometry.aspect / 2))
    ends = []
    for tray, half in zip(trays, halves, strict=True):
        grid = (rows // 2, SCALE / COARSE, first + half.start * COARSE / SCALE)
        ends.append(shapes(tray, eye, geometry.diameter, grid))
    sets = _in_a_tray(appearance.dark), _in_a_tray(appearance.light)
    none = np.zeros((strip[1] // COARSE, strip[0] // COARSE), dtype=np.float32)
    plan = TrayPlan(where, bare.side, bare.dark_top, empty, sets, within, none, (ends[0], ends[1]), halves)
    return replace(plan, alike=np.maximum(evidence(to_lab(bare.picture), plan), 0))


def _in_a_tray(model: ColourModel) -> ColourModel:
    """Return the colours of one set's checkers as they lie in a tray."""
    table = np.log((1 - ANY_COLOUR) * np.exp(model.table) + np.float32(ANY_COLOUR * np.exp(UNIFORM)))
    return ColourModel(np.ascontiguousarray(table, dtype=np.float32), model.mean)


def _stray(lab: Float) -> Float:
    """Return how far the colour of a bare strip strays: more at edges, as the camera moves a little."""
    mean = cv2.blur(lab, (5, 5))
    square = cv2.blur(lab * lab, (5, 5)) - mean * mean
    return np.asarray(np.sqrt(25.0 + np.maximum(square, 0).max(axis=-1)), dtype=np.float32)


def tray_readings(image: Image, plan: TrayPlan, light: Illumination = SAME_LIGHT) -> TrayReadings:
    """Read how many dark and how many light checkers have been borne off.

    Args:
        image: the picture.
        plan: see `tray_plan`.
        light: on the board, see `vision.features.illumination.find_illumination`.
    """
    seen = in_light_of_calibration(warp_by(image, plan.where), _light_beside(light, plan.side))
    says = evidence(to_lab(seen), plan)
    upper, lower = (_count_reading(_at_end(end, says[rows])) for end, rows in zip(plan.ends, plan.rows, strict=True))
    dark, light_ones = (upper, lower) if plan.dark_top else (lower, upper)
    return TrayReadings(dark, light_ones)


def evidence(lab: Float, plan: TrayPlan) -> Float:
    """Return what each coarse pixel says for a checker of the set whose end it is, shape (h, w), nats."""
    bare = empty_density(plan.empty, lab)
    own, other = (colour_density(model, lab) for model in plan.sets)
    half = plan.rows[0].stop * COARSE
    owners = (own, other) if plan.dark_top else (other, own)
    says = np.empty(bare.shape, dtype=np.float32)
    for part, mine, others in ((slice(0, half), *owners), (slice(half, None), *owners[::-1])):
        says[part] = np.maximum(mine[part], others[part] - np.float32(WRONG)) - bare[part]
    says = np.clip(says, LEAST_NATS, MOST_NATS) * plan.within
    size = (bare.shape[1] // COARSE, bare.shape[0] // COARSE)
    return np.asarray(cv2.resize(says, size, interpolation=cv2.INTER_AREA) - plan.alike, dtype=np.float32)


def _light_beside(light: Illumination, side: Side) -> Illumination:
    """Return the light on the strip, whose middle is beside the board."""
    if light == SAME_LIGHT:
        return light
    out = sum(REACH) / 2
    middle, wide = (0.5 + out, REACH[1] - REACH[0]) if side is Side.RIGHT else (-0.5 - out, REACH[0] - REACH[1])
    first, second, third = ((a + b * middle, b * wide, c * (1 + 2 * OVER)) for a, b, c in light.change)
    return Illumination((first, second, third))


def _at_end(end: Shapes, says: Float) -> Double:
    """Return the log-likelihood of 0 to 15 checkers at one end, against a bare one.

    Args:
        end: what they may cover.
        says: see `evidence`, of this end.
    """
    result = np.full(MAX_COUNT + 1, float(FLOOR) / 100)
    result[0] = 0.0
    if says.max() <= 0:
        return result
    each = WORTH * _gains(end, says).max(axis=1) + end.weights
    result[end.counts[end.first]] = np.logaddexp.reduceat(each, end.first)
    return result


def _gains(end: Shapes, says: Float) -> Double:
    """Return for each shape what its pixels say for a checker, moved sideways, shape (k, moves)."""
    width, window = says.shape[1], end.cover.shape[2]
    across = np.maximum(says, 0).sum(axis=0)
    middle = float((across * (np.arange(width) + 0.5)).sum() / across.sum())
    flat = end.cover.reshape(len(end.cover), -1)
    padded = np.zeros((says.shape[0], width + 2 * window), dtype=np.float32)
    padded[:, window : window + width] = says
    starts = [round(middle + window / 2) + by for by in SIDEWAYS]  # half a window to the left, and the padding
    moved = np.stack([padded[:, start : start + window].ravel() for start in starts])
    return np.asarray(flat @ moved.T, dtype=np.float64)


def _count_reading(total: Double) -> CountReading:
    """Return log-likelihoods of 0 to 15 as scores."""
    shares = np.exp(total - np.logaddexp.reduce(total))
    shares = (1 - ELSEWHERE) * shares + ELSEWHERE / len(shares)
    scores = 100 * (np.log(shares) - np.log(shares.max()))
    return CountReading(tuple(max(FLOOR, round(float(score))) for score in scores))
