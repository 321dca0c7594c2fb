"""What is judged is kept before it is said; what cannot be kept is complained of; what was interrupted goes on."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.announce.health import SENTENCES, sentence
from controller.errors import ResumeError
from controller.outputs.turn_pictures import MOST_BYTES, MOST_PICTURES, DisputedTurns, small_jpeg
from controller.record.errors import JournalError
from controller.record.journal.folder import journals, next_journal
from controller.record.journal.pictures import DAY, Forgotten, forget, forget_old
from controller.record.journal.reader import last_state, read_journal, verify
from controller.record.journal.writer import Journal, pictures_folder
from controller.referee import events as ev
from controller.referee.commands import AwardMatch, NewMatch
from controller.referee.inputs import Action, Commanded, Said, Seen
from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.rules import Explanation, Player, Roll, match_to
from controller.rules.position import START
from controller.table.session import Session
from controller.table.session_start import awaited, forget_pictures, new_match, resume, unfinished
from tests.controller.record.matches import RUN, noisy, story
from vision.frame import Frame
from vision.reading import FLOOR, PlaceReading, Shade
from vision.track.camera_monitor import Fact
from vision.track.motion import Motion
from vision.track.temporal_filter import GRAIN, SHARE, STILL, filtered
from vision.track.tracker import Observation, Tracker

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from controller.table.session_start import Sitting
    from vision.calibrate.calibration import Calibration

SETUP = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
NOBODY = cast("Calibration", SimpleNamespace())
"""No camera: the inputs are given directly."""


def anywhere(_about: Mapping[str, str]) -> bool:
    """Return that a match belongs to this kind of table, wherever it was played."""
    return True


def session(sitting: Sitting) -> Session:
    """Return a session without a camera."""
    return Session(NOBODY, sitting)


def begun(folder: Path, last: int = 0) -> Session:
    """Return a session in which a part of a match has been played."""
    here = session(new_match(SETUP, match_to(1), 0.0, journal=next_journal(folder)))
    for one in story().entries[:last]:
        here.give(one.given)
    return here


def test_every_input_is_in_the_journal_when_its_events_are_returned(tmp_path: Path) -> None:
    here, told = begun(tmp_path), story()
    (path,) = journals(tmp_path)
    for number, one in enumerate(told.entries[:40], 1):
        said = here.give(one.given)
        entry = read_journal(path).entries[-1]
        assert (entry.number, entry.given) == (number, one.given)
        assert said[-len(entry.events) :] == entry.events if entry.events else True
    here.close()


def test_the_journal_of_a_match_that_never_began_for_an_error_is_not_left_to_go_on_with(tmp_path: Path) -> None:
    interrupted = begun(tmp_path, 10)
    interrupted.leave(KeyboardInterrupt)
    here = begun(tmp_path)
    assert len(journals(tmp_path)) == 2
    here.leave(OSError)
    assert {path.name for path in tmp_path.glob("match-0002*")} == set()
    assert unfinished(tmp_path, anywhere)[0] == interrupted.journal_path


@pytest.mark.parametrize("error", [None, OSError])
def test_what_was_played_is_kept_whatever_ends_a_sitting(tmp_path: Path, error: type[OSError] | None) -> None:
    begun(tmp_path, 1).leave(error)
    begun(tmp_path).leave(None)
    assert len(journals(tmp_path)) == 2
    session(resume(journals(tmp_path)[0], 5.0)).leave(error)
    assert len(journals(tmp_path)) == 2


def test_the_first_events_are_said_once() -> None:
    here, told = session(new_match(SETUP, match_to(1), 0.0)), story()
    assert isinstance(here.give(told.entries[0].given)[0], ev.MatchStarted)
    assert not any(isinstance(event, ev.MatchStarted) for event in here.give(told.entries[1].given))


def test_an_interrupted_match_goes_on_in_the_same_state_and_says_so(tmp_path: Path) -> None:
    here = begun(tmp_path, 60)
    path, notices = unfinished(tmp_path, anywhere)
    assert path is not None
    assert not notices
    sitting = resume(path, 3.0)
    assert sitting.state == here.state
    assert [one.key for one in sitting.notices] == ["journal.resumed"]
    assert "after an interruption" in sentence(sitting.notices[0])
    again = session(sitting)
    assert again.now(3.0) == story().entries[59].given.time
    for one in story().entries[60:]:
        here.give(one.given)
    for one in story().entries[60:]:
        again.give(one.given)
    assert again.state == here.state


def test_a_match_that_is_over_is_not_gone_on_with(tmp_path: Path) -> None:
    here = begun(tmp_path, len(story().entries))
    here.close()
    assert unfinished(tmp_path, anywhere) == (None, ())
    assert unfinished(tmp_path / "elsewhere", anywhere) == (None, ())


@pytest.mark.parametrize("content", [b"", b"something else" * 100])
def test_a_journal_that_cannot_be_read_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = next_journal(tmp_path)
    path.write_bytes(content)
    found, notices = unfinished(tmp_path, anywhere)
    assert found is None
    assert [one.key for one in notices] == (["journal.unreadable"] if content else [])
    begun(tmp_path, 3).close()
    assert path.read_bytes() == content
    assert [one.name for one in journals(tmp_path)] == ["match-0001.journal", "match-0002.journal"]


def test_a_new_match_begins_a_new_journal(tmp_path: Path) -> None:
    here = begun(tmp_path, len(story().entries))
    time = story().entries[-1].given.time + 1
    events = here.give(Commanded(time, "the director", "next round", NewMatch(("Carl", "Dora"), match_to(3))))
    assert any(isinstance(event, ev.MatchStarted) for event in events)
    here.close()
    first, second = journals(tmp_path)
    contents = read_journal(second)
    ruled, started = contents.events
    assert isinstance(ruled, ev.Ruled)
    assert (ruled.who, ruled.why) == ("the director", "next round")
    assert isinstance(started, ev.MatchStarted)
    assert started.names == ("Carl", "Dora")
    assert last_state(contents) == here.state
    assert len(read_journal(first).entries) == len(story().entries) + 1


def test_a_journal_still_tells_its_own_match_when_the_next_one_has_begun(tmp_path: Path) -> None:
    here = begun(tmp_path, len(story().entries))
    time = story().entries[-1].given.time + 1
    if not here.state.match.is_over:
        here.give(Commanded(time, "the director", "no show", AwardMatch(Player.ONE)))
    (first,) = journals(tmp_path)
    before = read_journal(first)
    here.give(Commanded(time + 1, "the director", "next round", NewMatch(("Carl", "Dora"), match_to(3))))
    here.close()
    after = read_journal(first)
    assert (after.record, last_state(after)) == (before.record, last_state(before))
    assert after.record.games
    assert last_state(after).match.is_over


def test_a_match_that_both_players_want_again_begins_a_new_journal(tmp_path: Path) -> None:
    here = begun(tmp_path, len(story().entries))
    time = story().entries[-1].given.time + 1
    here.give(Commanded(time, "the director", "no show", AwardMatch(Player.ONE)))
    here.give(Said(time + 1, Player.ONE, Action.CONFIRM))
    events = here.give(Said(time + 2, Player.TWO, Action.CONFIRM))
    assert any(isinstance(event, ev.MatchStarted) for event in events)
    here.close()
    first, second = journals(tmp_path)
    assert any(isinstance(event, ev.RematchOffered) for event in read_journal(first).events)
    contents = read_journal(second)
    assert (last_state(contents), contents.beginning) == (here.state, here.state)
    assert verify(read_journal(first)).other is None


def test_it_is_said_aloud_that_nothing_can_be_kept_and_that_it_can_again(tmp_path: Path) -> None:
    folder = tmp_path / "not there yet"
    here = begun(folder, 20)
    (failing,) = here.take_notices()
    assert failing.key == "journal.failing"
    assert sentence(failing).startswith("WARNING")
    assert here.take_notices() == ()
    folder.mkdir()
    here.give(story().entries[20].given)
    assert [one.key for one in here.take_notices()] == ["journal.written"]
    here.close()
    (path,) = journals(folder)
    assert len(read_journal(path).entries) == 22


def test_every_notice_has_a_sentence() -> None:
    assert all(text.strip() for text in SENTENCES.values())


@pytest.mark.parametrize(
    ("key", "begins", "ends"),
    [
        ("table.fitted", "The board or the camera has moved by 2.1", "found it again."),
        ("table.moved", "The board or the camera has moved by 2.1", "calibrate again."),
        ("table.light", "The light has changed a lot: the board is 70 %", "calibrated."),
        ("table.back", "The board is seen again", "as before."),
        ("table.unclear", "I cannot find the board's frame", "been moved?"),
        ("camera.dark", "It is too dark", "see the board."),
        ("camera.covered", "Something covers", "the camera."),
    ],
)
def test_what_became_known_of_board_and_camera_is_said(
    key: str, begins: str, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = session(new_match(SETUP, match_to(1), 0.0))
    fact = Fact(2.5, key, (("percent", "2.1"), ("brightness", "70")))
    observation = Observation(Motion.SETTLED, facts=(fact,))
    monkeypatch.setattr(Tracker, "see", lambda *_: observation)
    here.see(frame(1))
    (told,) = here.take_notices()
    assert told.time == 2.5
    assert sentence(told).startswith(begins)
    assert sentence(told).endswith(ends)


def test_noise_changes_nothing_and_a_moved_checker_does() -> None:
    readings = [one.given.reading for one in story().entries[:30] if isinstance(one.given, Seen)]
    before, moved = readings[5], readings[-1]
    again = filtered(before, noisy(before, random.Random(3)))
    assert sum(one is other for one, other in zip(again.points, before.points, strict=True)) >= 16
    assert [place.best for place in again.points] == [place.best for place in before.points]
    assert [place.best for place in moved.points] != [place.best for place in before.points]
    now = filtered(before, moved)
    assert [place.best for place in now.points] == [place.best for place in moved.points]
    for one, other in zip(now.points, moved.points, strict=True):
        assert all(
            abs(new - old) <= STILL + GRAIN - max(new, old) // SHARE
            for new, old in zip(one.scores, other.scores, strict=True)
        )


def test_what_is_out_of_the_question_may_tremble_more_than_what_is_likely() -> None:
    reading = next(one.given.reading for one in story().entries if isinstance(one.given, Seen))
    scores = [-2000] * 31
    scores[0], scores[1] = 0, -200
    before = filtered(None, replace(reading, points=(PlaceReading(tuple(scores)),) * 24))
    for index, moved, kept in (
        (9, -2200, True),
        (9, -1800, True),
        (9, -2300, False),
        (1, -250, True),
        (1, -300, False),
    ):
        other = [*scores]
        other[index] = moved
        after = filtered(before, replace(reading, points=(PlaceReading(tuple(other)),) * 24))
        assert (after.points == before.points) is kept


@given(st.lists(st.integers(FLOOR, 0), min_size=31, max_size=31), st.integers(0, 30))
def test_steps_never_raise_a_score_nor_let_another_content_draw_level_with_the_likeliest(
    scores: list[int], best: int
) -> None:
    scores = [min(score, -1) for score in scores]
    scores[best] = 0
    reading = next(one.given.reading for one in story().entries if isinstance(one.given, Seen))
    place = PlaceReading(tuple(scores))
    coarse = filtered(None, replace(reading, points=(place,) * 24)).points[0]
    assert coarse.best == place.best
    assert all(new % GRAIN == 0 and old - GRAIN < new <= old for old, new in zip(scores, coarse.scores, strict=True))
    assert sum(score == 0 for score in coarse.scores) == 1
    assert min(coarse.scores) >= FLOOR


def frame(number: int, height: int = 90, width: int = 160) -> Frame:
    """Return a picture of noise."""
    image = np.random.default_rng(number).integers(0, 255, (height, width, 3), dtype=np.uint8)
    return Frame(image, float(number), number)


ILLEGAL = ev.PlayIllegal(9.0, Player.ONE, Roll(3, 1), START, START, Explanation(()))


def test_a_disputed_turn_is_kept_before_with_its_roll_and_after() -> None:
    turns = DisputedTurns()
    rolled = ev.Rolled(2.0, Player.ONE, Roll(3, 1), opening=False, can_play=True)
    assert list(turns.after(frame(1), (ev.TurnStarted(1.0, Player.ONE),))) == []
    assert list(turns.after(frame(2), (rolled,))) == []
    kept = list(turns.after(frame(3), (ILLEGAL,)))
    assert [part for part, _ in kept] == ["before", "roll", "after"]
    assert [part for part, _ in turns.after(frame(4), (ILLEGAL,))] == ["after"]


def test_no_more_pictures_are_kept_than_a_match_may_have() -> None:
    turns = DisputedTurns()
    kept = sum(len(list(turns.after(frame(1), (ILLEGAL,)))) for _ in range(MOST_PICTURES + 10))
    assert kept == MOST_PICTURES


def test_even_a_picture_of_noise_is_made_small_enough() -> None:
    assert len(small_jpeg(frame(1, 1080, 1920).image)) <= MOST_BYTES


def with_pictures(folder: Path) -> Journal:
    """Return a journal with two pictures, one of them ten days old."""
    told = story()
    journal = Journal.begin(next_journal(folder), told.beginning, told.first, RUN)
    journal.add(told.entries[0].given, told.entries[0].events, told.entries[0].state)
    journal.keep_picture("before", b"old", 100 * DAY)
    journal.keep_picture("after", b"new", 109 * DAY)
    return journal


def test_pictures_are_deleted_when_their_time_has_come_and_it_is_written_down(tmp_path: Path) -> None:
    journal = with_pictures(tmp_path)
    folder = pictures_folder(journal.path)
    assert len(list(folder.iterdir())) == 2
    assert forget_old(tmp_path, 110 * DAY, 5.0) == Forgotten(1, ())
    assert [one.read_bytes() for one in folder.iterdir()] == [b"new"]
    assert [one.forgotten for one in read_journal(journal.path).pictures] == [1, 0]
    (folder / "000009-roll.jpg").write_bytes(b"left by a power cut")
    assert forget(journal.path, 110 * DAY, "asked to") == 2
    assert not folder.exists()
    assert [one.forgotten for one in read_journal(journal.path).pictures] == [1, 1]
    assert forget(journal.path, 110 * DAY, "asked to") == 0
    journal.close()


@pytest.mark.parametrize(
    "named", ["../victim", "{folder}/victim", "link", "notes.txt", "../match-0001.pictures/../victim", "victim\x00.jpg"]
)
def test_only_what_this_program_has_named_is_deleted_whatever_a_journal_says(tmp_path: Path, named: str) -> None:
    journal = with_pictures(tmp_path)
    folder, victim = pictures_folder(journal.path), tmp_path / "victim"
    journal.close()
    victim.write_bytes(b"somebody's own")
    (folder / "notes.txt").write_bytes(b"somebody's own")
    (folder / "000009-roll.jpg").symlink_to(victim)
    with closing(sqlite3.connect(journal.path)) as db, db:
        row = (3, 1, "after", named.format(folder=tmp_path), b"", 1, 1.0)
        db.execute("INSERT INTO pictures VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    with pytest.raises(JournalError, match=r"journal\.not_its_pictures"):
        forget(journal.path, 110 * DAY, "asked to")
    assert victim.read_bytes() == (folder / "notes.txt").read_bytes() == b"somebody's own"
    assert sorted(one.name for one in folder.iterdir()) == ["000009-roll.jpg", "notes.txt"]
    # A start deletes what is old, says what it left, and goes on.
    told = forget_pictures(tmp_path, 200 * DAY, 5.0)
    assert [one.key for one in told] == ["pictures.left"]
    assert victim.exists()


def test_a_folder_of_pictures_that_is_a_link_is_left_alone(tmp_path: Path) -> None:
    journal = with_pictures(tmp_path)
    journal.close()
    folder, elsewhere = pictures_folder(journal.path), tmp_path / "elsewhere"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)
    with pytest.raises(JournalError, match=r"journal\.not_its_pictures"):
        forget(journal.path, 110 * DAY, "asked to")
    assert len(list(elsewhere.iterdir())) == 2


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + bytes(600), b"no journal at all"])
def test_a_newest_journal_that_cannot_be_read_is_named_where_it_was_to_be_gone_on_with(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "match-0003.journal"
    path.write_bytes(content)
    with pytest.raises(ResumeError) as caught:
        awaited(tmp_path, None, anywhere, wanted=True)
    assert caught.value.key == ("resume.unreadable" if content else "resume.nothing")
    assert awaited(tmp_path, None, anywhere, wanted=False)[0] is None
    assert path.read_bytes() == content
