"""Reading a journal: what it holds, and refereeing it anew: the same inputs give the same events, bit for bit."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.record.errors import JournalError
from controller.record.journal.body import Packed, Unpacker, built, inflate, whole_state
from controller.record.journal.codec import decode, encode
from controller.record.journal.folder import Run
from controller.record.journal.schema import damaged, open_to_read, reading_entry
from controller.record.keeper import Keeper
from controller.referee.events import Event
from controller.referee.inputs import Input
from controller.referee.state import RefereeState
from controller.referee.step import step

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from controller.record.journal.body import TableRow
    from controller.record.transcript import MatchRecord


LATEST: Final = 1e11
"""Seconds before which everything happens, on whichever clock: three thousand years. What is dated later would stop the
players' time."""


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
        size: how many bytes it has.
        wall: when it was kept, in seconds since 1970 as the computer believed.
        forgotten: 1 when it has been deleted, else 0.
    """

    number: int
    entry: int
    part: str
    name: str
    digest: bytes
    size: int
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
        beside: the rows of other tables that were added after the last entry, of which there is no digest yet.
        record: of the match, as far as it is kept.
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
    beside: tuple[TableRow, ...]
    record: MatchRecord

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that the referee has said."""
        return tuple(event for entry in self.entries for event in entry.events)


def read_about(path: Path) -> dict[str, str]:
    """Return what a journal knows besides, by name; its match is not read.

    Raises:
        JournalError: as `read_journal`.
    """
    with closing(open_to_read(path)) as db, reading_entry(path.name, 0):
        return _about(db, path)


def read_journal(path: Path) -> JournalContents:
    """Return what a journal holds, everything as of one moment; its writer may be at work.

    Raises:
        JournalError: see `journal_schema.open_to_read`; or a row is not what was written ("journal.damaged").
    """
    with closing(open_to_read(path)) as db:
        with reading_entry(path.name, 0):
            db.execute("BEGIN")
            about = _about(db, path)
            runs = _runs(db)
            pictures = _pictures(db)
            bodies = dict(db.execute("SELECT id, body FROM states ORDER BY id").fetchall())
        beside = _Beside(about, runs, bodies, pictures)
        entries, beginning, unpacker, record = _entries(db, path, beside)
    last = entries[-1]
    with reading_entry(path.name, last.number):
        if any(not 0 <= number <= last.number for number in [*bodies, *(one.entry for one in pictures)]):
            raise damaged(path.name, last.number)
    states = _states(bodies, path.name, unpacker.first)
    left = tuple(beside.between(last.number, last.run, len(runs)))
    chain, first = unpacker.chain, unpacker.first
    return JournalContents(path, about, runs, beginning, entries, states, pictures, chain, first, left, record)


def _about(db: sqlite3.Connection, path: Path) -> dict[str, str]:
    """Return the further facts of a journal.

    Raises:
        JournalError: they are not what was written ("journal.damaged").
    """
    about = dict(db.execute("SELECT key, value FROM about ORDER BY key").fetchall())
    if not all(isinstance(word, str) for fact in about.items() for word in fact):
        raise damaged(path.name, 0)
    return about


def chain_at(db: sqlite3.Connection, name: str, number: int) -> bytes:
    """Return the digest of an entry, in which everything before it is, too.

    Args:
        db: the journal.
        name: of its file.
        number: of the entry.

    Raises:
        JournalError: there is none ("journal.damaged").
    """
    with reading_entry(name, number):
        row = db.execute("SELECT chain FROM entries WHERE id = ?", (number,)).fetchone()
        if not isinstance(row[0], bytes):
            raise damaged(name, number)
        return row[0]


def read_pictures(path: Path) -> tuple[KeptPicture, ...]:
    """Return what a journal says of pictures, without reading the match.

    Raises:
        JournalError: see `read_journal`.
    """
    with closing(open_to_read(path)) as db, reading_entry(path.name, 0):
        return _pictures(db)


@dataclass(frozen=True, slots=True)
class _Beside:
    """The rows of the tables beside that of the entries.

    Attributes:
        about: facts by name.
        runs: in order.
        bodies: the packed states, by the numbers of their entries.
        pictures: what was kept.
    """

    about: Mapping[str, str]
    runs: tuple[Run, ...]
    bodies: Mapping[int, bytes]
    pictures: tuple[KeptPicture, ...]

    def between(self, number: int, run: int, to_run: int) -> Iterator[TableRow]:
        """Yield the rows that were added after an entry and before the next one.

        Args:
            number: of the entry; -1 for what was added before the first.
            run: that of the entry.
            to_run: that of the next one.
        """
        if number < 0:
            yield from (("about", key, value) for key, value in self.about.items())
        for at in range(run, to_run):
            one = self.runs[at]
            yield "runs", at + 1, one.boot, one.monotonic, one.time, one.wall, one.program
        if number in self.bodies:
            yield "states", number, self.bodies[number]
        for kept in self.pictures:
            if kept.entry == number:
                yield "pictures", kept.number, kept.entry, kept.part, kept.name, kept.digest, kept.size, kept.wall


