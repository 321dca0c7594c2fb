"""Deleting the pictures of disputed turns: on demand, and by themselves after the time that was stated."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from controller.record.errors import JournalError
from controller.record.journal import pictures_folder
from controller.record.journal_folder import journals
from controller.record.journal_reader import read_pictures
from controller.record.journal_schema import check

if TYPE_CHECKING:
    from pathlib import Path

DAY: Final = 86_400.0
"""Seconds in a day."""


def forget(path: Path, now: float, why: str, *, days: float = 0.0) -> int:
    """Delete the pictures of a journal that are so many days old, and write down that they are gone.

    What lies in the folder without being in the journal, as a power cut may leave it, is deleted as well. A picture
    that is dated in the future, as the computer's clock was wrong, counts as old only if all are to go.

    Args:
        path: the journal.
        now: seconds since 1970.
        why: is written down with it.
        days: how old a picture must be; 0 deletes all.

    Returns:
        How many pictures were deleted.

    Raises:
        JournalError: it cannot be read or written.
        OSError: a picture cannot be deleted.
    """
    folder = pictures_folder(path)
    kept = read_pictures(path)
    due = [one for one in kept if not one.forgotten and (not days or now - one.wall >= days * DAY)]
    staying = {one.name for one in kept if not one.forgotten} - {one.name for one in due}
    names = {one.name for one in due}
    if folder.is_dir():
        strays = (one for one in folder.iterdir() if one.name not in staying | names)
        names |= {one.name for one in strays if not days or now - one.stat().st_mtime >= days * DAY}
    deleted = 0
    for name in names:
        deleted += (folder / name).exists()
        (folder / name).unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    _write_down(path, [(one.number, now, why) for one in due])
    return deleted


def forget_old(folder: Path, now: float, days: float) -> int:
    """Delete what is so many days old of the pictures of all journals of a folder; return how many were deleted.

    Raises:
        JournalError, OSError: see `forget`.
    """
    return sum(
        forget(path, now, f"older than {days:g} days", days=days)
        for path in journals(folder)
        if pictures_folder(path).is_dir()
    )


def _write_down(path: Path, rows: list[tuple[int, float, str]]) -> None:
    """Write down which pictures are gone."""
    if not rows:
        return
    try:
        db = sqlite3.connect(path, timeout=5.0, isolation_level=None)
        try:
            check(db, path)
            db.executemany("INSERT OR IGNORE INTO forgotten VALUES (?, ?, ?)", rows)
        finally:
            db.close()
    except sqlite3.Error as error:
        raise JournalError("journal.not_written", name=str(path), why=str(error)) from None
