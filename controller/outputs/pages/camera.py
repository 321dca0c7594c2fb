"""Pictures of the camera for whoever may see them, as late as the overlay, with where its points are in them."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
from starlette.concurrency import run_in_threadpool

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.frame import Image

    Places = tuple[tuple[tuple[float, float], ...], ...]
    """Of each player where 0 off, his points 1 to 24 and 25 the bar appear: shares of the width and the height."""

WIDTH: Final = 1280
"""Pixels of the pictures that a page is sent, at most; the camera's own may be larger."""
QUALITY: Final = 60
"""Of their JPEG coding, of 100."""
PERIOD: Final = 0.25
"""Seconds between two pictures, at least."""
KEPT: Final = 200
"""Pictures that wait for a late overlay, at most: some 20 MB. A longer delay has fewer of them in a second."""
WATCHED: Final = 10.0
"""Seconds after the last question for a picture in which another is expected; later none are made."""


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """A picture as it is sent.

    Attributes:
        number: tells it from the one before.
        at: when it was taken, by the clock.
        jpeg: the file.
        places: where its points are.
    """

    number: int
    at: float
    jpeg: bytes
    places: Places


class CameraView:
    """Takes pictures in one thread, and shows them in the server's."""

    def __init__(self, delay: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a picture.

        Args:
            delay: seconds by which what is shown is late.
            clock: returns seconds, never going back.
        """
        self._delay, self._clock = delay, clock
        self._period = max(PERIOD, delay / (KEPT - 2))
        self._newest: tuple[Image, Callable[[], Places], float] | None = None
        self._kept: deque[CameraPicture] = deque(maxlen=KEPT)
        self._asked = float("-inf")
        self._made = 0

    def take(self, image: Image, places: Callable[[], Places]) -> None:
        """Take what the camera sees; nothing is done with it unless somebody looks."""
        if self._newest is None or self._newest[0] is not image:
            self._newest = (image, places, self._clock())

    async def keep(self) -> None:
        """Make pictures as long as somebody looks on; runs until it is cancelled."""
        done = None
        while True:
            await asyncio.sleep(self._period)
            newest = self._newest
            if newest is None or newest is done or self._clock() - self._asked > WATCHED:
                continue
            done = newest
            await run_in_threadpool(self.make, *newest)

    def make(self, image: Image, places: Callable[[], Places], at: float) -> None:
        """Make a picture that can be sent."""
        self._made += 1
        self._kept.append(CameraPicture(self._made, at, encoded(image), places()))

    def shown(self) -> CameraPicture | None:
        """Return the newest picture that may be shown now; None where there is none."""
        self._asked = now = self._clock()
        found = None
        while self._kept and self._kept[0].at <= now - self._delay:
            found = self._kept.popleft()
        if found is not None:
            self._kept.appendleft(found)
        return found


def encoded(image: Image) -> bytes:
    """Return a picture as JPEG, as large as pages are sent them."""
    height, width = image.shape[:2]
    if width > WIDTH:
        image = cv2.resize(image, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return jpeg.tobytes()
