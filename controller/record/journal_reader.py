"""Reading a journal: what it holds, checked as far as that can be done without refereeing anew."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from controller.record.codec import decode
from controller.record.errors import JournalError
from controller.record.journal_body import Packed, Unpacker, guarded, inflate, whole_state
from controller.record.journal_run import Run
from controller.record.journal_schema import open_to_read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Entry:
    """An input and what the referee said to it.

    Attributes:
        number: counts the entries from 0.
        run: in which run, from 1.
        time: when it happened, on the match's own clock.
        given: the input; None for entry 0, the beginning of the match.
        events: what the referee said.
    """

    number: int
    run: int
    time: float
    given: Input | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture of a disputed turn.

    Attributes:
        number: counts the pictures from 1.
        entry: to which entry it belongs.
        part: "before", "roll" or "after".
        name: its file in the folder beside the journal.
        digest: the SHA-256 of its content.
        wall: when it was kept, in seconds since 1970 as the computer believed.
        forgotten: 1 when it has been deleted, else 0.
    """

    number: int
    entry: int
    part: str
    name: str
    digest: bytes
    wall: float
    forgotten: int


@dataclass(frozen=True, slots=True)
class JournalContents:
    """A journal as it stands in its file.

    Attributes:
        path: the file.
        about: further facts by name.
        runs: the sittings of the program, in order.
        beginning: the referee's state before the first input.
        entries: everything that happened; the first has no input.
        states: the referee's state after some of the entries, by number.
        pictures: what was kept of disputed turns.
        chain: the digest of the last entry.
        first: the text of entry 0, against which states are packed.
    """

    path: Path
    about: Mapping[str, str]
    runs: tuple[Run, ...]
    beginning: RefereeState
    entries: tuple[Entry, ...]
    states: Mapping[int, RefereeState]
    pictures: tuple[KeptPicture, ...]
    chain: bytes
    first: bytes

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that the referee has said."""
        return tuple(event for entry in self.entries for event in entry.events)


def read_journal(path: Path) -> JournalContents:
    """Return what a journal holds; its writer may be at work.

    Raises:
        JournalError: see `journal_schema.open_to_read`; or a row is not what was written ("journal.damaged").
        CodecError: it speaks of something that this program does not know.
    """
    return _with(path, lambda db: _read(db, path))


def read_pictures(path: Path) -> tuple[KeptPicture, ...]:
    """Return what a journal says of pictures, without reading the match.

    Raises:
        JournalError: see `journal_schema.open_to_read`.
    """
    return _with(path, _pictures)


def _with(path: Path, read: Callable[[sqlite3.Connection], Result]) -> Result:
    """Return what `read` returns, everything being read as of one moment."""
    db = open_to_read(path)
    try:
        db.execute("BEGIN")
        return read(db)
    except sqlite3.Error as error:
        raise JournalError("journal.not_a_journal", name=str(path), why=str(error)) from None
    finally:
        db.close()


def _read(db: sqlite3.Connection, path: Path) -> JournalContents:
    """Return what the tables hold."""
    about = dict(db.execute("SELECT key, value FROM about"))
    runs = tuple(Run(*row) for row in db.execute("SELECT boot, monotonic, time, wall, program FROM runs ORDER BY id"))
    unpacker = Unpacker(path.name)
    entries = []
    beginning: RefereeState | None = None
    for row in db.execute("SELECT id, run, kind, time, base, body, chain FROM entries ORDER BY id"):
        packed = Packed(*row)
        given, events = unpacker.unpack(packed)
        if beginning is None:
            beginning, given = given, None
        entries.append(Entry(packed.number, packed.run, packed.time, given, events))
    if beginning is None:
        raise JournalError("journal.empty", name=str(path))
    states = _states(db, path.name, unpacker.first)
    return JournalContents(
        path, about, runs, beginning, tuple(entries), states, _pictures(db), unpacker.chain, unpacker.first
    )


def _states(db: sqlite3.Connection, name: str, first: bytes) -> dict[int, RefereeState]:
    """Return the states that were kept, each completed by the one before; in version 1 they stand alone."""
    states: dict[int, RefereeState] = {}
    before: RefereeState | None = None
    for number, body in db.execute("SELECT id, body FROM states ORDER BY id"):
        kept = decode(guarded(lambda body=body: inflate(body, first), name, number))  # type: ignore[misc]
        before = states[number] = whole_state(kept, before) if isinstance(kept, tuple) else kept
    return states


def _pictures(db: sqlite3.Connection) -> tuple[KeptPicture, ...]:
    """Return what was kept of disputed turns."""
    query = "SELECT id, entry, part, name, digest, wall, id IN (SELECT id FROM forgotten) FROM pictures ORDER BY id"
    return tuple(KeptPicture(*row) for row in db.execute(query))
