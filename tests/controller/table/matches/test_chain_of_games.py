"""Every game before the camera: simulated people, pictures, reader, referee, lights, record."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.record.journal.reader import read_journal, verify
from controller.referee.events import Danced, GameWon, PlayAccepted, PlayIllegal, PlayUnsure
from controller.table.simulated import simulate
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.films


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("game", "turns", "suffix"),
    [
        pytest.param("dutch", 5, ".txt", marks=pytest.mark.figures),
        ("acey-deucey", 4, ".txt"),
        pytest.param("nackgammon", 5, ".txt", marks=pytest.mark.figures),
        ("hypergammon", 4, ".txt"),
        pytest.param("hypergammon", None, ".txt", marks=pytest.mark.figures),
    ],
)
def test_what_is_refereed_is_what_was_played(game: str, turns: int | None, suffix: str, tmp_path: Path) -> None:
    options = ordered(tmp_path, seed=3, game=game, turns=turns)
    played = simulate(options, Console(file=io.StringIO(), width=200))
    judged = [event for event in played.events if isinstance(event, PlayAccepted | Danced)]
    truth = played.truth[: len(judged)]
    assert len(judged) >= (turns or 1)
    assert [(event.player, event.roll, event.before) for event in judged[: len(truth)]] == [
        (turn.player, turn.roll, turn.before) for turn in truth
    ]
    slips = sum(turn.slip is not None for turn in truth)
    flagged = sum(isinstance(event, PlayIllegal) for event in played.events)
    assert slips <= flagged <= slips + 1  # the last turn may have been cut short while it was corrected
    assert not any(isinstance(event, PlayUnsure) for event in played.events)
    assert turns is not None or any(isinstance(event, GameWon) for event in played.events)
    assert played.match_file.suffix == suffix
    assert played.match_file.read_text("utf-8").strip()
    verify(read_journal(played.journal))
