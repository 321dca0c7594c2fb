"""The whole chain: people play, the camera films, the reader reads, the referee judges, the strip lights, gnubg agrees.

`faults` says everything that is wrong with a match that was played. The curtain falls early: a match whose chain is
whole has no fault but that it did not end; with any one link cut, it has others.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import cv2
import pytest
from rich.console import Console

from controller.outputs.light_patterns import pattern
from controller.record.journal.folder import journals
from controller.record.journal.reader import read_journal
from controller.referee.events import Danced, GameWon, MatchWon, PlayAccepted, PlayIllegal, Rolled
from controller.referee.evidence.likelihood import content_of
from controller.referee.inputs import Seen
from controller.referee.layout import Layout
from controller.rules import format_play
from controller.simulation.errors import SimulationError
from controller.simulation.people.people import People
from controller.simulation.theatre import open_strip
from controller.table import simulated as app
from controller.table import simulated_company
from controller.table.simulated import simulate
from firmware_bridge.lights import Lights
from firmware_bridge.strip_map import STANDARD
from tests.controller.table.ordered import ordered
from vision.detect.read import read_and_remember
from vision.reading import PLACES, Shade

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.simulation.people.company import Acting
    from controller.simulation.theatre import StripKind
    from hardware.simulated.strip.factory import SimulatedStrip
    from vision.calibrate.calibration import Calibration
    from vision.frame import Frame

pytestmark = pytest.mark.films

LAYOUT = Layout(shade_one=Shade.DARK)
NOT_ENDED = "the match did not end"
CURTAIN = 170
SOON = 60
"""Beats by which a link that is cut must have been noticed: two plays, and a mistake put right, where none is."""
EARLY = ((2, "wrong-distance"), (4, "dice-unplayed"))
"""The mistakes of the default script, made sooner, so that the curtain may fall sooner."""
GNUBG = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")


class Watched:
    """A match that is played, with what was printed and what the strip showed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, out: Path, strip: StripKind, length: int = 1) -> None:
        """Play the match and keep what came of it."""
        self.strips: list[SimulatedStrip] = []
        self.text = io.StringIO()
        self.out = out

        def kept(kind: StripKind) -> SimulatedStrip:
            self.strips.append(open_strip(kind))
            return self.strips[-1]

        monkeypatch.setattr(app, "open_strip", kept)
        options = ordered(out, length=length, seed=11, strip=strip)
        self.played = simulate(options, Console(file=self.text, width=200))

    @property
    def shown(self) -> set[tuple[tuple[int, int, int], ...]]:
        """Every state that the strip's controller has latched."""
        return {state.colours for state in self.strips[0].history}


def faults(watched: Watched) -> list[str]:
    """Return everything that is wrong with a match that was played, as seen from outside."""
    played, found = watched.played, []
    truth = played.truth
    if not isinstance(played.events[-1], MatchWon):
        found.append(NOT_ENDED)
    rolls = [(event.player, event.roll) for event in played.events if isinstance(event, Rolled)]
    if rolls[: len(truth)] != [(turn.player, turn.roll) for turn in truth] or len(rolls) > len(truth) + 1:
        found.append("a roll was announced that was not thrown, or one thrown that was not announced")
    judged = [event for event in played.events if isinstance(event, PlayAccepted | Danced)]
    if [(event.before, event.player) for event in judged] != [(turn.before, turn.player) for turn in truth]:
        found.append("a turn was judged that was not played so")
    flagged = [(event.before, event.seen) for event in played.events if isinstance(event, PlayIllegal)]
    slipped = [(turn.before, turn.slip[1]) for turn in truth if turn.slip]
    if not slipped or flagged != slipped:
        found.append(f"{len(slipped)} mistakes were made, {len(flagged)} plays flagged")
    for event in played.events:
        lights = pattern(event, LAYOUT)
        if lights is not None and _colours(lights) not in watched.shown:
            found.append(f"the strip never showed {type(event).__name__}")
    return found


def _colours(lights: object) -> tuple[tuple[int, int, int], ...]:
    """Return the colours at full light of a pattern, in the strip's order."""
    from firmware_bridge.cells import Cell  # noqa: PLC0415 - next to where it is used

    return tuple(Cell.from_code(code).rgb for code in STANDARD.codes(lights))  # type: ignore[arg-type]


def drop_the_curtain(monkeypatch: pytest.MonkeyPatch, beats: int = CURTAIN) -> None:
    """Let the people stop after some beats, in the middle of the game and, as a rule, after both mistakes."""
    play_match = People.play_match

    def short(self: People) -> Acting:
        acting = play_match(self)
        beat = next(acting)
        for _ in range(beats):
            beat = acting.send((yield beat))

    monkeypatch.setattr(People, "play_match", short)
    monkeypatch.setattr(simulated_company, "SLIPS", EARLY)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """Return the beginning of a match played with nothing faked between the people and the strip."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        drop_the_curtain(monkeypatch)
        return Watched(monkeypatch, tmp_path_factory.mktemp("watched"), "auto")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """Return a match played so to its end."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        return Watched(monkeypatch, tmp_path_factory.mktemp("whole"), "auto")


