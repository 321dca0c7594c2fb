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

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.geometry.board import parse_corners
from vision.geometry.lens import bend, straighten
from vision.geometry.lens_fit import fit_lens

if TYPE_CHECKING:
    from vision.arrays import Double
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

USUAL_FOCAL: Final = 1.1
"""Usual focal length of webcams and phones in picture widths: 49 degrees across."""

FOCAL_SPREAD: Final = 0.25
"""How far focal lengths stray from that: standard deviation of the logarithm."""

SIDE_SPREAD: Final = 0.012
"""How well the proportions of the four patterns together can be measured: standard deviation of the logarithm."""


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


def pattern(number: int) -> npt.NDArray[np.bool_]:
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
    middle = np.array([(image.shape[1] - 1) / 2, (image.shape[0] - 1) / 2])
    upper = _inner_corners(patterns) - middle
    if not stickers.height:
        return np.asarray(upper + middle, dtype=np.float64)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(unit, upper.astype(np.float32)), dtype=np.float64)
    flat = (patterns.reshape(-1, 2) - middle).astype(np.float32)[None]
    on_plane = cv2.perspectiveTransform(flat, np.linalg.inv(plane))[0].reshape(4, 4, 2).astype(np.float64)
    width, depth = _measured(on_plane, stickers.paper * PATTERN)
    focal = _focal_length(plane, width / depth, image.shape[1])
    across, down, origin = (np.array([*(plane[:2, k] / focal), plane[2, k]]) for k in range(3))
    scale = 0.5 * (width / np.linalg.norm(across) + depth / np.linalg.norm(down))
    below = np.cross(across / np.linalg.norm(across), down / np.linalg.norm(down))
    below /= np.linalg.norm(below)
    points = scale * (unit[:, :1] * across + unit[:, 1:] * down + origin) + stickers.height * below
    return np.asarray(focal * points[:, :2] / points[:, 2:] + middle, dtype=np.float64)


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


def _focal_length(plane: Double, proportion: float, width: int) -> float:
    """Return the focal length in pixels.

    Two edges of a rectangle are at right angles and as long as measured for only one of them, where the picture is
    taken from aside (Zhang 2000). From straight above all fit nearly as well; there the usual one is taken, which
    matters little.

    Args:
        plane: 3x3, from the opening to pixels from the picture's middle.
        proportion: of the opening, width over depth, as measured.
        width: of the picture, pixels.
    """
    usual = math.log(USUAL_FOCAL * width)

    def misfit(log_focal: float) -> float:
        focal = math.exp(log_focal)
        across, down = (np.array([*(plane[:2, k] / focal), plane[2, k]]) for k in range(2))
        long, wide = float(np.linalg.norm(across)), float(np.linalg.norm(down))
        skew = float(across @ down) / long / wide
        return (
            ((log_focal - usual) / FOCAL_SPREAD) ** 2
            + (math.log(long / wide / proportion) / SIDE_SPREAD) ** 2
            + (skew / SIDE_SPREAD) ** 2
        )

    return math.exp(min(np.linspace(usual - 0.8, usual + 0.8, 161), key=misfit))


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _detector() -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    settings.minMarkerPerimeterRate = 0.02
    return cv2.aruco.ArucoDetector(_dictionary(), settings)
