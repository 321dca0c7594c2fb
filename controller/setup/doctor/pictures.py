"""Findings of the camera's pictures: light, sharpness, the board, the size of the dice. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.announce.error_messages import trouble
from controller.setup.doctor.finding import Finding, ill, poor, well
from vision.detect.board_detector import find_corners
from vision.errors import VisionError
from vision.geometry.board import RECT_MARGIN, check_inside, rectify
from vision.geometry.camera_pose import camera_pose, seen_from_above
from vision.locate.quality import MOST_WHITE, SOFTEST, blur, white_share
from vision.locate.registration import RegistrationState, register
from vision.reading import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry, Corners

DARK: Final = (40.0, 70.0)
"""Brightness of the board, of 255, below which it is too dark, and below which it should be brighter."""

WHITE: Final = 0.05
"""Share of the board that may be over-exposed by lamps that are mirrored in it."""

SOFT: Final = 2.0
"""Blur in rectified pixels from which it should be sharper; boards blurred by less were read as sharp ones."""

DIE: Final = 0.36
"""Side of a die in diameters of a checker: 16 mm dice with 44 mm checkers, 12 mm ones with 33 mm."""

DIE_PIXELS: Final = (11.0, 14.0)
"""Side of a die in pixels below which its pips are smaller than two pixels, and below which they come near to it."""

MARGIN: Final = 0.02
"""How much of the board's width should be seen beyond its corners: the frame tells whether anything has moved."""

FLAT: Final = 32.0
"""Degrees above the table from which the camera should look at the far rail: boards were read from 34 and more."""

USUAL_ASPECT: Final = 0.85
"""Depth of a board's surface in its widths, where no calibration says it."""

USUAL_DIAMETER: Final = 0.068
"""Diameter of a checker in widths of the surface, where no calibration says it."""

_STATES: Final = {
    RegistrationState.MOVED: ("it is not where it was when it was calibrated", "advice.board_back"),
    RegistrationState.COVERED: ("something covers the camera", "advice.uncover"),
    RegistrationState.DARK: ("it is too dark to see the board", "advice.lamp_on"),
    RegistrationState.UNCLEAR: ("its frame is not seen where it was calibrated", "advice.board_back"),
}
_LIGHT_CHANGED: Final = "the light is another than when it was calibrated"


@dataclass(frozen=True, slots=True)
class Pace:
    """How pictures came.

    Attributes:
        wanted: (width, height, rate) that the settings want.
        live: time is that of the pictures, and not of a recording.
    """

    wanted: tuple[int, int, float]
    live: bool = True


def look_at_frames(frames: Sequence[Frame], pace: Pace, calibration: Calibration | None) -> list[Finding]:
    """Return the findings of a camera that has delivered pictures.

    Args:
        frames: at least one, of a table at rest.
        pace: how they were wanted.
        calibration: of the board and the camera, None where there is none yet.
    """
    image = frames[-1].image
    findings = [_camera(frames, pace)]
    now = image.shape[1], image.shape[0]
    if calibration is not None and (was := calibration.size) != now:
        sizes = f"pictures of {now[0]} by {now[1]} pixels, and the calibration is for {was[0]} by {was[1]}"
        return [*findings, ill("board", sizes, "advice.camera_size")]
    corners, board = _board(image, calibration)
    if corners is None:
        return [*findings, _light(image), board]
    aspect = USUAL_ASPECT if calibration is None else calibration.geometry.aspect
    diameter = USUAL_DIAMETER if calibration is None else calibration.geometry.diameter
    rectified = rectify(image, corners, aspect)
    inside = rectified[RECT_MARGIN:-RECT_MARGIN, RECT_MARGIN:-RECT_MARGIN]
    return [*findings, _light(inside, white_share(rectified)), _sharpness(rectified), board, _dice(corners, diameter)]


def look_at_board(image: Image, geometry: BoardGeometry) -> list[Finding]:
    """Return the findings of a picture in which somebody has said where the board is.

    Args:
        image: the picture.
        geometry: where the board is in it.
    """
    corners = geometry.corners
    rectified = rectify(image, corners, geometry.aspect)
    inside = rectified[RECT_MARGIN:-RECT_MARGIN, RECT_MARGIN:-RECT_MARGIN]
    return [
        _light(inside, white_share(rectified)),
        _sharpness(rectified),
        _angle(geometry, (image.shape[0], image.shape[1])),
        _framed(corners, image) or well("board", "whole in the picture"),
        _dice(corners, geometry.diameter),
    ]


