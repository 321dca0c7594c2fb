"""The replay shows what was shown, step by step, of whole, growing and damaged journals."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from controller.announce.language import Words
from controller.outputs.pages.shown import past as pasts
from controller.outputs.pages.shown.past import FRESH, Past, retold
from controller.outputs.pages.shown.snapshot import to_json
from controller.outputs.pages.shown.story import Story
from controller.outputs.pages.shown.telling import snapshot
from controller.record.errors import JournalError
from controller.record.journal.pictures import forget
from controller.record.journal.reader import read_journal
from controller.record.journal.writer import pictures_folder
from tests.controller.outputs.pages.played import MATCH, RUN, kept, told

if TYPE_CHECKING:
    from pathlib import Path

SILENT = MATCH.replace("option policy", "option tell silent\noption policy")
PASSING = ("at", "number", "time", "clock")
"""What differs where the bus tells several entries of a journal at once."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a match with an illegal play, of which a picture is kept."""
    with kept(tmp_path_factory.mktemp("whole") / "match-0001.journal") as written:
        written.keep_picture("after", b"a picture", 0.0)
    return written.path


@pytest.fixture
def journal(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of it that may be changed."""
    shutil.copytree(whole.parent, tmp_path / "copied")
    return tmp_path / "copied" / whole.name


def shown(past: Past, number: int, *, director: bool = False) -> dict[str, Any]:
    """Return the snapshot of a step."""
    found = past.at(number, director=director)
    assert found is not None
    read: dict[str, Any] = json.loads(found)
    return read


def numbers(past: Past, *, director: bool = False) -> list[int]:
    """Return the numbers of the steps."""
    return [number for number, _, _ in past.steps(director=director)["steps"]]


def test_every_step_is_what_the_stream_showed_then(journal: Path) -> None:
    past = Past(lambda: journal, Words(), over=True)
    streamed, story = [], Story(everything=False)
    for one in told():
        story = story.heard(one)
        made = snapshot(story, 0.0)
        assert made is not None
        streamed.append({name: value for name, value in to_json(made).items() if name not in PASSING})
    replayed = [
        {name: value for name, value in shown(past, number).items() if name not in PASSING} for number in numbers(past)
    ]
    assert all(one in replayed for one in streamed)
    assert replayed[-1] == streamed[-1]


def test_the_same_step_is_the_same_snapshot_however_one_comes_to_it(journal: Path) -> None:
    past = Past(lambda: journal, Words(), over=True)
    forward = [past.at(number, director=False) for number in numbers(past)]
    back = [past.at(number, director=False) for number in reversed(numbers(past))]
    assert forward == back[::-1]
    assert len({*forward}) == len(forward)


def test_turns_are_counted_and_times_are_those_of_the_sitting(journal: Path) -> None:
    past = Past(lambda: journal, Words(), over=True)
    steps = past.steps(director=False)["steps"]
    turns = [turn for _, _, turn in steps]
    assert turns == sorted(turns)
    assert {*turns} == {*range(turns[-1] + 1)}
    assert turns[-1] >= MATCH.count("lift") - 1
    assert all(RUN.wall <= shown(past, number)["at"] < RUN.wall + 3600 for number, _, _ in steps)


def test_pictures_and_verdicts_that_are_kept_from_the_players_are_the_directors_alone(tmp_path: Path) -> None:
    with kept(tmp_path / "match-0001.journal", SILENT) as written:
        written.keep_picture("after", b"a picture", 0.0)
    past = Past(lambda: written.path, Words(), over=True)
    assert past.steps(director=False)["pictures"] == []
    assert past.steps(director=True)["pictures"] == [[1, read_journal(written.path).entries[-1].number, "after"]]
    assert all(shown(past, one)["verdict"] is None for one in numbers(past))
    kinds = {(shown(past, one, director=True)["verdict"] or {}).get("kind") for one in numbers(past, director=True)}
    assert "illegal" in kinds
    assert len(numbers(past)) < len(numbers(past, director=True))


def test_a_match_in_progress_is_read_on_where_it_has_gone_on(tmp_path: Path) -> None:
    path, now = tmp_path / "match-0001.journal", [0.0]
    kept(path, lines=8).close()
    past = Past(lambda: path, Words(), clock=lambda: now[0])
    first = numbers(past)
    path.unlink()
    kept(path).close()
    assert numbers(past) == first
    now[0] = FRESH
    later = numbers(past)
    assert later[: len(first)] == first
    assert later == numbers(Past(lambda: path, Words(), over=True))
    assert shown(past, later[-1]) == shown(Past(lambda: path, Words(), over=True), later[-1])


def test_of_a_long_match_the_last_steps_are_kept(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = numbers(Past(lambda: journal, Words(), over=True))
    monkeypatch.setattr(pasts, "MOST_STEPS", 5)
    past = Past(lambda: journal, Words(), over=True)
    assert numbers(past) == every[-5:]
    assert past.steps(director=False)["before"] == len(every) - 5
    assert past.at(every[0], director=False) is None


def test_a_picture_is_what_was_kept_or_nothing(journal: Path) -> None:
    past = Past(lambda: journal, Words(), over=True)
    assert past.picture(1) == b"a picture"
    assert past.picture(2) is None
    file = next(pictures_folder(journal).iterdir())
    file.write_bytes(b"another")
    assert past.picture(1) is None
    file.unlink()
    assert past.picture(1) is None


def test_a_forgotten_picture_is_not_offered(journal: Path) -> None:
    forget(journal, 1.0, "asked for")
    past = Past(lambda: journal, Words(), over=True)
    assert past.steps(director=True)["pictures"] == []
    assert past.picture(1) is None


def test_a_damaged_journal_is_one_error(journal: Path) -> None:
    with sqlite3.connect(journal) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE entries SET body = x'00' WHERE id = 5")
    with pytest.raises(JournalError):
        Past(lambda: journal, Words(), over=True).steps(director=False)


def test_a_journal_whose_events_are_others_now_is_refused(journal: Path) -> None:
    contents = read_journal(journal)
    at = next(number for number, one in enumerate(contents.entries) if number and one.events)
    entries = (*contents.entries[:at], replace(contents.entries[at], events=()), *contents.entries[at + 1 :])
    with pytest.raises(JournalError) as refused:
        retold(replace(contents, entries=entries), Words())
    assert refused.value.key == "journal.other_events"
