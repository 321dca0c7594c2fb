"""The command that judges the plays of real matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.refereeing.replay_matches import judge, main, transcripts
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = ROOT / "tests" / "data" / "mat"
MATCHES = ROOT.parent / "shared" / "matches"


def test_the_last_line_counts_files_games_plays_illegal_and_unreadable(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILES / "illegal-remark.mat"), str(FILES / "chains.mat")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "files 2 games 4 plays 13 illegal 1 unreadable 0"
    assert lines[-2] == "score disagreements 0, illegal plays dumped 0, plays after a gap 0"
    assert lines[0].startswith("illegal-remark.mat game 2 row 1 illegal (declared): ")
    assert " 62 24/18 13/10 -> " in lines[0]


def test_an_illegal_play_that_is_dumped_is_told_and_counted_apart() -> None:
    count, lines = judge([FILES / "illegal-dump.mat"])
    assert str(count) == "files 1 games 1 plays 3 illegal 0 unreadable 0"
    assert count.dumped == 1
    assert "row 1 illegal (declared): " in lines[0]
    assert " 62 dumped -> " in lines[0]


def test_folders_are_searched_for_transcripts() -> None:
    assert transcripts([FILES]) == sorted(FILES.glob("*.mat"))


def test_what_is_no_transcript_or_no_play_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a letter\n", encoding="utf-8")
    (tmp_path / "b.MAT").write_text(" 5 point match\n Game 1\n A : 0    B : 0\n  1) 31: soon\n", encoding="utf-8")
    count, lines = judge(transcripts([tmp_path]))
    assert str(count) == "files 2 games 1 plays 0 illegal 0 unreadable 2"
    assert lines[0].startswith("unreadable: a.txt: foreign.refused")
    assert "mat.no_length" in lines[0]
    assert lines[1] == "b.MAT game 1 row 1 (line 4) unreadable: soon"


def test_a_dance_that_is_none_and_a_play_that_cannot_be_made_are_told(tmp_path: Path) -> None:
    text = " 5 point match\n Game 1\n A : 0        B : 0\n  1) 31: Cannot Move         42: 7/3 6/4\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    _, lines = judge([tmp_path / "a.txt"])
    assert lines == [
        "a.txt game 1 row 1 illegal: 4HPwATDgc/ABMA 31 no play -> 4HPwATDgc/ABMA",
        "a.txt game 1 row 1 illegal: 4HPwATDgc/ABMA 42 7/3 6/4 -> cannot be made",
    ]


@pytest.mark.parametrize("arguments", [[], ["no/such/path"]])
def test_a_missing_path_is_refused_with_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


def test_a_folder_without_transcripts_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.strip() == f"replay_matches: no transcript to read at {tmp_path}"


@pytest.mark.films
@pytest.mark.skipif(not MATCHES.is_dir(), reason="the folder ../shared/matches is not here")
def test_real_matches_are_legal_but_for_the_one_play_declared_illegal() -> None:
    count, lines = judge(transcripts([MATCHES / "online", MATCHES / "over-the-board"]))
    assert (count.files, count.games, count.illegal, count.unreadable) == (244, 691, 1, 0)
    assert 26_697 <= count.plays <= 26_715
    told = [line for line in lines if " illegal" in line]
    assert len(told) == 1
    assert "game 6 row 19 illegal (declared): 220DAUDvOwAAAA 11 3/2 1/Off(2) -> " in told[0]
