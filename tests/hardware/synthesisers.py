"""Programs that stand in for a synthesiser and go wrong in every way, and a sound card that can be listened to."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import threading
import time
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from pathlib import Path

ESPEAK: Final = shutil.which("espeak-ng")

GOOD: Final = "cat > /dev/null; sleep 0.1"
SLOW: Final = "cat > /dev/null; sleep 30"
DEAF: Final = "sleep 30"
CRASHING: Final = "kill -SEGV $$"
FAILING: Final = "cat > /dev/null; echo 'the voice is gone' >&2; exit 3"
FLOODING: Final = "yes 'out of cheese' >&2"
SILENT: Final = "cat > /dev/null; echo 'ALSA lib pcm.c: Unknown PCM' >&2; echo 'error: No such device' >&2"
LEAVING_A_CHILD: Final = "cat > /dev/null; sleep 30 & exit 0"


def program(folder: Path, script: str) -> str:
    """Write a script as a program, and return its path."""
    path = folder / "synthesiser"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def sound_card(folder: Path, wire: Path) -> str:
    """Return the configuration of ALSA for a sound card that puts what it is given into a file or a pipe."""
    path = folder / "asound.conf"
    path.write_text(
        "</usr/share/alsa/alsa.conf>\n"
        'pcm.!default { type plug slave.pcm { type file format "raw"'
        f' slave.pcm {{ type null }} file "{wire}" }} }}\n',
        encoding="utf-8",
    )
    return str(path)


class SoundCard:
    """A sound card for ALSA that notes when the first sample arrives that is no silence.

    Attributes:
        configuration: for the environment variable ALSA_CONFIG_PATH.
        first: when the first sound arrived, in seconds of `time.monotonic`; None before.
        sounding: bytes that were no silence.
    """

    def __init__(self, folder: Path) -> None:
        """Plug it in; its wire lies in a folder."""
        wire = folder / "wire"
        os.mkfifo(wire)
        self.configuration = sound_card(folder, wire)
        self.first: float | None = None
        self.sounding = 0
        self._wire = os.open(wire, os.O_RDONLY | os.O_NONBLOCK)
        self._heard = threading.Event()
        self._out = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def listen_anew(self) -> None:
        """Forget what was heard."""
        self.first, self.sounding = None, 0
        self._heard.clear()

    def wait(self, seconds: float) -> bool:
        """Wait for the first sound."""
        return self._heard.wait(seconds)

    def _listen(self) -> None:
        """Take in what comes over the wire."""
        while not self._out.is_set():
            part = b""
            if select.select([self._wire], [], [], 0.1)[0]:
                with contextlib.suppress(BlockingIOError):
                    part = os.read(self._wire, 1 << 16)
            if not part:
                self._out.wait(0.001)  # nobody has the wire open for writing now
                continue
            loud = len(part) - part.count(0)
            if loud and self.first is None:
                self.first = time.monotonic()
                self._heard.set()
            self.sounding += loud

    def __enter__(self) -> Self:
        """Return the sound card."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Unplug it."""
        self._out.set()
        self._thread.join(5.0)
        os.close(self._wire)
