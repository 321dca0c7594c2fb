"""The journal's file: an SQLite database in which rows are only ever added.

One file holds one match. `entries` has every input of the referee with the events that it led to, entry 0 the state in
which the match began; `states` the referee's state now and then, so that a start need not replay everything; `runs`
every time that the program sat down to the match, with the boot's identifier and its monotonic clock, since many boards
have no clock that goes on without power; `pictures` what was kept of disputed turns, the pictures themselves lying in a
folder beside the file, and `forgotten` which of them have been deleted.

Write-ahead logging lets a reader look on while a match is played. The database refuses to change or delete a row.

A journal is a file that anybody may have written or a failing disk may have changed. Whoever makes something of an
entry (unpacks it, referees it anew, makes a sentence or a record of it) does so within `reading_entry`.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from controller.record.errors import CodecError, JournalError, RecordError
from controller.record.files import PRIVATE

if TYPE_CHECKING:
    from collections.abc import Iterator

_log: Final = logging.getLogger(__name__)

VERSION: Final = 8
"""The version of the schema and of what the rows hold, kept in the file."""

_APPLICATION: Final = 0x7461766F
"""Tells the file from other SQLite databases: "tavo"."""

_TABLES: Final = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE runs (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, monotonic REAL NOT NULL, time REAL NOT NULL,
        wall REAL NOT NULL, program TEXT NOT NULL)""",
    """CREATE TABLE entries (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, kind TEXT NOT NULL, time REAL NOT NULL,
        base INTEGER, body BLOB NOT NULL, chain BLOB NOT NULL)""",
    "CREATE TABLE states (id INTEGER PRIMARY KEY, body BLOB NOT NULL)",
    """CREATE TABLE pictures (id INTEGER PRIMARY KEY, entry INTEGER NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL,
        digest BLOB NOT NULL, size INTEGER NOT NULL, wall REAL NOT NULL)""",
    "CREATE TABLE forgotten (id INTEGER PRIMARY KEY, wall REAL NOT NULL, why TEXT NOT NULL)",
)
_NAMES: Final = ("about", "runs", "entries", "states", "pictures", "forgotten")
_PAGES_IN_LOG: Final = 256
"""Pages of 4 KiB after which the write-ahead log is worked into the file."""


@contextmanager
def reading_entry(name: str, number: int) -> Iterator[None]:
    """Do something with an entry of a journal.

    Args:
        name: of the journal's file.
        number: of the entry.

    Raises:
        JournalError: "journal.damaged", whatever was raised.
        OSError: something that has to do with another file, such as the one that is printed to.
        RecordError: what else the record says of the journal.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) or (isinstance(error, RecordError) and not isinstance(error, CodecError)):
            raise
        _log.info("%s, entry %d: %r", name, number, error)
        raise damaged(name, number) from error


def damaged(name: str, number: int) -> JournalError:
    """Return the error of a journal whose entry of this number is not what was written."""
    return JournalError("journal.damaged", name=name, number=number)


def open_to_write(path: Path) -> sqlite3.Connection:
    """Return a connection to a journal for its one writer; an empty or missing file becomes a journal.

    It may be used from any thread, by one at a time.

    Raises:
        OSError, sqlite3.Error: the file cannot be written.
        JournalError: it is something else, or was written by a program of another version.
    """
    new = not path.exists()
    if new:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, PRIVATE))  # what SQLite lays beside it is as private
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    with ExitStack() as opened:
        opened.callback(db.close)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA wal_autocheckpoint={_PAGES_IN_LOG}")
        if _is_empty(db):
            _create(db)
        check(db, path)
        opened.pop_all()
    if new:
        _sync_folder(path.parent)
    return db


def open_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection to a journal that changes nothing in it, also while its writer is at work.

    Raises:
        JournalError: there is no such file ("journal.missing"), it is something else ("journal.not_a_journal"), was
            written by a program of another version ("journal.other_version"), holds no match yet ("journal.empty"), or
            is changed by something else ("journal.damaged").
    """
    if not path.is_file():
        raise JournalError("journal.missing", name=str(path))
    try:
        with ExitStack() as opened:
            db = _connected(path)
            opened.callback(db.close)
            check(db, path)
            opened.pop_all()
    except (sqlite3.Error, UnicodeError, OSError) as error:
        if _has_our_mark(path):
            raise damaged(path.name, 0) from error
        raise JournalError("journal.not_a_journal", name=str(path), why=str(error)) from None
    return db


def _has_our_mark(path: Path) -> bool:
    """Return whether a file begins as a journal does, whatever follows."""
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[68:] == _APPLICATION.to_bytes(4, "big")


def _connected(path: Path) -> sqlite3.Connection:
    """Return a connection that changes nothing in a journal, also where its folder cannot be written.

    SQLite lays a log and its index beside the file, and a connection that may write takes them away again when it is
    the last to be closed; a log that holds something is left to the writer. Where the folder cannot be written and no
    log is left, the file is all there is, and read as it stands; where one is left, both are copied.
    """
    where = path.absolute().as_uri()
    log = path.with_name(f"{path.name}-wal")
    logged = log.is_file() and log.stat().st_size > 0
    try:
        return _tried(f"{where}?mode={'ro' if logged else 'rw'}")
    except sqlite3.OperationalError:
        if os.access(path.absolute().parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise
    if not logged:
        return _tried(f"{where}?immutable=1")
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with TemporaryDirectory() as folder, ExitStack() as opened:
        opened.callback(memory.close)
        for file in (path, log):
            shutil.copyfile(file, Path(folder) / file.name)
        copy = _tried(f"{(Path(folder) / path.name).as_uri()}?mode=rw")
        with closing(copy):
            copy.backup(memory)
        opened.pop_all()
    return memory


def _tried(address: str) -> sqlite3.Connection:
    """Return a connection that has read something."""
    db = sqlite3.connect(address, uri=True, timeout=1.0, isolation_level=None)
    with ExitStack() as opened:
        opened.callback(db.close)
        db.execute("PRAGMA query_only=1")
        _is_empty(db)
        opened.pop_all()
    return db


def check(db: sqlite3.Connection, path: Path) -> None:
    """Make sure that a database is a journal of a version that this program knows.

    Raises:
        JournalError: see `open_to_read`.
    """
    if _is_empty(db):
        raise JournalError("journal.empty", name=str(path))
    if _number(db, "application_id") != _APPLICATION:
        raise JournalError("journal.not_a_journal", name=str(path), why="another kind of database")
    version = _number(db, "user_version")
    if version != VERSION:
        raise JournalError("journal.other_version", name=str(path), version=version, known=VERSION)


def _create(db: sqlite3.Connection) -> None:
    """Make the tables of an empty database, all or none."""
    with ExitStack() as begun:
        db.execute("BEGIN IMMEDIATE")
        begun.callback(db.rollback)
        for table in _TABLES:
            db.execute(table)
        for name in _NAMES:
            for change in ("UPDATE", "DELETE"):
                db.execute(
                    f"CREATE TRIGGER {name}_{change.lower()} BEFORE {change} ON {name}"
                    " BEGIN SELECT RAISE(ABORT, 'a journal is only ever added to'); END"
                )
        db.execute(f"PRAGMA application_id={_APPLICATION}")
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
        begun.pop_all()


def _is_empty(db: sqlite3.Connection) -> bool:
    """Return whether nothing has ever been made in a database."""
    return bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0)


def _number(db: sqlite3.Connection, pragma: str) -> int:
    """Return a number of the file's header."""
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])


def _sync_folder(folder: Path) -> None:
    """Make a new file's name survive a power cut; where a folder cannot be synced there is nothing to do."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
