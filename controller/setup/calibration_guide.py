"""`tavola calibrate --camera`: looks through the camera, says what is still in the way, learns as soon as it can."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.health import sentence
from controller.config.cameras import attended_camera, camera_called, camera_notice
from controller.config.settings_file import load_settings, settings_path
from controller.errors import TavolaError
from controller.setup.calibrate import Learned, Outputs, check_outputs, learn, under_a_hand, write_down
from controller.setup.stillness import Stillness
from controller.terminal import terminal
from vision.errors import VisionError
from vision.geometry.board import check_inside, parse_corners
from vision.locate.stickers import NAMES, Stickers, find_stickers

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from hardware.cameras.attended import AttendedCamera
    from vision.frame import Frame, Image

AGAIN: Final = 0.25
"""Seconds between two attempts, on the clock of the pictures."""

HANDS_LEAVE: Final = 10.0
"""Seconds, on the same clock, after which what looks like a hand over the board, and is not taken away, is none."""

_HANDS: Final = "Not yet: something like a hand lies over the board. Take it away, please."

_ADVICE: Final = (
    ("stickers.", "Uncover the stickers, put more light on them, or bring them into the picture."),
    ("photo.", "Bring the whole board with its frame into the picture, sharp and well lit."),
    ("corners.", "Bring the whole board with its frame into the picture, stick the stickers on it, or give --corners."),
    ("calibration.", "Set up the start position, and take dice, cube and hands off the board."),
)
"""What to do about errors, by the beginnings of their keys."""


class GuideError(TavolaError, TimeoutError):
    """Nothing could be learned in time."""


def run_guide(chosen: argparse.Namespace) -> int:
    """Calibrate by the camera that is set, or by a film."""
    settings = load_settings(settings_path(chosen.settings)).camera
    if chosen.film is not None:
        settings = settings.model_copy(update={"kind": "video", "file": chosen.film})
    elif chosen.camera:
        settings = camera_called(settings, chosen.camera)
    outputs = Outputs.drawn_beside(chosen.out, chosen.overlay)
    check_outputs(outputs, chosen.film)
    console = terminal()
    with attended_camera(settings, None) as camera:
        guide = CalibrationGuide(camera, console, chosen.corners, Stickers(chosen.size, chosen.height), ask=_asker())
        guide.calibrate(outputs, chosen.wait, cleared=chosen.film is None)
    return 0


class CalibrationGuide:
    """Leads somebody through a calibration, in the terminal."""

    def __init__(
        self,
        camera: AttendedCamera,
        console: Console,
        corners: Sequence[Sequence[float]] | None,
        stickers: Stickers,
        ask: Callable[[str], str] | None = None,
    ) -> None:
        """Begin.

        Args:
            camera: looks at the board.
            console: where to print.
            corners: of the playing surface, None where they are to be found.
            stickers: how they were printed and put on.
            ask: asks somebody something; None where nobody is there.
        """
        self._camera = camera
        self._console = console
        self._corners = corners
        self._stickers = stickers
        self._ask = ask
        self._said = ""
        self._stillness = Stillness()
        self._hands_since: float | None = None

    def calibrate(self, outputs: Outputs, wait: float, *, cleared: bool = True) -> Learned:
        """Learn board and set as soon as they can be learned, and write it down.

        Args:
            outputs: what is written.
            wait: seconds within which it has to be possible.
            cleared: somebody is at the board, and does what is asked: no dice lie on it. In a film they may.

        Raises:
            GuideError: "guide.no_picture", the camera delivered none.
            GeometryError: the corners that are given are none of a board in its pictures.
            VisionError: what was in the way to the end.
            PictureError, OSError: a file's name cannot be used, or the file not be written.
        """
        check_outputs(outputs)
        corners = None if self._corners is None else parse_corners(self._corners)
        self._say("Set up the start position, as for a game. Dice, cube and hands off the board, please.")
        until = time.monotonic() + wait
        last: VisionError | None = None
        under_hands: tuple[Image, Learned] | None = None
        due = float("-inf")
        while time.monotonic() < until:
            look = self._camera.look(0.2)
            for told in look.troubles:
                self._say(sentence(camera_notice(told, 0.0)))
            if look.frame is not None and corners is not None:
                check_inside(corners, look.frame.image)
            if look.frame is not None and self._stillness.of(look.frame.image) and look.frame.time >= due:
                try:
                    learned = self._learn(look.frame.image, cleared=cleared)
                    if not self._waits_for_hands(learned, look.frame):
                        return self._written(look.frame.image, learned, outputs)
                    under_hands = under_hands or (look.frame.image, learned)
                    self._say(_HANDS)
                except VisionError as error:
                    last = error
                    self._say(f"Not yet: {trouble(error)}. {_what_to_do(error)}")
                due = look.frame.time + AGAIN
            if look.ended:
                break
        if under_hands is not None:
            return self._written(*under_hands, outputs)
        if last is not None:
            raise last
        raise GuideError("guide.no_picture", seconds=f"{wait:g}")

    def _waits_for_hands(self, learned: Learned, frame: Frame) -> bool:
        """Return whether hands lie over the board that may yet be taken away."""
        if not under_a_hand(frame.image, learned.calibration):
            return False
        self._hands_since = frame.time if self._hands_since is None else self._hands_since
        return frame.time - self._hands_since < HANDS_LEAVE

    def _learn(self, image: Image, *, cleared: bool) -> Learned:
        """Learn from a picture."""
        stickers = self._stickers
        if self._corners is None and len(find_stickers(image)) == len(NAMES):
            stickers = self._measured(stickers)
        learned = learn(image, self._corners, stickers, cleared=cleared)
        self._stickers = stickers
        return learned

    def _written(self, image: Image, learned: Learned, outputs: Outputs) -> Learned:
        """Write down what was learned, and say what to do next."""
        write_down(image, learned, outputs, self._console)
        if outputs.overlay is not None:
            self._say(f"Look at {outputs.overlay}: every circle should lie on its checker.")
        if outputs.calibration is not None:
            self._say(f"Then: tavola referee --calibration {outputs.calibration}, or set table.calibration.")
        return learned

    def _measured(self, stickers: Stickers) -> Stickers:
        """Return the stickers with the height of the frame as somebody has measured it."""
        if self._ask is None:
            return stickers
        answer = self._ask(f"How high does the frame stand above the surface, in mm? [{stickers.height:g}] ").strip()
        self._ask = None
        try:
            height = float(answer) if answer else stickers.height
        except ValueError:
            height = -1.0
        return replace(stickers, height=height) if 0 <= height <= 80 else stickers

    def _say(self, words: str) -> None:
        """Print a line, unless it was the last one."""
        if words != self._said:
            self._said = words
            self._console.print(words, highlight=False, soft_wrap=True, markup=False)


def _what_to_do(error: VisionError) -> str:
    """Return what to do about an error."""
    return next((words for key, words in _ADVICE if error.key.startswith(key)), "")


def _asker() -> Callable[[str], str] | None:
    """Return what asks somebody at the terminal; None where there is none."""
    return input if sys.stdin is not None and sys.stdin.isatty() else None
