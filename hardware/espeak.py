"""A speaker that is eSpeak NG (Debian's `espeak-ng`), a process of its own for each sentence.

The next process is started while the last sentence is being said, and waits for its text with everything loaded:
what is to be said then begins within milliseconds also on a small computer. A process is killed when it takes far
longer than its sentence could, and what it complains of is read whether it matters or not, so that neither a stuck nor
a babbling synthesiser holds anybody up. POSIX only: elsewhere the speaker says that it is missing.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.closing import Closing
from hardware.speaker import SpeakerClosedError, SpeakerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_log: Final = logging.getLogger(__name__)

PROGRAM: Final = "espeak-ng"
"""The synthesiser's command."""

WORDS_PER_MINUTE: Final = 160
"""The usual pace: a little slower than the synthesiser's own 175, as there is talk around a table."""

SLOWEST: Final = 80
FASTEST: Final = 450
"""The paces that the synthesiser has, words a minute."""

LOUDEST: Final = 200
"""Its greatest volume, per cent; beyond 100 it may distort."""

LONGEST: Final = 1000
"""Letters of a sentence that are said; no sentence of a match has half as many."""

PATIENCE: Final = 3.0
"""Seconds that any sentence may take..."""

PATIENCE_PER_LETTER: Final = 0.2
"""... and those for each of its letters, about three times what the synthesiser takes."""

_LOOK_EVERY: Final = 0.01
"""Seconds between two looks at whether a process has ended, or is to be broken off."""

_DYING: Final = 1.0
"""Seconds that a killed process is waited for."""

_KEPT: Final = 4096
"""Bytes kept of what a process complains of."""

_TOO_MUCH: Final = 1 << 20
"""Bytes of complaints after which a process is taken for broken."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How sentences are spoken.

    Attributes:
        voice: the synthesiser's name of a voice, as `espeak-ng --voices` lists them; empty for that of the language.
        pace: words a minute, `SLOWEST` to `FASTEST`.
        volume: per cent, 0 to `LOUDEST`.
    """

    voice: str = ""
    pace: int = WORDS_PER_MINUTE
    volume: int = 100


USUAL: Final = Delivery()


class EspeakSpeaker(Closing):
    """A loudspeaker with a synthesiser, a `hardware.speaker.Speaker`."""

    def __init__(
        self,
        voice: str = "en",
        delivery: Delivery = USUAL,
        *,
        program: str = PROGRAM,
        patience: float = PATIENCE,
        per_letter: float = PATIENCE_PER_LETTER,
    ) -> None:
        """Get ready to speak; whether it can be done is only known with the first sentence.

        Args:
            voice: the synthesiser's name of a language.
            delivery: how it speaks, if not as usual.
            program: the synthesiser.
            patience: seconds that any sentence may take.
            per_letter: seconds that each of its letters may take beside.
        """
        manner = ("-v", delivery.voice or voice, "-s", str(delivery.pace), "-a", str(delivery.volume))
        self._command = (program, *manner, "--stdin")
        self._patience, self._per_letter = patience, per_letter * max(1.0, WORDS_PER_MINUTE / delivery.pace)
        self._turn = threading.Lock()  # one sentence at a time
        self._guard = threading.Lock()  # over what follows, which other threads may change meanwhile
        self._waiting: subprocess.Popen[bytes] | None = None
        self._saying = False
        self._hushed = threading.Event()
        self._closed = False

    def warm_up(self) -> None:
        """Start the process of the first sentence, so that it has loaded everything by then.

        Raises:
            SpeakerError: "speaker.missing", "speaker.failed".
        """
        with self._guard:
            self._prepare()

    def say(self, sentence: str) -> bool:
        """Say a sentence, and return when it has been said.

        Raises:
            SpeakerClosedError: the speaker has been closed.
            SpeakerError: the sentence was not said, or not to its end.
        """
        with self._turn:
            with self._guard:
                process = self._prepare()
                self._waiting = None
                self._saying = True
                self._hushed.clear()
            try:
                talk = _Talk(self._patience_for(sentence), self._prepare_next, self._hushed.is_set)
                complaints = _converse(process, sentence, talk)
            finally:
                self._saying = False
        if complaints is None:
            return False
        silent = next((line for line in complaints.splitlines() if line.startswith("error:")), None)
        if silent is not None:
            _log.info("no sound: %s", silent)
            # The synthesiser ends as if nothing were wrong when it cannot open the sound card.
            raise SpeakerError("speaker.no_sound", why=silent.removeprefix("error:").strip())
        return True

    def synthesise(self, sentence: str) -> bytes:
        """Return a sentence as a WAV file, without a sound.

        Raises:
            SpeakerError: "speaker.missing", "speaker.stuck", "speaker.failed".
        """
        with tempfile.TemporaryDirectory(prefix="tavola-say-") as folder:
            file = Path(folder) / "said.wav"
            _converse(_start((*self._command, "-w", str(file))), sentence, _Talk(self._patience_for(sentence)))
            if not file.is_file():
                raise SpeakerError("speaker.failed", why="nothing was written")
            return file.read_bytes()

    def hush(self) -> None:
        """Break off the sentence that is being said."""
        if self._saying:  # without a lock: whoever calls this waits for nothing
            self._hushed.set()

    def close(self) -> None:
        """Break off what is being said, and end the process in waiting."""
        with self._guard:
            self._closed = True
            waiting, self._waiting = self._waiting, None
        self.hush()  # a sentence that begins now finds the speaker closed
        if waiting is not None:
            _end(waiting)

    def _patience_for(self, sentence: str) -> float:
        """Return the seconds that a sentence may take."""
        return self._patience + self._per_letter * min(len(sentence), LONGEST)

    def _prepare(self) -> subprocess.Popen[bytes]:
        """Have a living process in waiting, and return it; the guard is held."""
        if self._closed:
            raise SpeakerClosedError("speaker.closed")
        if self._waiting is not None and self._waiting.poll() is not None:
            _log.info("the process in waiting has ended with status %s; another is started", self._waiting.returncode)
            _end(self._waiting)
            self._waiting = None
        if self._waiting is None:
            self._waiting = _start(self._command)
        return self._waiting

    def _prepare_next(self) -> None:
        """Have a process in waiting for the sentence after this one, if that can be; if not, it will say why itself."""
        with self._guard:
            try:
                self._prepare()
            except SpeakerError as error:
                _log.info("no process in waiting: %s", error)
            except SpeakerClosedError:
                return


