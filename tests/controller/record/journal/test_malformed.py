"""Whatever a journal holds, every reader of it says one clear line or reads it; the referee sits down all the same.

`make explore` tries as many more as one has patience for.
"""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.cli.main import main
from controller.errors import ResumeError
from controller.record.errors import CodecError, JournalError
from controller.record.journal.body import deflate
from controller.record.journal.reader import last_state, read_journal, verify
from controller.record.journal.writer import Journal
from controller.table.order import as_before
from controller.table.session_start import resume, unfinished
from tests.controller.record.journal.malformed import malformed, texts, with_part, write_texts
from tests.controller.record.matches import RUN, story
from tests.controller.table.ordered import ordered
from tests.paths import SHARED

if TYPE_CHECKING:
    from collections.abc import Callable

JOURNALS = SHARED / "faults" / "journals"
READERS = (
    ["journal", "show", "--all"],
    ["journal", "show", "--json"],
    ["journal", "verify"],
    ["journal", "forget"],
    ["replay"],
    *(["journal", "export", "--format", form] for form in ("mat", "sgf", "text", "json")),
)


def assert_every_reader_says_at_most_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> set[int]:
    """Let every reader read a journal; return the statuses with which they ended."""
    ended = set()
    for reader in READERS:
        begun = time.monotonic()
        status = main([*reader, str(path)])
        said = capsys.readouterr().err
        assert (status, said.count("\n")) in ((0, 0), (2, 1)), (reader, said)
        assert time.monotonic() - begun < 10
        ended.add(status)
    before = path.read_bytes()
    waiting, told = unfinished(path.parent, lambda _: True)
    if waiting is not None:
        sitting = resume(waiting, 0.0)
        assert sitting.journal is not None
        sitting.journal.close()
        with pytest.raises(ResumeError, match=r"resume\.not_simulated"):
            as_before(ordered(path.parent), read_journal(waiting))
    elif told:
        assert told[0].key == "journal.unreadable"
        assert path.read_bytes() == before
    return ended


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the journal of a folder's only match lies."""
    return tmp_path / "match-0001.journal"


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(malformed())
def test_a_rightly_chained_journal_of_wrong_values_is_one_line(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], changed: tuple[bytes, ...]
) -> None:
    path = tmp_path_factory.mktemp("j") / "match-0001.journal"
    write_texts(path, changed)
    assert_every_reader_says_at_most_one_line(path, capsys)
    shutil.rmtree(path.parent)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(malformed(least=1))
def test_wrong_values_are_read_or_said_to_be_damage(
    tmp_path_factory: pytest.TempPathFactory, changed: tuple[bytes, ...]
) -> None:
    path = _whole(tmp_path_factory).with_name("match-0003.journal")
    write_texts(path, changed)
    with suppress(JournalError, CodecError):
        last_state(read_journal(path))
    path.unlink()


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_bits_that_flip_and_ends_that_are_missing_are_said(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = _whole(tmp_path_factory)
    path = whole.with_name("match-0002.journal")
    content = bytearray(whole.read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content))) :]
    for _ in range(data.draw(st.integers(0, 3))):
        if content:
            content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(content)
    with suppress(JournalError, CodecError):
        read_journal(path)


_made: list[Path] = []


def _whole(factory: pytest.TempPathFactory) -> Path:
    """Return a journal that is whole, made once."""
    if not _made:
        path = factory.mktemp("whole") / "match-0001.journal"
        told = story()
        with Journal.begin(path, told.beginning, told.first, RUN, {"seed": "1"}) as journal:
            for one in told.entries:
                journal.add(one.given, one.events, one.state)
        _made.append(path)
    return _made[0]


@pytest.mark.skipif(not JOURNALS.is_dir(), reason="the folder ../shared/faults is not here")
@pytest.mark.parametrize("name", sorted(one.name for one in JOURNALS.glob("journal-*.journal")) or ["none"])
def test_journals_that_were_met_are_one_line(path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copyfile(JOURNALS / name, path)
    assert 2 in assert_every_reader_says_at_most_one_line(path, capsys)


def _bomb() -> bytes:
    """Return an entry that is small when packed and has the size of the longest when unpacked."""
    return b"[" + b"[]," * 1_300_000 + b"[]]"


KINDS: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "nested": (7, lambda _: b"[" * 5000 + b"]" * 5000),
    "nested but closed": (7, lambda _: b'{"a":' * 3000 + b"1" + b"}" * 3000),
    "no pair": (7, lambda _: b"[1]"),
    "a number of 5,000 digits": (7, lambda _: b"[" + b"9" * 5000 + b",[]]"),
    "another input": (7, lambda _: encode_plain([5, []])),
    "no events": (7, lambda text: encode_plain(with_part(json.loads(text), (1,), 5))),
    "another time": (7, lambda text: encode_plain(with_part(json.loads(text), (0, "reading", "time"), 1e9))),
    "no time": (7, lambda text: encode_plain(with_part(json.loads(text), (0, "reading", "time"), math.nan))),
    "no state": (0, lambda text: encode_plain(with_part(json.loads(text), (0,), []))),
    "a set of lists": (7, lambda _: b'[{"~":"frozenset","of":[[],{"~":"frozenset","of":3}]},[]]'),
    "no UTF-8": (7, lambda _: b'["\xf4\x00",[]]'),
    "a bomb": (7, lambda _: _bomb()),
}


