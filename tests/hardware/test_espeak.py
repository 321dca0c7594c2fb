"""A synthesiser that hangs, crashes, babbles or is missing holds nobody up, and says what is wrong."""

from __future__ import annotations

import io
import logging
import re
import time
import wave
from typing import TYPE_CHECKING

import pytest

from hardware.espeak import LONGEST, Delivery, EspeakSpeaker
from hardware.speaker import SpeakerError
from tests.hardware.synthesisers import (
    CRASHING,
    DEAF,
    ESPEAK,
    FLOODING,
    GOOD,
    LEAVING_A_CHILD,
    SILENT,
    SLOW,
    SoundCard,
    program,
)

if TYPE_CHECKING:
    from pathlib import Path

NEEDS_ESPEAK = pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")


@pytest.mark.parametrize(
    ("script", "key", "patience"),
    [
        (SLOW, "speaker.stuck", 0.5),
        (DEAF, "speaker.stuck", 0.5),
        (FLOODING, "speaker.failed", 60.0),
        (CRASHING, "speaker.failed", 60.0),
        (SILENT, "speaker.no_sound", 60.0),
    ],
)
def test_every_fault_is_named_within_a_bounded_time(script: str, key: str, patience: float, tmp_path: Path) -> None:
    with EspeakSpeaker(program=program(tmp_path, script), patience=patience, per_letter=0.0) as speaker:
        before = time.monotonic()
        with pytest.raises(SpeakerError) as caught:
            speaker.say("six three" * LONGEST)
        assert caught.value.key == key
        assert time.monotonic() - before < 5.0


@pytest.mark.parametrize(
    ("delivery", "wanted"),
    [
        (Delivery(), "-v it -s 160 -a 100 --stdin"),
        (Delivery(pace=90, volume=0), "-v it -s 90 -a 0 --stdin"),
        (Delivery("it+f3", volume=200), "-v it+f3 -s 160 -a 200 --stdin"),
    ],
)
def test_voice_pace_and_volume_reach_the_synthesiser(tmp_path: Path, delivery: Delivery, wanted: str) -> None:
    path = program(tmp_path, f'cat > /dev/null; echo "$@" > {tmp_path}/said')
    with EspeakSpeaker("it", delivery, program=path) as speaker:
        assert speaker.say("Buongiorno")
    assert (tmp_path / "said").read_text("utf-8").strip() == wanted


def test_a_slow_voice_is_given_more_time(tmp_path: Path) -> None:
    path = program(tmp_path, "cat > /dev/null; sleep 0.6")
    with EspeakSpeaker("en", Delivery(pace=80), program=path, patience=0.1, per_letter=0.1) as speaker:
        assert speaker.say("x" * 20)


def test_a_long_sentence_is_given_more_time(tmp_path: Path) -> None:
    with EspeakSpeaker(
        program=program(tmp_path, "cat > /dev/null; sleep 0.6"), patience=0.1, per_letter=0.1
    ) as speaker:
        assert speaker.say("x" * 40)
        with pytest.raises(SpeakerError):
            speaker.say("x")


def test_what_the_sound_card_said_is_passed_on(tmp_path: Path) -> None:
    with EspeakSpeaker(program=program(tmp_path, SILENT)) as speaker, pytest.raises(SpeakerError) as caught:
        speaker.say("six three")
    assert caught.value.params == {"why": "No such device"}


def test_a_child_left_behind_holds_nobody_up(tmp_path: Path) -> None:
    with EspeakSpeaker(program=program(tmp_path, LEAVING_A_CHILD)) as speaker:
        before = time.monotonic()
        assert speaker.say("six three")
        assert time.monotonic() - before < 5.0


def test_a_missing_synthesiser_is_named(tmp_path: Path) -> None:
    with EspeakSpeaker(program=str(tmp_path / "nothing")) as speaker:
        for said in (lambda: speaker.say("six"), speaker.warm_up, lambda: speaker.synthesise("six")):
            with pytest.raises(SpeakerError) as caught:
                said()
            assert caught.value.key == "speaker.missing"
            assert str(caught.value.params["program"]).endswith("nothing")


def test_a_process_that_died_in_waiting_is_replaced(tmp_path: Path) -> None:
    with EspeakSpeaker(program=program(tmp_path, CRASHING)) as speaker:
        speaker.warm_up()
        waiting = speaker._waiting
        assert waiting is not None
        assert waiting.wait(20)
        program(tmp_path, GOOD)
        assert speaker.say("six three")


def test_nothing_is_left_running(tmp_path: Path) -> None:
    with EspeakSpeaker(program=program(tmp_path, GOOD)) as speaker:
        assert speaker.say("six three")
        waiting = speaker._waiting
        assert waiting is not None
        assert waiting.poll() is None
    assert waiting.poll() is not None


def test_a_wav_file_that_was_not_written_is_an_error(tmp_path: Path) -> None:
    with EspeakSpeaker(program=program(tmp_path, GOOD)) as speaker, pytest.raises(SpeakerError) as caught:
        speaker.synthesise("six three")
    assert caught.value.key == "speaker.failed"


@NEEDS_ESPEAK
def test_a_sentence_becomes_a_wav_file_with_a_sound_in_it() -> None:
    with EspeakSpeaker("it") as speaker:
        said = speaker.synthesise("sei tre")
    with wave.open(io.BytesIO(said)) as sound:
        assert sound.getnchannels() == 1
        assert sound.getnframes() / sound.getframerate() > 0.3
        assert len(set(sound.readframes(sound.getnframes()))) > 100


@NEEDS_ESPEAK
def test_the_synthesiser_itself_is_heard_through_a_sound_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SoundCard(tmp_path) as card, EspeakSpeaker() as speaker:
        monkeypatch.setenv("ALSA_CONFIG_PATH", card.configuration)
        speaker.warm_up()
        asked = time.monotonic()
        assert speaker.say("six three")
        assert card.wait(20.0)
        assert card.first is not None
        assert card.first >= asked
        assert card.sounding > 1000


def test_a_sentence_that_fails_is_logged_with_the_time_it_took(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    speaker = EspeakSpeaker(program=program(tmp_path, DEAF), patience=0.3, per_letter=0.0)
    with speaker, pytest.raises(SpeakerError):
        speaker.say("six three")
    assert re.search(r"hardware\.espeak:espeak\.py:\d+ speaker\.stuck seconds=0 after 0\.[3-9] s", caplog.text)
