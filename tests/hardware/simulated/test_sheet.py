"""A sheet shows all of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from hardware.simulated import sheet
from hardware.simulated.conditions import HABITS

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.films


def test_a_sheet_has_a_picture_of_each(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    assert sheet.main([str(out), "--of", "habits", "--width", "80", "--columns", "2"]) == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == ((len(HABITS) + 1) // 2 * 45, 160, 3)


def test_a_sheet_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sheet.KINDS, "habits", {"usual": HABITS["usual"]})
    assert sheet.main([str(tmp_path / "sheet.text"), "--of", "habits", "--width", "80"]) == 1
    assert "could not be written" in capsys.readouterr().err
