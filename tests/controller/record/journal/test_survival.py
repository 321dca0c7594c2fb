"""Killed at any moment, or robbed of its power at any byte: the journal loses nothing that was said aloud."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.record.journal import schema as journal_schema
from controller.record.journal.reader import last_state, read_journal
from controller.record.journal.writer import Journal
from tests.controller.record.matches import RUN, Story, story
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator


def assert_whole(path: Path, told: Story, said: int) -> int:
    """Make sure that a journal holds the beginning of a match, at least up to an entry; return its last entry."""
    contents = read_journal(path)
    done = len(contents.entries) - 1
    assert done >= said
    assert [(entry.given, entry.events) for entry in contents.entries[1:]] == [
        (one.given, one.events) for one in told.entries[:done]
    ]
    assert last_state(contents) == (told.entries[done - 1].state if done else told.beginning)
    return done


@pytest.mark.timeout(120)
def test_a_program_that_is_killed_at_any_moment_goes_on_in_the_same_state(tmp_path: Path) -> None:
    told, path, rng = story(), tmp_path / "match.journal", random.Random(20)
    done, kills = 0, 0
    while done < len(told.entries):
        program = subprocess.Popen(
            [sys.executable, "-m", "tests.controller.record.journal.write_story", str(path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert program.stdout is not None
        wanted, said = rng.randint(10, 70), done
        for line in program.stdout:
            said = int(line.split()[0])
            wanted -= 1
            if wanted == 0:
                program.kill()
                kills += 1
        program.wait(30)
        program.stdout.close()
        done = assert_whole(path, told, said)
    assert kills >= 3


def mixtures(old: bytes, new: bytes, rng: random.Random, count: int) -> Iterator[bytes]:
    """Yield what a disk may have of a file that was written over.

    That is the new bytes up to anywhere after the first that differs, then the old ones; where the file has grown,
    nothing or zeros after them.
    """
    same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
    for _ in range(count):
        cut = rng.randint(same, len(new))
        torn = new[:cut] + old[cut:]
        yield torn
        yield torn + bytes(max(0, len(new) - len(torn)))


def test_a_plug_pulled_at_any_byte_loses_nothing_that_was_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_schema, "_PAGES_IN_LOG", 24)  # so that the log is often worked into the file
    told, rng = story(), random.Random(4)
    path, copy = tmp_path / "match.journal", tmp_path / "copy.journal"
    log, copied_log = Path(f"{path}-wal"), Path(f"{copy}-wal")
    checkpoints = images = 0
    journal = Journal.begin(path, told.beginning, told.first, RUN)
    synced, safe = (path.read_bytes(), log.read_bytes()), 0

    def assert_survives(file: bytes, written: bytes) -> None:
        copy.write_bytes(file)
        copied_log.write_bytes(written)
        assert_whole(copy, told, safe)
        for one in tmp_path.glob("copy.journal*"):
            one.unlink()

    for number, one in enumerate(told.entries[:45], 1):
        journal.add(one.given, one.events, one.state)
        now = (path.read_bytes(), log.read_bytes())
        for written in mixtures(synced[1], now[1], rng, 2):
            assert_survives(synced[0], written)
            images += 1
        if one.events or now[0] != synced[0]:
            if now[0] != synced[0]:  # the log was on the disk before its pages went into the file
                checkpoints += 1
                safe = number
                for file in mixtures(synced[0], now[0], rng, 3):
                    assert_survives(file, now[1])
                    images += 1
            synced, safe = now, number
    journal.close()
    assert checkpoints >= 2
    assert images > 150
