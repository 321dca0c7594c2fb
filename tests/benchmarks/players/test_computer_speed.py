"""The figures of the computer player at a table are printed with their counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.benchmarks.players.computer_speed import main

if TYPE_CHECKING:
    import pytest


def test_the_time_from_a_roll_to_the_play_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--against", "beginner", "--rolls", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("beginner, backgammon, 2 rolls: median ")
    assert said.count("\n") == 1
