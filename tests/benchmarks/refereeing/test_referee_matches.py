"""The command that shows real matches to the referee."""

from __future__ import annotations

import re

import pytest

from controller.rules import position_id
from tests.benchmarks.refereeing.plays.corpus import SAMPLE, read_cases
from tests.benchmarks.refereeing.plays.gnubg_plays import GNUBG, gnubg_results
from tests.benchmarks.refereeing.referee_matches import KINDS, main
from tests.paths import ROOT

FILES = ROOT / "tests" / "data" / "mat"
MATCHES = ROOT.parent / "shared" / "matches" / "over-the-board"
LAST = re.compile(r"games (\d+) wrong_scores (\d+) false_illegal (\d+) injected (\d+) caught (\d+) reasons_right (\d+)")


def last_line(text: str) -> tuple[int, ...]:
    """Return the numbers of the last line."""
    found = LAST.fullmatch(text.splitlines()[-1])
    assert found is not None, text
    return tuple(int(number) for number in found.groups())


def test_the_declared_illegal_play_is_called_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILES / "illegal-remark.mat")]) == 0
    said = capsys.readouterr().out
    games, wrong, false, injected, _, _ = last_line(said)
    assert (games > 0, wrong, false, injected) == (True, 0, 0, 0)
    assert "declared illegal 1 called 1, unsure 0" in said


@pytest.mark.films
@pytest.mark.skipif(not MATCHES.exists(), reason="the matches are not at hand")
@pytest.mark.parametrize("more", [(), ("--trays-unseen",)], ids=["trays seen", "trays unseen"])
def test_real_matches_end_at_their_scores_without_a_false_call(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(MATCHES), *more]) == 0
    said = capsys.readouterr().out
    assert last_line(said) == (21, 0, 0, 0, 0, 0)
    assert "endings borne-off 4 dropped 10 resigned 7" in said


@pytest.mark.films
@pytest.mark.skipif(GNUBG is None or not MATCHES.exists(), reason="GNU Backgammon or the matches are not at hand")
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == "closed-point" else pytest.mark.figures) for kind in sorted(KINDS)]
)
def test_every_kind_of_illegal_play_is_called_for_the_right_reason(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(MATCHES), "--inject", kind, "--seed", "7"]) == 0
    _, wrong, false, injected, caught, right = last_line(capsys.readouterr().out)
    assert injected >= 20
    assert (wrong, false, caught, right) == (0, 0, injected, injected)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_answers_as_its_recorded_answers_say() -> None:
    cases = [case for number, case in enumerate(read_cases(SAMPLE)) if number % 40 == 0]
    found = gnubg_results([(case.position, case.roll) for case in cases])
    assert [frozenset(map(position_id, results)) for results in found] == [case.results for case in cases]


def test_a_path_that_does_not_exist_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no/such/path"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
