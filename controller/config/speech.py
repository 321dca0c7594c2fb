"""Speech of a command: its options, and the voice that belongs to them."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from controller.announce.language import ENGLISH, languages
from controller.announce.worth import Speak
from controller.outputs.voice import Voice
from hardware.espeak import PROGRAM, USUAL, Delivery, EspeakSpeaker
from hardware.speaker import SpeakerError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from controller.announce.language import Words
    from controller.config.settings import Settings


def own_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the user's environment where Tavola speaks it, else English."""
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    code = re.split(r"[_.@]", named)[0]
    return code if code in languages() else ENGLISH


def add_language_option(parser: argparse._ActionsContainer, default: str | None = "") -> None:
    """Add the language of what is said and printed to the options of a command.

    Args:
        parser: the command.
        default: the language where none is given; empty for that of the environment; None leaves it to what the
            settings say.
    """
    default = own_language() if default == "" else default
    parser.add_argument(
        "--language",
        default=default,
        metavar="CODE",
        help=f"of what is said and written: {', '.join(languages())}, or a catalogue of your own (.po)"
        f" (default {default or 'as the settings say'})",
    )


def add_speech_options(parser: argparse._ActionsContainer, language: str | None, speak: Speak | None) -> None:
    """Add language and volume of talk to the options of a command.

    Args:
        parser: the command.
        language: the language where none is given; None leaves it to what the settings say.
        speak: how much is said where nothing else is asked for; None as before.
    """
    add_language_option(parser, language)
    parser.add_argument(
        "--speak",
        choices=tuple(Speak),
        default=speak,
        help="what is said aloud, by espeak-ng; everything is written in any case"
        f" (default {speak or 'as the settings say'})",
    )


def delivery(settings: Settings) -> Delivery:
    """Return how the settings want sentences to be spoken."""
    speech = settings.speech
    return Delivery(speech.voice, speech.speed, speech.volume)


def open_voice(words: Words, speak: Speak, spoken: Delivery = USUAL, program: str = PROGRAM) -> Voice:
    """Return a voice that speaks with eSpeak NG; with `Speak.NOTHING` it starts nothing at all.

    What is wrong with the synthesiser is told with the first sentence, not here.

    Args:
        words: the language.
        speak: how much is said.
        spoken: how it is said.
        program: the synthesiser.
    """
    speaker = EspeakSpeaker(words.voice, spoken, program=program)
    if speak is not Speak.NOTHING:
        with suppress(SpeakerError):
            speaker.warm_up()
    return Voice(speaker, words, speak)
