"""Throws are counted by what the referee would say of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from controller.rules import Player
from tests.benchmarks.reading.boards.read_simulated import learn, set_up
from tests.benchmarks.reading.dice.read_throws import APART, EMBLEM, count, main, thrown
from vision.calibrate.calibration import CalibrationError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.benchmarks.reading.boards.read_simulated import Table
    from vision.calibrate.calibration import Calibration

pytestmark = pytest.mark.films


def test_throws_are_counted_look_by_look_and_a_look_that_cannot_be_learned_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learned(table: Table) -> Calibration:
        if table.look == "slate":
            raise CalibrationError("calibration.other_position", places=["T1"])
        return learn(table)

    monkeypatch.setattr("tests.benchmarks.reading.dice.read_throws.learn", learned)
    sheet = tmp_path / "sheet.png"
    assert main(["--looks", "club,slate", "--throws", "4", "--seed", "2", "--sheet", str(sheet)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("club: 4 right, 0 wrong")
    assert lines[1].startswith("slate: not calibrated: ")
    assert [line.split("  ")[0].strip() for line in lines[2:5]] == ["right", "wrong", "not announced"]
    assert not sheet.exists()


def test_a_die_can_be_laid_on_the_emblem_in_the_thrower_s_half() -> None:
    table = set_up("harbour", 7)
    for scene, player, _ in thrown(table, 4, on_emblem=True):
        middle = (1 if player is Player.ONE else -1) * (scene.size.width + scene.size.bar_width) / 4
        first, second = scene.dice
        assert math.hypot(first.x - middle, first.y) <= EMBLEM
        assert math.hypot(first.x - second.x, first.y - second.y) > APART


@pytest.mark.timeout(600)
@pytest.mark.parametrize("throws", [8, pytest.param(40, marks=pytest.mark.figures)])
def test_dice_on_an_emblem_are_read_although_it_shows_through_them(throws: int) -> None:
    counts = count("marsh", throws, 914, [], on_emblem=True)
    assert counts["wrong"] == 0
    assert counts["right"] >= throws - 1
