"""A motion gate: whether anything moves, when the picture has settled, and what seems to reach over the board.

`pass_frame` is pure: it takes a state and a frame and returns a new state and what was observed. It works on a small
copy of the picture, so that a frame in which nothing moves costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.board import FRAME, to_picture

if TYPE_CHECKING:
    from vision.arrays import Mask
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry

Labels = npt.NDArray[np.uint8]

LONGER_SIDE: Final = 320
"""Longer side of the small copy, pixels."""

CHANGED: Final = 14
"""Change of a small pixel, of 255, that is more than noise: from one frame to the next, or from the last clear
picture."""

MOVING_PIXELS: Final = 4
"""Pixels of the small copy that must move: about a quarter of a die at 1280x720."""

LAMP: Final = 26
"""Small pixels across which a lamp on the frame, or a row of them, lights up at most."""

SETTLE_TIME: Final = 0.25
"""Seconds without motion after which a picture has settled."""

TRAY: Final = 0.25
"""How far to the left and right of the playing surface trays may reach, in its widths: checkers borne off are no
arm."""

ARM_PIXELS: Final = 25
"""Small pixels beyond that, or at the picture's border, that an arm covers at least."""

DARK: Final = 20
"""Pixels darker than this, of 255, tell nothing about the light."""

SURFACE, BEYOND = 1, 2
"""Labels of small pixels of the playing surface, and of what is just beyond it or where trays may be."""


class Motion(StrEnum):
    """Motion of a picture."""

    MOVING = "moving"
    STILL = "still"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Movement:
    """Movement that one frame showed, with those before it.

    Attributes:
        motion: moving, still for less than `SETTLE_TIME`, or settled.
        fresh: the first frame of a settled picture over which nothing seems to reach: the one to read.
        arm: where in the small copy something seems to reach over the board from outside it, shape (h, w); None where
            nothing does. A hand does; so does the glow of a lamp, or all of a picture of a camera that was moved.
    """

    motion: Motion
    fresh: bool
    arm: Mask | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class MotionGate:
    """State of the motion gate from frame to frame.

    Attributes:
        labels: `SURFACE`, `BEYOND` or, farther out and at the picture's border, 0, for every small pixel; shape (h, w),
            uint8.
        before: the small copy of the frame before, None at first.
        clear: the small copy of the last settled picture over which nothing reached, None until there is one.
        still_since: time of the first frame since which nothing has moved.
        told: the settled picture has been announced as fresh.
    """

    labels: Labels
    before: Image | None
    clear: Image | None
    still_since: float
    told: bool


def start_motion_gate(geometry: BoardGeometry, width: int, height: int) -> MotionGate:
    """Return the state before the first frame.

    Args:
        geometry: where the board is.
        width: of the frames to come, pixels.
        height: of the frames to come, pixels.
    """
    scale = LONGER_SIDE / max(width, height)
    labels = np.zeros((round(height * scale), round(width * scale)), dtype=np.uint8)
    out = FRAME / geometry.aspect
    beyond = [(-TRAY, -out), (1 + TRAY, -out), (1 + TRAY, 1 + out), (-TRAY, 1 + out)]
    surface = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    for outline, label in ((beyond, BEYOND), (surface, SURFACE)):
        cv2.fillPoly(labels, [np.rint(to_picture(geometry.corners, outline) * scale).astype(np.int32)], label)
    labels[[0, 1, -2, -1]] = labels[:, [0, 1, -2, -1]] = 0
    return MotionGate(labels, None, None, 0.0, told=False)


def pass_frame(state: MotionGate, frame: Frame) -> tuple[MotionGate, Movement]:
    """Take in one frame.

    Args:
        state: what is remembered.
        frame: the next frame, not older than the one before.

    Returns:
        The new state and the movement.
    """
    small = shrink(frame.image)
    if state.before is None or state.before.shape != small.shape or _moves(state.before, small, state.labels):
        state = replace(state, before=small, still_since=frame.time, told=False)
        return state, Movement(Motion.MOVING, fresh=False, arm=_arm(state, small))
    # The first still picture is kept for comparison, so that slow motion adds up until it is seen.
    arm = _arm(state, small)
    if frame.time - state.still_since < SETTLE_TIME:
        return state, Movement(Motion.STILL, fresh=False, arm=arm)
    if arm is not None:
        return state, Movement(Motion.SETTLED, fresh=False, arm=arm)
    return replace(state, clear=small, before=small, told=True), Movement(Motion.SETTLED, fresh=not state.told)


