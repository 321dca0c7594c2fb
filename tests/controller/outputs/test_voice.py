"""The voice never holds the referee up, whatever the speaker does, and is told of once when it fails."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from controller.announce.health import Notice, notice, sentence
from controller.announce.language import language
from controller.announce.questions import MatchAnswer, Question
from controller.announce.worth import Speak
from controller.outputs.told import Told
from controller.outputs.voice import FIRST_PAUSE, Voice
from controller.referee import events as ev
from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.referee.step import start
from controller.rules import START, Ending, Explanation, Level, Player, Roll, match_to, parse_play
from hardware.espeak import EspeakSpeaker
from hardware.simulated.speaker import SimulatedSpeaker
from hardware.speaker import SpeakerError
from tests.hardware.synthesisers import CRASHING, DEAF, FLOODING, SILENT, SLOW, program

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Anna", "Boris")
ONE = Player.ONE
ROLLED = ev.Rolled(7.0, ONE, Roll(6, 3), opening=False, can_play=True)
NEXT = ev.Rolled(8.0, ONE, Roll(5, 5), opening=False, can_play=True)
DANCED = ev.Danced(9.0, ONE, Roll(6, 6), START)
ILLEGAL = ev.PlayIllegal(9.0, ONE, Roll(3, 1), START, START, Explanation(()))
WON = ev.GameWon(9.0, ONE, Level.SINGLE, Ending.BORNE_OFF, 1, (1, 0))
BROKEN = SpeakerError("speaker.failed", why="the voice is gone")


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def voice(
    speaker: SimulatedSpeaker, speak: Speak = Speak.EVERYTHING, code: str = "en", clock: Clock | None = None
) -> Voice:
    """Return a voice."""
    return Voice(speaker, language(code), speak, clock or Clock())


def said(speaker: SimulatedSpeaker) -> list[str]:
    """Return what was said."""
    return [heard.sentence for heard in speaker.heard]


def until(speaker: SimulatedSpeaker) -> None:
    """Wait until the speaker is in the middle of a sentence."""
    before = time.monotonic()
    while not speaker._saying and time.monotonic() < before + 10:
        time.sleep(0.001)


def failed(speaker: SimulatedSpeaker, aloud: Voice) -> tuple[Notice, ...]:
    """Break the speaker, let it say something, and return what is told of that."""
    speaker.trouble = BROKEN
    aloud.tell((ROLLED,), NAMES)
    assert aloud.finish(10)
    return aloud.take_notices()


def test_events_are_said_in_their_language() -> None:
    with SimulatedSpeaker() as speaker, voice(speaker, code="it") as aloud:
        aloud.tell((ROLLED,), NAMES)
        assert aloud.finish(10)
        aloud.note([notice(9.0, "camera.covered"), notice(9.0, "control.closed", why="x")])
        assert aloud.finish(10)
        assert said(speaker) == ["sei tre.", "Qualcosa copre la telecamera."]


@pytest.mark.parametrize(
    ("speak", "heard"),
    [
        (Speak.PROBLEMS, ["The director has found Anna's play with three one illegal."]),
        (Speak.SCORE, ["Anna wins 1 point. Anna 1, Boris 0."]),
        (Speak.NOTHING, []),
    ],
)
def test_only_what_was_asked_for_is_said(speak: Speak, heard: list[str]) -> None:
    with SimulatedSpeaker() as speaker, voice(speaker, speak) as aloud:
        for event in (ROLLED, ILLEGAL, DANCED, WON):
            aloud.tell((event,), NAMES)
            assert aloud.finish(10)
        assert said(speaker) == heard


PLAYED = ev.PlayAccepted(9.0, ONE, Roll(3, 1), START, START, parse_play("8/5* 6/5"), corrected=False, confirmed=False)


@pytest.mark.parametrize(
    ("speak", "code", "heard"),
    [
        (Speak.PLAYS, "en", ["Anna plays from 8 to 5, from 6 to 5."]),
        (Speak.PLAYS, "it", ["Anna gioca da 8 a 5, da 6 a 5."]),
        (Speak.EVERYTHING, "en", []),
        (Speak.PROBLEMS, "en", []),
    ],
)
def test_legal_plays_are_said_where_that_was_asked_for(speak: Speak, code: str, heard: list[str]) -> None:
    with SimulatedSpeaker() as speaker, voice(speaker, speak, code) as aloud:
        aloud.tell((PLAYED,), NAMES)
        assert aloud.finish(10)
        assert said(speaker) == heard


@pytest.mark.parametrize("speak", list(Speak))
def test_what_is_asked_is_answered_aloud_however_little_is_said_else(speak: Speak) -> None:
    state, _ = start(Setup(NAMES, Layout()), match_to(3), 0.0)
    told = Told(names=NAMES, answers=tuple(MatchAnswer(one, state) for one in (Question.SCORE, Question.PIPS)))
    with SimulatedSpeaker() as speaker, voice(speaker, speak) as aloud:
        aloud.hear(told)
        assert aloud.finish(10)
        silent = speak is Speak.NOTHING  # no synthesiser is started then
        answered = said(speaker)  # the score was said before it, where it had begun already
        assert answered[-1:] == ([] if silent else ["Pips: Anna 167, Boris 167."])
        aloud.hear(Told(repeat=True))
        assert aloud.finish(10)
        assert said(speaker)[len(answered) :] == ([] if silent else ["Pips: Anna 167, Boris 167."])


def test_telling_never_waits_for_the_speaker_and_stale_rolls_are_dropped() -> None:
    with SimulatedSpeaker(1.0) as speaker, voice(speaker) as aloud:
        aloud.tell((ROLLED,), NAMES)
        until(speaker)
        before = time.monotonic()
        for _ in range(500):
            aloud.tell((ROLLED,), NAMES)
            aloud.tell((NEXT,), NAMES)
        assert time.monotonic() - before < 5.0
        assert [line.text for line in aloud._waiting] == ["double fives."]


def test_a_problem_breaks_off_a_roll_and_the_score_is_said_again_after_it() -> None:
    with SimulatedSpeaker(0.5) as speaker, voice(speaker) as aloud:
        aloud.tell((WON,), NAMES)
        until(speaker)
        speaker.seconds_per_letter = 0.0
        aloud.tell((ILLEGAL,), NAMES)
        assert aloud.finish(10)
        assert [(heard.sentence[:12], heard.whole) for heard in speaker.heard] == [
            ("Anna wins 1 ", False),
            ("The director", True),
            ("Anna wins 1 ", True),
        ]


def test_what_was_said_last_is_repeated_however_often_it_is_asked_for() -> None:
    with SimulatedSpeaker() as speaker, voice(speaker) as aloud:
        aloud.repeat()
        assert aloud.finish(10)
        assert said(speaker) == []
        aloud.tell((WON, DANCED), NAMES)
        assert aloud.finish(10)
        aloud.tell((ev.TurnStarted(9.0, ONE),), NAMES)
        aloud.repeat()
        assert aloud.finish(10)
        assert said(speaker) == ["Anna wins 1 point. Anna 1, Boris 0.", "Anna cannot move."] * 2
        speaker.seconds_per_letter = 1.0
        for _ in range(50):
            aloud.repeat()
        assert len(aloud._waiting) <= 2


def test_a_speaker_that_fails_is_told_of_once_left_alone_for_a_while_and_then_tried_again() -> None:
    clock = Clock()
    with SimulatedSpeaker() as speaker, voice(speaker, clock=clock) as aloud:
        told = failed(speaker, aloud)
        assert [(one.time, one.key) for one in told] == [(7.0, "speaker.failed")]
        assert "the voice is gone" in sentence(told[0])
        aloud.tell((NEXT,), NAMES)
        assert aloud._waiting == ()
        clock.now = FIRST_PAUSE + 0.1
        aloud.tell((NEXT,), NAMES)
        assert aloud.finish(10)
        assert aloud.take_notices() == ()
        speaker.trouble = None
        clock.now += 2 * FIRST_PAUSE + 0.1
        aloud.tell((NEXT,), NAMES)
        assert aloud.finish(10)
        assert [one.key for one in aloud.take_notices()] == ["speaker.back"]
        assert said(speaker) == ["double fives."]


def test_a_sentence_that_was_broken_off_does_not_tell_that_a_speaker_is_back() -> None:
    clock = Clock()
    with SimulatedSpeaker() as speaker, voice(speaker, clock=clock) as aloud:
        assert len(failed(speaker, aloud)) == 1
        speaker.trouble, speaker.seconds_per_letter = None, 1.0
        clock.now = FIRST_PAUSE + 0.1
        aloud.tell((NEXT,), NAMES)
        until(speaker)
        speaker.hush()
        assert aloud.finish(10)
        assert aloud.take_notices() == ()


def test_closing_breaks_off_and_nothing_is_said_after_it() -> None:
    speaker = SimulatedSpeaker(1.0)
    aloud = voice(speaker)
    aloud.tell((ROLLED,), NAMES)
    until(speaker)
    before = time.monotonic()
    aloud.close()
    aloud.close()
    assert time.monotonic() - before < 5.0
    aloud.tell((WON,), NAMES)
    assert said(speaker) == ["six three."]
    assert not [thread for thread in threading.enumerate() if thread.name == "voice"]


@pytest.mark.parametrize("script", [SLOW, DEAF, FLOODING, CRASHING, SILENT, None])
def test_no_synthesiser_however_broken_holds_anybody_up(script: str | None, tmp_path: Path) -> None:
    path = str(tmp_path / "missing") if script is None else program(tmp_path, script)
    with Voice(EspeakSpeaker(program=path, patience=0.3, per_letter=0.0), language("en"), Speak.EVERYTHING) as aloud:
        longest = 0.0
        until_then = time.monotonic() + 0.4  # longer than the patience of whoever starts it
        while time.monotonic() < until_then:
            for event in (ROLLED, ILLEGAL, WON):
                before = time.perf_counter()
                aloud.tell((event,), NAMES)
                aloud.repeat()
                longest = max(longest, time.perf_counter() - before)
            time.sleep(0.01)
        assert longest < 0.3  # a synthesiser that held somebody up would do so for seconds
        assert aloud.finish(5.0)
        assert len(aloud.take_notices()) == 1
