"""Cameras through OpenCV: opened by number or by address on any system, and read and closed alike."""

from __future__ import annotations

import os
import re
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

import cv2
import numpy as np

from hardware.cameras.camera import CameraClosedError, CameraError
from hardware.cameras.recorded import FFMPEG_SAYS
from hardware.closing import Closing
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BACKENDS: Final = {"linux": (cv2.CAP_V4L2,), "darwin": (cv2.CAP_AVFOUNDATION,), "win32": (cv2.CAP_DSHOW, cv2.CAP_MSMF)}
"""By what OpenCV opens a camera on each system, as `sys.platform` calls it, the first that opens it taken."""

TRIED: Final = 4
"""Numbers of cameras that are tried where the system does not tell which there are."""

SCHEMES: Final = ("http", "https", "rtsp", "rtsps")
"""How addresses of cameras begin."""


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


class CapturedCamera(Closing):
    """What OpenCV has opened, as a `hardware.cameras.camera.Camera`."""

    def __init__(self, capture: Capture, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Take over what was opened.

        Args:
            capture: reads the pictures; released when the camera is closed.
            name: of the camera, for errors.
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
            try:
                read, image = self._capture.read()
            except cv2.error:
                read, image = False, None
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


def set_up(capture: Capture, wanted: Wanted) -> None:
    """Set a device as it is wanted; a camera takes what it can."""
    # Compressed, as USB 2 carries no more than five whole pictures of this size a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
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


def open_numbered(
    device: str,
    wanted: Wanted,
    platform: str,
    *,
    clock: Callable[[], float] = time.monotonic,
    opener: Callable[[int, int], Capture] = cv2.VideoCapture,
) -> CapturedCamera:
    """Return a camera of a system that calls cameras by numbers, such as macOS or Windows.

    Args:
        device: its number, 0 for the first; empty for the only one there is.
        wanted: how it is to be set.
        platform: the system, as `sys.platform` calls it; where it is unknown, OpenCV chooses the driver.
        clock: returns seconds; never goes backwards.
        opener: opens it, as `cv2.VideoCapture` does.

    Raises:
        CameraError: "camera.by_number", the device is no number; "camera.busy", it does not open; without a number
            "camera.none" or "camera.several".
    """
    if not re.fullmatch(r"[0-9]{0,3}", device):
        raise CameraError("camera.by_number", name=device)
    backends = BACKENDS.get(platform, (cv2.CAP_ANY,))
    opened = {}
    for number in range(TRIED) if not device else (int(device),):
        capture = _opened(opener, number, backends)
        if capture is not None:
            opened[number] = capture
    if len(opened) == 1:
        ((number, capture),) = opened.items()
        set_up(capture, wanted)
        return CapturedCamera(capture, f"camera {number}", clock)
    for capture in opened.values():
        capture.release()
    if device:
        raise CameraError("camera.busy", name=f"camera {device}")
    raise CameraError("camera.several", names=", ".join(map(str, opened))) if opened else CameraError("camera.none")


def _opened(opener: Callable[[int, int], Capture], number: int, backends: Sequence[int]) -> Capture | None:
    """Return a camera by the first driver that opens it, None where none does."""
    for backend in backends:
        capture = opener(number, backend)
        if capture.isOpened():
            return capture
        capture.release()
    return None


def open_address(
    address: str,
    patience: float,
    *,
    clock: Callable[[], float] = time.monotonic,
    opener: Callable[[str, int, Sequence[int]], Capture] = cv2.VideoCapture,
) -> CapturedCamera:
    """Return a camera in the network, such as a telephone whose camera program sends its pictures.

    Args:
        address: where its pictures come from, by HTTP or RTSP.
        patience: seconds that it may take to answer, and without a picture.
        clock: returns seconds; never goes backwards.
        opener: opens it, as `cv2.VideoCapture` does.

    Raises:
        CameraError: "camera.no_address", it is none; "camera.unreachable", no pictures come from there.
    """
    name = shown_address(address)
    if name is None:
        raise CameraError("camera.no_address", text=re.sub(r"//.*@", "//", address))
    os.environ.setdefault(*FFMPEG_SAYS)
    wait = round(1000 * patience)
    limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait)
    capture = opener(address, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        raise CameraError("camera.unreachable", name=name)
    return CapturedCamera(capture, name, clock)


def shown_address(address: str) -> str | None:
    """Return an address without the name and password in it, None where it is no address of a camera."""
    try:
        parts = urlsplit(address)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        return None
    if parts.scheme not in SCHEMES or not parts.hostname:
        return None
    return urlunsplit((parts.scheme, f"{parts.hostname}{port}", parts.path, "", ""))