def encode_plain(plain: object) -> bytes:
    """Return a plain value as an entry has it."""
    return json.dumps(plain).encode()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_wrong_is_said_with_the_number_of_its_entry(
    path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    number, change = KINDS[kind]
    changed = list(texts())
    changed[number] = change(changed[number])
    write_texts(path, tuple(changed))
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    assert (caught.value.key, caught.value.params) == ("journal.damaged", {"name": path.name, "number": number})
    if kind != "a bomb":
        assert assert_every_reader_says_at_most_one_line(path, capsys) <= {0, 2}


def test_a_journal_of_bombs_is_given_up_before_it_fills_the_memory(path: Path) -> None:
    write_texts(path, (texts()[0], *[_bomb()] * 40))
    program = "import sys; from controller.cli.main import main; sys.exit(main(['journal', 'show', sys.argv[1]]))"

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    ended = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=little,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "damaged at entry 1" in ended.stderr


CHANGES = (
    "UPDATE entries SET time = 9e999 WHERE id = 9",
    "UPDATE entries SET time = time + 1 WHERE id = 9",
    "UPDATE entries SET time = 'noon' WHERE id = 9",
    "UPDATE entries SET run = 2 WHERE id = 9",
    "UPDATE entries SET kind = 'Ticked' WHERE id = 9",
    "UPDATE entries SET base = 0 WHERE id = 9",
    "UPDATE entries SET chain = zeroblob(16) WHERE id = 9",
    "UPDATE entries SET id = 'x' WHERE rowid = -1; UPDATE entries SET kind = CAST(x'f4' AS TEXT) WHERE id = 9",
    "UPDATE about SET value = '2'",
    "UPDATE about SET value = 2",
    "INSERT INTO about VALUES ('length', '5')",
    "DELETE FROM about",
    "UPDATE runs SET boot = 'another'",
    "UPDATE runs SET time = 9e999",
    "UPDATE runs SET wall = 1e300",
    "UPDATE runs SET wall = wall + 1",
    "INSERT INTO runs VALUES (3, 'a', 0.0, 0.0, 0.0, 'b')",
    "DELETE FROM runs",
    "DELETE FROM states",
    "UPDATE states SET id = 101",
    "INSERT INTO states SELECT 90, body FROM states",
    "INSERT INTO states SELECT 9000, body FROM states",
    "UPDATE states SET body = (SELECT body FROM entries WHERE id = 3)",
    "DELETE FROM pictures",
    "UPDATE pictures SET name = '../x'",
    "UPDATE pictures SET wall = 5.0",
    "UPDATE pictures SET size = 5",
    "UPDATE pictures SET digest = x'00'",
    "UPDATE pictures SET entry = 4",
    "INSERT INTO pictures SELECT 2, 9000, part, name, digest, size, wall FROM pictures",
)
"""Changes in each table of a journal."""


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a whole journal with a row in every table, in which nothing is found to be wrong."""
    path, told = tmp_path_factory.mktemp("verified") / "match-0001.journal", story()
    with Journal.begin(path, told.beginning, told.first, RUN, {"seed": "1"}) as journal:
        for number, one in enumerate(told.entries, 1):
            journal.add(one.given, one.events, one.state)
            if number == 30:
                journal.keep_picture("after", b"a picture", 1.8e9)
    assert main(["journal", "verify", str(path)]) == 0
    return path


@pytest.mark.parametrize("change", CHANGES)
def test_no_row_of_any_table_can_be_changed_unnoticed(
    verified: Path, path: Path, change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(verified.parent, path.parent, dirs_exist_ok=True)
    db = sqlite3.connect(path, isolation_level=None)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    db.executescript(change)
    db.close()
    capsys.readouterr()
    assert main(["journal", "verify", str(path)]) == 2
    assert "the journal is damaged at entry" in capsys.readouterr().err


def test_what_deflates_to_something_else_than_it_says_is_said(path: Path) -> None:
    write_texts(path, texts())
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER entries_update")
    db.execute("UPDATE entries SET body = ? WHERE id = 5", (deflate(b"[null,[]]", b""),))
    db.close()
    with pytest.raises(JournalError, match=r"journal\.damaged.*number=5"):
        read_journal(path)


@pytest.mark.parametrize("left", ["nothing", "an empty log", "a log"])
def test_a_journal_in_a_folder_that_cannot_be_written_is_read_whole(left: str) -> None:
    folder = Path(tempfile.mkdtemp())
    path, told = folder / "match-0001.journal", story()
    journal = Journal.begin(folder / "written.journal", told.beginning, told.first, RUN)
    for one in told.entries[:20]:
        journal.add(one.given, one.events, one.state)
    if left == "a log":  # copied while its writer is at work
        shutil.copyfile(folder / "written.journal-wal", folder / f"{path.name}-wal")
        shutil.copyfile(journal.path, path)
        journal.close()
    else:
        journal.close()
        shutil.copyfile(journal.path, path)
        if left == "an empty log":
            path.with_name(f"{path.name}-wal").touch()
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    before = os.geteuid()
    try:
        if before == 0:
            os.seteuid(65534)  # whom the folder's bits do not stop is not asked
        assert verify(read_journal(path)).state == told.entries[19].state
    finally:
        os.seteuid(before)
    folder.chmod(0o755)
    shutil.rmtree(folder)
