"""The journal of a match: what is kept, what can be read of it, what it refuses."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.record.errors import JournalError
from controller.record.journal import writer as writing
from controller.record.journal.body import Packer, Unpacker, packed_state, whole_state
from controller.record.journal.folder import run_now
from controller.record.journal.reader import last_state, read_journal, replay, verify
from controller.record.journal.schema import open_to_write
from controller.record.journal.writer import STATE_EVERY, Journal
from controller.referee.events import TurnStarted
from controller.rules import Player
from tests.controller.record.matches import RUN, Story, story

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.record.journal.reader import JournalContents
    from controller.referee.state import RefereeState


def write(path: Path, told: Story, first: int = 0, last: int | None = None) -> None:
    """Write a match, or the beginning of one, into a new journal."""
    with Journal.begin(path, told.beginning, told.first, RUN, {"seed": "1"}) as journal:
        for one in told.entries[first:last]:
            journal.add(one.given, one.events, one.state)
        assert journal.trouble is None


def kept(contents: JournalContents) -> list[tuple[object, object]]:
    """Return inputs and events of a journal."""
    return [(entry.given, entry.events) for entry in contents.entries[1:]]


def test_everything_comes_back_in_order(tmp_path: Path) -> None:
    told = story()
    write(tmp_path / "match.journal", told)
    contents = read_journal(tmp_path / "match.journal")
    assert kept(contents) == [(one.given, one.events) for one in told.entries]
    assert (contents.beginning, contents.entries[0].events) == (told.beginning, told.first)
    assert (contents.about, contents.runs) == ({"seed": "1"}, (RUN,))
    assert [entry.number for entry in contents.entries] == list(range(len(told.entries) + 1))
    assert contents.states == {STATE_EVERY: told.entries[STATE_EVERY - 1].state}


def test_a_replay_gives_the_same_events_and_the_same_state(tmp_path: Path) -> None:
    told = story()
    write(tmp_path / "match.journal", told)
    contents = read_journal(tmp_path / "match.journal")
    replayed = verify(contents)
    assert replayed.events == contents.events
    assert replayed.state == last_state(contents) == told.entries[-1].state


def test_a_journal_goes_on_in_a_later_run(tmp_path: Path) -> None:
    told, path = story(), tmp_path / "match.journal"
    write(path, told, last=70)
    contents = read_journal(path)
    assert last_state(contents) == told.entries[69].state
    later = replace(RUN, boot="another", monotonic=3.0, time=contents.entries[-1].time)
    with Journal.go_on(contents, later) as journal:
        for one in told.entries[70:]:
            journal.add(one.given, one.events, one.state)
    contents = read_journal(path)
    assert contents.runs == (RUN, later)
    assert kept(contents) == [(one.given, one.events) for one in told.entries]
    assert {entry.run for entry in contents.entries} == {1, 2}
    assert last_state(contents) == told.entries[-1].state


def test_a_journal_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    told, path = story(), tmp_path / "match.journal"
    with Journal.begin(path, told.beginning, told.first, RUN) as journal:
        for number, one in enumerate(told.entries[:12], 1):
            journal.add(one.given, one.events, one.state)
            assert len(read_journal(path).entries) == number + 1


def test_a_journal_that_is_closed_lies_there_alone_and_a_look_at_it_leaves_nothing_beside_it(tmp_path: Path) -> None:
    told, path = story(), tmp_path / "match-0001.journal"
    with Journal.begin(path, told.beginning, told.first, RUN) as journal:
        for one in told.entries[:20]:
            journal.add(one.given, one.events, one.state)
        assert len(read_journal(path).entries) == 21
    assert [*tmp_path.iterdir()] == [path]
    assert len(read_journal(path).entries) == 21
    assert [*tmp_path.iterdir()] == [path]


def test_the_longest_match_with_the_noise_of_a_camera_fits_into_two_megabytes(tmp_path: Path) -> None:
    told, path = story(2, 7), tmp_path / "match.journal"
    write(path, told)
    assert len(told.entries) > 500
    # Of 25 points, with one game in two a gammon at most: 6200 entries were the most in a dozen matches.
    assert path.stat().st_size / len(told.entries) * 7000 < 2_000_000


def test_states_of_a_long_match_come_back_whole_also_where_play_was_undone_or_mended(tmp_path: Path) -> None:
    state = story().entries[-1].state
    first, second = state.settled[:2]
    wanted = [(first,), (first, second, first), (first, second), (second, second, first), ()]
    before: RefereeState | None = None
    again: RefereeState | None = None
    for settled in wanted:
        now = replace(state, settled=settled)
        same, rest = packed_state(now, before)
        assert same + len(rest.settled) == len(settled)
        again = whole_state((same, rest), again)
        assert again == now
        before = now
    assert packed_state(replace(state, settled=(first, second)), state)[0] == 2


def test_the_present_run_knows_its_boot_and_its_clock() -> None:
    one, other = run_now(0.0), run_now(5.0)
    assert one.boot == other.boot
    assert one.monotonic <= other.monotonic
    assert other.time == 5.0


def test_the_disk_has_what_was_said_before_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def overheard(path: Path) -> sqlite3.Connection:
        db = open_to_write(path)
        db.set_trace_callback(done.append)
        return db

    monkeypatch.setattr(writing, "open_to_write", overheard)
    told = story()
    with Journal.begin(tmp_path / "match.journal", told.beginning, told.first, RUN) as journal:
        for one in told.entries[:40]:
            done.clear()
            journal.add(one.given, one.events, one.state)
            assert done[0] == f"PRAGMA synchronous={'FULL' if one.events else 'NORMAL'}"
            assert done[-1] == "COMMIT"
    assert {bool(one.events) for one in told.entries[:40]} == {True, False}


@pytest.mark.parametrize("table", ["about", "runs", "entries", "states", "pictures", "forgotten"])
def test_no_row_can_be_changed_or_deleted(tmp_path: Path, table: str) -> None:
    write(tmp_path / "match.journal", story(), last=STATE_EVERY + 1)
    db = sqlite3.connect(tmp_path / "match.journal", isolation_level=None)
    db.execute("INSERT INTO pictures VALUES (1, 1, 'after', 'x.jpg', x'00', 1, 0.0)")
    db.execute("INSERT INTO forgotten VALUES (1, 0.0, '')")
    column = {"about": "key"}.get(table, "id")
    for change in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):  # noqa: S608 - own names
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            db.execute(change)
    db.close()


def assert_written(journal: Journal) -> None:
    """Make sure that nothing waits to be written any more."""
    assert (journal.trouble, journal.waiting) == (None, 0)


def with_pages(most: int) -> Callable[[Path], sqlite3.Connection]:
    """Return a way to open a journal on a disk that has room for so many pages."""

    def opened(path: Path) -> sqlite3.Connection:
        db = open_to_write(path)
        db.execute(f"PRAGMA max_page_count={most}")
        return db

    return opened


def read_only(path: Path) -> sqlite3.Connection:
    """Open a journal on a disk that has become read-only."""
    db = open_to_write(path)
    db.execute("PRAGMA query_only=ON")
    return db


@pytest.mark.parametrize(
    ("broken", "why"), [(with_pages(12), "disk is full"), (read_only, "readonly database")], ids=["full", "read-only"]
)
def test_on_a_disk_that_takes_nothing_the_match_goes_on_and_is_written_out_later(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: Callable[[Path], sqlite3.Connection],
    why: str,
) -> None:
    told, path = story(), tmp_path / "match.journal"
    write(path, told, last=10)
    monkeypatch.setattr(writing, "open_to_write", broken)
    with Journal.go_on(read_journal(path), RUN) as journal:
        for one in told.entries[10:150]:
            journal.add(one.given, one.events, one.state)
        assert journal.trouble is not None
        assert why in journal.trouble
        assert journal.waiting > 20
        monkeypatch.setattr(writing, "open_to_write", open_to_write)
        one = told.entries[150]
        journal.add(one.given, one.events, one.state)
        assert_written(journal)
    assert kept(read_journal(path)) == [(one.given, one.events) for one in told.entries[:151]]


def test_a_journal_that_cannot_even_be_begun_is_written_as_soon_as_there_is_a_place_for_it(tmp_path: Path) -> None:
    told, path = story(), tmp_path / "later" / "match.journal"
    with Journal.begin(path, told.beginning, told.first, RUN) as journal:
        for one in told.entries[:20]:
            journal.add(one.given, one.events, one.state)
        assert journal.trouble is not None
        path.parent.mkdir()
        journal.flush()
        assert_written(journal)
    assert kept(read_journal(path)) == [(one.given, one.events) for one in told.entries[:20]]


def changed(path: Path, *statements: str) -> None:
    """Change a journal behind the back of its triggers."""
    db = sqlite3.connect(path, isolation_level=None)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM entries WHERE id = 7",
        "UPDATE entries SET body = x'00' WHERE id = 7",
        "UPDATE entries SET body = (SELECT body FROM entries WHERE id = 0) WHERE id = 7",
        "UPDATE entries SET chain = zeroblob(16) WHERE id = 7",
        "UPDATE entries SET body = substr(body, 1, 20) WHERE id = 7",
    ],
)
def test_an_entry_that_was_altered_is_noticed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "match.journal"
    write(path, story(), last=20)
    changed(path, change)
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert (caught.value.key, caught.value.params) == ("journal.damaged", {"name": path.name, "number": 7})


@pytest.mark.parametrize(
    ("statement", "key"),
    [
        ("PRAGMA user_version=99", "journal.other_version"),
        ("PRAGMA user_version=5", "journal.other_version"),
        ("PRAGMA application_id=1", "journal.not_a_journal"),
        ("DELETE FROM entries", "journal.empty"),
    ],
)
def test_what_is_no_journal_of_this_program_is_refused(tmp_path: Path, statement: str, key: str) -> None:
    path = tmp_path / "match.journal"
    write(path, story(), last=2)
    changed(path, statement)
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert caught.value.key == key


@pytest.mark.parametrize(("content", "key"), [(b"hello" * 300, "journal.not_a_journal"), (b"", "journal.empty")])
def test_any_other_file_is_refused(tmp_path: Path, content: bytes, key: str) -> None:
    path = tmp_path / "match.journal"
    path.write_bytes(content)
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert caught.value.key == key


def test_a_missing_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"journal\.missing"):
        read_journal(tmp_path / "none.journal")


def test_a_journal_is_never_begun_over_another_file(tmp_path: Path) -> None:
    path, told = tmp_path / "match.journal", story()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE mine (x)")
    db.close()
    with pytest.raises(JournalError, match=r"journal\.not_a_journal"):
        Journal.begin(path, told.beginning, told.first, RUN)


def test_a_referee_who_would_say_something_else_today_is_noticed(tmp_path: Path) -> None:
    told, path = story(), tmp_path / "match.journal"
    with Journal.begin(path, told.beginning, told.first, RUN) as journal:
        for number, one in enumerate(told.entries[:30]):
            events = (TurnStarted(1.0, Player.ONE),) if number == 20 else one.events
            journal.add(one.given, events, one.state)
    contents = read_journal(path)
    assert replay(contents).other == 21
    for judge in (verify, last_state):
        with pytest.raises(JournalError, match=r"journal\.other_events"):
            judge(contents)


def test_entries_are_packed_against_the_pictures_before_and_stand_alone_now_and_then() -> None:
    told = story()
    packer = Packer(1)
    rows = [packer.pack(told.beginning, told.first, 0.0)]
    rows += [packer.pack(one.given, one.events, 1.0) for one in told.entries]
    alone = [row.number for row in rows if row.base is None]
    assert {0, 64, 128} <= set(alone)
    assert len(alone) < len(rows) / 20
    unpacker = Unpacker("a match")
    assert [unpacker.unpack(row) for row in rows[1:1]] == []
    assert unpacker.unpack(rows[0]) == (told.beginning, told.first)
    for row, one in zip(rows[1:], told.entries, strict=True):
        assert unpacker.unpack(row) == (one.given, one.events)
