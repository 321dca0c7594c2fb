"""What every speaker does, the simulated one and that with a synthesiser alike."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from hardware.espeak import EspeakSpeaker
from hardware.simulated.speaker import SimulatedSpeaker
from hardware.speaker import Speaker, SpeakerClosedError, SpeakerError
from tests.hardware.synthesisers import ESPEAK, FAILING, GOOD, SLOW, program, sound_card

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("simulated", "stand-in", "espeak-ng")


def fast(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Speaker:
    """Return a speaker that says a sentence within a second."""
    if kind == "simulated":
        return SimulatedSpeaker(0.001)
    if kind == "stand-in":
        return EspeakSpeaker(program=program(folder, GOOD))
    if ESPEAK is None:
        pytest.skip("espeak-ng is not installed")
    monkeypatch.setenv("ALSA_CONFIG_PATH", sound_card(folder, folder / "heard"))
    return EspeakSpeaker()


def slow(kind: str, folder: Path) -> Speaker:
    """Return a speaker that takes half a minute for a sentence."""
    return (
        SimulatedSpeaker(10.0) if kind == "simulated" else EspeakSpeaker(program=program(folder, SLOW), patience=30.0)
    )


def broken(kind: str, folder: Path) -> Speaker:
    """Return a speaker that fails."""
    if kind == "simulated":
        speaker = SimulatedSpeaker()
        speaker.trouble = SpeakerError("speaker.failed", why="the voice is gone")
        return speaker
    return EspeakSpeaker(program=program(folder, f"cat > /dev/null; test -e {folder}/repaired && exit 0; {FAILING}"))


@pytest.mark.parametrize("kind", KINDS)
def test_sentences_are_said_one_after_the_other(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fast(kind, tmp_path, monkeypatch) as speaker:
        assert isinstance(speaker, Speaker)
        assert speaker.say("six three")
        assert speaker.say("")
        assert speaker.say("Jörg's play: -v & $(reboot)\n\0 'stands'")


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_sentence_can_be_broken_off_and_the_next_one_is_whole(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow(kind, tmp_path) as speaker:
        said: list[bool] = []
        thread = threading.Thread(target=lambda: said.append(speaker.say("six")))
        thread.start()
        before = time.monotonic()
        while thread.is_alive() and time.monotonic() < before + 10:
            speaker.hush()
            time.sleep(0.01)
        thread.join(10)
        assert said == [False]
    with fast(kind, tmp_path, monkeypatch) as speaker:
        speaker.hush()
        assert speaker.say("six")


@pytest.mark.parametrize("kind", KINDS[:2])
def test_closing_breaks_off_what_is_being_said(kind: str, tmp_path: Path) -> None:
    speaker = slow(kind, tmp_path)
    said: list[bool] = []
    thread = threading.Thread(target=lambda: said.append(speaker.say("six")))
    thread.start()
    before = time.monotonic()
    while not speaker._saying and time.monotonic() < before + 10:  # type: ignore[attr-defined]
        time.sleep(0.001)
    speaker.close()
    thread.join(10)
    assert said == [False]


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_speaker_says_nothing_and_may_be_closed_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = fast(kind, tmp_path, monkeypatch)
    speaker.close()
    speaker.close()
    speaker.hush()
    with pytest.raises(SpeakerClosedError) as caught:
        speaker.say("six three")
    assert caught.value.key == "speaker.closed"


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_sentence_that_fails_says_why_and_the_speaker_stays_usable(kind: str, tmp_path: Path) -> None:
    with broken(kind, tmp_path) as speaker:
        for _ in range(2):
            with pytest.raises(SpeakerError) as caught:
                speaker.say("six three")
            assert caught.value.params == {"why": "the voice is gone"}
        if isinstance(speaker, SimulatedSpeaker):
            speaker.trouble = None
        else:
            (tmp_path / "repaired").touch()
        assert speaker.say("six three")


def test_the_simulated_speaker_tells_what_was_heard_and_when() -> None:
    now = iter((1.0, 2.5))
    with SimulatedSpeaker(clock=lambda: next(now)) as speaker:
        speaker.say("six three")
        speaker.say("double fives")
    assert [(heard.sentence, heard.began, heard.whole) for heard in speaker.heard] == [
        ("six three", 1.0, True),
        ("double fives", 2.5, True),
    ]
