"""Throws are counted by what the referee would say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.peers.read_throws import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_throws_are_counted_look_by_look_and_a_look_that_cannot_be_learned_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["--looks", "club,slate", "--throws", "4", "--sheet", str(tmp_path / "sheet.png")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("club: 4 right, 0 wrong")
    assert lines[1].startswith("slate: ")
    assert [line.split("  ")[0].strip() for line in lines[2:5]] == ["right", "wrong", "not announced"]
    assert not (tmp_path / "sheet.png").exists()
