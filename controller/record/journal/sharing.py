"""Journals as they go to others: found by the digest of one of their entries, whole, while they may be written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from controller.record.errors import JournalError
from controller.record.journal.folder import journals
from controller.record.journal.schema import open_to_read

if TYPE_CHECKING:
    from pathlib import Path

DIGEST: Final = 64
"""Hexadecimal digits of a digest."""


def journal_with(folder: Path, digest: str) -> bytes | None:
    """Return the content of the journal in which an entry has a digest; None where there is none.

    Whoever knows a digest knows the match: none can be guessed.

    Args:
        folder: of the journals.
        digest: hexadecimal digits.
    """
    if len(digest) != DIGEST or not all(one in "0123456789abcdef" for one in digest):
        return None
    for path in reversed(journals(folder)):
        try:
            with closing(open_to_read(path)) as db:
                if db.execute("SELECT 1 FROM entries WHERE chain = ?", (bytes.fromhex(digest),)).fetchone() is not None:
                    return db.serialize()
        except (JournalError, sqlite3.Error):
            continue
    return None
