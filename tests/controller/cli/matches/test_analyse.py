"""`tavola analyse`: after the match and never during it, with GNU Backgammon or one clear line."""

from __future__ import annotations

import json
import os
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.cli.main import main
from controller.cli.matches.analyse import analyse_file, is_analysed
from controller.engine.gnubg import find_gnubg
from controller.record.journal.reader import read_journal
from controller.record.journal.writer import Journal
from controller.record.keeper import Keeper
from controller.record.mat_reader import read_mat
from controller.record.mat_writer import write_mat
from controller.record.sgf_writer import write_sgf
from controller.rules import STANDARD
from controller.rules.variant import BACKGAMMON, NACKGAMMON
from tests.controller.record.matches import RUN, story
from tests.paths import DATA, ROOT
from tests.random_matches import random_match

if TYPE_CHECKING:
    from pathlib import Path

    from controller.analysis.analysed import Report
    from controller.rules.variant import Variant

FILES = DATA / "mat"
MATCH = FILES / "cube.mat"
needs_gnubg = pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed")


def journal(path: Path, *, over: bool) -> Path:
    """Write the journal of a match that is over, or half of it."""
    told = story()
    kept = Journal.begin(path, told.beginning, told.first, RUN)
    for one in told.entries if over else told.entries[: len(told.entries) // 2]:
        kept.add(one.given, one.events, one.state)
    kept.close()
    return path


def stand_in(folder: Path, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program in the place of GNU Backgammon."""
    folder.mkdir()
    file = folder / "gnubg"
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one line with which a command line is refused."""
    assert main(["analyse", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_without_gnu_backgammon_one_line_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.engine.analysis.find_gnubg", lambda: None)
    assert refused(capsys, str(MATCH)) == "tavola: GNU Backgammon is not installed: sudo apt-get install gnubg\n"


def test_a_match_that_is_not_over_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "bin", "exit 1", monkeypatch)
    path = journal(tmp_path / "match-0001.journal", over=False)
    record = Keeper().heard(read_journal(path).events).record
    for name in ("match-0001.mat", "match-0001.sgf"):
        (tmp_path / name).write_text(write_mat(record), encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    renamed = tmp_path / "elsewhere" / "my.mat"
    renamed.write_bytes(path.read_bytes())
    for file in (path, tmp_path / "match-0001.mat", tmp_path / "match-0001.sgf", renamed):
        assert "this match is not over; it is analysed after its end, never before" in refused(capsys, str(file))


def test_a_money_session_is_analysed_between_its_games() -> None:
    session = read_mat(FILES / "beavers.mat")
    assert session.length == 0
    assert is_analysed(session)
    *before, last = session.games
    assert not is_analysed(replace(session, games=(*before, replace(last, outcome=None))))


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("sleep 60", "GNU Backgammon was not done after 1 seconds, and was ended"),
        ("kill -9 $$", "GNU Backgammon has ended without an answer; its last words: it printed nothing"),
        ("echo Python is not there", "its last words: Python is not there"),
    ],
)
def test_a_program_that_hangs_or_dies_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, body: str, line: str
) -> None:
    stand_in(tmp_path / "bin", body, monkeypatch)
    limit = "1" if "sleep" in body else "60"
    assert line in refused(capsys, str(MATCH), "--limit", limit, "--out", str(tmp_path / "page.html"))
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a letter\n", "this is no match file: none of its 2 lines says how many points it goes to"),
        (" 3 point match\n\n Game 1\n A : 0      B : 0\n", "there is no play in this match that could be followed"),
    ],
)
def test_what_is_no_match_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, line: str
) -> None:
    stand_in(tmp_path / "bin", "exit 1", monkeypatch)
    (tmp_path / "letter.txt").write_text(text, encoding="utf-8")
    assert line in refused(capsys, str(tmp_path / "letter.txt"))
    assert "No such file" in refused(capsys, str(tmp_path / "nothing.mat"))


@pytest.mark.parametrize("words", [["--plies", "9"], ["--limit", "0"], ["--limit", "soon"]])
def test_strange_wishes_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["analyse", str(MATCH), *words])
    assert left.value.code == 2


@needs_gnubg
def test_a_match_is_analysed_as_text_json_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, data = tmp_path / "out" / "page.html", tmp_path / "out" / "data.json"
    assert main(["analyse", str(MATCH), "--plies", "0", "--out", str(data), "--out", str(page)]) == 0
    told = capsys.readouterr().out
    assert "error rate" in told
    assert f"{data}\n{page}\n" in told
    document = json.loads(data.read_text("utf-8"))
    assert document["left_out"] == 0
    assert document["engine"]["plies"] == 0
    for player in document["players"]:
        assert f"{player['error_rate']:.1f}" in told
        assert player["name"] in page.read_text("utf-8")


@pytest.mark.films
@needs_gnubg
def test_a_match_of_ours_is_the_same_from_its_journal_its_match_file_and_its_sgf(tmp_path: Path) -> None:
    path = journal(tmp_path / "match-0001.journal", over=True)
    record = Keeper().heard(read_journal(path).events).record
    (tmp_path / "one.mat").write_text(write_mat(record), encoding="utf-8")
    (tmp_path / "two.sgf").write_text(write_sgf(record), encoding="utf-8")
    kept, one, two = (
        analyse_file(file, plies=0, limit=120) for file in (path, tmp_path / "one.mat", tmp_path / "two.sgf")
    )
    assert kept.ledger.decisions
    assert figures(kept) == figures(one) == figures(two)
    assert [one.name for one in kept.players] == ["Anna", "Boris"]


def figures(report: Report) -> list[object]:
    """Return the figures of both players, rounded as no two ways of writing a match differ."""
    return [
        (one.figures.turns, one.figures.plays, round(one.figures.play_error, 3), round(one.figures.luck, 3))
        for one in report.players
    ]


@pytest.mark.films
@needs_gnubg
@pytest.mark.parametrize("variant", [BACKGAMMON, NACKGAMMON])
@pytest.mark.parametrize("seed", [0, 1])
def test_every_turn_is_followed_through_illegal_plays_of_both_players(
    seed: int, variant: Variant, tmp_path: Path
) -> None:
    profile = replace(STANDARD, variant=variant)
    record, _ = random_match(random.Random(seed), 3, profile=profile, illegal=True)
    (tmp_path / "random.mat").write_text(write_mat(record), encoding="utf-8")
    report = analyse_file(tmp_path / "random.mat", plies=0, limit=120)
    assert report.ledger.illegal
    assert report.ledger.lost == 0


@needs_gnubg
@pytest.mark.parametrize("name", ["illegal-dump.mat", "illegal-remark.mat"])
def test_an_illegal_play_is_kept_and_left_out_of_the_rates(name: str) -> None:
    report = analyse_file(FILES / name, plies=0, limit=120)
    (illegal,) = report.ledger.illegal
    assert report.ledger.lost == 0
    assert all((one.game, one.turn) != (illegal.game, illegal.turn) for one in report.ledger.decisions)
    plays = sum(one.figures.turns for one in report.players)
    assert plays + 1 == sum(len(game.actions) for game in read_mat(FILES / name).games)


def test_nobody_at_the_table_can_ask_for_an_analysis() -> None:
    root = ROOT / "controller"
    asking = [
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if re.search(r"controller\.(analysis|engine\.analysis|cli\.commands\.analyse)\b", file.read_text("utf-8"))
    ]
    apart = [name for name in asking if not name.startswith(("analysis/", "engine/"))]
    assert sorted(apart) == ["cli/matches/analyse.py"]
