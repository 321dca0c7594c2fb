"""What needs time: whether anything moves, when the picture has settled, and whether a hand is over the board.

`watch` is pure: it takes a state and a frame and returns a new state and what was observed. It works on a small grey
copy of the picture, so that a frame in which nothing moves costs next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import place_outline, to_picture
from vision.reading import PLACES

if TYPE_CHECKING:
    from vision.frame import Frame, Image
    from vision.geometry import BoardGeometry

Grey = npt.NDArray[np.uint8]

SMALL_WIDTH: Final = 320
"""Width of the small grey copy in pixels."""

MOVED: Final = 14
"""Change of a small pixel from one frame to the next, of 255, that counts as motion: noise stays well below."""

CHANGED: Final = 22
"""Change of a small pixel from the last clear picture that counts as something that was not there."""

MOVING_PIXELS: Final = 4
"""Small pixels that must move: about a quarter of a die at 1280x720."""

SETTLE_TIME: Final = 0.25
"""Seconds without motion after which a picture has settled."""

COVERED_SHARE: Final = 0.12
"""Share of a place's outline under a hand from which the place is hidden."""


class Motion(StrEnum):
    """How the picture was found."""

    MOVING = "moving"
    STILL = "still"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame showed, with those before it.

    Attributes:
        motion: moving, still for less than `SETTLE_TIME`, or settled.
        hand: something reaches into the board from outside the picture.
        covered: places (PLACES or "bar") that it hides.
        fresh: the first frame of a settled picture without a hand: the one to read.
    """

    motion: Motion
    hand: bool
    covered: frozenset[str]
    fresh: bool


@dataclass(frozen=True, slots=True, eq=False)
class WatchState:
    """What is remembered from frame to frame.

    Attributes:
        labels: for every small pixel 0 or 1 + the number of the place there (25 for the bar), shape (h, w), uint8.
        sizes: small pixels of each place, 26 values.
        before: the small copy of the frame before, None at first.
        clear: the small copy of the last settled picture without a hand, None at first.
        still_since: time of the first frame since which nothing has moved.
        told: the settled picture has been announced as fresh.
    """

    labels: Grey
    sizes: tuple[int, ...]
    before: Grey | None
    clear: Grey | None
    still_since: float
    told: bool


def start_watching(geometry: BoardGeometry, width: int, height: int) -> WatchState:
    """Return the state before the first frame.

    Args:
        geometry: where the board is.
        width: of the frames to come, pixels.
        height: of the frames to come, pixels.
    """
    scale = SMALL_WIDTH / width
    labels = np.zeros((round(height * scale), SMALL_WIDTH), dtype=np.uint8)
    for number, place in enumerate((*PLACES, "bar"), start=1):
        outline = to_picture(geometry.corners, place_outline(geometry, place)) * scale
        cv2.fillPoly(labels, [np.rint(outline).astype(np.int32)], number)
    sizes = np.bincount(labels.ravel(), minlength=len(PLACES) + 2)
    return WatchState(labels, tuple(int(n) for n in sizes), None, None, 0.0, told=False)


def watch(state: WatchState, frame: Frame) -> tuple[WatchState, Observation]:
    """Take in one frame.

    Args:
        state: what is remembered.
        frame: the next frame, not older than the one before.

    Returns:
        The new state and the observation.
    """
    small = shrink(frame.image)
    if state.before is None or state.before.shape != small.shape or _moves(state.before, small):
        state = replace(state, before=small, still_since=frame.time, told=False)
        hand, covered = _hand(state, small)
        return state, Observation(Motion.MOVING, hand, covered, fresh=False)
    # The first still picture is kept for comparison, so that slow motion adds up until it is seen.
    if frame.time - state.still_since < SETTLE_TIME:
        return state, Observation(Motion.STILL, *_hand(state, small), fresh=False)
    hand, covered = _hand(state, small)
    fresh = not hand and not state.told
    if not hand:
        state = replace(state, clear=small, before=small, told=True)
    return state, Observation(Motion.SETTLED, hand, covered, fresh)


def shrink(image: Image) -> Grey:
    """Return the small grey copy of a picture."""
    height = round(image.shape[0] * SMALL_WIDTH / image.shape[1])
    small = cv2.resize(image, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _moves(before: Grey, now: Grey) -> bool:
    return int(np.count_nonzero(cv2.absdiff(before, now) > MOVED)) >= MOVING_PIXELS


def _hand(state: WatchState, small: Grey) -> tuple[bool, frozenset[str]]:
    """Return whether something reaches into the board from the picture's border, and which places it hides."""
    if state.clear is None or state.clear.shape != small.shape:
        return False, frozenset()
    changed = (cv2.absdiff(state.clear, small) > CHANGED).astype(np.uint8)
    if np.count_nonzero(changed) < MOVING_PIXELS:
        return False, frozenset()
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((7, 7), dtype=np.uint8))
    _, parts = cv2.connectedComponents(closed)
    border = np.concatenate([parts[:2].ravel(), parts[-2:].ravel(), parts[:, :2].ravel(), parts[:, -2:].ravel()])
    reaching = np.unique(border[border > 0])
    if not len(reaching):
        return False, frozenset()
    arm = np.isin(parts, reaching)
    under = np.bincount(state.labels[arm], minlength=len(state.sizes))
    names = (*PLACES, "bar")
    covered = frozenset(
        name for number, name in enumerate(names, start=1) if under[number] > COVERED_SHARE * state.sizes[number]
    )
    return bool(under[1:].sum() >= MOVING_PIXELS), covered
