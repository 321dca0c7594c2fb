"""Files are written whole or not at all, and named by their own names when they cannot be written."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from controller.record.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "match.mat", b"one")
    assert (tmp_path / "a" / "b" / "match.mat").read_bytes() == b"one"
    assert [one.name for one in (tmp_path / "a" / "b").iterdir()] == ["match.mat"]


def test_a_file_that_cannot_be_written_is_named_itself_and_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.mat"
    file.write_bytes(b"old")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(file, b"new")
    assert caught.value.filename == str(file)
    assert file.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["match.mat"]
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"folder") as taken:
        write_whole(tmp_path / "folder", b"new")
    assert taken.value.filename == str(tmp_path / "folder")