def _start(command: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Start a synthesiser that waits for its text.

    Raises:
        SpeakerError: "speaker.missing", "speaker.failed".
    """
    if os.name != "posix":
        raise SpeakerError("speaker.missing", program=command[0])
    try:
        return subprocess.Popen(  # noqa: S603 - the program is the one that was chosen, and no shell is between
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that whatever it starts ends with it
        )
    except (FileNotFoundError, PermissionError):
        raise SpeakerError("speaker.missing", program=command[0]) from None
    except OSError as error:
        raise SpeakerError("speaker.failed", why=error.strerror or str(error)) from None


def _nothing() -> None:
    """Do nothing."""


def _never() -> bool:
    """Return False."""
    return False


@dataclass(frozen=True, slots=True)
class _Talk:
    """How a process is talked to.

    Attributes:
        seconds: how long it may take.
        meanwhile: called once, when it has its text.
        hushed: tells whether it is to be broken off.
    """

    seconds: float
    meanwhile: Callable[[], None] = _nothing
    hushed: Callable[[], bool] = _never


def _converse(process: subprocess.Popen[bytes], sentence: str, talk: _Talk) -> str | None:
    """Give a synthesiser its text, wait until it has ended, and return what it complained of; None if broken off.

    Raises:
        SpeakerError: "speaker.stuck", "speaker.failed".
    """
    began = time.monotonic()
    until = began + talk.seconds
    complaints = b""
    try:
        _give(process, " ".join(sentence.split())[:LONGEST])
        talk.meanwhile()
        for part in _complaints(process):
            complaints += part
            if talk.hushed():
                _log.debug("broken off after %.1f s", time.monotonic() - began)
                return None
            if len(complaints) > _TOO_MUCH:
                raise _logged(SpeakerError("speaker.failed", why="it babbles"), began)
            if time.monotonic() >= until:
                raise _logged(SpeakerError("speaker.stuck", seconds=round(talk.seconds)), began)
    finally:
        _end(process)
    said = complaints[-_KEPT:].decode("utf-8", "replace")
    if process.returncode:
        last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "")
        why = last or f"it ended with status {process.returncode}"
        raise _logged(SpeakerError("speaker.failed", why=why), began)
    _log.debug("said in %.1f s", time.monotonic() - began)
    return said


def _logged(error: SpeakerError, began: float) -> SpeakerError:
    """Return the error of a process that was started at a time, and log it."""
    _log.info("%s after %.1f s", error, time.monotonic() - began)
    return error


def _give(process: subprocess.Popen[bytes], text: str) -> None:
    """Give a process its text, which is short enough for any pipe; a dead one says by its status what was wrong."""
    stdin = process.stdin
    assert stdin is not None  # noqa: S101 - it was started with pipes
    with contextlib.suppress(BrokenPipeError):
        stdin.write(text.encode("utf-8", "replace"))
        stdin.close()


def _complaints(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """Yield what a process writes to its standard error, also where that is nothing, until it has ended."""
    stderr = process.stderr
    assert stderr is not None  # noqa: S101 - it was started with pipes
    number = stderr.fileno()
    os.set_blocking(number, False)
    with selectors.DefaultSelector() as ready:
        ready.register(number, selectors.EVENT_READ)
        while process.poll() is None:
            part = b""
            if not ready.get_map():
                time.sleep(_LOOK_EVERY)
            elif ready.select(_LOOK_EVERY):
                part = os.read(number, 1 << 16)
                if not part:
                    ready.unregister(number)
            yield part
        with contextlib.suppress(BlockingIOError):  # something that it has left behind holds the pipe
            while part := os.read(number, 1 << 16):
                yield part


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it has started, if it lives, and release what belongs to it."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):  # a driver may hold even a killed process
            process.wait(_DYING)
    for pipe in (process.stdin, process.stderr):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
