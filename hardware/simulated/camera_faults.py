"""A camera that fails on cue: it stalls, goes, delivers garbage or pictures of another size. For tests and doctors."""

from __future__ import annotations

import threading
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.cameras.camera import CameraClosedError, CameraEndedError, CameraError
from hardware.closing import Closing
from vision.frame import Frame, Image

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class CameraFault(StrEnum):
    """What may be wrong instead of the next picture."""

    STALL = "stall"
    """No picture comes until the camera is closed."""
    HANG = "hang"
    """The same, and closing it does not help either, for some seconds: a driver that hangs."""
    GONE = "gone"
    """The device is unplugged."""
    GARBAGE = "garbage"
    """What comes is no picture."""
    SPOILT = "spoilt"
    """The device itself says that what came is no picture."""
    GREY = "grey"
    """A picture without colours."""
    ENDED = "ended"
    """A recording is over."""


HANGS: Final = 2.0
"""Seconds for which a hanging camera cannot be closed."""

Step = CameraFault | tuple[int, int] | Image
"""A fault, the (width, height) of a picture of noise, or a picture that is delivered as it is."""


class FaultyCamera(Closing):
    """Plays a script, a `hardware.cameras.camera.Camera`; after the last step it delivers noise for ever."""

    def __init__(
        self,
        script: Sequence[Step],
        *,
        size: tuple[int, int] = (64, 48),
        pace: float = 0.001,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a script.

        Args:
            script: what comes, one step a `read`.
            size: (width, height) of the noise at the end.
            pace: seconds a picture takes.
            clock: returns seconds; never goes backwards.
        """
        self._script = list(script)
        self._size = size
        self._pace = pace
        self._clock = clock
        self._number = 0
        self._closed = threading.Event()
        self._noise = np.random.default_rng(1)

    def read(self) -> Frame:
        """Deliver the next step.

        Raises:
            CameraClosedError: the camera has been closed.
            CameraEndedError, CameraError: the script says so.
        """
        if self._closed.wait(self._pace):
            raise CameraClosedError("camera.closed")
        step = self._script.pop(0) if self._script else self._size
        number, self._number = self._number, self._number + 1
        if isinstance(step, CameraFault):
            return Frame(self._fail(step), self._clock(), number)
        if isinstance(step, tuple):
            step = self._noise.integers(0, 255, (step[1], step[0], 3), dtype=np.uint8)
        return Frame(step, self._clock(), number)

    def _fail(self, fault: CameraFault) -> Image:
        """Do what a fault does; return what is delivered in place of a picture."""
        match fault:
            case CameraFault.STALL:
                self._closed.wait()
                raise CameraClosedError("camera.closed")
            case CameraFault.HANG:
                time.sleep(HANGS)
                raise CameraClosedError("camera.closed")
            case CameraFault.GONE:
                raise CameraError("camera.gone", name="simulated")
            case CameraFault.SPOILT:
                raise CameraError("camera.garbled", name="simulated")
            case CameraFault.ENDED:
                raise CameraEndedError("camera.ended")
            case CameraFault.GREY:
                return np.zeros(self._size[::-1], dtype=np.uint8)
            case CameraFault.GARBAGE:
                return np.zeros(0, dtype=np.uint8)

    def close(self) -> None:
        """Deliver no more frames. May be called again."""
        self._closed.set()
