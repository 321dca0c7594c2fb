"""A webcam made of v4l2loopback: what is shown to it comes out of /dev/video*."""

from __future__ import annotations

import fcntl
import os
import struct
import threading
from typing import TYPE_CHECKING, Final, Self

import cv2
import numpy as np

from hardware.virtual_pi.guest.system import load

if TYPE_CHECKING:
    from types import TracebackType

    import numpy.typing as npt

NUMBER: Final = 40
"""Of the device /dev/videoN."""

NAME: Final = "Table camera"
"""What it calls itself."""

RATE: Final = 4.0
"""Pictures a second: an emulated processor follows no more."""

NOISY: Final = 8
"""Pixels of every line that have noise; all of them would cost an emulated processor too much."""

_SET_FORMAT: Final = 0xC0D05605
"""VIDIOC_S_FMT of linux/videodev2.h, with a struct v4l2_format of 208 bytes."""

_OUTPUT: Final = 2
"""V4L2_BUF_TYPE_VIDEO_OUTPUT: we are the side that puts pictures in."""


class Webcam:
    """A camera that sees what it is shown, a context manager."""

    def __init__(self, size: tuple[int, int]) -> None:
        """Plug it in; it delivers nothing before it was shown something.

        Args:
            size: (width, height) of its pictures, pixels.
        """
        load("v4l2loopback", f"video_nr={NUMBER}", f"card_label={NAME}", "exclusive_caps=1")
        self._device = os.open(f"/dev/video{NUMBER}", os.O_RDWR)
        fcntl.ioctl(self._device, _SET_FORMAT, bytearray(video_format(size)))
        self._picture: npt.NDArray[np.uint8] | None = None
        self._noise = np.random.default_rng(0)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._deliver, daemon=True)
        self._thread.start()

    def show(self, image: npt.NDArray[np.uint8]) -> None:
        """Let it see this from now on.

        Args:
            image: as `cv2.VideoCapture` has it, uint8 in (height, width, 3), BGR.
        """
        self._picture = yuyv(image)

    def pass_by(self, image: npt.NDArray[np.uint8]) -> None:
        """Let it see this once: a moment of a movement, which must not look as if it had come to rest.

        Args:
            image: as for `show`.
        """
        self._picture = None
        os.write(self._device, noisy(yuyv(image), self._noise).tobytes())

    def __enter__(self) -> Self:
        """Return the camera itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Unplug it."""
        self._ended.set()
        self._thread.join(5.0)
        os.close(self._device)

    def _deliver(self) -> None:
        """Deliver what is seen again and again, never quite the same: a sensor has noise."""
        while not self._ended.wait(1 / RATE):
            picture = self._picture
            if picture is not None:
                os.write(self._device, noisy(picture, self._noise).tobytes())


def noisy(picture: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return a YUYV picture with some noise of a sensor in every line: one level of brightness more or less."""
    other = picture.copy()
    other[:, : 2 * NOISY : 2] ^= rng.integers(0, 2, (picture.shape[0], NOISY), np.uint8)
    return other


def video_format(size: tuple[int, int]) -> bytes:
    """Return a struct v4l2_format: YUYV pictures of a size, progressive, put in."""
    width, height = size
    code = int.from_bytes(b"YUYV", "little")
    pixels = struct.pack("12I", width, height, code, 1, width * 2, width * height * 2, 8, 0, 0, 0, 0, 0)
    return (struct.pack("2I", _OUTPUT, 0) + pixels).ljust(208, b"\0")


def yuyv(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return a BGR picture as YUYV: uint8 in (height, 2 * width)."""
    height, width = image.shape[:2]
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_YUYV), np.uint8).reshape(height, 2 * width)
