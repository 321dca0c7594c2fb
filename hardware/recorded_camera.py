"""Cameras that play what was recorded: a video file, or a folder of pictures. Every frame is delivered, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.camera import CameraClosedError, CameraEndedError, CameraError
from hardware.closing import Closing
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frame import Image

PICTURES: Final = (".png", ".jpg", ".jpeg")
"""What the names of pictures in a folder end in."""


class VideoFileCamera(Closing):
    """Plays a video file, a `hardware.camera.Camera`. The time of a frame is that of the recording."""

    def __init__(self, path: Path) -> None:
        """Open a file.

        Raises:
            OSError: there is no such file.
            CameraError: "camera.no_video", it is no video that OpenCV can read.
        """
        with path.open("rb"):
            pass  # OpenCV does not say why it cannot open a file
        self._capture = cv2.VideoCapture(str(path))
        self._rate = float(self._capture.get(cv2.CAP_PROP_FPS)) if self._capture.isOpened() else 0.0
        if not 0 < self._rate < 1000:
            self._capture.release()
            raise CameraError("camera.no_video", name=str(path))
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
        read, image = self._capture.read()
        if not read:
            raise CameraEndedError("camera.ended")
        frame = Frame(_kept(np.asarray(image, dtype=np.uint8)), self._number / self._rate, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Close the file. May be called again."""
        if not self._closed:
            self._closed = True
            self._capture.release()


class StillsCamera(Closing):
    """Plays the pictures of a folder in the order of their names, a `hardware.camera.Camera`."""

    def __init__(self, folder: Path, rate: float) -> None:
        """Look a folder through.

        Args:
            folder: where the pictures are.
            rate: pictures a second, as they are dated.

        Raises:
            OSError: there is no such folder.
            CameraError: "camera.no_pictures", there are none in it.
        """
        self._pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
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
        image = cv2.imread(str(self._pictures[number]), cv2.IMREAD_COLOR)
        if image is None:
            raise CameraError("camera.garbled", name=str(self._pictures[number]))
        return Frame(_kept(np.asarray(image, dtype=np.uint8)), number / self._rate, number)

    def close(self) -> None:
        """Deliver no more frames. May be called again."""
        self._closed = True


def _kept(image: Image) -> Image:
    """Return a picture that nobody may write to."""
    image.setflags(write=False)
    return image