def moves_since(state: MotionGate, now: Image) -> bool:
    """Return whether something has begun to move since the picture before, as `pass_frame` would of the next frame."""
    small = shrink(now)
    return state.before is None or state.before.shape != small.shape or _moves(state.before, small, state.labels)


def take_for_clear(state: MotionGate, frame: Frame) -> MotionGate:
    """Return the state after a settled picture turned out to have no hand in it, whatever had seemed to reach in."""
    small = shrink(frame.image)
    return replace(state, clear=small, before=small, told=True)


def shrink(image: Image) -> Image:
    """Return the small copy of a picture, in colour: skin and wood may be of one grey."""
    scale = LONGER_SIDE / max(image.shape[:2])
    small = round(image.shape[1] * scale), round(image.shape[0] * scale)
    half = image
    # OpenCV is quickest about halves: a quarter takes two of them, and less than half of the time.
    while max(half.shape[:2]) % (2 * LONGER_SIDE) == 0 and min(half.shape[:2]) % 2 == 0:
        size = half.shape[1] // 2, half.shape[0] // 2
        half = np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.asarray(cv2.resize(half, small, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _changed(before: Image, now: Image) -> Labels:
    """Return 1 where some channel changed by more than noise, else 0; shape (h, w)."""
    blue, green, red = cv2.split(cv2.absdiff(before, now))  # many times faster than along an axis
    return np.asarray(cv2.max(cv2.max(blue, green), red) > CHANGED, dtype=np.uint8)


def _moves(before: Image, now: Image, labels: Labels) -> bool:
    """Return whether anything but lamps on the frame changed: those blink and breathe, and nothing moves."""
    changed = _changed(before, now)
    if np.count_nonzero(changed) < MOVING_PIXELS:
        return False
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), dtype=np.uint8))
    left, top, width, height = cv2.boundingRect(closed)  # mostly a small part of the picture
    part = np.s_[top : top + height, left : left + width]
    count, parts, boxes, _ = cv2.connectedComponentsWithStats(closed[part], connectivity=8)
    beyond = np.bincount(parts[labels[part] != SURFACE], minlength=count)
    thin = np.minimum(boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT]) <= LAMP
    moving = ~(thin & (beyond > 0))
    return int(boxes[1:, cv2.CC_STAT_AREA][moving[1:]].sum()) >= MOVING_PIXELS


def _arm(state: MotionGate, small: Image) -> Mask | None:
    """Return where something that the last clear picture did not show lies over the surface and reaches well beyond."""
    if state.clear is None or state.clear.shape != small.shape:
        return None
    changed = _changed(_in_the_light_of(state.clear, small), small)
    if np.count_nonzero(changed) < MOVING_PIXELS:
        return None
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), dtype=np.uint8))
    count, parts = cv2.connectedComponents(closed)
    # What differs is mostly a small part of the picture: nothing is counted elsewhere.
    pixels = np.flatnonzero(closed)
    own, at = parts.ravel()[pixels], state.labels.ravel()[pixels]
    over, outside = (np.bincount(own[at == label], minlength=count) for label in (SURFACE, 0))
    arms = (over >= MOVING_PIXELS) & (outside >= ARM_PIXELS)
    return np.asarray(arms[parts], dtype=np.bool_) if arms.any() else None


def _in_the_light_of(clear: Image, small: Image) -> Image:
    """Return the first picture as bright as the second: lamps and cameras change slowly, arms do not change it all.

    Pixel is compared with pixel: the pictures' own medians move with a few checkers where half of a board is dark.
    """
    then, now = (picture[::4, ::4].reshape(-1, 3).astype(np.float32) for picture in (clear, small))
    ratios = (now + 1) / (then + 1)
    gain = np.clip([_middle(ratios[then[:, channel] > DARK, channel]) for channel in range(3)], 0.6, 1.5)
    if np.all(np.abs(gain - 1) <= 0.03):
        return clear
    table = np.clip(np.rint(np.arange(256)[:, None] * gain), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(clear, table[None]), dtype=np.uint8)


def _middle(ratios: npt.NDArray[np.float32]) -> float:
    """Return the median of ratios, 1 where there are none."""
    if not ratios.size:
        return 1.0
    upper = ratios.size // 2
    lower = upper - 1 + ratios.size % 2
    parted = np.partition(ratios, (lower, upper))  # `np.median` takes thrice as long for so few
    return float((parted[lower] + parted[upper]) / 2)
