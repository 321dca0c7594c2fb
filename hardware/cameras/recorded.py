"""Cameras that play what was recorded: a video file, or a folder of pictures. Every frame is delivered, in order."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.cameras.camera import CameraClosedError, CameraEndedError, CameraError
from hardware.cameras.pictures import MOST_BYTES, MOST_PIXELS, PictureFileError, decode_picture
from hardware.closing import Closing
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frame import Image

PICTURES: Final = (".png", ".jpg", ".jpeg")
"""What the names of pictures in a folder end in."""


FFMPEG_SAYS: Final = ("OPENCV_FFMPEG_LOGLEVEL", "-8")
"""The variable by which FFmpeg keeps to itself what it thinks of a file; our own word about it is enough."""

_RAW: Final = (b"\xff\xd8\xff", b"\0\0\0\1", b"\0\0\1")
"""How streams of pictures begin that have no container, and so no times."""

_USUAL_RATE: Final = 25.0
"""Pictures a second where nothing says how many there are."""


class VideoFileCamera(Closing):
    """Plays a video file, a `hardware.cameras.camera.Camera`, in which a frame's time is that of the recording.

    Attributes:
        rate_taken: pictures a second that were taken for granted, where the file has no times of its own; else None.
    """

    def __init__(self, path: Path, begin: float = 0.0) -> None:
        """Open a file.

        Args:
            path: the file.
            begin: seconds of the recording; pictures before that time are left out.

        Raises:
            OSError: there is no such file.
            CameraError: "camera.not_a_file"; "camera.no_video", it is no video that OpenCV can read;
                "camera.too_large", its pictures are larger than any camera's.
        """
        path.stat()  # OpenCV does not say why it cannot open a file
        if not path.is_file():
            raise CameraError("camera.not_a_file", name=str(path))
        with path.open("rb") as file:
            raw = file.read(4).startswith(_RAW)
        os.environ.setdefault(*FFMPEG_SAYS)
        self._capture = cv2.VideoCapture(str(path))
        width, height = (int(self._capture.get(what)) for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if not self._capture.isOpened() or width * height <= 0:
            self._capture.release()
            raise CameraError("camera.no_video", name=str(path))
        if width * height > MOST_PIXELS:
            self._capture.release()
            raise CameraError(
                "camera.too_large", name=str(path), width=width, height=height, most=MOST_PIXELS // 1_000_000
            )
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._step = 1 / (rate if 0 < rate < 1000 else _USUAL_RATE)
        self.rate_taken = 1 / self._step if raw else None
        self._begins: float | None = None
        self._from = begin
        self._time = -self._step
        self._number = 0
        self._closed = False

    def read(self) -> Frame:
        """Return the next frame.

        Raises:
            CameraClosedError: the camera has been closed.
            CameraEndedError: "camera.ended".
        """
        if self._closed:
            raise CameraClosedError("camera.closed")
        image = self._next()
        while self._time < self._from:
            image = self._next()
        frame = Frame(_kept(image), self._time, self._number)
        self._number += 1
        return frame

    def _next(self) -> Image:
        """Return the next picture of the file, and date it."""
        try:
            read, image = self._capture.read()
        except (cv2.error, MemoryError):
            read = False
        if not read:
            raise CameraEndedError("camera.ended")
        self._time = self._dated()
        return np.asarray(image, dtype=np.uint8)

    def _dated(self) -> float:
        """Return the time of the picture read last: the container's; where that does not go on, a step later."""
        told = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        if not math.isfinite(told):
            return self._time + self._step
        self._begins = told if self._begins is None else self._begins
        time = told - self._begins
        return time if time > self._time else self._time + self._step

    def close(self) -> None:
        """Close the file. May be called again."""
        if not self._closed:
            self._closed = True
            self._capture.release()


class StillsCamera(Closing):
    """Plays the pictures of a folder in the order of their names, a `hardware.cameras.camera.Camera`."""

    def __init__(self, folder: Path, rate: float) -> None:
        """Look a folder through.

        Args:
            folder: where the pictures are.
            rate: pictures a second, as they are dated.

        Raises:
            OSError: there is no such folder.
            CameraError: "camera.no_pictures", there are none in it.
        """
        self._pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES and path.is_file())
        if not self._pictures:
            raise CameraError("camera.no_pictures", name=str(folder))
        self._rate = rate
        self._number = 0
        self._closed = False

    def read(self) -> Frame:
        """Return the next picture.

        Raises:
            CameraClosedError: the camera has been closed.
            CameraEndedError: "camera.ended".
            CameraError: "camera.garbled", this one cannot be read; the next may.
        """
        if self._closed:
            raise CameraClosedError("camera.closed")
        if self._number >= len(self._pictures):
            raise CameraEndedError("camera.ended")
        number, self._number = self._number, self._number + 1
        path = self._pictures[number]
        try:
            with path.open("rb") as file:
                image = decode_picture(file.read(MOST_BYTES), str(path))
        except (OSError, PictureFileError):
            raise CameraError("camera.garbled", name=str(path)) from None
        return Frame(_kept(image), number / self._rate, number)

    def close(self) -> None:
        """Deliver no more frames. May be called again."""
        self._closed = True


def _kept(image: Image) -> Image:
    """Return a picture that nobody may write to."""
    image.setflags(write=False)
    return image