def _entries(
    db: sqlite3.Connection, path: Path, beside: _Beside
) -> tuple[tuple[Entry, ...], RefereeState, Unpacker, MatchRecord]:
    """Return all entries, the state in which the match began, what has unpacked them, and the record they make."""
    unpacker, keeper = Unpacker(path.name), Keeper()
    entries: list[Entry] = []
    beginning: RefereeState | None = None
    run = 0
    with reading_entry(path.name, 0):
        rows = db.execute("SELECT id, run, kind, time, base, body, chain FROM entries ORDER BY id")
    while True:
        with reading_entry(path.name, len(entries)):
            row = rows.fetchone()
            if row is None:
                break
            packed: Packed = built(Packed, row)
            if not (run <= packed.run <= len(beside.runs) and packed.run and abs(packed.time) < LATEST):
                raise damaged(path.name, len(entries))
            given, events = unpacker.unpack(packed, beside.between(packed.number - 1, run, packed.run))
            if not all(isinstance(event, Event) for event in events):
                raise damaged(path.name, packed.number)
            if beginning is None:
                if not isinstance(given, RefereeState):
                    raise damaged(path.name, packed.number)
                beginning, given = given, None
            elif not isinstance(given, Input) or given.time != packed.time:
                raise damaged(path.name, packed.number)
            keeper = keeper.heard(events)
            entries.append(Entry(packed.number, packed.run, packed.time, given, events))
            run = packed.run
    if beginning is None:
        raise JournalError("journal.empty", name=str(path))
    return tuple(entries), beginning, unpacker, keeper.record


def _states(bodies: Mapping[int, bytes], name: str, first: bytes) -> dict[int, RefereeState]:
    """Return the states that were kept, each completed by the one before."""
    states: dict[int, RefereeState] = {}
    before: RefereeState | None = None
    for number, body in bodies.items():
        with reading_entry(name, number):
            before = whole_state(decode(inflate(body, first)), before)
            states[number] = before
    return states


def _runs(db: sqlite3.Connection) -> tuple[Run, ...]:
    """Return the sittings of the program.

    Raises:
        ValueError: they are not counted from 1, or their times are none.
    """
    rows = db.execute("SELECT id, boot, monotonic, time, wall, program FROM runs ORDER BY id").fetchall()
    runs = tuple(built(Run, row[1:]) for row in rows)
    if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
        raise ValueError("runs")
    if not all(abs(time) < LATEST for run in runs for time in (run.monotonic, run.time, run.wall)):
        raise ValueError("runs")
    return runs


def _pictures(db: sqlite3.Connection) -> tuple[KeptPicture, ...]:
    """Return what was kept of disputed turns.

    Raises:
        ValueError: a row holds something else.
    """
    query = (
        "SELECT id, entry, part, name, digest, size, wall, id IN (SELECT id FROM forgotten) FROM pictures ORDER BY id"
    )
    return tuple(built(KeptPicture, row) for row in db.execute(query))


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match refereed anew from its journal.

    Attributes:
        state: what the referee knows at the end.
        events: everything that he said this time.
        other: the number of the first entry to which he said something else, or after which he knew something else
            than the journal has; None where all is the same.
    """

    state: RefereeState
    events: tuple[Event, ...]
    other: int | None


def replay(contents: JournalContents) -> Replayed:
    """Return the match refereed anew from its beginning.

    Raises:
        JournalError: what is kept cannot be refereed ("journal.damaged").
    """
    state = contents.beginning
    events = list(contents.entries[0].events)
    other: int | None = None
    for entry in contents.entries[1:]:
        if entry.given is None:
            continue
        with reading_entry(contents.path.name, entry.number):
            state, said = step(state, entry.given)
            events.extend(said)
            kept = contents.states.get(entry.number)
            if other is None and (encode(said) != encode(entry.events) or (kept is not None and kept != state)):
                other = entry.number
    return Replayed(state, tuple(events), other)


def last_state(contents: JournalContents) -> RefereeState:
    """Return what the referee knew after the last entry: from the last state kept, and what came after it.

    Raises:
        JournalError: he would say something else to those entries than he did ("journal.other_events"), as a later
            version of the program may; or what is kept cannot be refereed ("journal.damaged").
    """
    begun = max(contents.states, default=0)
    state = contents.states.get(begun, contents.beginning)
    for entry in contents.entries[begun + 1 :]:
        if entry.given is None:
            continue
        with reading_entry(contents.path.name, entry.number):
            state, said = step(state, entry.given)
            same = encode(said) == encode(entry.events)
        if not same:
            raise JournalError("journal.other_events", name=str(contents.path), number=entry.number)
    return state


def verify(contents: JournalContents) -> Replayed:
    """Return the match refereed anew, where it is the same in every event and in every state that was kept.

    Raises:
        JournalError: it is not ("journal.other_events").
    """
    replayed = replay(contents)
    if replayed.other is not None:
        raise JournalError("journal.other_events", name=str(contents.path), number=replayed.other)
    return replayed