def _angle(geometry: BoardGeometry, picture: tuple[int, int]) -> Finding:
    """Return the finding of how the camera looks down on the board, of which no side may be seen too flat or too steep.

    Args:
        geometry: where the board is.
        picture: height and width in pixels.
    """
    pose = camera_pose(geometry.corners, geometry.aspect, picture)
    rails = ((0.5, 0.0), (1.0, geometry.aspect / 2), (0.5, geometry.aspect), (0.0, geometry.aspect / 2))
    flattest = min(math.degrees(math.atan2(pose.height, math.dist(pose.below, rail))) for rail in rails)
    found = f"the far rail is seen at {flattest:.0f} degrees above the table"
    if flattest < FLAT:
        return poor("angle", f"{found}: the far stacks are seen too flat", "advice.raise")
    steep = seen_from_above(pose, geometry)
    if steep:
        where = "every point" if len(steep) == len(PLACES) else ", ".join(steep)
        return poor(
            "angle",
            f"a sixth checker hardly shows on {where}: the camera looks straight down there",
            "advice.aside",
        )
    return well("angle", found)


def _camera(frames: Sequence[Frame], pace: Pace) -> Finding:
    """Return the finding of size and pace."""
    height, width = frames[-1].image.shape[:2]
    passed = frames[-1].time - frames[0].time
    rate = (frames[-1].number - frames[0].number) / passed if passed > 0 else 0.0
    found = f"{width} by {height} pixels" + (f", {rate:.1f} a second" if rate else "")
    wide, high, wanted = pace.wanted
    if pace.live and (width, height) != (wide, high):
        return poor("camera", f"{found}, not {wide} by {high} as set", "advice.size_it_has")
    if pace.live and 0 < rate < 0.6 * wanted:
        return poor("camera", f"{found}, not {wanted:g} as set", "advice.light_pace")
    return well("camera", found)


def _light(image: Image, white: float = 0.0) -> Finding:
    """Return the finding of brightness."""
    mean = float(np.asarray(image, dtype=np.float32).mean())
    found = f"brightness {mean:.0f} of 255, {white:.0%} over-exposed"
    if mean < DARK[0]:
        return ill("light", f"{found}: too dark", "advice.light_more")
    if white > MOST_WHITE:
        return ill("light", f"{found}: too bright", "advice.light_less")
    if mean < DARK[1]:
        return poor("light", f"{found}: rather dark", "advice.light_more")
    if white > WHITE:
        return poor("light", f"{found}: lamps are mirrored in it", "advice.lamp_move")
    return well("light", found)


def _sharpness(rectified: Image) -> Finding:
    """Return the finding of sharpness."""
    soft = blur(rectified)
    found = f"edges {soft:.1f} pixels soft on a board of 560"
    if soft > SOFTEST:
        return ill("sharpness", f"{found}: too blurred to be read", "advice.lens")
    if soft > SOFT:
        return poor("sharpness", f"{found}: rather soft", "advice.lens")
    return well("sharpness", found)


def _board(image: Image, calibration: Calibration | None) -> tuple[Corners | None, Finding]:
    """Return where the board is, and the finding of it."""
    try:
        corners = find_corners(image) if calibration is None else calibration.geometry.corners
        check_inside(corners, image)
    except VisionError as error:
        return None, ill("board", trouble(error), "advice.whole_board")
    if calibration is None:
        return corners, poor("board", "seen, and not calibrated yet", "tavola calibrate --camera")
    state = register(calibration.landmarks, image, corners).state
    if state in _STATES:
        return corners, ill("board", *_STATES[state])
    if state is RegistrationState.LIGHT_CHANGED:
        return corners, poor("board", f"where it was calibrated; {_LIGHT_CHANGED}", "advice.calibrate")
    return corners, _framed(corners, image) or well("board", "where it was calibrated, whole in the picture")


def _framed(corners: Corners, image: Image) -> Finding | None:
    """Return the finding of a board whose frame is hardly seen; None of one that is whole in the picture."""
    if _room(corners, image) < MARGIN:
        return poor("board", "its frame is hardly in the picture", "advice.camera_up")
    return None


def _room(corners: Corners, image: Image) -> float:
    """Return how far the nearest corner is from the picture's edge, in widths of the board."""
    points = np.asarray(corners.points, dtype=np.float64)
    height, width = image.shape[:2]
    nearest = min(points.min(), width - points[:, 0].max(), height - points[:, 1].max())
    return float(nearest / np.linalg.norm(points[1] - points[0]))


def _dice(corners: Corners, diameter: float) -> Finding:
    """Return the finding of how large dice are in the picture, at the side that is farthest away."""
    points = np.asarray(corners.points, dtype=np.float64)
    narrow = min(np.linalg.norm(points[1] - points[0]), np.linalg.norm(points[2] - points[3]))
    side = float(DIE * diameter * narrow)
    found = f"about {side:.0f} pixels wide"
    if side < DIE_PIXELS[0]:
        return ill("dice", f"{found}: too small to be read", "advice.nearer")
    if side < DIE_PIXELS[1]:
        return poor("dice", f"{found}: rather small", "advice.nearer")
    return well("dice", found)
