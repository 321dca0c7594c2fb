"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path


PRIVATE: Final = 0o600
"""The mode of a file that is its owner's alone."""

PRIVATE_FOLDER: Final = 0o700
"""That of a folder."""


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file so that at any moment either the old content or the new is there, never a part.

    A folder that is missing is made.

    Args:
        path: the file.
        content: what is to be in it.
        private: it is for its owner alone.

    Raises:
        OSError: the file, which it names, cannot be written; what was there is untouched.
    """
    beside = path.with_name(f".{path.name}.part")
    mode = PRIVATE if private else 0o666
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def check_writable(folder: Path) -> None:
    """Make a folder where there is none, for its owner alone, and make sure that files can be made in it.

    Raises:
        OSError: they cannot, or it cannot be made; it names the folder.
    """
    probe = folder / f".{os.getpid()}.probe"
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        probe.touch(PRIVATE)
        probe.unlink()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from None
