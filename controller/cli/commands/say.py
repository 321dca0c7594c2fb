"""`tavola say`: one sentence aloud, or into a WAV file, to hear whether it can be understood."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.language import language
from controller.announce.phrases import Phrases
from controller.cli.arguments import whole_number
from controller.cli.exit_status import DONE, NO
from controller.cli.streams import complain
from controller.config.speech import add_language_option
from controller.errors import TavolaError
from controller.referee import events as ev
from controller.referee.evidence.throw import Doubt
from controller.rules import START, Ending, Level, Player, Roll
from hardware.espeak import FASTEST, LOUDEST, SLOWEST, USUAL, Delivery, EspeakSpeaker
from hardware.speaker import SpeakerError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence


NAMES: Final = ("Anna", "Boris")
"""The players of the examples."""

HELP: Final = """\
roll DIE DIE          a roll of Anna's
score POINTS POINTS   a new game at this score
wins POINTS           Anna wins a game
double CUBE | take CUBE | pass
dance                 Anna cannot move
cocked                the dice are cocked
Anything else is said as it is."""
"""The words, for people."""


class SayError(TavolaError, ValueError):
    """Words that say nothing."""


def add_arguments(say: argparse.ArgumentParser) -> None:
    """Add the arguments of `say`."""
    import argparse

    say.description = f"Say aloud what the referee says, or a text.\n\nwords:\n{HELP}"
    say.formatter_class = argparse.RawDescriptionHelpFormatter
    say.add_argument("words", nargs="+", metavar="WORD", help='what to say, such as "roll 6 3"')
    add_language_option(say)
    say.add_argument(
        "--voice",
        default="",
        metavar="NAME",
        help="of the synthesiser, such as en-gb or it+f3 (default: the language's)",
    )
    for name, least, most, default, meaning in (
        ("--speed", SLOWEST, FASTEST, USUAL.pace, "words a minute"),
        ("--volume", 0, LOUDEST, USUAL.volume, "per cent"),
    ):
        bounds = f"{least} to {most}"
        say.add_argument(
            name,
            type=whole_number(f"{meaning}, {bounds}, are wanted", least, most),
            default=default,
            metavar="NUMBER",
            help=f"{meaning}, {bounds} (default {default})",
        )
    say.add_argument("--out", type=Path, metavar="FILE", help="write it as a sound file (.wav) instead")


def run(chosen: argparse.Namespace) -> int:
    """Say it, and print it too; 1 where it cannot be said.

    Raises:
        LanguageError, CatalogueError: there is no such language.
        SayError: the words make no sense.
        SpeakerError: the file cannot be made.
    """
    words = language(chosen.language)
    said = sentence(" ".join(chosen.words).split(), Phrases(NAMES, words, spoken=True))
    with EspeakSpeaker(words.voice, Delivery(chosen.voice, chosen.speed, chosen.volume)) as speaker:
        if chosen.out is not None:
            _write(speaker, said, chosen.out)
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()
        if chosen.out is None:
            try:
                speaker.say(said)
            except SpeakerError as error:
                complain(trouble(error))
                return NO
    return DONE


def sentence(words: Sequence[str], phrases: Phrases) -> str:
    """Return what the words stand for, as it is said.

    Raises:
        SayError: there are none ("say.nothing"); they have the wrong number of numbers, or numbers that do not fit
            ("say.wrong_words").
    """
    if not words:
        raise SayError("say.nothing")
    word, rest = words[0].casefold(), words[1:]
    if word not in _EVENTS:
        return " ".join(words)
    most, count, event = _EVENTS[word]
    numbers = [int(text) for text in rest if text.isdecimal() and int(text) <= most]
    if len(numbers) != count or len(rest) != count or (word == "roll" and 0 in numbers):
        raise SayError("say.wrong_words", words=" ".join(words))
    return phrases.sentence(event(*numbers))


def _write(speaker: EspeakSpeaker, said: str, path: Path) -> None:
    """Write a sentence as a sound file, whole or not at all."""
    from controller.record.files import write_whole

    write_whole(path, speaker.synthesise(said))


_ONE: Final = Player.ONE
_EVENTS: Final[dict[str, tuple[int, int, Callable[..., ev.Event]]]] = {
    "roll": (6, 2, lambda one, two: ev.Rolled(0.0, _ONE, Roll.of(one, two), opening=False, can_play=True)),
    "score": (64, 2, lambda one, two: ev.GameStarted(0.0, one + two + 1, (one, two), crawford=False)),
    "wins": (192, 1, lambda won: ev.GameWon(0.0, _ONE, Level.SINGLE, Ending.BORNE_OFF, won, (won, 0))),
    "double": (64, 1, lambda value: ev.Doubled(0.0, _ONE, value)),
    "take": (64, 1, lambda value: ev.Taken(0.0, Player.TWO, value)),
    "pass": (0, 0, lambda: ev.Dropped(0.0, Player.TWO)),
    "dance": (0, 0, lambda: ev.Danced(0.0, _ONE, None, START)),
    "cocked": (0, 0, lambda: ev.RollRefused(0.0, _ONE, Doubt.COCKED)),
}
"""By the first word: the largest number that may follow, how many, and the event that is said."""
