"""Measure what is promised of the voice: `python -m tests.benchmarks.devices.speech_figures [--quick]`.

Prints a row for each figure with its bound, what was measured, and whether it holds; the last line counts. Real events
go in, eSpeak NG speaks through ALSA into a sound card that is a pipe, and the clock stops at the first sample that is
no silence. --quick says a fifth of the sentences.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.announce.language import language, languages
from controller.announce.worth import Speak
from controller.config.speech import open_voice
from controller.outputs.voice import Voice
from controller.referee import events as ev
from controller.rules import START, Explanation, Player, Roll
from hardware.espeak import EspeakSpeaker
from tests.benchmarks.devices.wire_figures import Row
from tests.hardware.synthesisers import DEAF, ESPEAK, FLOODING, SoundCard, program

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAMES: Final = ("Anna", "Boris")
SENTENCES: Final = 50
FIRST_SAMPLE: Final = 0.050
"""Seconds within which the first sample of a sentence is promised after its event."""

HELD_UP: Final = 0.010
"""Seconds that telling the voice may take, however stuck the synthesiser is."""

START_UP: Final = 0.5
"""Seconds before a table says its first word, in which the synthesiser is loaded."""

ROLLS: Final = [Roll(high, low) for high in range(1, 7) for low in range(1, high + 1)]


UNHEARD: Final = 5.0
"""Seconds after which a sentence counts as not heard, and as late as that."""


def rolled(number: int) -> ev.Rolled:
    """Return some roll."""
    return ev.Rolled(0.0, Player.ONE, ROLLS[number % len(ROLLS)], opening=False, can_play=True)


def latencies(voice: Voice, card: SoundCard, count: int) -> list[float]:
    """Return the seconds from an event to the first sample, sentence by sentence, each after some silence."""
    found = []
    for number in range(count):
        card.listen_anew()
        told = time.monotonic()
        voice.tell((rolled(number),), NAMES)
        heard = card.wait(UNHEARD)
        found.append(card.first - told if heard and card.first is not None else UNHEARD)
        voice.finish(10.0)
        time.sleep(0.1)
    if min(found) >= UNHEARD:
        raise SystemExit("the sound card heard nothing")
    return found


@contextmanager
def busy() -> Iterator[None]:
    """Keep one processor busy, as reading pictures does."""
    over = threading.Event()

    def work() -> None:
        board = np.random.default_rng(1).random((300, 300))
        while not over.is_set():
            board = np.tanh(board @ board.T / 300)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def first_samples(count: int) -> Iterator[Row]:
    """How long it takes from an event to the first sample."""
    with tempfile.TemporaryDirectory() as folder, SoundCard(Path(folder)) as card:
        os.environ["ALSA_CONFIG_PATH"] = card.configuration
        for code in languages():
            words = language(code)
            with open_voice(words, Speak.EVERYTHING) as voice:
                time.sleep(START_UP)
                found = latencies(voice, card, count)
            first, *others = found
            yield _row(f"event to first sample, {code}, the very first sentence", [first])
            yield _row(f"event to first sample, {code}", others)
        with open_voice(language("en"), Speak.EVERYTHING) as voice, busy():
            time.sleep(START_UP)
            yield _row("event to first sample, en, a processor busy", latencies(voice, card, count))


def _row(figure: str, seconds: list[float]) -> Row:
    """Return the row of some latencies: all but one in twenty have to keep the bound."""
    late = sorted(seconds)[int(0.95 * (len(seconds) - 1))]
    words = f"median {1e3 * statistics.median(seconds):.0f}, 95 % {1e3 * late:.0f}, worst {1e3 * max(seconds):.0f} ms"
    return Row(figure, f"<= {1e3 * FIRST_SAMPLE:.0f} ms", f"{words} of {len(seconds)}", held=late <= FIRST_SAMPLE)


def never_held_up(count: int) -> Iterator[Row]:
    """How long telling the voice takes while its synthesiser does nothing that it should."""
    illegal = ev.PlayIllegal(0.0, Player.ONE, Roll(3, 1), START, START, Explanation(()))
    for name, script in (("hangs", DEAF), ("babbles", FLOODING)):
        with tempfile.TemporaryDirectory() as folder:
            speaker = EspeakSpeaker(program=program(Path(folder), script), patience=0.5, per_letter=0.0)
            with Voice(speaker, language("en"), Speak.EVERYTHING) as voice:
                taken = []
                for number in range(20 * count):
                    before = time.perf_counter()
                    voice.tell((rolled(number), illegal), NAMES)
                    taken.append(time.perf_counter() - before)
                    time.sleep(0.001)
        late = sorted(taken)[int(0.95 * len(taken))]
        measured = f"95 % {1e3 * late:.1f}, worst {1e3 * max(taken):.1f} ms of {len(taken)}"
        yield Row(
            f"telling a voice whose synthesiser {name}", f"<= {1e3 * HELD_UP:.0f} ms", measured, held=late <= HELD_UP
        )


def figures(count: int) -> Iterator[Row]:
    """Yield every row.

    Args:
        count: sentences for each figure.
    """
    yield from first_samples(count)
    yield from never_held_up(count)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every row; return 1 if one does not hold."""
    words = sys.argv[1:] if arguments is None else arguments
    if ESPEAK is None:
        print("espeak-ng is not installed")
        return 1
    rows = []
    for row in figures(SENTENCES // 5 if "--quick" in words else SENTENCES):
        print(row, flush=True)
        rows.append(row)
    held = sum(row.held for row in rows)
    print(f"held {held} of {len(rows)}")
    return 0 if held == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
