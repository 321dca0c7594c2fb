"""A camera that is attended: one that stalls, goes, comes back, changes its pictures' size or sends garbage.

Whoever looks never waits longer than he wants to, is told every trouble once and its end once, and gets only frames of
the size he asked for. The camera is opened again and again until it delivers; nothing has to be started anew.
"""

from __future__ import annotations

import logging
import threading
import time
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.cameras.camera import CameraClosedError, CameraEndedError, CameraError
from hardware.closing import Closing
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.cameras.camera import Camera
    from vision.frame import Frame, Image

_log: Final = logging.getLogger(__name__)

FROZEN: Final = 8.0
"""Seconds after which the same picture, to the last bit, counts as frozen: a sensor's noise is never the same twice."""

GARBLED: Final = 3
"""Pictures in a row that cannot be used after which the camera is opened anew."""

LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts to open a camera, at most."""

ABANDONED: Final = 3
"""How many attempts may hang in the system's drivers before no further one is made."""

CLOSING: Final = 5.0
"""Seconds that closing may take: more than a picture does, or OpenCV's own patience with a webcam."""

_ALIKE: Final = 0.01
"""By how much the shape of pictures may differ and still be that of the same view."""


@dataclass(frozen=True, slots=True)
class CameraTrouble:
    """Something about the camera that people should know.

    Attributes:
        key: "camera.stalled", "camera.lost", "camera.garbled", "camera.frozen", "camera.resized",
            "camera.other_shape" or "camera.back".
        error: the device's own error, where there is one.
        facts: what else belongs to it, by name.
    """

    key: str
    error: HardwareError | None = None
    facts: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Poll:
    """What one look brought.

    Attributes:
        frame: a new frame; None if none has come.
        troubles: what is to be said.
        ended: a recording is over.
    """

    frame: Frame | None = None
    troubles: tuple[CameraTrouble, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Manner:
    """How a camera is minded.

    Attributes:
        size: (width, height) of the frames that are wanted; None takes whatever comes first.
        patience: seconds without a picture after which it counts as stalled.
        live: frames that nobody took are lost, as time goes on; a recording waits.
        upside_down: turn every picture by half a turn.
        pause: seconds until a camera that was lost is opened anew for the first time.
        frozen: seconds of the same picture after which it counts as frozen.
        starting: seconds that it may take for its first picture.
    """

    size: tuple[int, int] | None = None
    patience: float = 3.0
    live: bool = True
    upside_down: bool = False
    pause: float = 0.5
    frozen: float = FROZEN
    starting: float = 6.0


class AttendedCamera(Closing):
    """Minds a camera. One thread looks; others work for it, each for one opening of the device."""

    def __init__(
        self, opener: Callable[[], Camera], manner: Manner, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin.

        Args:
            opener: opens the device; called in a thread of its own, and again after every loss.
            manner: how it is minded.
            clock: returns seconds; never goes backwards.
        """
        self._open = opener
        self._manner = manner
        self._clock = clock
        self._size = manner.size
        self._feed: _Feed | None = None
        self._hanging: list[_Feed] = []
        self._again = clock()
        self._pause = manner.pause
        self._last = self._came = clock()
        self._said: str | None = None
        self._shape: tuple[int, int] | None = None
        self._spoilt = 0
        self._print = (0, clock())
        self._number = 0

    def look(self, wait: float) -> Poll:
        """Return the next frame, or what there is to say, within some seconds.

        Args:
            wait: seconds; a recording never waits.
        """
        if not self._manner.live:
            return self._replay()
        now = self._clock()
        if self._feed is None:
            self._hanging = [feed for feed in self._hanging if feed.alive]
            if now < self._again or len(self._hanging) >= ABANDONED:
                time.sleep(max(0.0, min(wait, self._again - now if now < self._again else wait)))
                return self._overdue()
            self._feed = _Feed(self._open)
            self._last = max(self._last, now + self._manner.starting - self._manner.patience)
        frame, error = self._feed.take(wait)
        if frame is not None:
            return self._check(frame)
        if isinstance(error, CameraEndedError):
            return Poll(ended=True)
        if error is not None and error.key == "camera.garbled":
            return self._spoil()
        if error is not None:
            self._drop()
            return Poll(troubles=self._trouble("camera.lost", error))
        return self._overdue()

    def glimpse(self) -> Image | None:
        """Return the newest picture that nobody has taken yet, as a look would; None where there is none.

        The next look brings it, or a newer one. A recording waits: of that there is none either.
        """
        frame = self._feed.newest if self._feed is not None and self._manner.live else None
        return self._fitted(frame.image) if frame is not None and _is_picture(frame) else None

    @property
    def well(self) -> bool:
        """Whether pictures come, or are not yet overdue."""
        return self._said is None

    def close(self) -> None:
        """Let the device go, and wait for that as long as is sensible. May be called again.

        The program ends when its threads have ended: one that were still within OpenCV would make it crash.
        """
        feeds = [*self._hanging, *([self._feed] if self._feed else [])]
        for feed in feeds:
            feed.stop()
        until = time.monotonic() + CLOSING
        for feed in feeds:
            feed.join(until - time.monotonic())
        self._feed, self._hanging = None, []
        self._again = float("inf")

    def _replay(self) -> Poll:
        """Return the next frame of a recording."""
        if self._feed is None:
            self._feed = _Feed(self._open, threaded=False)
        frame, error = self._feed.take(0.0)
        if frame is not None:
            return self._check(frame)
        if isinstance(error, CameraError) and error.key == "camera.garbled":
            return Poll(troubles=self._trouble("camera.garbled", error))
        if error is not None and not isinstance(error, CameraEndedError | CameraClosedError):
            raise error
        return Poll(ended=True)

    def _check(self, frame: Frame) -> Poll:
        """Return a frame if it can be used, as it is wanted."""
        if not _is_picture(frame):
            return self._spoil()
        if self._manner.live and self._is_frozen(frame):
            self._drop()
            return Poll(troubles=self._trouble("camera.frozen", None, ("seconds", f"{self._manner.frozen:g}")))
        height, width = frame.image.shape[:2]
        self._size = self._size or (width, height)
        told: tuple[CameraTrouble, ...] = ()
        if (width, height) != self._size:
            wide, high = self._size
            facts = (("was", f"{wide} by {high}"), ("now", f"{width} by {height}"))
            if abs(width * high / (height * wide) - 1) > _ALIKE:
                self._drop()
                self._last = self._clock()
                return Poll(troubles=self._trouble("camera.other_shape", None, *facts))
            if self._shape != (width, height):
                told = (CameraTrouble("camera.resized", None, facts),)
        self._shape = (width, height)
        if self._said is not None:
            _log.info("pictures come again, %.1f s after the last", self._clock() - self._came)
            told = (CameraTrouble("camera.back"), *told)
        self._said, self._spoilt, self._pause, self._last = None, 0, self._manner.pause, self._clock()
        self._came = self._last
        number = self._number + (self._feed.missed(frame.number) if self._feed else 0)
        self._number = number + 1
        return Poll(replace(frame, image=self._fitted(frame.image), number=number), told)

    def _fitted(self, image: Image) -> Image:
        """Return a picture in the size and the way up that are wanted."""
        if self._size is not None and (image.shape[1], image.shape[0]) != self._size:
            larger = image.shape[1] < self._size[0]
            how = cv2.INTER_CUBIC if larger else cv2.INTER_AREA
            image = np.asarray(cv2.resize(image, self._size, interpolation=how), dtype=np.uint8)
        if self._manner.upside_down:
            image = np.asarray(cv2.rotate(image, cv2.ROTATE_180), dtype=np.uint8)
        image.setflags(write=False)
        return image

    def _is_frozen(self, frame: Frame) -> bool:
        """Return whether the very same picture has come for long."""
        seen = zlib.crc32(frame.image[::8].tobytes())
        if seen != self._print[0]:
            self._print = (seen, self._clock())
        return self._clock() - self._print[1] >= self._manner.frozen

    def _spoil(self) -> Poll:
        """Count a picture that cannot be used."""
        self._spoilt += 1
        if self._spoilt < GARBLED:
            return Poll()
        self._drop()
        return Poll(troubles=self._trouble("camera.garbled"))

    def _overdue(self) -> Poll:
        """Say so when no picture has come for long; a camera that hangs is opened anew."""
        if self._clock() - self._last < self._manner.patience:
            return Poll()
        if self._feed is not None:
            self._drop()
            return Poll(troubles=self._trouble("camera.stalled", None, ("seconds", f"{self._manner.patience:g}")))
        return Poll()

    def _trouble(
        self, key: str, error: HardwareError | None = None, *facts: tuple[str, object]
    ) -> tuple[CameraTrouble, ...]:
        """Return a trouble to be told, none where people know already that no picture comes."""
        _log.info("%s, %.1f s after the last picture %s", key, self._clock() - self._came, error or dict(facts))
        if self._said is not None:
            return ()
        self._said = key
        return (CameraTrouble(key, error, facts),)

    def _drop(self) -> None:
        """Let this opening of the device go, and plan the next."""
        if self._feed is not None:
            self._feed.stop()
            self._hanging.append(self._feed)
        self._feed = None
        self._spoilt = 0
        self._again = self._clock() + self._pause
        _log.info("dropped; opened again in %.1f s", self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


class _Feed:
    """One opening of a camera, which is read in a thread of its own; only the newest frame is kept."""

    def __init__(self, opener: Callable[[], Camera], *, threaded: bool = True) -> None:
        """Begin to open it; without a thread it is opened and read when a frame is taken."""
        self._open = opener
        self._news = threading.Condition()
        self._camera: Camera | None = None
        self._frame: Frame | None = None
        self._error: HardwareError | None = None
        self._stopped = False
        self._seen: int | None = None
        self._closer: threading.Thread | None = None
        self._thread = threading.Thread(target=self._run, name="tavola-camera") if threaded else None
        if self._thread is not None:
            self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether its thread still runs."""
        return self._thread is not None and self._thread.is_alive()

    def take(self, wait: float) -> tuple[Frame | None, HardwareError | None]:
        """Return the newest frame or what has gone wrong, within some seconds; neither if nothing has come."""
        if self._thread is None:
            try:
                self._camera = self._camera or self._open()
                return self._camera.read(), None
            except HardwareError as error:
                return None, error
        with self._news:
            if self._frame is None and self._error is None:
                self._news.wait(wait)
            frame, self._frame = self._frame, None
            if frame is not None:
                return frame, None
            trouble, self._error = self._error, None
            return None, trouble

    @property
    def newest(self) -> Frame | None:
        """The newest frame that has not been taken."""
        return self._frame

    def missed(self, number: int) -> int:
        """Return how many frames were lost since the last that was asked about."""
        before, self._seen = self._seen, number
        return 0 if before is None else max(0, number - before - 1)

    def stop(self) -> None:
        """End it without waiting: closing a device may take as long as it likes."""
        self._stopped = True
        camera = self._camera
        if camera is None:
            return
        if self._thread is None:
            camera.close()
        elif self._closer is None:
            self._closer = threading.Thread(target=camera.close, name="tavola-camera-close")
            self._closer.start()

    def join(self, wait: float) -> None:
        """Wait until its threads have ended, some seconds at most."""
        until = time.monotonic() + max(0.0, wait)
        for thread in (self._thread, self._closer):
            if thread is not None:
                thread.join(max(0.0, until - time.monotonic()))

    def _run(self) -> None:
        """Open the camera and read it until it fails or is stopped."""
        began = time.monotonic()
        try:
            self._camera = camera = self._opened()
            _log.info("opened in %.1f s", time.monotonic() - began)
            try:
                while not self._stopped:
                    self._read(camera)
            finally:
                camera.close()
        except HardwareError as error:
            _log.info("%s after %.1f s", error, time.monotonic() - began)
            self._tell(None, error)

    def _opened(self) -> Camera:
        """Return the camera, open; what the system says against it is told as the camera's own trouble."""
        try:
            return self._open()
        except HardwareError:
            raise
        except OSError as error:
            raise CameraError("camera.failed", why=error.strerror or str(error)) from error

    def _read(self, camera: Camera) -> None:
        """Read one frame; a spoilt one is told of, and does not end it."""
        try:
            self._tell(camera.read(), None)
        except CameraError as error:
            if error.key != "camera.garbled":
                raise
            _log.debug("%s", error)
            self._tell(None, error)

    def _tell(self, frame: Frame | None, error: HardwareError | None) -> None:
        with self._news:
            self._frame, self._error = frame or self._frame, error
            self._news.notify()


def _is_picture(frame: Frame) -> bool:
    """Return whether a frame holds a colour picture at all; a foreign device may deliver anything."""
    image: object = frame.image
    return (
        isinstance(image, np.ndarray)
        and image.dtype == np.uint8
        and image.ndim == 3
        and image.shape[2] == 3
        and min(image.shape[:2]) > 0
    )
