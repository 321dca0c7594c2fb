"""All images in one folder, with the page that says how to flash them."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from hardware.firmware import avr, build, images, pico
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def made(folder: Path) -> Path:
    """Write both images; skip where a toolchain is missing."""
    or_skip(lambda: pico.build_pico(folder))
    or_skip(lambda: avr.build_avr(folder))
    return folder


def test_one_folder_holds_every_image_and_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path / "tried")
    folder = tmp_path / "images"
    assert images.main([str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {pico.IMAGE, avr.IMAGE, images.PAGE}
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_the_page_names_every_image_and_nothing_else() -> None:
    page = (build.SOURCES / images.PAGE).read_text(encoding="utf-8")
    assert set(re.findall(r"tavola-[a-z]+\.[a-z0-9]+", page)) == {pico.IMAGE, avr.IMAGE}


def test_a_missing_toolchain_costs_its_image_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made(tmp_path / "tried")
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "clang" else which(name))
    assert images.main([str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.err == "clang is missing: sudo apt-get install clang\n"
    assert avr.IMAGE in told.out
    assert (tmp_path / images.PAGE).exists()
    assert not (tmp_path / pico.IMAGE).exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path / "tried")
    (tmp_path / "file").touch()
    assert images.main([str(tmp_path / "file" / "folder")]) == 1
    assert "file" in capsys.readouterr().err