@pytest.mark.timeout(600)
def test_a_match_is_refereed_from_the_pixel_to_the_light_without_a_fault(watched: Watched) -> None:
    assert faults(watched) == [NOT_ENDED]


@pytest.mark.figures
@pytest.mark.timeout(600)
def test_a_whole_match_is_refereed_from_the_pixel_to_the_light_without_a_fault(whole: Watched) -> None:
    assert faults(whole) == []


@pytest.mark.timeout(600)
def test_no_point_that_was_played_from_or_to_looks_as_it_did_before(watched: Watched) -> None:
    entries = read_journal(journals(watched.out)[-1]).entries
    seen = [(entry.given.reading, entry.events) for entry in entries if isinstance(entry.given, Seen)]
    compared = [(reading, events) for reading, events in seen if reading.since is not None]
    assert len(compared) > 0.8 * len(seen)
    assert {reading.since for reading, _ in compared} <= {reading.time for reading, _ in seen}
    assert sum(odds >= 0 for reading, _ in compared for odds in reading.touched) < 8 * len(compared)
    judged = [(reading, event) for reading, events in compared for event in events if isinstance(event, PlayAccepted)]
    assert len(judged) >= 4
    for reading, event in judged:
        before, after = (
            {LAYOUT.place(event.player, point): content_of(position, point) for point in range(1, 25)}
            for position in (event.before, event.after)
        )
        touched = {place for place, odds in zip(PLACES, reading.touched, strict=True) if odds >= 0}
        assert {place for place, content in before.items() if content != after[place]} <= touched


@pytest.mark.timeout(600)
def test_the_match_on_the_screen_is_the_match_in_the_file(watched: Watched) -> None:
    written = watched.played.match_file.read_text(encoding="utf-8")
    printed = watched.text.getvalue()
    plays = [event for event in watched.played.events if isinstance(event, PlayAccepted)]
    said = r"(?:Anna|Boris) (?:plays|corrects to) ([^\n]+?)(?:, as confirmed)?\.(?: Thank you\.)?\n"
    on_screen = re.findall(said, printed)
    assert on_screen == [format_play(event.play) for event in plays]
    for play in on_screen:
        assert play in written


@pytest.mark.timeout(600)
def test_the_picture_of_the_last_position_can_be_looked_at(watched: Watched) -> None:
    picture = cv2.imread(str(watched.played.files["Picture"]))
    assert picture is not None
    assert picture.shape == (720, 1280, 3)


@pytest.mark.timeout(600)
@pytest.mark.figures
@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_reads_the_match_file_and_ends_at_the_same_score(whole: Watched, tmp_path: Path) -> None:
    script = tmp_path / "script"
    exported = tmp_path / "again.mat"
    script.write_text(f'import mat "{whole.played.match_file}"\nexport match mat "{exported}"\nshow score\n', "utf-8")
    done = subprocess.run(
        [GNUBG or "", "-t", "-q", "-c", str(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    won = [event for event in whole.played.events if isinstance(event, GameWon)]
    again = exported.read_text(encoding="utf-8")
    assert re.findall(r"Wins (\d+) point", again) == [str(event.points) for event in won], done.stderr
    assert again.count("Game ") == len(won)


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader see the same picture for ever."""
    kept: list[object] = []

    def once(frame: Frame, calibration: Calibration, *, with_cube: bool, **_: object) -> object:
        if not kept:
            kept.append(read_and_remember(frame, calibration, with_cube=with_cube))
        return kept[0]

    monkeypatch.setattr("vision.track.tracker.read_and_remember", once)


def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the referee never judge anything."""
    monkeypatch.setattr("controller.table.session.step", lambda state, given: (state, ()))


def mute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bridge send nothing."""
    monkeypatch.setattr(Lights, "show", lambda self, cells: None)
    monkeypatch.setattr(Lights, "wait_shown", lambda self, timeout: True)


def dark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the strip controller acknowledge everything and light nothing."""
    from hardware.simulated.strip import model as strip_model  # noqa: PLC0415 - only where it is broken

    monkeypatch.setattr(strip_model.StripModel, "render", lambda self, *given: bytes(3 * 34))


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("cut", "noticed"),
    [
        (blind, "^0 mistakes were made"),
        (deaf, "^0 mistakes were made"),
        (mute, "never showed Rolled"),
        (dark, "never showed Rolled"),
    ],
)
def test_cutting_any_one_link_of_the_chain_is_noticed(
    cut: Callable[[pytest.MonkeyPatch], None], noticed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drop_the_curtain(monkeypatch, SOON)
    cut(monkeypatch)
    try:
        found = faults(Watched(monkeypatch, tmp_path, "memory"))
    except SimulationError:
        found = ["the people gave up"]
    assert any(re.search(noticed, one) for one in found), found
