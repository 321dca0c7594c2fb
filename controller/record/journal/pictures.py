"""Deleting the pictures of disputed turns and what a person typed: on demand, and after the time that was stated."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.record.errors import JournalError
from controller.record.journal.folder import journals
from controller.record.journal.reader import read_pictures
from controller.record.journal.schema import check
from controller.record.journal.writer import is_picture_name, pictures_folder

if TYPE_CHECKING:
    from pathlib import Path

DAY: Final = 86_400.0
"""Seconds in a day."""


TYPED: Final = ".typed"
"""How the name of a file ends that keeps what a person has typed in a match; it begins like the journal's."""


def forget(path: Path, now: float, why: str, *, days: float = 0.0) -> int:
    """Delete the pictures of a journal that are so many days old, and write down that they are gone.

    What a person has typed in the match, which lies beside the journal, goes when it is as old; links stay.

    What lies in the folder without being in the journal, as a power cut may leave it, is deleted as well. A picture
    that is dated in the future, as the computer's clock was wrong, counts as old only if all are to go. Only files of
    the names that `Journal` gives are deleted, and only there: a journal is a file that anybody may have written.

    Args:
        path: the journal.
        now: seconds since 1970.
        why: is written down with it.
        days: how old a picture must be; 0 deletes all.

    Returns:
        How many pictures were deleted.

    Raises:
        JournalError: it cannot be read or written; or it names files that are none of its pictures, which are left
            alone ("journal.not_its_pictures"), as is a folder that is a link.
        OSError: a picture cannot be deleted.
    """
    kept = read_pictures(path)
    folder = pictures_folder(path)
    if folder.is_symlink():
        raise JournalError("journal.not_its_pictures", name=str(path), what=folder.name)
    due = [one for one in kept if not one.forgotten and (not days or now - one.wall >= days * DAY)]
    staying = {one.name for one in kept if not one.forgotten} - {one.name for one in due}
    names = {one.name for one in due}
    deleted = 0
    for file in _pictures_in(folder):
        if file.name in names or (file.name not in staying and (not days or now - file.lstat().st_mtime >= days * DAY)):
            file.unlink(missing_ok=True)
            deleted += 1
    typed = path.with_suffix(TYPED)
    if _is_old(typed, now, days):
        typed.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    foreign = sorted(one.name for one in kept if not is_picture_name(one.name))
    _write_down(path, [(one.number, now, why) for one in due if one.name not in foreign])
    if foreign:
        raise JournalError("journal.not_its_pictures", name=str(path), what=", ".join(foreign))
    return deleted


def _is_old(file: Path, now: float, days: float) -> bool:
    """Return whether a file of its own, no link, was last written so many days ago."""
    if file.is_symlink() or not file.is_file():
        return False
    return not days or now - file.stat().st_mtime >= days * DAY


def _pictures_in(folder: Path) -> list[Path]:
    """Return the files of a folder that have the names of pictures, also of one that was not written to its end."""
    if not folder.is_dir():
        return []
    return [
        file
        for file in folder.iterdir()
        if is_picture_name(file.name.removeprefix(".").removesuffix(".part"))
        and file.is_file()
        and not file.is_symlink()
    ]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What came of deleting the old pictures of all journals of a folder.

    Attributes:
        count: how many were deleted.
        errors: why some were not, by journal; their pictures are left as they are.
    """

    count: int
    errors: tuple[tuple[Path, JournalError | OSError], ...]


def forget_old(folder: Path, now: float, days: float) -> Forgotten:
    """Delete what is so many days old of the pictures of all journals of a folder."""
    count = 0
    errors: list[tuple[Path, JournalError | OSError]] = []
    for path in journals(folder):
        if pictures_folder(path).is_dir() or path.with_suffix(TYPED).exists():
            try:
                count += forget(path, now, f"older than {days:g} days", days=days)
            except (JournalError, OSError) as error:
                errors.append((path, error))
    return Forgotten(count, tuple(errors))


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
