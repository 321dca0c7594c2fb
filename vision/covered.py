"""Which places a hand or an arm hides in a single picture, where there is nothing to compare it with.

The scene network says where hands are. A place is hidden where a hand covers a spot that its count depends on: checkers
lie in line from the rail, so that what is covered behind the first spot seen empty does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import RECT_MARGIN, RECT_WIDTH, Corners, homography, rect_size, rect_to_board
from vision.look import closer_look, mirrored_maps
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading
from vision.scene_net import shipped_scene_net

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.frame import Image
    from vision.geometry import BoardGeometry, Float
    from vision.layout import Disc
    from vision.scene_net import SceneMaps, SceneNet

LIKELY: Final = 0.5
"""Chance from which a pixel counts as that of a hand."""

FAINT: Final = 0.25
"""Chance from which pixels join a hand to its arm."""

EDGE: Final = 4
"""Pixels of the map that count as the picture's edge: an arm is not made out to its last pixel."""

BEYOND: Final = 0.04
"""How far an arm reaches beyond the playing surface at least, in the surface's widths, if not to the picture's edge."""

LEAST_SHARE: Final = 0.008
"""A hand covers at least this share of the playing surface's area, on it and beside it together: about two checkers."""

SPOT_COVERED: Final = 0.4
"""Share of a checker's spot under a hand from which it is not seen whether a checker lies there."""

BAR_COVERED: Final = 0.2
"""Share of the bar under a hand from which its checkers cannot be counted."""

IN_LINE: Final = 5
"""How many spots of a place are looked at."""


def look_for_hands(image: Image, corners: Corners, aspect: float, net: SceneNet | None = None) -> Float:
    """Look closely at a board and return where hands are over it, see `hands_over`.

    Args:
        image: the picture.
        corners: of the playing surface.
        aspect: its depth over its width.
        net: the scene network; the shipped one where none is given.
    """
    look, matrix = closer_look(image, np.array(corners.points))
    maps = mirrored_maps(look, shipped_scene_net() if net is None else net)
    within = cv2.warpPerspective(np.ones(image.shape[:2], dtype=np.uint8), matrix, look.shape[1::-1])
    outside = cv2.resize(within, maps.hand.shape[::-1], interpolation=cv2.INTER_NEAREST) == 0
    upright = cv2.perspectiveTransform(np.array(corners.points)[None], matrix)[0]
    placed = Corners(tuple((float(x), float(y)) for x, y in upright))
    return hands_over(maps, placed, aspect, np.asarray(outside, dtype=np.bool_))


def hands_over(maps: SceneMaps, corners: Corners, aspect: float, outside: npt.NDArray[np.bool_] | None = None) -> Float:
    """Return where hands are over the rectified board.

    A hand comes from outside: what reaches neither well beyond the frame nor to the picture's edge is none.

    Args:
        maps: of the picture.
        corners: of the playing surface.
        aspect: its depth over its width.
        outside: pixels of the maps that were outside the photograph, where the picture is but a look at a part of it.

    Returns:
        Array (h, w) of the rectified picture: 1 under a hand, else 0.
    """
    joined = (maps.hand > FAINT).astype(np.uint8)
    outline = np.array(corners.points) / maps.scale
    surface, frame = np.zeros_like(joined), np.zeros_like(joined)
    cv2.fillPoly(surface, [np.rint(outline).astype(np.int32)], 1)
    middle = outline.mean(axis=0)
    cv2.fillPoly(frame, [np.rint(middle + (1 + 2 * BEYOND) * (outline - middle)).astype(np.int32)], 1)
    frame[:EDGE], frame[-EDGE:], frame[:, :EDGE], frame[:, -EDGE:] = 0, 0, 0, 0
    if outside is not None:
        frame[cv2.dilate(outside.astype(np.uint8), np.ones((2 * EDGE + 1, 2 * EDGE + 1), dtype=np.uint8)) > 0] = 0
    count, parts = cv2.connectedComponents(joined)
    area = np.bincount(parts[maps.hand > LIKELY], minlength=count)
    reaching = np.bincount(parts[frame == 0], minlength=count)
    arms = (area >= LEAST_SHARE * max(1, int(surface.sum()))) & (reaching > 0)
    arms[0] = False
    chance = np.where(arms[parts], maps.hand, 0)
    to_map = np.diag([1 / maps.scale[0], 1 / maps.scale[1], 1.0])
    to_map[:2, 2] = -0.5
    matrix = to_map @ homography(corners) @ rect_to_board(aspect)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(chance.astype(np.float32), matrix, rect_size(aspect), flags=flags)
    return np.asarray(warped > FAINT, dtype=np.float32)


def uncovered(discs: Sequence[Disc], hands: Float) -> list[Disc]:
    """Return the discs whose middles no hand covers: those on hands are knuckles and nails."""
    return [disc for disc in discs if not hands[disc.y, disc.x]]


def place_cover(hands: Float, geometry: BoardGeometry) -> Float:
    """Return the share of each spot that a hand covers, (24, `IN_LINE`): places as in PLACES, spots from the rail."""
    size = max(3, round(0.9 * geometry.diameter * RECT_WIDTH))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
    share = cv2.filter2D(hands, -1, disc / disc.sum())
    spots = np.zeros((len(PLACES), IN_LINE), dtype=np.float32)
    for number, nth in np.ndindex(spots.shape):
        away = RECT_WIDTH * (geometry.first[number // 12] + nth * geometry.spacing)
        y = RECT_MARGIN + (away if number < 12 else RECT_WIDTH * geometry.aspect - away)
        x = RECT_MARGIN + geometry.columns[number] * RECT_WIDTH
        row, column = (min(max(0, round(v)), most - 1) for v, most in zip((y, x), share.shape, strict=True))
        spots[number, nth] = share[row, column]
    return spots


def hidden_places(hands: Float, geometry: BoardGeometry, points: Sequence[PlaceReading]) -> frozenset[str]:
    """Return the places (PLACES or "bar") that hands hide.

    Args:
        hands: see `hands_over`.
        geometry: the board's layout.
        points: what was read of the places, as far as it was seen.
    """
    if not hands.any():
        return frozenset()
    hidden = {
        place
        for place, spots, reading in zip(PLACES, place_cover(hands, geometry), points, strict=True)
        if (spots[: reading.best[1] + 1] >= SPOT_COVERED).any()
    }
    left, right = (round(RECT_MARGIN + RECT_WIDTH * x) for x in (geometry.bar_left, geometry.bar_right))
    along = hands[RECT_MARGIN : hands.shape[0] - RECT_MARGIN, left : max(right, left + 1)]
    if float(along.mean()) >= BAR_COVERED:
        hidden.add("bar")
    return frozenset(hidden)


def silenced(
    points: Sequence[PlaceReading], bar: tuple[CountReading, CountReading], hidden: frozenset[str]
) -> tuple[tuple[PlaceReading, ...], tuple[CountReading, CountReading]]:
    """Return points and bar with nothing said about hidden ones: every content is as likely."""
    nothing = PlaceReading((0,) * (2 * MAX_COUNT + 1))
    said = tuple(nothing if place in hidden else reading for place, reading in zip(PLACES, points, strict=True))
    unsaid = CountReading((0,) * (MAX_COUNT + 1))
    return said, (unsaid, unsaid) if "bar" in hidden else bar
