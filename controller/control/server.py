"""The referee's ear: a local socket for its owner alone. Requests wait until the referee has time for them.

Each client has a thread of its own and one deadline for all it says; there are few at a time, and who comes after them
hears at once that the referee is busy. A request whose client has gone is never carried out later. Whatever a client
does ends the dealing with him, and nothing else.
"""

from __future__ import annotations

import logging
import os
import select
import socket
import threading
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Final, Self

from controller.announce.error_messages import trouble
from controller.control.errors import ControlError
from controller.control.requests import Requests
from controller.control.wire import LONGEST, Answered, check_path, decode_request, encode_answer

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from controller.control.requests import Ask

_log: Final = logging.getLogger(__name__)

_PATIENCE: Final = 5.0
"""Seconds within which a client has to send his line, and to take his answer."""
_CLIENTS: Final = 8
"""Clients at a time."""


class ControlServer:
    """Listens on a local socket, which only its owner may use, until it is closed.

    Attributes:
        path: the socket.
        failed: with how many clients the dealing was ended by what nobody has thought of.
    """

    def __init__(self, path: Path, requests: Requests | None = None) -> None:
        """Begin to listen.

        Args:
            path: the socket; one that a dead program has left is replaced.
            requests: where requests wait for the referee; None for a place of its own.

        Raises:
            ControlError: another referee listens there ("control.in_use"), or the path can be no socket's.
            OSError: the socket cannot be made.
        """
        self.path = check_path(path)
        self.failed = 0
        self._requests = requests or Requests()
        self._free = threading.BoundedSemaphore(_CLIENTS)
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
        return self._requests.take(wait)

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
        self._socket.listen(socket.SOMAXCONN)
        self._socket.settimeout(0.2)

    def _serve(self) -> None:
        """Give each client a thread, or say that there are too many."""
        while not self._closing.is_set():
            try:
                client, _ = self._socket.accept()
            except TimeoutError:
                continue
            except OSError as error:
                if not self._closing.is_set():  # such as too many open files, which passes
                    _log.warning("no client can be taken: %s", error)
                    self._closing.wait(0.2)
                continue
            if self._free.acquire(blocking=False):
                threading.Thread(target=self._deal, args=(client,), name="tavola-client", daemon=True).start()
                continue
            _log.info("a client was told that the referee is busy: %d are dealt with", _CLIENTS)
            with client, suppress(OSError):
                client.setblocking(False)
                client.send(encode_answer(Answered(trouble=trouble(ControlError("control.busy")))))

    def _deal(self, client: socket.socket) -> None:
        """Deal with one client; nothing that he does reaches anybody else."""
        began = time.monotonic()
        with client:  # he sees the end once it is known what came of it
            try:
                answered = encode_answer(self._answer(client))
                client.settimeout(_PATIENCE)
                client.sendall(answered)
                _log.debug("a client was answered in %.3f s", time.monotonic() - began)
            except OSError as error:
                _log.info("a client was lost after %.3f s: %s", time.monotonic() - began, error)
            except Exception:  # noqa: BLE001 - whatever it is, it is this client's alone
                self.failed += 1
                _log.warning("a client could not be dealt with", exc_info=True)
            finally:
                self._free.release()

    def _answer(self, client: socket.socket) -> Answered:
        """Return the referee's answer to a client, or what is wrong with his request."""
        try:
            asked = decode_request(read_line(client, _PATIENCE))
        except ControlError as error:
            _log.info("a client's request was refused: %s", error)
            return Answered(trouble=trouble(error))
        return self._requests.answer_to(asked, lambda: _is_there(client), self._closing.is_set)


def read_line(source: socket.socket, seconds: float) -> bytes:
    """Return one line from a socket.

    Args:
        source: the socket.
        seconds: how long the whole line may take.

    Raises:
        ControlError: it is too long, or breaks off ("control.bad_request").
        OSError: it does not come in time.
    """
    until = time.monotonic() + seconds
    line = b""
    while not line.endswith(b"\n"):
        source.settimeout(max(0.001, until - time.monotonic()))
        part = source.recv(4096)
        line += part
        if not part or len(line) > LONGEST:
            raise ControlError("control.bad_request")
    return line


def _is_there(client: socket.socket) -> bool:
    """Return whether a client has not gone yet; one that only has nothing more to say has not."""
    try:
        looking = select.poll()
        looking.register(client, 0)
        return not looking.poll(0)
    except (OSError, ValueError):  # closed on this side
        return False


def _answers(path: Path) -> bool:
    """Return whether somebody listens on a socket, be he ever so busy."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except (BlockingIOError, TimeoutError):
            return True
        except OSError:
            return False
        return True
