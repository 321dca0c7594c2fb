"""Sets of stills are read back with the truth of their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.stills import StillOrder, label, scenes, take
from tests.benchmarks.reading.boards.read_simulated import contents
from tests.benchmarks.reading.boards.read_stills import labels_of, main, told

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.films


def test_a_label_tells_the_table_that_it_was_made_of() -> None:
    pinhole = looking_at(BoardSize(), View())
    for scene in scenes(StillOrder(3, "club", seed=9)):
        again, dice = told(label(scene, pinhole))
        assert contents(again) == contents(scene)
        assert [die.value for die, _, _ in dice] == [die.value for die in scene.dice]


def test_a_drawn_set_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(take(StillOrder(2, "club", seed=4), tmp_path))) == 3
    assert len(labels_of(tmp_path)) == 3
    assert main([str(tmp_path)]) == 0
    figures = capsys.readouterr().out
    assert "looks not calibrated 0" in figures
    assert "dice   right" in figures
