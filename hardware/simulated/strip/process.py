"""A simulated strip: the compiled controller as a process of its own, behind a pseudo-terminal.

Nothing of the sender is in it: bytes go in by the pseudo-terminal, and the colours come back from what the controller's
own code latched.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.closing import Closing
from hardware.errors import HardwareError
from hardware.firmware import build
from hardware.simulated.strip.record import LatchRecord, from_grb

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.strip.record import Latched, Rgb

START: Final = 10.0
"""Seconds within which the program must be ready."""

END: Final = 5.0
"""Seconds within which it must end when asked to."""


class StripFailed(HardwareError, RuntimeError):  # noqa: N818 - says what is wrong without a suffix
    """The simulated strip did not start, or said what it should not."""


class StripProcess(Closing):
    """The strip controller on this PC, plugged in under a path that stays the same when it is plugged in again."""

    def __init__(self, *, unique_id: int = 1, variant: build.CoreVariant = build.STANDARD) -> None:
        """Compile the controller if need be, and plug it in.

        Args:
            unique_id: its own number, 64 bits.
            variant: which build.

        Raises:
            CompilerMissing: no C compiler is installed.
            CompileFailed: the controller does not compile here.
            StripFailed: "strip.start" if the program does not start.
        """
        self._leds = variant.leds
        self._unique_id = unique_id
        self._program = build.program(variant)
        self._record = LatchRecord(variant.leds)
        self._folder = tempfile.TemporaryDirectory(prefix="tavola-strip-")
        self._link = Path(self._folder.name) / "by-id"
        self._errors = Path(self._folder.name) / "errors"
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._closed = False
        try:
            self.plug()
        except StripFailed:
            self.close()
            raise

    @property
    def port(self) -> str:
        """The path to open: a link that is there while the strip is plugged in, as in /dev/serial/by-id."""
        return str(self._link)

    @property
    def url(self) -> str:
        """The same as `port`, under pyserial's word for it."""
        return self.port

    @property
    def pid(self) -> int | None:
        """The program's process id; None while the strip is unplugged."""
        return None if self._process is None else self._process.pid

    @property
    def latched(self) -> Latched:
        """The colours that the strip shows, and since when; while it is unplugged those that it showed last."""
        return self._record.latest

    @property
    def history(self) -> tuple[Latched, ...]:
        """What the strip has shown, oldest first, as far back as is kept."""
        return self._record.history

    @property
    def errors(self) -> str:
        """What the program has complained of; empty if all was well."""
        return self._errors.read_text(errors="replace") if self._errors.exists() else ""

    def wait_for(self, predicate: Callable[[tuple[Rgb, ...]], bool], timeout: float) -> bool:
        """Wait until the colours fulfil a predicate; return whether they do after at most `timeout` seconds."""
        return self._record.wait_for(predicate, timeout)

    def plug(self) -> None:
        """Plug the strip in; it starts anew. Does nothing while it is plugged in and its program runs.

        Raises:
            StripFailed: "strip.closed" after `close`, "strip.start" if the program does not start.
        """
        if self._closed:
            raise StripFailed("strip.closed")
        if self._process is not None:
            if self._process.poll() is None:
                return
            self._end(self._process)
        who = ("--id", f"{self._unique_id:x}", "--parent", str(os.getpid()))
        command = (str(self._program), "--link", str(self._link), *who)
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, bufsize=1
            )
        started: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, args=(self._process, started), daemon=True)
        self._reader.start()
        try:
            is_ready = started.get(timeout=START)
        except queue.Empty:
            is_ready = False
        if not is_ready:
            self.unplug()
            raise StripFailed("strip.start", command=command, said=self.errors)

    def unplug(self) -> None:
        """Pull the plug: the program is gone at once, in the middle of whatever it did, and so is the port."""
        if self._process is not None:
            self._process.kill()
            self._end(self._process)

    def reset(self, cause: int = 2) -> None:
        """Restart the controller behind an open port, as a reset button does.

        Args:
            cause: what it will give as the cause (`messages.ResetCause`).
        """
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):  # of a program that has died; the port tells that
                self._process.stdin.write(f"reset {cause}\n")

    def close(self) -> None:
        """End the program and clean up. May be called again."""
        if self._closed:
            return
        self._closed = True
        if self._process is not None:
            if self._process.stdin is not None:
                with contextlib.suppress(BrokenPipeError):
                    self._process.stdin.close()
            try:
                self._process.wait(END)
            except subprocess.TimeoutExpired:
                self._process.kill()
            self._end(self._process)
        self._folder.cleanup()

    def _end(self, process: subprocess.Popen[str]) -> None:
        """Forget a program that has ended; its link first, for the terminal's name may soon be somebody else's."""
        self._process = None
        self._link.unlink(missing_ok=True)
        process.wait(END)
        if self._reader is not None:
            self._reader.join(END)
        for end in (process.stdin, process.stdout):
            if end is not None:
                with contextlib.suppress(BrokenPipeError):
                    end.close()

    def _read(self, process: subprocess.Popen[str], started: queue.SimpleQueue[bool]) -> None:
        """Note what the program says until it ends."""
        for line in process.stdout or ():
            word, _, rest = line.partition(" ")
            if word == "READY":
                started.put(True)
            elif word == "LATCH":
                seconds, _, grb = rest.strip().partition(" ")
                state = from_grb(float(seconds), bytes.fromhex(grb))
                if len(state.colours) == self._leds:
                    self._record.add(state)
        started.put(False)


def pseudo_terminals_work() -> bool:
    """Tell whether this system has what `StripProcess` needs besides a C compiler."""
    return os.name == "posix" and Path("/dev/ptmx").exists()
