"""A game at the keyboard: what is typed is made by simulated hands, filmed, and refereed by what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.cli.main import main
from controller.errors import ResumeError
from controller.referee.events import MatchWon, PlayAccepted, PlayAnnounced, PlayIllegal, Resigned
from controller.rules import Level, Player, format_play
from controller.table.simulated import simulate
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.films


@pytest.mark.timeout(600)
def test_an_illegal_play_is_called_and_typed_anew_and_the_match_is_gone_on_with_where_it_was_left(
    tmp_path: Path,
) -> None:
    order = ordered(tmp_path, seed=4, against="beginner", play=True)
    played = simulate(order, Console(quiet=True), typed=typing("24/20", "24/18 13/9"))
    own = [event for event in played.events if isinstance(event, PlayAccepted) and event.player is Player.ONE]
    assert [format_play(event.play) for event in own] == ["24/18 13/9"]
    assert own[0].corrected
    assert sum(isinstance(event, PlayIllegal) for event in played.events) == 1
    assert sum(isinstance(event, PlayAnnounced) for event in played.events) == 1
    with pytest.raises(ResumeError, match=r"resume\.typed"):
        simulate(ordered(tmp_path, resume=True, seed=9), Console(quiet=True))
    going_on = ordered(tmp_path, resume=True, seed=9, play=True)
    assert simulate(going_on, Console(quiet=True), typed=_nobody).events == played.events


@pytest.mark.timeout(600)
def test_a_typed_resignation_is_offered_again_until_the_computer_accepts_it(tmp_path: Path) -> None:
    order = ordered(tmp_path, seed=4, against="beginner", play=True, length=1)
    played = simulate(order, Console(quiet=True), typed=typing("rb"))
    assert [event.level for event in played.events if isinstance(event, Resigned)] == [Level.BACKGAMMON]
    assert [event.winner for event in played.events if isinstance(event, MatchWon)] == [Player.TWO]


def typing(*lines: str) -> Callable[[str], str]:
    """Return what types some lines, and then nothing more."""
    left = [*lines]

    def typed(_asked: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return typed


def _nobody(_asked: str) -> str:
    """Type nothing."""
    raise EOFError


def test_who_plays_at_the_keyboard_plays_against_the_computer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--play", "--out", str(tmp_path)]) == 2
    assert "--play wants --against" in capsys.readouterr().err
