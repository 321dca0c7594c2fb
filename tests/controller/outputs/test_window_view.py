"""The window shows the picture with the reading drawn on it, and below it what is known of the match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from controller.announce.language import language
from controller.outputs import window_view
from controller.outputs.told import Told
from controller.outputs.window_view import ASKS, BAD, GOOD, GROUND, WindowView, with_panel
from controller.referee import events as ev
from controller.referee.layout import Layout
from controller.referee.state import Phase, RefereeState, Setup, Turn
from controller.referee.step import start
from controller.rules import START, Explanation, Player, Roll, match_to, parse_play
from vision.frame import Frame

if TYPE_CHECKING:
    from vision.calibrate.calibration import Calibration
    from vision.frame import Image
    from vision.reading import Reading

NAMES = ("Anna", "Boris")
ONE = Player.ONE
PICTURE = np.full((360, 640, 3), 120, dtype=np.uint8)
LEGAL = ev.PlayAccepted(9.0, ONE, Roll(3, 1), START, START, parse_play("8/5 6/5"), corrected=False, confirmed=False)
ILLEGAL = ev.PlayIllegal(9.0, ONE, Roll(3, 1), START, START, Explanation(()))


@dataclass
class Board:
    """A board that nobody draws on."""

    geometry: None = None


@dataclass
class Match:
    """A match of which nothing has been read."""

    state: RefereeState
    reading: Reading | None = None
    calibration: Calibration = field(default_factory=lambda: cast("Calibration", Board()))


@pytest.fixture
def match() -> Match:
    state, _ = start(Setup(NAMES, Layout()), match_to(5), 0.0)
    return Match(replace(state, phase=Phase.PLAYING, turn=Turn(roll=Roll(6, 3))))


def shown(match: Match, *told: ev.Event, code: str = "en") -> Image:
    """Return what the window shows after something was told."""
    frames: list[Frame] = []
    view = WindowView(frames.append, match, language(code))
    for event in told:
        view.hear(Told((event,), NAMES))
    view.take(Frame(PICTURE, 9.0, 3))
    (frame,) = frames
    assert (frame.time, frame.number) == (9.0, 3)
    return frame.image


def has(picture: Image, colour: tuple[int, int, int]) -> bool:
    """Return whether something below the picture is of a colour."""
    return bool((picture[PICTURE.shape[0] :] == colour).all(axis=2).any())


def test_the_picture_stands_as_it_is_above_what_is_known(match: Match) -> None:
    seen = shown(match)
    assert (seen[:360] == PICTURE).all()
    assert seen.shape[0] > 360
    assert not any(has(seen, colour) for colour in (GOOD, BAD, ASKS))


@pytest.mark.parametrize(
    ("told", "colour"),
    [((LEGAL,), GOOD), ((LEGAL, ILLEGAL), BAD), ((ILLEGAL, LEGAL), GOOD), ((ILLEGAL, ev.TurnStarted(9.0, ONE)), BAD)],
)
def test_the_last_verdict_is_shown_in_its_colour_until_the_next(
    match: Match, told: tuple[ev.Event, ...], colour: tuple[int, int, int]
) -> None:
    seen = shown(match, *told)
    assert [has(seen, one) for one in (GOOD, BAD)] == [colour == GOOD, colour == BAD]


def test_what_only_the_director_is_told_is_not_shown(match: Match) -> None:
    assert not has(shown(match, replace(ILLEGAL, audience=ev.Audience.DIRECTOR)), BAD)


def test_the_reading_is_drawn_on_the_picture(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window_view, "draw_overlay", lambda image, reading, geometry: image + np.uint8(reading))
    match.reading = cast("Reading", 7)
    assert (shown(match)[:360] == 127).all()


def test_the_dice_of_the_roll_are_drawn_and_none_before_it() -> None:
    bare = with_panel(PICTURE, None, [])[360:]
    assert (bare == GROUND).all()
    rolls = {Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)}
    assert len({with_panel(PICTURE, roll, []).tobytes() for roll in rolls}) == len(rolls)


@pytest.mark.parametrize("text", ["Ça va très bien, è così", "x" * 500, "word " * 200, "\x1b[2J", ""])
def test_whatever_is_written_stays_below_the_picture(text: str) -> None:
    seen = with_panel(PICTURE, Roll(6, 5), [(text, GOOD)] * 9)
    assert (seen[:360] == PICTURE).all()
    assert seen.shape == with_panel(PICTURE, None, []).shape


def test_each_language_shows_its_own_words(match: Match) -> None:
    assert len({shown(match, LEGAL, code=code).tobytes() for code in ("en", "it", "es", "fr")}) == 4
