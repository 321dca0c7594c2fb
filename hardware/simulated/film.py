"""Keep what a camera sees as a video file, for people or for a referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2

from hardware.cameras.camera import CameraError
from hardware.closing import Closing

if TYPE_CHECKING:
    from pathlib import Path

    from vision.frame import Frame

CODECS: Final = {".avi": "MJPG", ".mp4": "mp4v"}
"""What the name of a film may end in, and how it is then coded. The second is a third as large, and a little softer."""


class Film(Closing):
    """A video file in the making, a context manager. It has the size of its first frame."""

    def __init__(self, path: Path, rate: float) -> None:
        """Begin a film.

        Args:
            path: the file; what was there is gone.
            rate: frames a second.

        Raises:
            CameraError: "film.other_kind", its name ends in nothing that is known.
        """
        if path.suffix.lower() not in CODECS:
            raise CameraError("film.other_kind", name=str(path), known=", ".join(CODECS))
        self._path = path
        self._rate = rate
        self._writer: cv2.VideoWriter | None = None

    def take(self, frame: Frame) -> None:
        """Add a frame.

        Raises:
            CameraError: "film.not_written", the file cannot be written.
        """
        if self._writer is None:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            except OSError:
                raise CameraError("film.not_written", name=str(self._path)) from None
            code = cv2.VideoWriter.fourcc(*CODECS[self._path.suffix.lower()])
            height, width = frame.image.shape[:2]
            self._writer = cv2.VideoWriter(str(self._path), code, self._rate, (width, height))
        if not self._writer.isOpened():
            raise CameraError("film.not_written", name=str(self._path))
        self._writer.write(frame.image)

    def close(self) -> None:
        """End the film. May be called again."""
        if self._writer is not None:
            self._writer.release()
