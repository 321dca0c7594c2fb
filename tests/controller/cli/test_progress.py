"""Whoever waits hears at once what is done, and sees a bar where it takes longer; programs get neither."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from controller.cli.main import main
from controller.cli.progress import progress

if TYPE_CHECKING:
    from pathlib import Path


class Screen(io.StringIO):
    """A terminal that remembers what was printed."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def a_screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return a terminal that is put in the place of standard error."""
    shown = Screen()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_a_word_comes_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = a_screen(monkeypatch)
    with progress("the board is read", quiet=False):
        assert screen.getvalue() == "the board is read\n"
    assert screen.getvalue() == "the board is read\n"


def test_a_bar_is_shown_where_it_takes_longer_and_says_how_much_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = a_screen(monkeypatch)
    with progress("the film is searched", quiet=False, after=0.0) as bar:
        assert bar is not None
        bar.at(1.0, 4.0)
        bar._timer.join(20)
        bar.at(3.0, 4.0)
    assert "75%" in screen.getvalue()


def test_a_bar_that_was_ended_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = a_screen(monkeypatch)
    with progress("soon over", quiet=False, after=60.0) as bar:
        assert bar is not None
    bar._show()
    bar.end()
    assert screen.getvalue() == "soon over\n"


def test_nobody_is_told_who_does_not_listen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress("the board is read", quiet=False) as bar:
        assert bar is None
    assert capsys.readouterr().err == ""
    screen = a_screen(monkeypatch)
    with progress("the board is read", quiet=True) as bar:
        assert bar is None
    assert screen.getvalue() == ""


@pytest.mark.parametrize(
    "typed",
    [
        ["read", "none.png"],
        ["calibrate", "none.png"],
        ["calibrate", "--film", "none.mp4"],
        ["watch", "none.mp4"],
        ["referee", "--film", "none.mp4", "--calibration", "none.json"],
        ["analyse", "none.mat"],
        ["replay", "none.journal"],
        ["journal", "verify", "none.journal"],
        ["simulate", "--games", "2", "--scenario", "none.txt"],
    ],
)
def test_a_command_that_takes_long_says_what_it_does_before_anything_else(
    typed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = a_screen(monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert main(typed) == 2
    first, *rest = screen.getvalue().splitlines()
    assert not first.startswith("tavola: ")
    assert rest[-1].startswith("tavola: ")
    assert "none" in rest[-1]
    screen.seek(0)
    screen.truncate()
    assert main([*typed, "--quiet"]) == 2
    assert screen.getvalue().startswith("tavola: ")
