"""`tavola simulate --stills`: still pictures instead of a match, drawn or photographed."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from controller.cli.main import main
from hardware.simulated.stills import LABELS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.films
def test_pictures_are_written_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--stills", "1", "--look", "walnut", "--seed", "3", "--out", str(tmp_path)]) == 0
    named = capsys.readouterr().out.split()
    assert named == [str(tmp_path / "still-0000.png"), str(tmp_path / "still-0001.png")]
    assert all(json.loads(line)["look"] == "walnut" for line in (tmp_path / LABELS).read_text("utf-8").splitlines())


@pytest.mark.films
def test_without_the_extra_one_line_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert main(["simulate", "--stills", "1", "--quality", "photo", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "pip install -e '.[photo]'" in told


@pytest.mark.parametrize("typed", [["--quality", "photo"], ["--samples", "9"]])
def test_no_match_is_played_in_photographs(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *typed, "--out", str(tmp_path)]) == 2
    assert "--stills" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", ["0", "some", "-3"])
def test_a_number_of_pictures_that_makes_no_sense_is_refused(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", f"--stills={count}"])
    assert ended.value.code == 2
    assert count in capsys.readouterr().err
