"""Corners from four printed stickers on the frame, however the board is turned.

**Where they go.** Each sticker is a square of white paper with a black pattern in its middle. It lies on the rails
where two of them meet, outside the playing surface, so that one corner of the paper, its inner corner, touches the
corner of the opening: the inner corner of sticker A the top left one, B top right, C bottom right, D bottom left, as a
player sees the board who sits at the bottom with the bar upright. The pattern's middle is then half the paper's side
beyond both edges of the surface. How it is turned about itself does not matter, a few degrees that it lies crooked
neither.

**Height.** The stickers lie on the frame, as high above the surface as the frame stands. Seen from aside, the corners
of the opening's upper edge hide what is below them; so the camera's place is worked out from the stickers, whose size
is known, and the corners are moved down to the surface along the edges of a box of that height.

Patterns are of OpenCV's ArUco dictionary 4X4_50, numbers 0 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.errors import VisionError
from vision.geometry.board import parse_corners, to_board, to_picture
from vision.geometry.camera_pose import camera_pose
from vision.geometry.lens import bend, straighten
from vision.geometry.lens_fit import fit_lens

if TYPE_CHECKING:
    from vision.arrays import Double, Mask
    from vision.frame import Image
    from vision.geometry.board import Corners
    from vision.geometry.lens import Lens

NAMES: Final = ("A", "B", "C", "D")
"""The stickers of the top left, top right, bottom right and bottom left corner; their numbers are 0 to 3."""

CELLS: Final = 6
"""Black and white cells of a pattern, its black border included, along a side."""

PATTERN: Final = 0.75
"""Side of the pattern in sides of the paper; the rest is a white margin, without which it is not found."""

PAPER: Final = 25.0
"""Usual side of the paper, millimetres."""

HEIGHT: Final = 20.0
"""Usual height of a frame above the playing surface, millimetres."""

USUAL_WIDTH: Final = 1280
"""Pictures up to this width, pixels, are looked at in double size."""


class StickerError(VisionError, ValueError):
    """The stickers cannot be used."""


@dataclass(frozen=True, slots=True)
class Stickers:
    """Measures of the stickers as they were printed and put on.

    Attributes:
        paper: side of the paper, millimetres.
        height: of the frame they lie on above the playing surface, millimetres.
    """

    paper: float = PAPER
    height: float = HEIGHT


def pattern(number: int) -> Mask:
    """Return which cells of a sticker's pattern are black, shape (CELLS, CELLS), its border included."""
    drawn = cv2.aruco.generateImageMarker(_dictionary(), number, CELLS, borderBits=1)
    return np.asarray(drawn < 128, dtype=np.bool_)


def find_stickers(image: Image) -> dict[int, Double]:
    """Return the stickers seen, by number, with the corners of their patterns.

    Args:
        image: the picture.

    Returns:
        For each the corners in picture pixels, shape (4, 2), clockwise from the pattern's own top left.
    """
    found: dict[int, Double] = {}
    larger = min(2.0, max(1.0, 2.0 * USUAL_WIDTH / image.shape[1]))
    for scale in (larger, 1.0):  # edges of small patterns are found more finely in a larger picture
        picture = image if scale == 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        corners, numbers, _ = _detector().detectMarkers(picture)
        for corner, number in zip(corners, () if numbers is None else numbers.ravel(), strict=True):
            if int(number) < len(NAMES) and int(number) not in found:
                middle = np.asarray(corner, dtype=np.float64).reshape(4, 2)
                found[int(number)] = (middle + 0.5) / scale - 0.5
        if len(found) == len(NAMES):
            break
    return found


def sticker_corners(image: Image, stickers: Stickers | None = None) -> Corners | None:
    """Find the corners of the playing surface by its stickers.

    Args:
        image: the whole picture, as the camera took it.
        stickers: how they were printed and put on.

    Returns:
        The corners, None where no sticker is seen at all.

    Raises:
        StickerError: `stickers.missing` where some are seen and others not.
        GeometryError: they lie so that no board can be between them.
    """
    stickers = stickers or Stickers()
    found = find_stickers(image)
    if not found:
        return None
    missing = [name for number, name in enumerate(NAMES) if number not in found]
    if missing:
        raise StickerError("stickers.missing", missing=", ".join(missing), found=len(found))
    seen = np.array([found[number] for number in range(len(NAMES))])
    lens = fit_lens(image, _as_corners(_inner_corners(seen)))
    if lens is None:
        return _as_corners(_moved_down(seen, stickers, image))
    straight = _moved_down(straighten(lens, seen), stickers, image)
    return _as_corners(bend(lens, straight), lens)


def _as_corners(points: Double, lens: Lens | None = None) -> Corners:
    return parse_corners([(float(x), float(y)) for x, y in points], lens)


def _inner_corners(patterns: Double) -> Double:
    """Return the inner corner of each paper, shape (4, 2), from the corners of their patterns, shape (4, 4, 2)."""
    middle = patterns.reshape(-1, 2).mean(axis=0)
    half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    inner = []
    for corners in patterns:
        # So small a square hardly shows perspective; four corners then say three of them better.
        place, *_ = np.linalg.lstsq(np.column_stack([half, np.ones(4)]), corners, rcond=None)
        towards = np.sign(np.linalg.solve(place[:2].T, middle - place[2]))
        inner.append(towards * 0.5 / PATTERN @ place[:2] + place[2])
    return np.array(inner, dtype=np.float64)


def _moved_down(patterns: Double, stickers: Stickers, image: Image) -> Double:
    """Return where the corners of the surface are that lie straight below the inner corners of the stickers.

    Args:
        patterns: corners of the four patterns, straightened pixels, shape (4, 4, 2).
        stickers: how they were printed and put on.
        image: the picture.

    Returns:
        Straightened pixels, shape (4, 2).
    """
    upper = _as_corners(_inner_corners(patterns))
    width, depth = _measured(to_board(upper, patterns.reshape(-1, 2)).reshape(4, 4, 2), stickers.paper * PATTERN)
    pose = camera_pose(upper, depth / width, (image.shape[0], image.shape[1]))
    # What lies deeper appears nearer to the point straight below the camera.
    nearer = pose.height / (pose.height + stickers.height / width)
    below = np.array(pose.below) * (1.0, width / depth)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    return to_picture(upper, below + nearer * (corners - below))


def _measured(patterns: Double, side: float) -> tuple[float, float]:
    """Return width and depth of the opening in millimetres.

    Args:
        patterns: corners of the patterns in widths and depths of the opening, shape (4, 4, 2).
        side: of a pattern, millimetres.
    """
    edges = (np.roll(patterns, -1, axis=1) - patterns).reshape(-1, 2)
    # Each edge is as long as the side: (x * width)^2 + (y * depth)^2 = side^2.
    squares, *_ = np.linalg.lstsq(edges**2, np.full(len(edges), side**2), rcond=None)
    width, depth = np.sqrt(np.maximum(squares, 1.0))
    return float(width), float(depth)


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _detector() -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.minMarkerPerimeterRate = 0.02
    return cv2.aruco.ArucoDetector(_dictionary(), settings)
