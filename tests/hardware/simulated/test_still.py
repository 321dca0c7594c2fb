"""The command that draws one picture."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulated import still
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import arrange
from hardware.simulated.scene.table import Scene

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.films
def test_it_writes_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "table.png"
    assert still.main([str(out), "--seed", "3", "--look", "walnut", "--position", "random", "--hand"]) == 0
    picture = cv2.imread(str(out))
    assert picture is not None
    assert picture.shape == (720, 1280, 3)


def test_the_folder_of_a_picture_is_made_and_told_where_it_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    assert still.write_picture(tmp_path / "out" / "table.png", picture) == 0
    assert (tmp_path / "out" / "table.png").is_file()
    assert still.write_picture(tmp_path / "out" / "table.png" / "table.png", picture) == 1
    assert "could not be written" in capsys.readouterr().err


@pytest.mark.films
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert still.main([str(tmp_path / "table.text")]) == 1
    assert "could not be written" in capsys.readouterr().err


def test_an_unknown_look_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        still.main(["out.png", "--look", "marzipan"])
    assert "marzipan" in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(20))
def test_a_random_position_has_fifteen_checkers_a_shade(seed: int) -> None:
    rng = random.Random(seed)
    scene = arrange(Scene(BoardSize(), "club"), still.random_arrangement(rng), rng)
    assert Counter(c.shade for c in scene.checkers) == {"dark": 15, "light": 15}
