"""The journal's writer: every input and what the referee said to it, kept before it is said aloud.

An entry that matters, which is every one but a picture that led to nothing, is on the disk when `add` returns: a power
cut can then lose only pictures that changed nothing. Where the disk is full or cannot be written, the match goes on:
entries are kept in memory, `trouble` says what is wrong, and everything is written out as soon as it can be.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from controller.record.files import PRIVATE_FOLDER, write_whole
from controller.record.journal.body import Packer, deflate, packed_state
from controller.record.journal.codec import encode
from controller.record.journal.schema import open_to_write
from controller.referee.inputs import Seen

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from controller.record.journal.body import TableRow
    from controller.record.journal.folder import Run
    from controller.record.journal.reader import JournalContents
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState

STATE_EVERY: Final = 100
"""Entries after which the referee's state is kept too, so that a start has few to replay.

As the state grows with the match it is kept ever less often, and never has a start to replay more than a fifth.
"""

LAST_PICTURE: Final = "final.png"
"""The name of the last picture of a match, where pictures are kept."""

_PICTURE: Final = re.compile(r"[0-9]{6,}-(?:before|roll|after)\.jpg|final\.png")
"""The names of pictures: those of disputed turns, and the last one of a sitting."""

_Given = tuple[str, tuple[Any, ...]]
"""A statement and what it is given."""


class Journal:
    """A match's journal while it is being written.

    Attributes:
        path: the file.
        trouble: why nothing can be written at the moment; None while all is well.
    """

    def __init__(  # noqa: PLR0913 - two ways to begin, both named
        self,
        path: Path,
        packer: Packer,
        rows: list[_Given],
        beginning: bytes,
        *,
        pictures: int = 0,
        last: RefereeState | None = None,
    ) -> None:
        """Use `begin` or `go_on`."""
        self.path = path
        self.trouble: str | None = None
        self._packer = packer
        self._rows = rows
        self._beginning = beginning
        self._pictures = pictures
        self._last = last
        self._next_state = _next_state(packer.number)
        self._files: dict[Path, bytes] = {}
        self._db: sqlite3.Connection | None = None
        self._write()

    @classmethod
    def begin(
        cls,
        path: Path,
        state: RefereeState,
        events: tuple[Event, ...],
        run: Run,
        about: Mapping[str, str] | None = None,
    ) -> Self:
        """Return the journal of a match that begins.

        Args:
            path: the file, which must not exist yet.
            state: what the referee knows before the first input.
            events: what it has said.
            run: this sitting of the program.
            about: further facts by name, for whoever goes on with the match.

        Raises:
            JournalError: the file exists and is something else.
        """
        packer = Packer(run=1)
        rows = [_beside(packer, "runs", _run_row(1, run))]
        rows += [_beside(packer, "about", fact) for fact in (about or {}).items()]
        rows.append(_entry_row(packer, state, events, run.time))
        return cls(path, packer, rows, encode((state, events)))

    @classmethod
    def go_on(cls, contents: JournalContents, run: Run) -> Self:
        """Return the journal of a match that goes on, as a further run.

        Args:
            contents: what the journal holds.
            run: this sitting of the program.
        """
        number = len(contents.runs) + 1
        packer = Packer(number, len(contents.entries), contents.chain, contents.beside)
        rows = [_beside(packer, "runs", _run_row(number, run))]
        last = contents.states[max(contents.states)] if contents.states else None
        return cls(contents.path, packer, rows, contents.first, pictures=len(contents.pictures), last=last)

    def add(self, given: Input, events: tuple[Event, ...], state: RefereeState) -> None:
        """Keep an input, what the referee has said to it, and now and then the state in which it left him.

        Raises:
            CodecError: the input or an event cannot be written: a mistake of the program.
        """
        number = self._packer.number
        self._rows.append(_entry_row(self._packer, given, events, given.time))
        if number >= self._next_state:
            self._next_state = _next_state(number)
            body = deflate(encode(packed_state(state, self._last)), self._beginning)
            self._last = state
            self._rows.append(_beside(self._packer, "states", (number, body)))
        self._write(settled=bool(events) or not isinstance(given, Seen))

    def keep_picture(self, part: str, picture: bytes, wall: float) -> None:
        """Keep a picture that belongs to the last entry, in the folder beside the journal.

        Args:
            part: what it shows: "before", "roll" or "after".
            picture: a JPEG file.
            wall: seconds since 1970 as the computer believes.
        """
        entry = self.entry
        name = f"{entry:06d}-{part}.jpg"
        self._files[pictures_folder(self.path) / name] = picture
        self._pictures += 1
        facts = (self._pictures, entry, part, name, sha256(picture).digest(), len(picture), wall)
        self._rows.append(_beside(self._packer, "pictures", facts))
        self._write(settled=False)

    @property
    def entry(self) -> int:
        """The number of the last entry."""
        return self._packer.number - 1

    @property
    def waiting(self) -> int:
        """How many rows and pictures could not be written yet."""
        return len(self._rows) + len(self._files)

    def flush(self) -> None:
        """Try to write out what could not be written yet."""
        if self.waiting:
            self._write()

    def close(self) -> None:
        """Write out what is left and close the file. May be called again."""
        self.flush()
        self._disconnect()

    def delete(self) -> None:
        """Delete the file, and what SQLite keeps beside it."""
        self._disconnect()
        for beside in ("", "-wal", "-shm"):
            Path(f"{self.path}{beside}").unlink(missing_ok=True)

    def __enter__(self) -> Self:
        """Return this journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _write(self, *, settled: bool = True) -> None:
        """Write all that waits, the rows in one transaction; `settled` waits until the disk has them."""
        try:
            if self._db is None:
                self._db = open_to_write(self.path)
            self._db.execute(f"PRAGMA synchronous={'FULL' if settled else 'NORMAL'}")
            self._db.execute("BEGIN IMMEDIATE")
            for statement, given in self._rows:
                self._db.execute(statement, given)
            self._db.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            # The statements ignore rows that are there already: a commit that failed half way can be tried again.
            self.trouble = str(error)
            self._disconnect()
        else:
            self._rows.clear()
            self.trouble = self._write_pictures()

    def _write_pictures(self) -> str | None:
        """Write the pictures that wait; return why one cannot be written, None where all are."""
        try:
            for path, picture in [*self._files.items()]:
                path.parent.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
                write_whole(path, picture, private=True)
                del self._files[path]
        except OSError as error:
            return str(error)
        return None

    def _disconnect(self) -> None:
        """Close the connection; what was not committed is gone from the file, but still waits here."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None


def _next_state(number: int) -> int:
    """Return the number of the entry after which the state is kept next."""
    return max(STATE_EVERY, number + STATE_EVERY * (number > 1), number * 5 // 4)


def is_picture_name(name: str) -> bool:
    """Return whether a picture that is kept of a match may have this name."""
    return _PICTURE.fullmatch(name) is not None


def pictures_folder(path: Path) -> Path:
    """Return the folder in which the pictures of a journal lie."""
    return path.with_suffix(".pictures")


def _run_row(number: int, run: Run) -> TableRow:
    """Return the row of a run."""
    return (number, run.boot, float(run.monotonic), float(run.time), float(run.wall), run.program)


def _entry_row(packer: Packer, given: Any, events: tuple[Event, ...], time: float) -> _Given:
    """Return what writes an entry."""
    packed = packer.pack(given, events, time)
    facts = (packed.number, packed.run, packed.kind, packed.time, packed.base, packed.body, packed.chain)
    return _insert("entries", facts)


def _beside(packer: Packer, table: str, row: TableRow) -> _Given:
    """Return what writes a row of another table, which the next entry's digest will be of, too."""
    packer.lay_beside((table, *row))
    return _insert(table, row)


def _insert(table: str, row: TableRow) -> _Given:
    """Return what writes a row."""
    return f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row  # noqa: S608 - own names
