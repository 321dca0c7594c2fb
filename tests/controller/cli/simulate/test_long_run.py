"""`tavola simulate` with players who play a written match again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.cli.main import main
from controller.table.accelerated.run import Tally

if TYPE_CHECKING:
    from pathlib import Path

    from controller.config.simulation_settings import SimulatedSettings

OPENING = """ 5 point match

 Game 1
 Anna : 0                             Boris : 0
  1) 31: 8/5 6/5
"""


@pytest.mark.parametrize(("named", "game"), [("", "backgammon"), ('; [Variation "NackGammon"]\n', "nackgammon")])
def test_a_match_is_played_again_as_the_game_that_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, game: str
) -> None:
    asked: list[SimulatedSettings] = []

    def run_trial(settings: SimulatedSettings, *_: object) -> Tally:
        asked.append(settings)
        return Tally()

    monkeypatch.setattr("controller.table.accelerated.table.run_trial", run_trial)
    file = tmp_path / "old.mat"
    file.write_text(named + OPENING, "utf-8")
    assert main(["simulate", "--players", str(file), "--out", str(tmp_path / "out")]) == 0
    assert (asked[0].table.game, asked[0].table.length) == (game, 5)
