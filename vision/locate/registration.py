"""Registration: a move of board or camera since the calibration, another light, or a covered camera.

Small patches of the frame, the bar and the bare surface are remembered from the calibration picture. In a settled
picture they are looked for again: normalised correlation does not mind the light, and what checkers, dice and hands
hide is outvoted by the patches that agree on one move (MAGSAC++, Barath and others, 2020). Those also say where the
corners are now. This is for settled pictures only; a frame that moves costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.board import FRAME, GeometryError, parse_corners, to_board, to_picture
from vision.geometry.lens import bend, straighten
from vision.locate.quality import shows_nothing

if TYPE_CHECKING:
    from vision.arrays import Double, Mask
    from vision.frame import Image
    from vision.geometry.board import BoardGeometry, Corners

SMALL_WIDTH: Final = 640
"""Width of the copy in which patches are looked for, pixels."""

PATCHES: Final = 64
"""How many patches are remembered at most."""

SIDE: Final = 19
"""Side of a patch in small pixels."""

NARROW: Final = 5
"""How far, in small pixels, a patch is looked for first."""

WIDE_SEARCH: Final = 0.09
"""How far it is looked for where it is not found near, in widths of the board: 5 % aside and 5 degrees turned. Moves
farther than that are noticed, and not followed."""

PATCH_ALIKE: Final = 0.65
"""Correlation from which a patch counts as found."""

AGREE: Final = 1.6
"""How far, in small pixels, a patch may be from where the others say it should be."""

LEAST_SHARE: Final = 0.3
"""Share of the patches that must agree on it."""

HALF_POINTS: Final = 4
"""How many half points aside is looked where fewer agree, 2 to 6: points repeat, and a roll-up board has little else.
Compared as `LEAST_AHEAD` is."""

LEAST_AHEAD: Final = 0.1
"""By what share of the patches a fit must be ahead of those elsewhere, 0.05 to 0.2: else it may be one of them.
Compared by `tests.benchmarks.reading.locating.shifted_tables` on traced tables that choose."""

LEAST_MOVE: Final = 0.0035
"""Move of a corner, in widths of the board, from which the board counts as moved; reading bears twice that."""

DARK: Final = 0.12
"""Share of the calibration picture's brightness below which the camera sees nothing."""

LIGHT: Final = (0.6, 1.6)
"""Brightness, in that of the calibration picture, outside which a change of light is reported."""

GAMMA: Final = 2.2
"""A picture's values are about this root of the light (sRGB): half of the light leaves 0.73 of the value."""

BLACK: Final = 4.0
"""Added to values of a picture, of 255, before they are compared: in the dark noise weighs most."""


class RegistrationState(StrEnum):
    """State of board and camera, compared with the calibration."""

    AS_BEFORE = "as-before"
    MOVED = "moved"
    LIGHT_CHANGED = "light-changed"
    COVERED = "covered"
    DARK = "dark"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """Patches and brightness of the calibration picture, to find it again by.

    Attributes:
        corners: of the playing surface in it.
        spots: middles of the patches, board coordinates, shape (n, 2).
        patches: in the small grey copy, shape (n, SIDE, SIDE), uint8.
        brightness: of the picture within the board, 0..255.
        pitch: from the middle of a point to the next, in widths of the board.
    """

    corners: Corners
    spots: Double
    patches: Image
    brightness: float
    pitch: float


@dataclass(frozen=True, slots=True)
class RegisteredView:
    """Registration of a settled picture: where board and camera are.

    Attributes:
        state: the finding.
        move: how far the farthest corner is from where it was thought, in widths of the board; 0 where not known.
        corners: where the corners are now, None where that is not known.
        brightness: how much light there is, in that of the calibration picture.
    """

    state: RegistrationState
    move: float
    corners: Corners | None
    brightness: float


class _Fit(NamedTuple):
    """Where the corners are, and the share of the patches that agree on it."""

    share: float
    corners: Corners


