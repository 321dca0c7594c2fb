"""Files are written whole or not at all, and named by their own names when they cannot be written."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from controller.record.files import check_writable, write_whole


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


@pytest.mark.parametrize("name", ["file.txt", "file.txt/deeper"])
def test_a_file_that_lies_where_a_folder_is_needed_is_named(name: str, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_bytes(b"kept")
    with pytest.raises(NotADirectoryError, match="this is a file, not a folder") as written:
        write_whole(tmp_path / name / "match.mat", b"new")
    with pytest.raises(NotADirectoryError, match="this is a file, not a folder") as checked:
        check_writable(tmp_path / name)
    assert written.value.filename == checked.value.filename == str(file)
    assert file.read_bytes() == b"kept"


def test_a_link_to_nothing_where_a_folder_is_needed_is_named_as_one(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone")
    with pytest.raises(NotADirectoryError, match="this link leads nowhere") as caught:
        check_writable(link / "deeper")
    assert caught.value.filename == str(link)


def test_nothing_is_written_over_a_journal(tmp_path: Path) -> None:
    journal = tmp_path / "match-0001.journal"
    with closing(sqlite3.connect(journal)) as database:
        database.execute("create table entries (number)")
    kept = journal.read_bytes()
    link = tmp_path / "match.mat"
    link.symlink_to(journal)
    for path in (journal, link):
        with pytest.raises(OSError, match="this is a journal"):
            write_whole(path, b"new")
    assert journal.read_bytes() == kept


def test_a_link_stays_one_and_a_device_or_pipe_is_written_into(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link, real, pipe = tmp_path / "link.mat", tmp_path / "there" / "real.mat", tmp_path / "pipe"
    link.symlink_to(real)
    write_whole(link, b"one")
    assert link.is_symlink()
    assert real.read_bytes() == b"one"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    listener = Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    write_whole(pipe, b"two")
    listener.join(timeout=60)
    assert heard == [b"two"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_what_has_no_name_is_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError):
        write_whole(Path(name), b"new")
    assert [*tmp_path.iterdir()] == []
