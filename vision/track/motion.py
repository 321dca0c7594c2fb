"""A motion gate: whether anything moves, when the picture has settled, and whether a hand is over the board.

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

from vision.geometry.board import to_picture

if TYPE_CHECKING:
    from vision.frame import Frame, Image
    from vision.geometry.board import BoardGeometry

Labels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

SMALL_WIDTH: Final = 320
"""Width of the small copy in pixels."""

MOVED: Final = 14
"""Change of a small pixel from one frame to the next, of 255, that counts as motion: noise stays well below."""

CHANGED: Final = 14
"""Change of a small pixel from the last clear picture that counts as something that was not there."""

MOVING_PIXELS: Final = 4
"""Pixels of the small copy that must move: about a quarter of a die at 1280x720."""

LAMP: Final = 26
"""Small pixels across which a lamp on the frame, or a row of them, lights up at most."""

SETTLE_TIME: Final = 0.25
"""Seconds without motion after which a picture has settled."""

FRAME: Final = 0.045
"""How far beyond the playing surface its frame reaches, in the surface's widths. What changes there may be a checker
that appears to lean out, or the light of a lamp on the frame; what changes farther out and is joined to a change on the
surface is neither."""

TRAY: Final = 0.25
"""How far to the left and right of it trays may reach, in the same measure: checkers borne off are no arm."""

ARM_WIDTH: Final = 4
"""Small pixels of the picture's border that an arm covers at least."""

ARM_PIXELS: Final = 25
"""Small pixels beyond that of which an arm changes more than anything else does."""

LAMPS_DARKEN: Final = 6
"""By how much noise and the camera's exposure make a pixel darker, of 255, where a lamp goes on."""

LAMPS_LIGHTEN: Final = 25
"""By how much the glow of a lamp on the frame lightens what is round it, of 255; an arm may do more."""

GLOW_PIXELS: Final = 180
"""Small pixels beyond the frame that neighbouring lamps on it light up at most; an arm that darkens nothing there
lightens more."""

GLOW_WIDTH: Final = 30
"""Small pixels of the picture's border that neighbouring lamps light up at most."""

DARK: Final = 20
"""Pixels darker than this, of 255, tell nothing about the light."""

GLIMPSE: Final = 8
"""Of so many pixels across and down one is looked at where only clear motion counts."""

CLEARLY: Final = 30
"""Change of such a pixel, of 255, that noise does not reach."""

GLIMPSED: Final = 4
"""How many of them must change: half of a die at 1280x720, a fiftieth of a hand."""

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
        hand: something reaches into the board from outside the picture.
        fresh: the first frame of a settled picture without a hand: the one to read.
        arm: where in the small copy something reaches in, shape (h, w); None where nothing does.
    """

    motion: Motion
    hand: bool
    fresh: bool
    arm: Mask | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class MotionGate:
    """State of the motion gate from frame to frame.

    Attributes:
        labels: `SURFACE`, `BEYOND` or, farther out, 0, for every small pixel; shape (h, w), uint8.
        before: the small copy of the frame before, None at first.
        first: the small copy of the first settled picture, None until then.
        clear: the small copy of the last settled picture without a hand, None until there is one.
        still_since: time of the first frame since which nothing has moved.
        told: the settled picture has been announced as fresh.
    """

    labels: Labels
    before: Image | None
    first: Image | None
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
    scale = SMALL_WIDTH / width
    labels = np.zeros((round(height * scale), SMALL_WIDTH), dtype=np.uint8)
    out = FRAME / geometry.aspect
    beyond = [(-TRAY, -out), (1 + TRAY, -out), (1 + TRAY, 1 + out), (-TRAY, 1 + out)]
    surface = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    for outline, label in ((beyond, BEYOND), (surface, SURFACE)):
        cv2.fillPoly(labels, [np.rint(to_picture(geometry.corners, outline) * scale).astype(np.int32)], label)
    return MotionGate(labels, None, None, None, 0.0, told=False)


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
        return state, _observed(Motion.MOVING, _arm(state, small))
    # The first still picture is kept for comparison, so that slow motion adds up until it is seen.
    if frame.time - state.still_since < SETTLE_TIME:
        return state, _observed(Motion.STILL, _arm(state, small))
    arm = _arm(state, small)
    fresh = arm is None and not state.told
    if arm is not None:
        state = replace(state, told=False)  # An arm as slender as a lamp's light may leave unnoticed.
    else:
        first = small if state.first is None else state.first
        state = replace(state, first=first, clear=small, before=small, told=True)
    return state, _observed(Motion.SETTLED, arm, fresh=fresh)


def moves_since(state: MotionGate, still: Image, now: Image) -> bool:
    """Return whether something has begun to move since a still picture, as `pass_frame` would of the next frame.

    Where nothing has, it costs a part of what `pass_frame` does: few pixels are compared, and all only where those
    differ.

    Args:
        state: what is remembered since the still picture.
        still: the picture, shape (h, w, 3).
        now: a later one.
    """
    if still.shape != now.shape:
        return True
    few = -(-now.shape[1] // GLIMPSE), -(-now.shape[0] // GLIMPSE)
    before, after = (cv2.resize(picture, few, interpolation=cv2.INTER_NEAREST) for picture in (still, now))
    if np.count_nonzero(_changed(before, after, CLEARLY)) < GLIMPSED:
        return False
    return state.before is None or _moves(state.before, shrink(now), state.labels)


def take_for_clear(state: MotionGate, frame: Frame) -> MotionGate:
    """Return the state after a settled picture turned out to have no hand in it, whatever had seemed to reach in."""
    small = shrink(frame.image)
    return replace(state, clear=small, before=small, told=True)


def _observed(motion: Motion, arm: Mask | None, *, fresh: bool = False) -> Movement:
    return Movement(motion, arm is not None, fresh, arm)


def shrink(image: Image) -> Image:
    """Return the small copy of a picture, in colour: skin and wood may be of one grey."""
    height = round(image.shape[0] * SMALL_WIDTH / image.shape[1])
    half = image
    # OpenCV is quickest about halves: a quarter takes two of them, and less than half of the time.
    while half.shape[1] % (2 * SMALL_WIDTH) == 0 and half.shape[0] % 2 == 0:
        size = half.shape[1] // 2, half.shape[0] // 2
        half = np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.asarray(cv2.resize(half, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _changed(before: cv2.typing.MatLike, now: cv2.typing.MatLike, least: int) -> Labels:
    """Return 1 where some channel changed by more than `least`, else 0; shape (h, w)."""
    return np.asarray(_most(cv2.absdiff(before, now)) > least, dtype=np.uint8)


def _most(difference: cv2.typing.MatLike) -> Image:
    """Return the largest of each pixel's three channels, shape (h, w); many times faster than along an axis."""
    blue, green, red = cv2.split(difference)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)


