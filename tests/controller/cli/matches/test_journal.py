"""`tavola replay` and `tavola journal`: what they print, write, delete and refuse."""

from __future__ import annotations

import json
import shutil
import sqlite3
from typing import TYPE_CHECKING

import pytest

from controller.cli.main import main
from controller.record.journal.reader import read_journal
from controller.record.journal.writer import Journal, pictures_folder
from controller.record.keeper import Keeper
from controller.record.mat_reader import parse_mat
from controller.referee import events as ev
from controller.referee.commands import PauseClock
from controller.referee.inputs import Commanded
from controller.referee.step import step
from tests.controller.record.matches import RUN, story

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a match in which a play was flagged and the director gave an order."""
    told = story()
    journal = Journal.begin(tmp_path_factory.mktemp("written") / "match-0001.journal", told.beginning, told.first, RUN)
    for one in told.entries:
        journal.add(one.given, one.events, one.state)
    order = Commanded(told.entries[-1].given.time + 1, "Carla", "a phone rang", PauseClock())
    state, events = step(told.entries[-1].state, order)
    journal.add(order, events, state)
    journal.keep_picture("after", b"a picture", 0.0)
    journal.close()
    return journal.path


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    """Return a copy of that journal, with its picture, for a test of its own."""
    shutil.copytree(written.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / written.name


@pytest.mark.films
def test_a_replay_prints_the_match_and_that_every_event_is_the_same(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(path)]) == 0
    printed = capsys.readouterr().out
    events = read_journal(path).events
    assert f"{len(events)} events, bit for bit as they were kept" in printed
    assert printed.count("plays") >= sum(isinstance(event, ev.PlayAccepted) and not event.corrected for event in events)
    assert "Illegal play by" in printed
    assert "wins the match" in printed


@pytest.mark.films
def test_a_journal_is_verified(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", str(path)]) == 0
    entries = len(story().entries) + 2
    assert f"whole; {entries} entries in 1 sittings" in " ".join(capsys.readouterr().out.split())


@pytest.mark.films
def test_a_journal_is_shown_with_who_ordered_what_and_why(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "show", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Anna against Boris" in shown
    assert "PauseClock by Carla: a phone rang" in shown
    assert main(["journal", "show", "--all", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) > len(shown.splitlines())


@pytest.mark.films
def test_an_exported_document_holds_every_input_and_event(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "export", "--format", "json", str(path)]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert main(["journal", "show", "--all", "--json", str(path)]) == 0
    assert exported["entries"] == json.loads(capsys.readouterr().out)["entries"]
    entries = read_journal(path).entries
    assert [one["time"] for one in exported["entries"]] == [entry.time for entry in entries]
    assert exported["entries"][-1]["input"]["command"] == {"kind": "pause_clock"}


def test_what_is_shown_as_json_has_every_entry_by_plain_names(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "show", "--all", "--json", str(path)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["version"]) == ("tavola-journal", 1)
    entries = read_journal(path).entries
    assert [len(one["events"]) for one in document["entries"]] == [len(entry.events) for entry in entries]
    order = document["entries"][-1]["input"]
    assert (order["kind"], order["who"], order["command"]) == ("commanded", "Carla", {"kind": "pause_clock"})
    assert "~" not in json.dumps(document)
    kinds = {event["kind"] for one in document["entries"] for event in one["events"]}
    assert {"rolled", "play_accepted", "match_won"} <= kinds


def test_the_matches_of_a_folder_are_listed_those_too_that_cannot_be_read(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = path.with_name("match-0002.journal")
    broken.write_text("no journal" * 999)
    assert main(["journal", "list", str(path.parent)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}  Anna ")
    assert first.endswith("; over")
    assert "not a journal that can be read" in second
    assert main(["journal", "list", "--json", str(path.parent)]) == 0
    kept, damaged = json.loads(capsys.readouterr().out)["journals"]
    assert (kept["players"], kept["over"], sum(kept["score"]) > 0) == (["Anna", "Boris"], True, True)
    assert damaged["file"] == str(broken)
    assert main(["journal", "list", str(path.parent / "nowhere")]) == 0
    assert "there is no such folder" in capsys.readouterr().out


@pytest.mark.films
def test_a_match_is_written_for_other_programs(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Keeper().heard(read_journal(path).events).record
    assert main(["journal", "export", str(path)]) == 0
    printed = parse_mat(capsys.readouterr().out)
    assert [len(game.actions) for game in printed.games] == [len(game.actions) for game in record.games]
    for form in ("mat", "sgf", "json"):
        out = tmp_path / "there" / f"match.{form}"
        assert main(["journal", "export", "--format", form, "--out", str(out), str(path)]) == 0
        assert f"{len(record.games)} games" in capsys.readouterr().out
        assert out.stat().st_size > 500
    document = json.loads((tmp_path / "there" / "match.json").read_text("utf-8"))
    assert [one["score"] for one in document["games"]] == [list(game.score) for game in record.games]
    assert [len(one["actions"]) for one in document["games"]] == [len(game.actions) for game in record.games]
    assert len(document["entries"]) == len(story().entries) + 2
    assert (tmp_path / "there" / "match.sgf").read_text("utf-8").startswith("(;FF[4]GM[6]")


def test_pictures_are_forgotten_when_asked_to(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(pictures_folder(path).iterdir())) == 1
    assert main(["journal", "forget", "--older-than", "99999", str(path)]) == 0
    assert "0 pictures deleted" in " ".join(capsys.readouterr().out.split())
    assert main(["journal", "forget", str(path)]) == 0
    assert "1 pictures deleted" in " ".join(capsys.readouterr().out.split())
    assert not pictures_folder(path).exists()
    assert main(["journal", "verify", str(path)]) == 0


@pytest.mark.films
@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["replay", "{folder}/gone.journal"], "there is no such journal"),
        (["journal", "verify", "{folder}/gone.journal"], "there is no such journal"),
        (["journal", "show", "{folder}/text"], "not a journal that can be read"),
        (["journal", "export", "{folder}/empty"], "no match has begun in this journal"),
        (["journal", "forget", "{folder}/text"], "not a journal that can be read"),
        (["journal", "export", "{journal}", "--out", "{folder}/text/x.mat"], "/text: this is a file, not a folder"),
        (["simulate", "--resume", "--out", "{folder}/nowhere"], "there is no unfinished match here"),
        (
            ["simulate", "--resume", "{journal}", "--out", "{folder}/x"],
            "this match was not played on the simulated table",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_with_status_2(
    typed: list[str], answer: str, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("hello, I am no journal" * 99, "utf-8")
    (tmp_path / "empty").touch()
    assert main([word.format(folder=tmp_path, journal=path) for word in typed]) == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


def test_a_journal_that_was_altered_is_neither_replayed_nor_verified(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER entries_update")
    db.execute("UPDATE entries SET body = substr(body, 2) WHERE id = 9")
    db.close()
    for command in (["replay"], ["journal", "verify"]):
        assert main([*command, str(path)]) == 2
        assert "the journal is damaged at entry 9" in capsys.readouterr().err


def test_a_number_of_days_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in (["journal", "forget", "--older-than", "soon", "x"], ["simulate", "--keep-pictures", "-1"]):
        with pytest.raises(SystemExit) as ended:
            main(typed)
        assert ended.value.code == 2
        assert "a number of days is needed" in capsys.readouterr().err


def named_in(path: Path, name: str) -> None:
    """Have a journal name another file as its picture."""
    db = sqlite3.connect(path, isolation_level=None)
    for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {trigger}")
    db.execute("UPDATE pictures SET name = ?", (name,))
    db.close()


@pytest.mark.parametrize(
    "name", ["../letter.txt", "{folder}/letter.txt", "letter.txt", "../match-0002.pictures/{picture}", ""]
)
def test_no_file_is_forgotten_that_only_a_journal_calls_its_picture(
    name: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = path.parent
    pictures = pictures_folder(path)
    (picture,) = pictures.iterdir()
    beside = folder / "match-0002.pictures"
    beside.mkdir()
    others = [folder / "letter.txt", pictures / "letter.txt", beside / picture.name]
    for other in others:
        other.write_text("a letter", "utf-8")
    named_in(path, name.format(folder=folder, picture=picture.name))
    assert main(["journal", "forget", str(path)]) == 2
    assert "left alone" in capsys.readouterr().err
    assert all(other.read_text("utf-8") == "a letter" for other in others)


def test_what_was_typed_in_a_match_is_forgotten_with_its_pictures_and_not_before(path: Path) -> None:
    typed, others = path.with_suffix(".typed"), path.with_name("letter.typed")
    for file in (typed, others):
        file.write_text("13/7 8/7\n", "utf-8")
    assert main(["journal", "forget", "--older-than", "30", str(path)]) == 0
    assert typed.exists()
    assert main(["journal", "forget", str(path)]) == 0
    assert not typed.exists()
    assert others.exists()
    typed.symlink_to(others)
    assert main(["journal", "forget", str(path)]) == 0
    assert others.exists()
    assert typed.is_symlink()


@pytest.mark.parametrize("what", ["folder", "picture"])
def test_nothing_is_forgotten_through_a_link(what: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = pictures_folder(path)
    (picture,) = pictures.iterdir()
    elsewhere = path.parent / "elsewhere"
    if what == "folder":
        pictures.rename(elsewhere)
        pictures.symlink_to(elsewhere, target_is_directory=True)
        assert main(["journal", "forget", str(path)]) == 2
        assert (elsewhere / picture.name).exists()
    else:
        picture.rename(elsewhere)
        picture.symlink_to(elsewhere)
        main(["journal", "forget", str(path)])
        assert elsewhere.exists()
    capsys.readouterr()
