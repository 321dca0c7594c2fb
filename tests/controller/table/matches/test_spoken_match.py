"""A match at the simulated table is printed and said in the language that was asked for."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from controller.announce.language import language
from controller.announce.phrases import Phrases
from controller.announce.worth import Speak
from controller.outputs.voice import Voice
from controller.referee.events import PlayIllegal, Rolled
from controller.simulation.people.people import People
from controller.table.simulated import simulate
from hardware.simulated.speaker import SimulatedSpeaker
from hardware.speaker import SpeakerError
from tests.controller.table.ordered import ordered

if TYPE_CHECKING:
    from pathlib import Path

    from controller.simulation.people.company import Acting

pytestmark = pytest.mark.films


def let_them_play_for_a_while(monkeypatch: pytest.MonkeyPatch, beats: int) -> None:
    """Let the people stop in the middle of the game."""
    play_match = People.play_match

    def short(self: People) -> Acting:
        acting = play_match(self)
        beat = next(acting)
        for _ in range(beats):
            beat = acting.send((yield beat))

    monkeypatch.setattr(People, "play_match", short)


class Hoarse(SimulatedSpeaker):
    """A speaker that fails with its first sentence, and works from then on."""

    failed = False

    def say(self, sentence: str) -> bool:
        """Say a sentence, or fail."""
        if not self.failed:
            self.failed = True
            raise SpeakerError("speaker.failed", why="raucedine")
        return super().say(sentence)


def test_what_is_said_is_what_happened_in_its_order_and_a_failure_is_told_of_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    speaker, printed = Hoarse(), io.StringIO()
    monkeypatch.setattr("controller.outputs.voice.FIRST_PAUSE", 0.05)  # these people play faster than anybody speaks
    let_them_play_for_a_while(monkeypatch, 110)  # by then the first mistake has been made
    monkeypatch.setattr("controller.table.seating.open_voice", lambda words, speak, *_: Voice(speaker, words, speak))
    options = ordered(tmp_path, seed=11, language="it", speak=Speak.EVERYTHING)
    played = simulate(options, Console(file=printed, width=200))
    italian = Phrases(("Anna", "Boris"), language("it"), spoken=True)
    said = [heard.sentence for heard in speaker.heard]
    for kind in (Rolled, PlayIllegal):
        happened = [italian.sentence(event) for event in played.events if isinstance(event, kind)]
        heard = [sentence for sentence in said if sentence in set(happened)]
        left = iter(happened)
        assert all(sentence in left for sentence in heard)  # in this order; what was stale may have been dropped
        assert len(heard) > len(happened) // 2
    text = printed.getvalue()
    assert "Anna tira" in text
    assert "Mossa irregolare di" in text
    assert " rolls " not in text
    assert text.count("Non posso parlare, il sintetizzatore ha un guasto (raucedine).") == 1
    assert text.count("Posso di nuovo parlare.") == 1
