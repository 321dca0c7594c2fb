"""USB cameras, and everything else that is a V4L2 device, through OpenCV; and which of them are plugged in."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import cv2
import numpy as np

from hardware.cameras.camera import CameraClosedError, CameraError
from hardware.closing import Closing
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SYSTEM: Final = Path("/sys/class/video4linux")
"""Where Linux lists video devices."""

DEVICES: Final = Path("/dev")

TIMEOUT: Final = ("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")
"""OpenCV's variable for how many seconds it waits for a picture, and what it is set to: without it a camera that stalls
holds its device for ten, in which it cannot be opened anew. OpenCV reads it once, at the first picture."""


@dataclass(frozen=True, slots=True)
class VideoDevice:
    """A camera that is plugged in.

    Attributes:
        path: its device, such as /dev/video0.
        name: what it calls itself.
        usb: whether it is on USB; a Pi has other video devices, which are no cameras.
        stable: its name below /dev/v4l/by-id, which stays when it is plugged in elsewhere; the path where it has none.
    """

    path: Path
    name: str
    usb: bool
    stable: Path


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


def video_devices(system: Path = SYSTEM, devices: Path = DEVICES) -> tuple[VideoDevice, ...]:
    """Return the video devices of this machine that may deliver pictures, in the order of their numbers.

    Args:
        system: where Linux lists them.
        devices: where their files are.
    """
    links = sorted((devices / "v4l" / "by-id").glob("*")) if (devices / "v4l" / "by-id").is_dir() else []
    stable = {link.resolve().name: link for link in reversed(links)}
    found = []
    for entry in sorted(system.glob("video*"), key=lambda path: (len(path.name), path.name)):
        if _text(entry / "index") not in ("", "0"):
            continue  # a camera's second device tells of its pictures, and has none
        path = devices / entry.name
        usb = any(part.startswith("usb") for part in (entry / "device").resolve().parts)
        found.append(VideoDevice(path, _text(entry / "name"), usb, stable.get(entry.name, path)))
    return tuple(found)


def choose(wanted: str, there: Sequence[VideoDevice]) -> Path:
    """Return the device that is meant.

    Args:
        wanted: a path, a part of a name, or empty for the only USB camera.
        there: what is plugged in.

    Raises:
        CameraError: "camera.missing", "camera.none", "camera.several": none is meant, or more than one.
    """
    if wanted.startswith("/"):
        return Path(wanted)
    meant = [one for one in there if (wanted.casefold() in one.name.casefold() if wanted else one.usb)]
    if len(meant) == 1:
        return meant[0].path
    if meant:
        raise CameraError("camera.several", names=", ".join(f"{one.stable} ({one.name})" for one in meant))
    if wanted:
        names = ", ".join(f"{one.stable} ({one.name})" for one in there) or "none"
        raise CameraError("camera.missing", name=wanted, there=names)
    raise CameraError("camera.none")


class UsbCamera(Closing):
    """A V4L2 camera, a `hardware.cameras.camera.Camera`."""

    def __init__(
        self,
        path: Path,
        wanted: Wanted,
        *,
        clock: Callable[[], float] = time.monotonic,
        opener: Callable[[str, int], Capture] = cv2.VideoCapture,
    ) -> None:
        """Open a device.

        Args:
            path: the device.
            wanted: how it is to be set; a camera takes what it can.
            clock: returns seconds; never goes backwards.
            opener: opens it, as `cv2.VideoCapture` does.

        Raises:
            CameraError: "camera.missing", "camera.denied" or "camera.busy".
        """
        if not path.exists():
            raise CameraError("camera.missing", name=str(path), there="it is not there")
        if not os.access(path, os.R_OK | os.W_OK):
            raise CameraError("camera.denied", name=str(path))
        os.environ.setdefault(*TIMEOUT)
        self._capture = opener(str(path), cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError("camera.busy", name=str(path))
        # Compressed, as USB 2 carries no more than five whole pictures of this size a second.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for what, value in (
            (cv2.CAP_PROP_FRAME_WIDTH, wanted.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, wanted.height),
            (cv2.CAP_PROP_FPS, wanted.rate),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(what, value)
        if wanted.focus is not None:
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._capture.set(cv2.CAP_PROP_FOCUS, wanted.focus)
        self._path = path
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
            raise CameraError("camera.gone", name=str(self._path))
        if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise CameraError("camera.garbled", name=str(self._path))
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


def _text(path: Path) -> str:
    """Return the line in a file of the system, empty where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
