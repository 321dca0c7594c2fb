"""The command that shows real matches to the referee as a reader sees them who errs."""

from __future__ import annotations

import re

import pytest

from tests.benchmarks.refereeing.noisy_matches import main
from tests.benchmarks.refereeing.plays.gnubg_plays import GNUBG
from tests.paths import SHARED

pytestmark = pytest.mark.films

MATCHES = SHARED / "matches" / "over-the-board"
TOLD = re.compile(r"(\w+) [\d.]+ % \((\d+) of (\d+)")


@pytest.mark.skipif(GNUBG is None or not MATCHES.exists(), reason="GNU Backgammon or the matches are not at hand")
def test_no_legal_play_is_called_illegal_and_few_are_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(MATCHES), "--seed", "3"]) == 0
    told = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    legal, illegal = (
        {what: (int(number), int(total)) for what, number, total in TOLD.findall(told[kind])}
        for kind in ("legal", "illegal")
    )
    assert legal["wrong"][0] == legal["other"][0] == legal["judged"][0] == 0
    assert 100 * legal["unsure"][0] <= legal["unsure"][1]
    assert 100 * illegal["unsure"][0] <= 3 * illegal["unsure"][1]
    assert 100 * illegal["right"][0] >= 90 * illegal["right"][1]
