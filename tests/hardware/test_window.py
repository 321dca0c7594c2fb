"""A window needs a screen; where there is none, that is said, and nothing crashes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware import window
from hardware.window import Window, WindowError, check_screen
from vision.frame import Frame

FRAME = Frame(np.zeros((36, 64, 3), dtype=np.uint8), 0.0, 0)


class Screen:
    """A screen that notes what is done, with a clock that waiting moves on."""

    def __init__(self) -> None:
        """Show nothing."""
        self.time = 0.0
        self.shown: list[float] = []
        self.sizes: list[tuple[int, int]] = []
        self.key = -1
        self.visible = 1.0

    def wait(self, milliseconds: int) -> int:
        """Let time go by; return the key that was pressed."""
        self.time += milliseconds / 1000
        return self.key


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    shown = Screen()
    monkeypatch.setattr(window, "check_screen", lambda: None)
    monkeypatch.setattr(cv2, "namedWindow", lambda *_: None)
    monkeypatch.setattr(cv2, "destroyAllWindows", lambda: None)
    monkeypatch.setattr(cv2, "imshow", lambda *_: shown.shown.append(shown.time))
    monkeypatch.setattr(cv2, "resizeWindow", lambda *size: shown.sizes.append(size[1:]))
    monkeypatch.setattr(cv2, "waitKey", shown.wait)
    monkeypatch.setattr(cv2, "getWindowProperty", lambda *_: shown.visible)
    return shown


def test_without_a_screen_that_is_said() -> None:
    with pytest.raises(WindowError) as caught:
        check_screen({}, "linux")
    assert caught.value.key == "window.no_screen"


def test_a_screen_that_does_not_answer_is_told_and_ends_nothing_else() -> None:
    with pytest.raises(WindowError) as caught:
        check_screen({"DISPLAY": ":4711", "PATH": "/usr/bin:/bin"}, "linux")
    assert caught.value.key == "window.not_opened"


def test_frames_are_shown_at_their_pace(screen: Screen) -> None:
    with Window("table", 10.0, lambda: screen.time) as shown:
        for _ in range(4):
            shown.take(FRAME)
    assert screen.shown == pytest.approx([0.0, 0.1, 0.2, 0.3])
    assert screen.sizes == [(64, 36)]  # as large as the picture, once


def test_what_comes_late_is_shown_at_once_and_not_made_up_for(screen: Screen) -> None:
    with Window("table", 10.0, lambda: screen.time) as shown:
        shown.take(FRAME)
        screen.time += 5.0
        shown.take(FRAME)
        shown.take(FRAME)
    assert screen.shown[1] == pytest.approx(5.1)
    assert screen.shown[2] - screen.shown[1] < 0.12


@pytest.mark.parametrize("way", ["q", "cross"])
def test_a_closed_window_shows_nothing_and_holds_nothing_up(screen: Screen, way: str) -> None:
    with Window("table", 10.0, lambda: screen.time) as shown:
        shown.take(FRAME)
        screen.key, screen.visible = (ord("q"), 1.0) if way == "q" else (-1, 0.0)
        shown.take(FRAME)
        at = screen.time
        for _ in range(5):
            shown.take(FRAME)
        assert screen.time == at
    assert len(screen.shown) == 2
