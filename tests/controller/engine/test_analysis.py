"""GNU Backgammon as a process that looks at a whole match: whatever it does, there is an end, and one clear error."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings

from controller.announce.error_messages import trouble
from controller.engine.analysis import ANSWER, analyse_mat, installed_gnubg, mat_of_sgf
from controller.engine.analysis_answer import parse_answer
from controller.engine.errors import EngineAnswerError, EngineMissingError, EngineSilentError
from controller.engine.gnubg import find_gnubg
from controller.foreign import ENGINE_ANSWER, MATCH_FILE, ForeignError, parsed
from controller.record.mat_reader import parse_mat
from controller.record.sgf_writer import write_sgf
from controller.rules import Player
from tests.foreign import sgf_files
from tests.paths import DATA

MATCH = (DATA / "mat" / "cube.mat").read_text(encoding="utf-8")
needs_gnubg = pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed")


def program(folder: Path, body: str) -> str:
    """Return a program that stands in for GNU Backgammon."""
    file = folder / "gnubg"
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def test_a_missing_program_is_named_by_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineMissingError) as caught:
        analyse_mat(MATCH, plies=0, limit=5, program=str(tmp_path / "gnubg"))
    assert caught.value.key == "analyse.no_gnubg"
    monkeypatch.setattr("controller.engine.analysis.find_gnubg", lambda: None)
    with pytest.raises(EngineMissingError):
        installed_gnubg()


def test_a_program_that_hangs_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    begun = time.monotonic()
    hanging = program(tmp_path, f"sleep 60 & echo $! > {tmp_path}/child; sleep 60")
    with pytest.raises(EngineSilentError) as caught:
        analyse_mat(MATCH, plies=0, limit=1.0, program=hanging)
    assert caught.value.key == "analyse.too_long"
    assert time.monotonic() - begun < 30
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        status = Path(f"/proc/{child}/stat")
        if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    os.kill(child, 9)
    pytest.fail("what it had started is still there")


@pytest.mark.parametrize("body", ["exit 3", "kill -9 $$", "echo I do not know Python; exit 0"])
def test_a_program_that_ends_without_an_answer_is_told_with_its_last_words(tmp_path: Path, body: str) -> None:
    with pytest.raises(EngineAnswerError) as caught:
        analyse_mat(MATCH, plies=0, limit=20, program=program(tmp_path, body))
    assert caught.value.key == "analyse.no_answer"
    assert caught.value.params["why"] == ("I do not know Python" if "echo" in body else "it printed nothing")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"games": 3, "length": 5}', '{"games": [{"records": [{"player": "Z"}]}], "length": 1}']
)
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ForeignError) as caught:
        parsed(text, ANSWER, parse_answer, ENGINE_ANSWER)
    assert caught.value.key == "foreign.unreadable"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "GNU Backgammon's answer: cannot be read: it is nested too deeply"),
        (b'{"games": ' * 30_000, "GNU Backgammon's answer: cannot be read: it is nested too deeply"),
        (b'{"a":"\xff\xfe"}', "GNU Backgammon's answer: cannot be read: KeyError: 'games'"),
        (b"\0" * 1000, "GNU Backgammon's answer: cannot be read: JSONDecodeError"),
        (b'{"length": ' + b"7" * 5000 + b', "games": []}', "GNU Backgammon's answer: line 1 has a number of more than"),
        (b'{"length": 5, "games": [{"records": [{"player": "X", "action": "move", "luck": NaN}]}]}', "ValueError: NaN"),
    ],
)
def test_a_hostile_answer_is_one_line(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "said").write_bytes(content)
    writing = program(tmp_path, f'cp {tmp_path}/said "$(dirname "$5")/answer.json"')
    with pytest.raises(ForeignError) as caught:
        analyse_mat(MATCH, plies=0, limit=20, program=writing)
    told = trouble(caught.value)
    assert sentence in told
    assert "\n" not in told


def test_an_answer_without_end_is_ended(tmp_path: Path) -> None:
    endless = program(tmp_path, 'exec cat /dev/zero > "$(dirname "$5")/answer.json"')
    with pytest.raises(ForeignError) as caught:
        analyse_mat(MATCH, plies=0, limit=60, program=endless)
    assert trouble(caught.value).count("\n") == 0


@pytest.mark.parametrize("body", ["exec yes", "while :; do printf '\\033[31m\\007'; done", "exec cat /dev/zero"])
def test_a_program_that_prints_without_end_is_ended_and_fills_no_memory(tmp_path: Path, body: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(EngineAnswerError) as caught:
            analyse_mat(MATCH, plies=0, limit=60, program=program(tmp_path, body))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.key == "analyse.babbles"
    assert most < 4 << 20


def test_last_words_are_shown_without_what_a_terminal_obeys(tmp_path: Path) -> None:
    with pytest.raises(EngineAnswerError) as caught:
        analyse_mat(MATCH, plies=0, limit=20, program=program(tmp_path, "printf '\\033[31mred\\007\\n\\033]0;title'"))
    assert caught.value.params["why"] == "[31mred ]0;title"


def test_an_answer_is_read_as_it_was_written() -> None:
    (game,) = parse_answer(
        '{"length": 5, "games": [{"records": [{"action": "set"}, {"action": "move", "player": "O", "board": "abc",'
        ' "dice": [1, 2], "move": [[25, 24], [6, 4]], "luck": -0.5, "count": 3, "best": [[[25, 22]], 0.25],'
        ' "made": 0.125, "cube": [0.5, 1.5]}]}]}'
    ).games
    (one,) = game
    assert (one.player, one.dice, one.moves, one.luck) == (Player.TWO, (1, 2), ((25, 24), (6, 4)), -0.5)
    assert (one.choices, one.best, one.best_equity, one.equity) == (3, ((25, 22),), 0.25, 0.125)
    assert (one.no_double, one.double_take) == (0.5, 1.5)


@needs_gnubg
def test_a_match_is_looked_at_and_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    answer = analyse_mat(MATCH, plies=0, limit=60)
    assert answer.length == parse_mat(MATCH).length
    assert len(answer.games) == len(parse_mat(MATCH).games)
    moves = [one for one in answer.games[0] if one.action == "move"]
    assert all(one.luck is not None and one.dice for one in moves)
    assert list(tmp_path.iterdir()) == []


@needs_gnubg
def test_a_match_that_was_kept_as_sgf_comes_back_as_a_match(tmp_path: Path) -> None:
    record = parse_mat(MATCH)
    again = parse_mat(mat_of_sgf(write_sgf(record).encode(), limit=60))
    assert again.length == record.length
    assert [game.score for game in again.games] == [game.score for game in record.games]


@needs_gnubg
@settings(max_examples=15)
@given(sgf_files())
def test_any_sgf_is_a_match_or_refused(content: bytes) -> None:
    try:
        parsed(mat_of_sgf(content, limit=60), "x", parse_mat, MATCH_FILE)
    except EngineAnswerError as error:
        if error.key not in {"analyse.bad_sgf", "analyse.no_answer"}:
            raise
    except ForeignError as error:
        if error.key != "foreign.refused":
            raise


@needs_gnubg
@pytest.mark.parametrize(
    "content",
    [b"a letter", b"", b"(;FF[4]GM[6]PW[Ada]PB[Bo];W[55mh", b"(;FF[4]GM[1]SZ[19];B[aa])", b"\xff\0" * 99],
)
def test_what_is_no_sgf_is_refused_with_its_cause(content: bytes) -> None:
    with pytest.raises(EngineAnswerError) as caught:
        mat_of_sgf(content, limit=60)
    assert caught.value.key == "analyse.bad_sgf"
