"""USB cameras, and everything else that is a V4L2 device, through OpenCV; and which of them are plugged in."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from hardware.cameras.camera import CameraError
from hardware.cameras.captured import CapturedCamera, set_up

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.cameras.captured import Capture, Wanted

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
        wanted: a path, the number of one, a part of a name, or empty for the only USB camera.
        there: what is plugged in.

    Raises:
        CameraError: "camera.missing", "camera.none", "camera.several": none is meant, or more than one.
    """
    if wanted.startswith("/"):
        return Path(wanted)
    if wanted.isdecimal():
        return DEVICES / f"video{int(wanted)}"
    meant = [one for one in there if (wanted.casefold() in one.name.casefold() if wanted else one.usb)]
    if len(meant) == 1:
        return meant[0].path
    if meant:
        raise CameraError("camera.several", names=_listed(meant))
    if wanted:
        raise CameraError("camera.missing", name=wanted, there=_listed(there) or "none")
    raise CameraError("camera.none")


class UsbCamera(CapturedCamera):
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
            raise CameraError("camera.missing", name=str(path), there=_listed(video_devices()) or "none")
        if not os.access(path, os.R_OK | os.W_OK):
            raise CameraError("camera.denied", name=str(path))
        os.environ.setdefault(*TIMEOUT)
        capture = opener(str(path), cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise CameraError("camera.busy", name=str(path))
        set_up(capture, wanted)
        super().__init__(capture, str(path), clock)


def _listed(devices: Sequence[VideoDevice]) -> str:
    """Return the names by which devices can be called."""
    return ", ".join(f"{one.stable} ({one.name})" for one in devices)


def _text(path: Path) -> str:
    """Return the line in a file of the system, empty where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
