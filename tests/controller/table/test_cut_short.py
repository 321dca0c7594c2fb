"""A match that is interrupted anywhere is gone on with as if it had not been: the same pictures are read the same."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.record.journal.folder import next_journal, run_now
from controller.record.journal.reader import read_journal, verify
from controller.record.journal.writer import Journal
from controller.referee.layout import Layout
from controller.referee.options.options import CLUB
from controller.referee.state import Setup
from controller.referee.step import step
from controller.rules import match_to
from controller.setup.calibrate import load_calibration
from controller.table.session import Session
from controller.table.session_start import new_match, resume
from tests.controller.table.filmed import film_a_match
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from controller.record.journal.reader import JournalContents
    from controller.referee.events import Event
    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame

pytestmark = pytest.mark.films

CUTS = (1, 2, 3, 4, 6, 8)
"""After how many entries the match is cut short: at the set-up, the opening, thrown dice, a play, a turn's end..."""


@dataclass(frozen=True)
class Followed:
    """A film that was refereed without an interruption."""

    frames: list[Frame]
    calibration: Calibration
    contents: JournalContents


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    folder = tmp_path_factory.mktemp("film")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("controller.table.simulated_company.SLIPS", ())  # nobody waits for the referee's word
        filmed = film_a_match(folder, 3, Console(file=io.StringIO()))
    frames, calibration = filmed.frames(), load_calibration(filmed.board)
    setup = Setup.at(("Anna", "Boris"), CLUB, Layout(shade_one=Shade.DARK))
    (folder / "kept").mkdir()
    session = Session(calibration, new_match(setup, match_to(1), 0.0, journal=next_journal(folder / "kept")))
    for frame in frames:
        session.see(frame)
    session.close()
    return Followed(frames, calibration, read_journal(folder / "kept" / "match-0001.journal"))


def cut_short(contents: JournalContents, number: int, path: Path) -> Path:
    """Write the journal as it was after an entry."""
    state = contents.beginning
    journal = Journal.begin(path, state, contents.entries[0].events, run_now(0.0))
    for entry in contents.entries[1 : number + 1]:
        assert entry.given is not None
        state, events = step(state, entry.given)
        journal.add(entry.given, events, state)
    journal.close()
    return path


def told(events: tuple[Event, ...]) -> list[tuple[object, ...]]:
    """Return what was said, without when, and without how sure it was."""
    facts = ("player", "roll", "play", "after", "doubt", "score", "differences")
    return [(type(event).__name__, *(getattr(event, fact, None) for fact in facts)) for event in events]


@pytest.mark.timeout(900)
def test_wherever_a_match_is_cut_short_what_follows_is_what_followed(followed: Followed, tmp_path: Path) -> None:
    entries = followed.contents.entries
    assert len(entries) > CUTS[-1] + 1
    for number in CUTS:
        path = cut_short(followed.contents, number, tmp_path / f"match-{number:04}.journal")
        left = [frame for frame in followed.frames if frame.time > entries[number].time]
        session = Session(followed.calibration, resume(path, left[0].time))
        events = tuple(event for frame in left for event in session.see(frame))
        session.close()
        wanted = tuple(event for entry in entries[number + 1 :] for event in entry.events)
        assert told(events) == told(wanted), number
        assert verify(read_journal(path)).events[-len(events) :] == events
