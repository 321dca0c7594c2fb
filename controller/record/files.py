"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""The mode of a file that is its owner's alone."""

PRIVATE_FOLDER: Final = 0o700
"""That of a folder."""

_DATABASE: Final = b"SQLite format 3\0"
"""How a file of SQLite begins."""


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file so that at any moment either the old content or the new is there, never a part.

    A folder that is missing is made; of a link, the file is written that it leads to. A pipe or a device is written
    into as it is.

    Args:
        path: the file.
        content: what is to be in it.
        private: it is for its owner alone.

    Raises:
        OSError: the file, which it names, cannot be written, or is a journal, which holds a match, or its folder cannot
            be made; what was there is untouched.
    """
    real = Path(os.path.realpath(path))
    make_folder(real.parent)
    beside = real.parent / f".{real.name}.part"
    mode = PRIVATE if private else 0o666
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(content)
            return
        if not path.name or real.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if _is_journal(real):
            raise FileExistsError(errno.EEXIST, "this is a journal, which nothing is written over")
        with open(beside, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(real)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _is_journal(path: Path) -> bool:
    """Return whether a file is a database, as journals are."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those that it lies in, where there is none.

    Raises:
        OSError: it cannot be made; where a file or a link to nothing lies in the way, it names that.
    """
    try:
        folder.mkdir(mode, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        there = next(one for one in (folder, *folder.parents) if os.path.lexists(one))
        why = "this is a file, not a folder" if there.exists() else "this link leads nowhere"
        raise NotADirectoryError(errno.ENOTDIR, why, str(there)) from None


def check_writable(folder: Path) -> None:
    """Make a folder where there is none, for its owner alone, and make sure that files can be made in it.

    Raises:
        OSError: they cannot, or it cannot be made; it names the folder, or what lies in its way.
    """
    make_folder(folder, PRIVATE_FOLDER)
    probe = folder / f".{os.getpid()}.probe"
    try:
        probe.touch(PRIVATE)
        probe.unlink()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