def _moves(before: Image, now: Image, labels: Labels) -> bool:
    """Return whether anything but lamps on the frame changed: those blink and breathe, and nothing moves."""
    changed = _changed(before, now, MOVED)
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
    """Return where something reaches into the board from the picture's border, None where nothing does.

    It must stand out from the first picture as from the last: a hand that once lay so that it was taken for part of
    the table would otherwise be seen wherever it no longer is. A lamp that was lit in one of them and is not now is no
    arm, nor one that was not and is.
    """
    if state.clear is None or state.first is None or state.clear.shape != small.shape:
        return None
    both: _Difference | None = None
    where: Labels | None = None
    for picture in (state.clear, state.first):
        difference = _Difference.of(picture, small)
        arm = None if difference is None else difference.reaching(state.labels, difference.changed)
        if difference is None or arm is None:
            return None
        both = difference if both is None else both.both(difference)
        where = arm.astype(np.uint8) if where is None else where & arm
    return None if both is None or where is None else both.reaching(state.labels, where)


@dataclass(frozen=True, slots=True, eq=False)
class _Difference:
    """Difference of a small picture from an earlier one, as bright as it; shapes (h, w).

    Attributes:
        changed: 1 where it does, closed, else 0.
        darker: where it is darker than any lamp that goes out could tell.
        lighter: where it is not, but clearly lighter.
    """

    changed: Labels
    darker: Mask
    lighter: Mask

    @classmethod
    def of(cls, earlier: Image, small: Image) -> _Difference | None:
        """Return how `small` differs from an earlier picture, None where it hardly does."""
        earlier = _in_the_light_of(earlier, small)
        changed = _changed(earlier, small, CHANGED)
        if np.count_nonzero(changed) < MOVING_PIXELS:
            return None
        closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), dtype=np.uint8))
        darker = _most(cv2.subtract(earlier, small)) > LAMPS_DARKEN
        lighter = ~darker & (_most(cv2.subtract(small, earlier)) > LAMPS_LIGHTEN)
        return cls(np.asarray(closed, dtype=np.uint8), darker, lighter)

    def both(self, other: _Difference) -> _Difference:
        """Return where a picture differs in the same way from two earlier ones."""
        return _Difference(self.changed & other.changed, self.darker & other.darker, self.lighter & other.lighter)

    def reaching(self, labels: Labels, where: Labels) -> Mask | None:
        """Return what of the pixels `where` reaches in, None where nothing does.

        It is joined to the picture's border, or lies over the frame and the surface at once: a sleeve may be of the
        table's colour, but hardly of the frame's and the surface's too. A lamp on the frame only adds light, and is no
        arm.
        """
        if np.count_nonzero(where) < MOVING_PIXELS:
            return None
        count, parts = cv2.connectedComponents(where)
        edge = np.ones_like(self.darker)
        edge[2:-2, 2:-2] = False
        # What differs is mostly a small part of the picture: nothing is counted elsewhere.
        pixels = np.flatnonzero(where > 0)
        own, at = parts.ravel()[pixels], labels.ravel()[pixels]
        darker, lighter = self.darker.ravel()[pixels], self.lighter.ravel()[pixels]

        def solid(here: Mask, glow: int) -> npt.NDArray[np.int64]:
            light = np.bincount(own[here & lighter], minlength=count)
            return np.asarray(np.bincount(own[here & darker], minlength=count) + np.maximum(0, light - glow))

        at_border = solid(edge.ravel()[pixels], GLOW_WIDTH) >= 2 * ARM_WIDTH
        outside = solid(at == 0, GLOW_PIXELS)
        over = np.bincount(own[at == SURFACE], minlength=count)
        arms = (over >= MOVING_PIXELS) & (at_border | (outside >= ARM_PIXELS))
        arms[0] = False
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