def remember(image: Image, geometry: BoardGeometry, covered: Double) -> Landmarks:
    """Remember what does not change at a table.

    Args:
        image: the calibration picture.
        geometry: where the board is in it.
        covered: middles of the checkers in it, board coordinates, shape (n, 2): they will be played.
    """
    small, scale = _small(image)
    allowed = np.zeros(small.shape, dtype=np.uint8)
    out = FRAME / geometry.aspect
    ring = [(-FRAME, -out), (1 + FRAME, -out), (1 + FRAME, 1 + out), (-FRAME, 1 + out)]
    cv2.fillPoly(allowed, [np.rint(to_picture(geometry.corners, ring) * scale).astype(np.int32)], 255)
    wide = _width(geometry.corners) * scale
    if len(covered):
        for x, y in np.rint(to_picture(geometry.corners, covered) * scale).astype(int).tolist():
            cv2.circle(allowed, (x, y), round(0.75 * geometry.diameter * wide + SIDE / 2), 0, -1)
    reach = SIDE // 2 + 1
    inside = np.zeros_like(allowed)
    inside[reach:-reach, reach:-reach] = 255
    found = cv2.goodFeaturesToTrack(
        small, PATCHES, 0.005, 0.03 * wide, mask=cv2.bitwise_and(allowed, inside), blockSize=7
    )
    spots = np.zeros((0, 2)) if found is None else np.rint(found.reshape(-1, 2)).astype(np.float64)
    half = SIDE // 2
    patches = [small[int(y) - half : int(y) + half + 1, int(x) - half : int(x) + half + 1] for x, y in spots]
    stacked = np.array(patches, dtype=np.uint8).reshape(-1, SIDE, SIDE)
    return Landmarks(
        geometry.corners,
        to_board(geometry.corners, (spots + 0.5) / scale - 0.5),
        stacked,
        _brightness(small, geometry.corners, scale),
        geometry.pitch,
    )


def register(landmarks: Landmarks, image: Image, now: Corners) -> RegisteredView:
    """Compare board and camera with the calibration.

    Args:
        landmarks: what was remembered.
        image: a settled picture of the same size.
        now: where the corners are thought to be.

    Returns:
        The finding, as far as it can be told; MOVED only where the corners' new places are known.
    """
    small, scale = _small(image)
    shown = _brightness(small, now, scale) / max(1.0, landmarks.brightness)
    brightness = shown**GAMMA
    if shown < DARK:
        return RegisteredView(RegistrationState.DARK, 0.0, None, brightness)
    if shows_nothing(small):
        return RegisteredView(RegistrationState.COVERED, 0.0, None, brightness)
    wide = _width(landmarks.corners) * scale
    fit = _best_fit(landmarks, small, scale, now, round(WIDE_SEARCH * wide))
    if fit is None:
        return RegisteredView(RegistrationState.UNCLEAR, 0.0, None, brightness)
    if _apart(fit.corners, now) * scale >= LEAST_MOVE * wide:
        # Some patches had moved farther than was looked; near where they must be now, all are found.
        again = _fit(landmarks, small, scale, fit.corners, NARROW)
        fit = again if again is not None and again.share >= fit.share else fit
    move = _apart(fit.corners, now) * scale / wide
    if move >= LEAST_MOVE:
        return RegisteredView(RegistrationState.MOVED, move, fit.corners, brightness)
    brightness = _light_on(landmarks, small, scale, fit.corners)
    changed = not LIGHT[0] <= brightness <= LIGHT[1]
    return RegisteredView(
        RegistrationState.LIGHT_CHANGED if changed else RegistrationState.AS_BEFORE, move, fit.corners, brightness
    )


def _small(image: Image) -> tuple[Image, float]:
    """Return a small grey copy, and how small it is."""
    scale = min(1.0, SMALL_WIDTH / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    # Finer than this is noise, and what falls between pixels when something moves by half of one.
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), dtype=np.uint8), scale


def _width(corners: Corners) -> float:
    """Return the board's width half way down, in pixels."""
    ends = to_picture(corners, [(0.0, 0.5), (1.0, 0.5)])
    return float(np.linalg.norm(ends[1] - ends[0]))


def _brightness(small: Image, corners: Corners, scale: float) -> float:
    """Return the middle brightness within the board, 0..255."""
    board = np.zeros(small.shape, dtype=np.uint8)
    cv2.fillPoly(board, [np.rint(np.array(corners.points) * scale).astype(np.int32)], 1)
    shares = cv2.calcHist([small], [0], board, [256], [0, 256]).ravel().cumsum()
    return float(np.searchsorted(shares, shares[-1] / 2))


def _light_on(landmarks: Landmarks, small: Image, scale: float, now: Corners) -> float:
    """Return how much light falls on what was remembered, in that of the calibration: the middle of all patches.

    Checkers that come and go leave it as it is, and so do lamps on the frame.
    """
    height, width = small.shape
    spots = np.rint((to_picture(now, landmarks.spots) + 0.5) * scale - 0.5).astype(np.intp)
    x, y = spots[:, 0].clip(0, width - 1), spots[:, 1].clip(0, height - 1)
    there = cv2.blur(small, (SIDE, SIDE))[y, x].astype(np.float64)
    was = landmarks.patches.mean(axis=(1, 2), dtype=np.float64)
    return float(np.median(((there + BLACK) / (was + BLACK)) ** GAMMA))


def _apart(one: Corners, other: Corners) -> float:
    """Return how far the corner is moved that is moved farthest, in pixels."""
    return float(np.linalg.norm(np.array(one.points) - np.array(other.points), axis=1).max())


