"""A match on the simulated table that breaks off in the middle is gone on with as if nothing had happened."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.config.settings_file import SettingsError
from controller.errors import ResumeError
from controller.record.errors import JournalError
from controller.record.journal.folder import FolderLock
from controller.record.journal.reader import read_journal, verify
from controller.referee import events as ev
from controller.referee.inputs import ClockPressed, Commanded
from controller.referee.options.options import preset
from controller.simulation.people.people import People
from controller.table.simulated import simulate
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from pathlib import Path

    from controller.referee.state import Setup
    from controller.simulation.people.company import Acting


class PowerCutError(Exception):
    """The lights go out."""


def stop_after(monkeypatch: pytest.MonkeyPatch, beats: int, *, cut: bool) -> None:
    """Let everything end after some beats more than have been lived through before: by a cut, or quietly."""
    play_match = People.play_match

    def short(self: People) -> Acting:
        acting = play_match(self)
        beat = next(acting)
        for _ in range(beats):
            beat = acting.send((yield beat))
        if cut:
            raise PowerCutError

    monkeypatch.setattr(People, "play_match", short)


def turns(events: tuple[ev.Event, ...]) -> list[object]:
    """Return what was rolled, flagged and played."""
    return [
        (type(event).__name__, event.player, event.roll)
        for event in events
        if isinstance(event, ev.Rolled | ev.PlayAccepted | ev.PlayIllegal)
    ]


@pytest.mark.films
@pytest.mark.timeout(300)
def test_an_interrupted_match_goes_on_where_it_was(tmp_path: Path) -> None:
    options = ordered(tmp_path, seed=11, keep_pictures=1.0)
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, 80, cut=True)
        with pytest.raises(PowerCutError):
            simulate(options, Console(quiet=True))
    (journal,) = tmp_path.glob("*.journal")
    before = read_journal(journal).events
    text = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, 140, cut=False)
        resumed = ordered(tmp_path, length=3, seed=99, look="tournament", strip="auto", resume=True)
        played = simulate(resumed, Console(file=text, width=200))
    assert "Going on with the match after an interruption" in text.getvalue()
    assert played.events[: len(before)] == before
    assert played.journal == journal
    contents = read_journal(journal)
    assert len(contents.runs) == 2
    assert verify(contents).events == played.events
    rolled = [(turn.player, turn.roll) for turn in played.truth]
    assert [(event.player, event.roll) for event in played.events if isinstance(event, ev.Rolled)][
        : len(rolled)
    ] == rolled
    assert len(turns(played.events)) > len(turns(before)) + 4
    illegal = [event for event in played.events if isinstance(event, ev.PlayIllegal)]
    assert [one.name.split("-")[1] for one in contents.pictures][:3] == (
        ["before.jpg", "roll.jpg", "after.jpg"] if illegal else []
    )
    assert played.match_file.read_text("utf-8").count(":") > len(rolled)


def test_where_nothing_is_unfinished_nothing_is_resumed(tmp_path: Path) -> None:
    with pytest.raises(ResumeError, match=r"resume\.nothing"):
        simulate(ordered(tmp_path, seed=1, resume=True), Console(quiet=True))


def test_two_programs_do_not_write_into_the_same_folder(tmp_path: Path) -> None:
    with FolderLock(tmp_path), pytest.raises(JournalError, match=r"journal\.in_use"):
        simulate(ordered(tmp_path, seed=1), Console(quiet=True))


@pytest.mark.films
@pytest.mark.timeout(300)
def test_a_tournament_is_played_by_the_clock_and_gone_on_with_so(tmp_path: Path) -> None:
    chosen = ordered(tmp_path, seed=7, preset="tournament", turns=2)
    simulate(chosen, Console(quiet=True))
    simulate(ordered(tmp_path, resume=True, turns=2), Console(quiet=True))
    contents = read_journal(tmp_path / "match-0001.journal")
    verify(contents)
    given = [entry.given for entry in contents.entries]
    assert sum(isinstance(one, Commanded) for one in given) == 1
    played = [event for event in contents.events if isinstance(event, ev.PlayAccepted)]
    assert len(played) == 4
    assert sum(isinstance(one, ClockPressed) for one in given) >= len(played)
    assert all(event.audience is ev.Audience.BOTH for event in played)


@pytest.mark.films
@pytest.mark.parametrize("name", ["club", "tournament", "casual"])
def test_the_referee_goes_by_the_preset_that_is_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(setup: Setup, *_: object, **__: object) -> None:
        assert setup.options == preset(name)
        raise ResumeError("resume.nothing", name="here")

    monkeypatch.setattr("controller.table.order.new_match", stop)
    with pytest.raises(ResumeError):
        simulate(ordered(tmp_path, seed=1, preset=name), Console(quiet=True))


def test_an_unknown_preset_is_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"settings\.refused"):
        simulate(ordered(tmp_path, preset="loud"), Console(quiet=True))
    assert not list(tmp_path.iterdir())
