"""The camera on a Raspberry Pi's own connector, through `rpicam-vid` in a process of its own.

Its pictures come over a pipe as JPEG, one after the other: a picture says its own size, and a piece that is missing or
garbled is noticed and costs one picture. A process that hangs can be killed, which no library in our own could be.
"""

from __future__ import annotations

import logging
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Final

from hardware.cameras.camera import CameraClosedError, CameraError
from hardware.cameras.mjpeg import split
from hardware.cameras.pictures import PictureFileError, decode_picture
from hardware.closing import Closing
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.captured import Wanted

_log: Final = logging.getLogger(__name__)

PROGRAMS: Final = ("rpicam-vid", "libcamera-vid")
"""What the program is called: the second is its name of before 2024."""

QUALITY: Final = 95
"""Of the JPEG pictures, of 100."""

_PIECE: Final = 1 << 18
_GRACE: Final = 1.0
"""Seconds in which the program has to end by itself."""


def find_program(path: str | None = None) -> str | None:
    """Return where the program is, None where it is not installed.

    Args:
        path: folders to look in, as PATH has them; None takes PATH.
    """
    return next((found for name in PROGRAMS if (found := shutil.which(name, path=path))), None)


def arguments(program: str, camera: int, wanted: Wanted) -> list[str]:
    """Return the command line of the program.

    Args:
        program: where it is.
        camera: the number of the camera.
        wanted: how it is to be set.
    """
    line = [program, "--camera", str(camera), "--codec", "mjpeg", "--quality", str(QUALITY)]
    line += ["--width", str(wanted.width), "--height", str(wanted.height), "--framerate", f"{wanted.rate:g}"]
    if wanted.focus is not None:
        line += ["--autofocus-mode", "manual", "--lens-position", f"{wanted.focus:g}"]
    return [*line, "--timeout", "0", "--nopreview", "--flush", "--output", "-"]


class CsiCamera(Closing):
    """A camera on the Pi's connector, a `hardware.cameras.camera.Camera`."""

    def __init__(
        self,
        camera: int,
        wanted: Wanted,
        *,
        patience: float = 5.0,
        program: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the program.

        Args:
            camera: the number of the camera, as `rpicam-hello --list-cameras` has it.
            wanted: how it is to be set.
            patience: seconds that `read` waits for a picture.
            program: where the program is; None looks for it.
            clock: returns seconds; never goes backwards.

        Raises:
            CameraError: "camera.no_program", or "camera.stopped" where it cannot be started.
        """
        found = program or find_program()
        if found is None:
            raise CameraError("camera.no_program", name=PROGRAMS[0])
        self._patience = patience
        self._clock = clock
        self._number = 0
        self._closed = False
        self._reading = threading.Lock()
        self._rest = b""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the camera
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the program is found on PATH or given by the caller
                arguments(found, camera, wanted),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._said,
                start_new_session=True,  # Ctrl-C is for us
            )
        except OSError as error:
            self._said.close()
            raise CameraError("camera.stopped", why=error.strerror or str(error)) from error

    def read(self) -> Frame:
        """Wait for the next picture; where several have come, the newest.

        Raises:
            CameraClosedError: the camera has been closed.
            CameraError: "camera.silent", none came in time; "camera.stopped", the program has ended;
                "camera.garbled", what came is no picture.
        """
        until = self._clock() + self._patience
        with self._reading:
            while True:
                if self._closed:
                    raise CameraClosedError("camera.closed")
                found = split(self._rest + self._piece(until - self._clock()))
                self._rest = found.rest
                self._number += found.broken
                if found.pictures:
                    self._number += len(found.pictures)
                    return self._decoded(found.pictures[-1])
                if found.broken:
                    raise CameraError("camera.garbled", name=PROGRAMS[0])

    def _decoded(self, picture: bytes) -> Frame:
        """Return a picture as a frame."""
        try:
            image = decode_picture(picture, PROGRAMS[0])
        except PictureFileError as error:
            raise CameraError("camera.garbled", name=PROGRAMS[0]) from error
        image.setflags(write=False)
        return Frame(image, self._clock(), self._number - 1)

    def _piece(self, wait: float) -> bytes:
        """Return what has come over the pipe, at most some seconds later."""
        pipe = self._process.stdout
        if pipe is None or wait <= 0 or not select.select([pipe], [], [], wait)[0]:
            raise CameraError("camera.silent", seconds=f"{self._patience:g}")
        piece = os.read(pipe.fileno(), _PIECE)
        if piece:
            return piece
        if self._closed:
            raise CameraClosedError("camera.closed")
        raise CameraError("camera.stopped", why=self._why())

    def _why(self) -> str:
        """Return the last thing that the program has said."""
        try:
            status: int | None = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            status = None
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return said[-1] if said else f"exit status {status}"

    def close(self) -> None:
        """End the program. May be called again, and by another thread."""
        self._closed = True
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                _log.info("the camera's program does not end within %g s; killed", _GRACE)
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait(_GRACE)
        with self._reading:  # the pipe's other end is closed, so nobody waits there any more
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._said.close()
