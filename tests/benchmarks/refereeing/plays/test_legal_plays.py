"""The commands that check and time the legal plays, and the speed of the legal plays beside a plain generator."""

from __future__ import annotations

import gzip
import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from controller.rules import legal_plays
from tests.benchmarks.refereeing.plays import legal_plays as check
from tests.benchmarks.refereeing.plays import legal_plays_speed
from tests.benchmarks.refereeing.plays.corpus import SAMPLE, CorpusError, read_cases
from tests.benchmarks.refereeing.plays.plain_plays import plain_plays

if TYPE_CHECKING:
    from pathlib import Path

PLAIN_TIMES = 3
"""The plain generator times this is what ours must reach; about half of what is measured on a quiet machine."""


def some_lines(count: int, part: str = "hard") -> list[dict[str, Any]]:
    """Return the first cases of a part that have something to play."""
    lines = (json.loads(case.text) for case in read_cases(SAMPLE) if case.part == part and len(case.results) > 1)
    return [line for line, _ in zip(lines, range(count), strict=False)]


def written(path: Path, lines: list[dict[str, Any]]) -> str:
    """Write a file of cases and return its name."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return str(path)


def test_a_right_file_ends_with_its_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path / "cases.jsonl.gz", some_lines(20) + some_lines(20, "general"))
    assert check.main([name, name]) == 0
    *others, last = capsys.readouterr().out.splitlines()
    assert not others
    assert last.startswith("cases 80 wrong 0 rate ")
    assert last.endswith("/s")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("results", ["4HPwATDgc/ABMA"]),
        ("results", []),
        ("n_dice", 0),
        ("pips", 25),
        ("position", "4HPwATDgc/ABMA"),
    ],
)
def test_a_wrong_case_is_counted_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], field: str, value: object
) -> None:
    lines = some_lines(9)
    for line in lines[:8]:
        line[field] = value
    assert check.main([written(tmp_path / "cases.jsonl.gz", lines)]) == 1
    *shown, last = capsys.readouterr().out.splitlines()
    assert len(shown) == check.SHOWN
    assert all(line.startswith("wrong: ") for line in shown)
    assert last.startswith("cases 9 wrong 8 rate ")


def test_a_missing_result_and_one_too_many_are_both_found(tmp_path: Path) -> None:
    (line,) = some_lines(1)
    line["results"] = [*line["results"][1:], "4HPwATDgc/ABMA"]
    written(tmp_path / "cases.jsonl.gz", [line])
    (case,) = read_cases(tmp_path / "cases.jsonl.gz")
    missing, extra = check.faults(case, legal_plays(case.position, case.roll))
    assert missing.startswith("missing ")
    assert extra.startswith("not legal ")


def test_every_way_to_spoil_a_file_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path / "good.jsonl.gz", some_lines(3))
    content = (tmp_path / "good.jsonl.gz").read_bytes()
    spoiled = {
        "cut.jsonl.gz": content[: len(content) // 2],
        "notgz.jsonl.gz": b"no gzip",
        "empty.jsonl.gz": gzip.compress(b""),
        "nojson.jsonl": b"{\n",
        "list.jsonl": b"[1]\n",
        "nofield.jsonl": b"{}\n",
        "binary.jsonl": b"\xff\xfe\n",
        "dice.jsonl": json.dumps({**some_lines(1)[0], "roll": [7, 1]}).encode(),
        "counts.jsonl": json.dumps({**some_lines(1)[0], "me": [0]}).encode(),
    }
    for name, data in spoiled.items():
        (tmp_path / name).write_bytes(data)
    for name in [*spoiled, "missing.jsonl.gz", "."]:
        assert check.main([good, str(tmp_path / name)]) == 2
        output = capsys.readouterr()
        assert "cases" not in output.out
        (line,) = output.err.splitlines()
        assert line.startswith(str(tmp_path / name))
    assert check.main([]) == 2
    assert capsys.readouterr().err.startswith("usage:")


def test_a_plain_file_of_cases_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in some_lines(4)), encoding="utf-8")
    assert len(list(read_cases(path))) == 4
    with pytest.raises(CorpusError):
        list(read_cases(tmp_path / "other"))


def test_the_contest_tells_the_figures_of_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(legal_plays_speed, "SPIEL_POSITIONS", 30)
    code = legal_plays_speed.main([written(tmp_path / "cases.jsonl.gz", some_lines(60, "general"))])
    output = capsys.readouterr().out
    for name in ("ours", "ours, listed", "plain generator", "gammonview", "OpenSpiel"):
        assert any(line.startswith(name) and "/s" in line and "p99" in line for line in output.splitlines())
    assert output.splitlines()[-1].startswith("pass: " if code == 0 else "fail: ")


def test_the_contest_needs_a_file_of_general_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert legal_plays_speed.main([str(tmp_path / "missing.jsonl.gz")]) == 2
    assert legal_plays_speed.main([written(tmp_path / "hard.jsonl.gz", some_lines(3))]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_positions_of_openspiel_are_understood() -> None:
    for state in legal_plays_speed.spiel_states(60, seed=2):
        position, roll = legal_plays_speed.spiel_question(state)
        assert not position.problems(15)
        assert not roll.is_doublet
        player = state.current_player()
        ends = set()
        for action in state.legal_actions():
            after = state.child(action)
            x, o = ([after.board(side, place) for place in range(24)] for side in (0, 1))
            ends.add((tuple(x), tuple(o), after.board(0, 100), after.board(1, 100)))
        ours = set()
        for result in legal_plays(position, roll):
            x_counts, o_counts = (result.mine, result.theirs) if player == 0 else (result.theirs, result.mine)
            ours.add((x_counts[24:0:-1], o_counts[1:25], x_counts[25], o_counts[25]))
        assert ends == ours or (not ours and len(ends) == 1)


def test_legal_plays_are_several_times_as_fast_as_a_plain_generator() -> None:
    questions = [(case.position, case.roll) for case in read_cases(SAMPLE) if case.part == "general"][:400]
    ratios = []
    for _ in range(5):
        begun = time.thread_time()
        for position, roll in questions:
            plain_plays(position, roll)
        between = time.thread_time()
        for position, roll in questions:
            legal_plays(position, roll)
        ratios.append((between - begun) / (time.thread_time() - between))
    assert sorted(ratios)[2] >= PLAIN_TIMES
