"""Capture through OpenCV: what its cameras have in common, and the camera that is anything it opens."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import cv2
import numpy as np

from hardware.cameras.camera import CameraClosedError, CameraError
from hardware.closing import Closing
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE: Final = 5000
"""Milliseconds that a camera at an address may take to answer, or for a picture."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a camera is to be set.

    Attributes:
        width, height: of its pictures, pixels.
        rate: pictures a second.
        focus: fixed focus in the camera's own steps (dioptres on a CSI camera); None leaves it to the camera.
    """

    width: int = 1280
    height: int = 720
    rate: float = 15.0
    focus: float | None = None


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Return whether there is a device."""

    def read(self) -> tuple[bool, Any]:
        """Wait for a picture."""

    def set(self, what: int, value: float) -> bool:
        """Set a property."""

    def release(self) -> None:
        """Let the device go."""


def want(capture: Capture, wanted: Wanted) -> None:
    """Ask a device for pictures as they are wanted; it takes what it can."""
    for what, value in (
        (cv2.CAP_PROP_FRAME_WIDTH, wanted.width),
        (cv2.CAP_PROP_FRAME_HEIGHT, wanted.height),
        (cv2.CAP_PROP_FPS, wanted.rate),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ):
        capture.set(what, value)
    if wanted.focus is not None:
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        capture.set(cv2.CAP_PROP_FOCUS, wanted.focus)


class CaptureCamera(Closing):
    """A camera that OpenCV has opened, a `hardware.cameras.camera.Camera`."""

    def __init__(self, capture: Capture, name: str, clock: Callable[[], float]) -> None:
        """Take what was opened.

        Args:
            capture: it.
            name: what it is called where something is said of it.
            clock: returns seconds; never goes backwards.
        """
        self._capture = capture
        self._name = name
        self._clock = clock
        self._number = 0
        self._closed = False
        self._reading = threading.Lock()
        self._released = False

    def read(self) -> Frame:
        """Wait for the next picture.

        Raises:
            CameraClosedError: the camera has been closed.
            CameraError: "camera.gone", it delivers nothing more; "camera.garbled", what it delivers is no picture.
        """
        with self._reading:
            self._check_open()
            read, image = self._capture.read()
            taken = self._clock()
            self._check_open()
        if not read:
            raise CameraError("camera.gone", name=self._name)
        if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise CameraError("camera.garbled", name=self._name)
        image = image.copy() if image.base is not None else image
        image.setflags(write=False)
        frame = Frame(image, taken, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Release the device; where another thread waits for a picture, as soon as that has come or failed."""
        self._closed = True
        if self._reading.acquire(blocking=False):
            try:
                self._release()
            finally:
                self._reading.release()

    def _check_open(self) -> None:
        """Release the device if the camera has been closed meanwhile."""
        if self._closed:
            self._release()
            raise CameraClosedError("camera.closed")

    def _release(self) -> None:
        if not self._released:
            self._released = True
            self._capture.release()


class OpenCvCamera(CaptureCamera):
    """Any camera that OpenCV opens on this system: by its number, or by the address at which it streams."""

    def __init__(
        self,
        source: str,
        wanted: Wanted,
        *,
        clock: Callable[[], float] = time.monotonic,
        opener: Callable[..., Capture] = cv2.VideoCapture,
    ) -> None:
        """Open a camera.

        Args:
            source: a number, a device, or an address such as rtsp://... or http://... of a phone's camera program.
            wanted: how it is to be set, where it is no address.
            clock: returns seconds; never goes backwards.
            opener: opens it, as `cv2.VideoCapture` does.

        Raises:
            CameraError: "camera.not_opened".
        """
        if "://" not in source:
            capture = opener(int(source) if source.isdecimal() else source)
        else:
            patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, PATIENCE, cv2.CAP_PROP_READ_TIMEOUT_MSEC, PATIENCE]
            capture = opener(source, cv2.CAP_ANY, patience)
        if not capture.isOpened():
            capture.release()
            raise CameraError("camera.not_opened", name=without_password(source))
        if "://" not in source:
            want(capture, wanted)
        super().__init__(capture, without_password(source), clock)


def without_password(source: str) -> str:
    """Return an address without who asks, and his password."""
    scheme, found, rest = source.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{found}{host.rpartition('@')[2]}{slash}{path}" if found else source
