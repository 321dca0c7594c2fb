"""What other programs use: the examples of the guide run as written, and importing is quick."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import controller
from controller import judge_play
from controller.rules import START, Position, position_id
from hardware.simulated import still
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

GUIDE = (ROOT / "docs/api.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
PICTURES = re.findall(r"^\.venv/bin/python (-m hardware\.simulated\.still .*)$", GUIDE, flags=re.MULTILINE)


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a folder and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "HOME": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_example_is_short_and_there_is_one_of_each_kind() -> None:
    assert [re.findall(r"from controller import (\w+)", example) for example in EXAMPLES] == [
        ["read_photograph"],
        ["judge_play"],
        ["run_table"],
    ]
    assert all(len([line for line in example.splitlines() if line]) <= 10 for example in EXAMPLES)


@pytest.mark.films
def test_the_photograph_of_the_guide_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    for words in PICTURES:
        assert still.main(shlex.split(words)[2:]) == 0
    told = run(tmp_path, "-c", EXAMPLES[0])
    assert position_id(START) in told
    assert "5 checkers on the midpoint" in told


def test_the_play_of_the_guide_is_judged(tmp_path: Path) -> None:
    first, *why = run(tmp_path, "-c", EXAMPLES[1]).splitlines()
    assert first == "False"
    assert why


@pytest.mark.films
def test_the_table_of_the_guide_is_run_and_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[2], "docs/api.md", "exec"), {"__name__": "__main__"})  # noqa: S102 - the guide's own words
    told = capsys.readouterr().out
    assert "Anna against Boris" in told
    assert "out/table/" in told.splitlines()[-1]


def test_a_legal_play_has_its_notation_whether_given_as_positions_or_ids() -> None:
    mine = list(START.mine)
    for point, change in ((8, -1), (6, -1), (5, 2)):
        mine[point] += change
    after = Position(tuple(mine), START.theirs)
    judged = judge_play(START, (1, 3), after)
    assert (judged.legal, judged.play, judged.reasons, judged.sentences) == (True, "8/5 6/5", (), ())
    assert judge_play(position_id(START), (1, 3), position_id(after)) == judged
    assert judge_play(START, (1, 3), START, language_code="it").sentences != judge_play(START, (1, 3), START).sentences


def test_importing_is_quick_and_every_name_is_there() -> None:
    loaded = "import sys, controller; print(sorted({'numpy', 'cv2', 'rich', 'controller.rules'} & set(sys.modules)))"
    assert run(ROOT, "-c", loaded) == "[]\n"
    assert all(getattr(controller, name) for name in controller.__all__)
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = controller.nothing_such
