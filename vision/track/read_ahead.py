"""Reading ahead: a picture that a hand has just left, or that is still, is read before it has settled.

To settle takes a while, and on a small computer to read a picture takes as long again. Both can go on at once: if
nothing moves until the picture has settled, what was read holds; if something does, it is forgotten. Whatever begins
to move while it is read cancels the reading: a hand that was away for a moment would else be gone before it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.errors import VisionError
from vision.track.motion import Motion, moves_since
from vision.track.spots import looks_as_before, spot_radius

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.calibrate.calibration import Calibration
    from vision.checkers.unchanged_points import Remembered
    from vision.frame import Frame, Image
    from vision.reading import Reading
    from vision.track.motion import MotionGate, Movement

LEAST_STILLNESS: Final = 0.03
"""Seconds without motion after which a picture is read: a frame of a camera that gives thirty a second. Too soon costs
little, as a reading ends when something moves."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadAhead:
    """A picture that was read before it had settled.

    Attributes:
        frame: the picture.
        since: the time of the first frame since which nothing had moved.
        calibration: what it was read with.
        with_cube: whether the cube was looked for.
        reading: what was read.
        seen: what later pictures can be compared with.
    """

    frame: Frame
    since: float
    calibration: Calibration
    with_cube: bool
    reading: Reading
    seen: Remembered


class CancelledRead(VisionError):  # noqa: N818 - nothing went wrong
    """Something has begun to move while a picture was read ahead."""


def cancelled_by_motion(newest: Callable[[], Image | None], gate: MotionGate) -> Callable[[], None]:
    """Return what cancels the reading of a picture as soon as a later one shows that something moves.

    Args:
        newest: returns the newest picture that the camera has taken since, None where none has come.
        gate: what the motion gate remembers of the picture.

    Returns:
        A function that raises `CancelledRead` then.
    """

    def raise_if_cancelled() -> None:
        image = newest()
        if image is not None and moves_since(gate, image):
            raise CancelledRead("read_ahead.cancelled")

    return raise_if_cancelled


def may_be_read(movement: Movement, before: Movement | None, wait: float) -> bool:
    """Return whether a picture that has not settled is to be read, if it has not been: it is still, without a hand.

    Where the last hand has just gone, nothing else moves as a rule, and nobody waits to see that.

    Args:
        movement: what the motion gate makes of it.
        before: what it made of the frame before; None if there was none.
        wait: seconds since the first frame since which nothing has moved.
    """
    if movement.arm is not None or movement.motion is Motion.SETTLED:
        return False
    if movement.motion is Motion.MOVING:
        return before is not None and before.arm is not None
    return wait >= LEAST_STILLNESS


def as_settled(
    ahead: ReadAhead | None, frame: Frame, since: float, calibration: Calibration, *, with_cube: bool
) -> tuple[Reading, Remembered] | None:
    """Return what was read ahead as the reading of the picture that has settled, None where that has to be read.

    It has where something has moved in between, or the board is known to lie elsewhere by now, or the cube has come to
    be looked for, or a die does not look as it did: a die may rock to rest by less than the gate calls motion.

    Args:
        ahead: what was read ahead last.
        frame: the picture that has settled.
        since: the time of the first frame since which nothing has moved.
        calibration: what it would be read with.
        with_cube: whether the cube is to be looked for in it.
    """
    if ahead is None or ahead.since != since or ahead.calibration is not calibration or with_cube > ahead.with_cube:
        return None
    radius = spot_radius(calibration.geometry)
    then, now = ahead.frame.image, frame.image
    if not all(looks_as_before(then, now, (die.px, die.py), radius) for die in ahead.reading.dice):
        return None
    return replace(ahead.reading, time=frame.time), ahead.seen
