"""What is said in English is understood: synthesised, and recognised again by a program that knows nothing of ours.

eSpeak NG says the sentences, PocketSphinx hears them with a grammar of what could be said. A little noise is laid
under the sound, as in any room; in perfect silence PocketSphinx loses what comes first.
"""

from __future__ import annotations

import io
import tempfile
import wave
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from controller.announce.language import Words
from controller.announce.phrases import Phrases
from controller.referee import events as ev
from controller.rules import Ending, Level, Player, Roll
from hardware.espeak import EspeakSpeaker
from tests.hardware.synthesisers import ESPEAK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pocketsphinx import Decoder

RATE = 16000
NOISE = 80.0
"""Of 32768, as the noise of a quiet room."""

SILENCE = 4000
"""Samples before and after each sentence."""

ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
NUMBERS = [*ONES, *TEENS, "twenty", *(f"twenty {one}" for one in ONES[1:6])]
ROLLS = [Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)]
GRAMMAR = """#JSGF V1.0;
grammar table;
public <said> = <roll> | <won>;
<roll> = <die> <die> | double (ones | twos | threes | fours | fives | sixes);
<die> = one | two | three | four | five | six;
<won> = (anna | boris) wins (one point | <number> points) anna <number> boris <number>;
"""

pytestmark = pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")


@pytest.fixture(scope="module")
def listener() -> Iterator[Decoder]:
    """Yield a recogniser that knows the grammar."""
    from pocketsphinx import Decoder, get_model_path  # noqa: PLC0415 - it takes a while

    numbers = "<number> = " + " | ".join(NUMBERS) + ";\n"
    model = Path(get_model_path()) / "en-us"
    with tempfile.TemporaryDirectory() as folder:
        grammar = Path(folder) / "table.gram"
        grammar.write_text(GRAMMAR + numbers, encoding="utf-8")
        yield Decoder(
            hmm=str(model / "en-us"), dict=str(model / "cmudict-en-us.dict"), jsgf=str(grammar), loglevel="FATAL"
        )


def heard(listener: Decoder, said: bytes) -> str:
    """Return what is understood of a WAV file."""
    with wave.open(io.BytesIO(said)) as sound:
        rate, samples = sound.getframerate(), np.frombuffer(sound.readframes(sound.getnframes()), "<i2")
    spread = np.interp(np.arange(len(samples) * RATE // rate) * rate / RATE, np.arange(len(samples)), samples)
    room = np.random.default_rng(1).normal(0.0, NOISE, len(spread) + 2 * SILENCE)
    room[SILENCE:-SILENCE] += spread
    listener.start_utt()
    listener.process_raw(room.clip(-32768, 32767).astype("<i2").tobytes(), full_utt=True)
    listener.end_utt()
    found = listener.hyp()
    return "" if found is None else str(found.hypstr)


def sentence(event: ev.Event) -> str:
    """Return what is said of an event."""
    return Phrases(("Anna", "Boris"), spoken=True).sentence(event)


def test_all_twenty_one_rolls_are_understood(listener: Decoder) -> None:
    assert len(ROLLS) == 21
    events = {roll: ev.Rolled(0.0, Player.ONE, roll, opening=False, can_play=True) for roll in ROLLS}
    with EspeakSpeaker(Words().voice) as speaker:
        understood = {roll: heard(listener, speaker.synthesise(sentence(events[roll]))) for roll in ROLLS}
    said = {
        roll: f"double {ONES[roll.high]}{'es' if roll.high == 6 else 's'}"
        if roll.is_doublet
        else f"{ONES[roll.high]} {ONES[roll.low]}"
        for roll in ROLLS
    }
    assert understood == said


def test_all_scores_from_0_to_25_are_understood_of_either_player(listener: Decoder) -> None:
    with EspeakSpeaker(Words().voice) as speaker:
        for one in range(26):
            two, points = 25 - one, 1 + one % 4
            event = ev.GameWon(0.0, Player.ONE, Level.SINGLE, Ending.BORNE_OFF, points, (one, two))
            won = "one point" if points == 1 else f"{NUMBERS[points]} points"
            said = f"anna wins {won} anna {NUMBERS[one]} boris {NUMBERS[two]}"
            assert heard(listener, speaker.synthesise(sentence(event))) == said


def test_what_was_not_said_is_not_understood(listener: Decoder) -> None:
    with EspeakSpeaker("it") as speaker:
        assert heard(listener, speaker.synthesise("sei tre.")) != "six three"
    assert heard(listener, wav_of_nothing()) == ""


def wav_of_nothing() -> bytes:
    """Return a second of silence."""
    made = io.BytesIO()
    with wave.open(made, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(bytes(2 * RATE))
    return made.getvalue()
