"""The referee's ear: a local socket for its owner alone. Requests wait until the referee has time for them."""

from __future__ import annotations

import os
import queue
import socket
import threading
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from controller.control.errors import ControlError
from controller.control.wire import LONGEST, Answered, Asked, check_path, decode_request, encode_answer
from controller.troubles import trouble

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_PATIENCE: Final = 5.0
"""Seconds within which a client has to send its line and take its answer."""
_BUSY: Final = 30.0
"""Seconds within which the referee has to answer."""
_WAITING: Final = 8
"""Clients that may wait."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that waits for its answer.

    Attributes:
        asked: the request.
        answers: where the answer goes.
    """

    asked: Asked
    answers: queue.SimpleQueue[Answered] = field(default_factory=queue.SimpleQueue)

    def answer(self, answered: Answered) -> None:
        """Send the answer."""
        self.answers.put(answered)


class ControlServer:
    """Listens on a local socket, which only its owner may use, until it is closed."""

    def __init__(self, path: Path) -> None:
        """Begin to listen.

        Args:
            path: the socket; one that a dead program has left is replaced.

        Raises:
            ControlError: another referee listens there ("control.in_use"), or the path can be no socket's.
            OSError: the socket cannot be made.
        """
        self.path = check_path(path)
        self._asks: queue.SimpleQueue[Ask] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with ExitStack() as made:
            made.callback(self._socket.close)
            self._bind()
            made.pop_all()
        self._thread = threading.Thread(target=self._serve, name="tavola-control", daemon=True)
        self._thread.start()

    def take(self, wait: float = 0.0) -> list[Ask]:
        """Return the requests that wait, or that come within some seconds; each must be answered."""
        found: list[Ask] = []
        with suppress(queue.Empty):
            if wait:
                found.append(self._asks.get(timeout=wait))
            while True:
                found.append(self._asks.get_nowait())
        return found

    def close(self) -> None:
        """Stop listening and remove the socket. May be called again."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._socket.close()
        self._thread.join(_PATIENCE)
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        """Return this server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _bind(self) -> None:
        """Make the socket, for its owner alone from the first moment."""
        if self.path.is_socket():
            if _answers(self.path):
                raise ControlError("control.in_use", name=str(self.path))
            self.path.unlink()
        before = os.umask(0o177)
        try:
            self._socket.bind(str(self.path))
        finally:
            os.umask(before)
        self.path.chmod(0o600)
        self._socket.listen(_WAITING)
        self._socket.settimeout(0.2)

    def _serve(self) -> None:
        """Take one client after the other."""
        while not self._closing.is_set():
            try:
                client, _ = self._socket.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            with client, suppress(OSError):
                client.settimeout(_PATIENCE)
                client.sendall(encode_answer(self._answer(client)))

    def _answer(self, client: socket.socket) -> Answered:
        """Return the referee's answer to a client, or what is wrong with his request."""
        try:
            asked = decode_request(read_line(client))
        except ControlError as error:
            return Answered(trouble=trouble(error))
        ask = Ask(asked)
        self._asks.put(ask)
        for _ in range(round(_BUSY / 0.2)):
            with suppress(queue.Empty):
                return ask.answers.get(timeout=0.2)
            if self._closing.is_set():
                break
        return Answered(trouble=trouble(ControlError("control.no_answer")))


def read_line(source: socket.socket) -> bytes:
    """Return one line from a socket.

    Raises:
        ControlError: it is too long, or breaks off ("control.bad_request").
        OSError: nothing comes.
    """
    line = b""
    while not line.endswith(b"\n"):
        part = source.recv(4096)
        line += part
        if not part or len(line) > LONGEST:
            raise ControlError("control.bad_request")
    return line


def _answers(path: Path) -> bool:
    """Return whether somebody listens on a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True
