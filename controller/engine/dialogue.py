"""A program that is talked to in lines: commands in, everything up to a mark out, and never a wait without an end."""

from __future__ import annotations

import logging
import os
import selectors
import subprocess
import time
from typing import TYPE_CHECKING, Final

from controller.engine.errors import EngineDiedError, EngineError, EngineMissingError, EngineSilentError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_log: Final = logging.getLogger(__name__)

_CHUNK: Final = 1 << 16
_MOST: Final = 1 << 22
"""How much may be said in one answer; a program that says more babbles."""

_END_SECONDS: Final = 1.0


class Dialogue:
    """A running program, its standard input and its standard output."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start the program.

        Args:
            command: the program and its arguments.
            environment: its variables; None for those of this process.

        Raises:
            EngineMissingError: it cannot be started.
        """
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever composes the program names the engine
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=None if environment is None else dict(environment),
                bufsize=0,
            )
        except OSError as error:
            raise EngineMissingError("engine.missing", program=command[0]) from error
        self._closed = False

    def ask(self, commands: Sequence[str], mark: str, seconds: float) -> str:
        """Send commands and return all that is said before a mark.

        Args:
            commands: the lines; the last of them must make the program say the mark.
            mark: a text that nothing else makes it say.
            seconds: how long it may take.

        Raises:
            EngineDiedError: the program has ended.
            EngineSilentError: it has not said the mark in time, or has said far too much.
        """
        began = time.monotonic()
        until = began + seconds
        wanted, heard = mark.encode(), b""
        try:
            self._send("".join(f"{line}\n" for line in commands).encode(), until)
            while wanted not in heard:
                if len(heard) > _MOST:
                    raise EngineSilentError("engine.babbles", said=len(heard))
                heard += self._hear(until)
        except EngineError as error:
            _log.info("%s after %.2f s", error, time.monotonic() - began)
            raise
        _log.debug("%d bytes in answer after %.2f s", len(heard), time.monotonic() - began)
        return heard[: heard.index(wanted)].decode(errors="replace")

    def close(self) -> None:
        """End the program, by force where it does not go; may be called more than once."""
        if self._closed:
            return
        self._closed = True
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError as error:  # what was not sent any more is of no use to a program that is gone
                    _log.debug("%s while closing", error)
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            _log.info("does not end within %g s; killed", _END_SECONDS)
            self._process.kill()
            self._process.wait()

    def _send(self, data: bytes, until: float) -> None:
        """Write to the program's input, as far as it takes it in time."""
        pipe = self._process.stdin
        if pipe is None or pipe.closed:
            raise EngineDiedError("engine.died", status=self._process.poll())
        os.set_blocking(pipe.fileno(), False)
        while data:
            self._wait(pipe.fileno(), selectors.EVENT_WRITE, until)
            try:
                data = data[os.write(pipe.fileno(), data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise EngineDiedError("engine.died", status=self._process.poll()) from error

    def _hear(self, until: float) -> bytes:
        """Return what the program says next."""
        pipe = self._process.stdout
        if pipe is None or pipe.closed:
            raise EngineDiedError("engine.died", status=self._process.poll())
        self._wait(pipe.fileno(), selectors.EVENT_READ, until)
        said = os.read(pipe.fileno(), _CHUNK)
        if not said:
            raise EngineDiedError("engine.died", status=self._process.poll())
        return said

    @staticmethod
    def _wait(descriptor: int, event: int, until: float) -> None:
        """Wait until a pipe is ready."""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, event)
            left = until - time.monotonic()
            if left <= 0 or not selector.select(left):
                raise EngineSilentError("engine.silent")
