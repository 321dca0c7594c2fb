"""A window on the screen that shows what a camera sees, where there is a screen."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import cv2

from hardware.closing import Closing
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vision.frame import Frame

QUIET: Final = ("QT_LOGGING_RULES", "*.warning=false")
"""The variable by which the library behind the windows keeps to itself that it has brought no fonts."""

_PATIENCE: Final = 20.0
"""Seconds that opening a window may take."""
_TRY: Final = "import cv2; cv2.namedWindow('tavola'); cv2.waitKey(1); cv2.destroyAllWindows()"
_CLOSING_KEYS: Final = (ord("q"), 27)
"""The keys that close the window: q and Escape."""


class WindowError(HardwareError, OSError):
    """There is no screen to open a window on."""


def check_screen(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> None:
    """Check that a window can be opened.

    It is tried in a process of its own: the library behind OpenCV's windows ends the process that finds no screen.

    Args:
        environment: the environment's variables.
        platform: the system, as `sys.platform` calls it.

    Raises:
        WindowError: "window.no_screen", there is none; "window.not_opened", a window cannot be opened there.
    """
    if platform.startswith("linux") and not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        raise WindowError("window.no_screen")
    try:
        tried = subprocess.run(  # noqa: S603 - this very Python, and words of our own
            [sys.executable, "-c", _TRY], env=dict(environment), capture_output=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise WindowError("window.not_opened", why=f"nothing happened for {_PATIENCE:.0f} seconds") from None
    if tried.returncode != 0:
        said = [line for line in tried.stderr.decode(errors="replace").splitlines() if line.strip()]
        raise WindowError("window.not_opened", why=said[0].strip() if said else f"status {tried.returncode}")


class Window(Closing):
    """Shows frames at the pace at which they were taken. Closed by its user, it shows no more and holds nothing up."""

    def __init__(self, title: str, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Open a window.

        Args:
            title: what stands above it.
            rate: frames a second.
            clock: returns seconds; never goes backwards.

        Raises:
            WindowError: see `check_screen`.
        """
        check_screen()
        self._title = title
        self._pace = 1.0 / rate
        self._clock = clock
        self._due = clock()
        self._open = True
        os.environ.setdefault(*QUIET)
        cv2.namedWindow(title, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO)
        self._sized = False

    def take(self, frame: Frame) -> None:
        """Show a frame, and wait until the next one is due."""
        if not self._open:
            return
        if not self._sized:  # else it is as large as the library likes
            height, width = frame.image.shape[:2]
            cv2.resizeWindow(self._title, width, height)
            self._sized = True
        cv2.imshow(self._title, frame.image)
        self._due = max(self._due + self._pace, self._clock())
        while True:
            left = self._due - self._clock()
            key = cv2.waitKey(max(1, round(1000 * left)))
            if key in _CLOSING_KEYS or cv2.getWindowProperty(self._title, cv2.WND_PROP_VISIBLE) < 1:
                self.close()
                return
            if self._due <= self._clock():
                return

    def close(self) -> None:
        """Close it. May be called again."""
        if self._open:
            self._open = False
            cv2.destroyAllWindows()
            cv2.waitKey(1)
