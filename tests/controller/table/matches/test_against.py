"""A person plays against the computer on the simulated table: its plays are announced, made, checked and kept."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.cli.main import main
from controller.outputs.presentation import ARRIVE
from controller.players.levels import player_of
from controller.record.journal.reader import read_journal, verify
from controller.referee import events as ev
from controller.referee.inputs import Announced
from controller.rules import Player
from controller.simulation.theatre import open_strip
from controller.table.bot.seat import Computer
from controller.table.simulated import simulate
from firmware_bridge.cells import PALETTE, Colour
from hardware.cameras.recorded import VideoFileCamera
from tests.controller.table.filmed import write_board
from tests.controller.table.matches.test_resume import PowerCutError, stop_after
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from pathlib import Path

    from controller.referee.events import Event
    from controller.table.seating import Played
    from controller.table.session import Session
    from hardware.simulated.strip.factory import SimulatedStrip

pytestmark = pytest.mark.films

ME = Player.TWO


def faults(played: Played, me: Player = ME) -> list[str]:
    """Return everything that is wrong with the computer's plays."""
    found, meant = [], None
    for event in played.events:
        if isinstance(event, ev.Rolled):
            if meant is not None:
                found.append(f"{meant} was announced and not played")
            meant = None
        if isinstance(event, ev.PlayAnnounced):
            meant = event.after
            if event.player is not me:
                found.append("a play of the person's was announced")
        if isinstance(event, ev.PlayAccepted) and event.player is me:
            if event.after != meant:
                found.append(f"{event.after} was accepted, which was not announced")
            meant = None
        if isinstance(event, ev.IllegalPlayStands | ev.Ruled):
            found.append(f"{type(event).__name__} in a game in which all is put right")
    return found


@dataclass(frozen=True, slots=True)
class Watched:
    """Some turns against the computer: what came of them, what was printed and shown, and the film of them."""

    played: Played
    text: str
    strip: SimulatedStrip
    film: Path


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """Return two turns that were played against the computer."""
    folder, strip, text = tmp_path_factory.mktemp("against"), open_strip("memory"), io.StringIO()
    chosen = ordered(folder / "played", seed=3, against="club", turns=2, film=folder / "film.avi")
    return Watched(simulate(chosen, Console(file=text, width=200), strip), text.getvalue(), strip, folder / "film.avi")


def test_its_plays_are_announced_lit_checked_and_kept_so_that_nobody_has_to_be_asked_again(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = watched.played
    assert faults(played) == []
    kinds = {type(event) for event in played.events}
    assert {ev.PlayAnnounced, ev.PlayDiffers, ev.PlayAccepted} <= kinds
    assert "Computer club plays" in watched.text
    assert "Computer club" in played.match_file.read_text("utf-8")
    shown = {colour for state in watched.strip.history for colour in state.colours}
    assert PALETTE[ARRIVE.colour] == PALETTE[Colour.CYAN]
    assert PALETTE[ARRIVE.colour] in shown
    contents = read_journal(played.journal)
    assert any(isinstance(entry.given, Announced) for entry in contents.entries)
    monkeypatch.setattr("controller.table.bot.questions.reply", None)  # nobody is asked again
    assert verify(contents).events == played.events


@pytest.mark.figures
@pytest.mark.timeout(1800)
def test_a_whole_game_is_played_to_its_end_against_the_computer(tmp_path: Path) -> None:
    played = simulate(ordered(tmp_path, seed=5, against="beginner", computer_plays="black"), Console(quiet=True))
    assert isinstance(played.events[-1], ev.MatchWon)
    assert faults(played, Player.ONE) == []
    assert played.keeper.record.players[Player.ONE] == "Computer beginner"


@pytest.mark.timeout(300)
def test_an_interrupted_game_against_the_computer_goes_on_against_it(tmp_path: Path) -> None:
    chosen = ordered(tmp_path, seed=3, against="club")
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, 60, cut=True)
        with pytest.raises(PowerCutError):
            simulate(chosen, Console(quiet=True))
    (journal,) = tmp_path.glob("*.journal")
    before = read_journal(journal).events
    assert any(isinstance(event, ev.PlayAnnounced) for event in before)
    played = simulate(ordered(tmp_path, seed=99, resume=True, turns=2), Console(quiet=True))
    assert played.events[: len(before)] == before
    assert len(played.events) > len(before) + 4
    assert faults(played) == []
    assert verify(read_journal(journal)).events == played.events


class Waited(Computer):
    """A computer for which the film is held up, as its frames come much faster than those of a camera."""

    def attend(
        self, session: Session, heard: tuple[Event, ...], time: float, *, wait: bool = False
    ) -> tuple[Event, ...]:
        """Say what there is to say, having thought."""
        return super().attend(session, heard, time, wait=True)


@pytest.mark.timeout(600)
def test_at_a_real_table_it_says_and_does_the_same(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with VideoFileCamera(watched.film) as camera:
        board = write_board(tmp_path / "board.json", camera.read())
    monkeypatch.setattr("controller.table.seating.computer_at", lambda me, level, _ply: Waited(me, player_of(level)))
    out = tmp_path / "again"
    typed = ["referee", "--film", str(watched.film), "--calibration", str(board), "--out", str(out), "--black", "Anna"]
    assert main([*typed, "--against", "club", "--computer-plays", "TWO"]) == 0
    assert (out / "match-0001.mat").read_text("utf-8") == watched.played.match_file.read_text("utf-8")
    assert read_journal(out / "match-0001.journal").about["against"] == "club"