def _best_fit(landmarks: Landmarks, small: Image, scale: float, now: Corners, reach: int) -> _Fit | None:
    """Return where the corners are by what most patches agree on: near where they were thought, else farther off.

    Points look alike, so a board that was moved by half a point or more may seem to lie a point beside where it does.
    Where no majority of patches agrees, those fits are compared as well that half points aside would be, and none is
    believed where two are about as good.
    """
    near = _fit(landmarks, small, scale, now, NARROW)
    if near is not None and near.share > 1 / 2:
        return near
    far = _fit(landmarks, small, scale, now, reach)
    closer = _fit(landmarks, small, scale, far.corners, NARROW) if far else None
    fits = [one for one in (near, closer) if one]
    middle = max(fits, key=attrgetter("share")).corners if fits else now
    for halves in (way * step for step in range(1, HALF_POINTS + 1) for way in (-1, 1)):
        aside = _aside(middle, halves * landmarks.pitch / 2)
        fit = _fit(landmarks, small, scale, aside, NARROW) if aside else None
        fits += [fit] if fit else []
    if not fits:
        return None
    best = max(fits, key=attrgetter("share"))
    elsewhere = landmarks.pitch / 4 * _width(best.corners)
    rivals = [one.share for one in fits if _apart(one.corners, best.corners) > elsewhere]
    return best if best.share - max(rivals, default=0.0) >= LEAST_AHEAD else None


def _aside(corners: Corners, far: float) -> Corners | None:
    """Return the corners of a board that lies so far beside, in its widths; None where a picture has no room for it."""
    points = to_picture(corners, [(far, 0.0), (1 + far, 0.0), (1 + far, 1.0), (far, 1.0)])
    try:
        return parse_corners(points.tolist(), corners.lens)
    except GeometryError:
        return None


def _fit(landmarks: Landmarks, small: Image, scale: float, near: Corners, reach: int) -> _Fit | None:
    """Return where the corners are by what the patches agree on that are looked for so far round their places."""
    lens, spots = landmarks.corners.lens, landmarks.spots
    found, seen = _find(landmarks.patches, small, (to_picture(near, spots) + 0.5) * scale - 0.5, reach)
    enough = max(4, LEAST_SHARE * len(spots))
    if np.count_nonzero(seen) < enough:
        return None
    spots, now = spots[seen], (found[seen] + 0.5) / scale - 0.5
    now = now if lens is None else straighten(lens, now)
    _, inliers = cv2.findHomography(spots, now, cv2.USAC_MAGSAC, AGREE / scale)
    agree = np.asarray(inliers, dtype=np.bool_).ravel()
    if np.count_nonzero(agree) < enough or not _all_round(spots[agree]):
        return None
    matrix, _ = cv2.findHomography(spots[agree], now[agree])
    if np.shape(matrix) != (3, 3):  # OpenCV has nothing to return where they lie in a line
        return None
    points = cv2.perspectiveTransform(np.array([[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]]), matrix)[0]
    try:
        corners = parse_corners((points if lens is None else bend(lens, points)).tolist(), lens)
    except GeometryError:
        return None
    return _Fit(np.count_nonzero(agree) / len(landmarks.spots), corners)


def _all_round(spots: Double) -> bool:
    """Return whether spots lie on three quarters of the board at least: a quarter says little of the others."""
    quarters = set(map(tuple, (spots > 0.5).tolist()))
    return len(quarters) >= 3


def _find(patches: Image, small: Image, guess: Double, reach: int) -> tuple[Double, Mask]:
    """Return where each patch is in the small picture, finer than pixels, shape (n, 2), and whether it was found."""
    half = SIDE // 2
    padded = np.pad(small, half + reach, mode="edge")
    found, seen = guess.copy(), np.zeros(len(patches), dtype=np.bool_)
    for number, patch in enumerate(patches):
        x, y = np.rint(guess[number]).astype(int).tolist()
        window = padded[max(0, y) : y + 2 * (half + reach) + 1, max(0, x) : x + 2 * (half + reach) + 1]
        if min(window.shape) <= SIDE + 2 or x < 0 or y < 0:
            continue
        score = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (at_x, at_y) = cv2.minMaxLoc(score)
        if best < PATCH_ALIKE or not (0 < at_x < score.shape[1] - 1 and 0 < at_y < score.shape[0] - 1):
            continue
        fine_x = _peak(*score[at_y, at_x - 1 : at_x + 2].tolist())
        fine_y = _peak(*score[at_y - 1 : at_y + 2, at_x].tolist())
        found[number] = (x + at_x - reach + fine_x, y + at_y - reach + fine_y)
        seen[number] = True
    return found, seen


def _peak(before: float, middle: float, after: float) -> float:
    """Return where between its neighbours a parabola through three values is highest."""
    bend_down = 2 * middle - before - after
    return 0.5 * (after - before) / bend_down if bend_down > 1e-9 else 0.0
