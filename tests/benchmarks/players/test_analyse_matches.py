"""Our figures are GNU Backgammon's own, match by match."""

from __future__ import annotations

import pytest

from controller.engine.gnubg import find_gnubg
from tests.benchmarks.players.analyse_matches import differences, main, numbers
from tests.benchmarks.refereeing.replay_matches import transcripts
from tests.paths import ROOT

MATCHES = ROOT.parent / "shared" / "matches"
FILES = transcripts([MATCHES / "online", MATCHES / "over-the-board"]) if MATCHES.exists() else []
ODD = ("illegal-play-declared",)
"""Files of which GNU Backgammon and we rightly differ: it takes the illegal play for a play."""
KNOWN = [file for file in FILES if not file.name.startswith(ODD)]

pytestmark = pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed")


@pytest.mark.films
@pytest.mark.skipif(not KNOWN, reason="the measuring material in ../shared is not here")
def test_four_real_matches_have_the_figures_that_gnu_backgammon_prints() -> None:
    told = [line for file in KNOWN[:: len(KNOWN) // 4][:4] for line in differences(file)]
    assert told == []


@pytest.mark.figures
@pytest.mark.timeout(1200)
@pytest.mark.skipif(not KNOWN, reason="the measuring material in ../shared is not here")
def test_sixty_real_matches_have_the_figures_that_gnu_backgammon_prints() -> None:
    told = [line for file in KNOWN[1 :: len(KNOWN) // 60][:60] for line in differences(file)]
    # One line of a game's end ("Losses 3 point") makes GNU Backgammon count a turn that nobody had.
    assert [line for line in told if ": Total moves " not in line and ": Snowie error rate " not in line] == []


def test_a_small_match_of_our_own_has_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(ROOT / "tests" / "data" / "mat" / "crawford.mat")]) == 0
    assert capsys.readouterr().out.startswith("matches 1 the same in every figure 1 figures ")


def test_a_line_of_statistics_is_read_without_its_brackets() -> None:
    assert numbers("   -1.778 (-36.717%)       +2.208 (-36.481%) ") == [-1.778, 2.208]
