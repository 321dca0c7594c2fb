"""The referee's ear: a local socket for its owner alone. Requests wait until the referee has time for them.

Each client has a thread of its own and one deadline for all it says; there are few at a time, and who comes after them
hears at once that the referee is busy. A request whose client has gone is never carried out later. Whatever a client
does ends the dealing with him, and nothing else.
"""

from __future__ import annotations

import logging
import os
import queue
import select
import socket
import threading
import time
from collections import OrderedDict
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Final, Self

from controller.announce.error_messages import trouble
from controller.control.errors import ControlError
from controller.control.wire import LONGEST, Answered, Asked, check_path, decode_request, encode_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

_log: Final = logging.getLogger(__name__)

_PATIENCE: Final = 5.0
"""Seconds within which a client has to send his line, and to take his answer."""
_BUSY: Final = 30.0
"""Seconds within which the referee has to take up a request; then it is withdrawn."""
_AT_WORK: Final = 5.0
"""Seconds more that an answer may take when he has taken it up."""
_CLIENTS: Final = 8
"""Clients at a time."""
_REMEMBERED: Final = 64
"""Requests of which the answer is remembered, for whoever asks the same again."""


class Ask:
    """A request that waits for its answer.

    Attributes:
        asked: the request.
    """

    def __init__(self, asked: Asked, there: Callable[[], bool] = lambda: True) -> None:
        """Begin to wait.

        Args:
            asked: the request.
            there: returns whether its client still waits.
        """
        self.asked = asked
        self._waiting = [there]
        self._changed = threading.Condition()
        self._answered: Answered | None = None
        self._taken = self._withdrawn = False

    def take_up(self) -> bool:
        """Begin with it; return whether it is still wanted. What has been taken up must be answered."""
        with self._changed:
            self._withdrawn = self._withdrawn or not any(there() for there in self._waiting)
            self._taken = not self._withdrawn
            return self._taken

    def answer(self, answered: Answered) -> None:
        """Send the answer."""
        with self._changed:
            self._answered = answered
            self._changed.notify_all()

    def join(self, there: Callable[[], bool]) -> bool:
        """Wait for the same answer as another client; return whether there will be one."""
        with self._changed:
            self._waiting.append(there)
            return not self._withdrawn

    def wait(self, seconds: float) -> Answered | None:
        """Return the answer, None where none comes within some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._answered is not None, seconds)
            return self._answered

    def withdraw(self) -> bool:
        """Give it up; return whether it is certain that nothing will come of it."""
        with self._changed:
            self._withdrawn = self._withdrawn or not self._taken
            return self._withdrawn


class ControlServer:
    """Listens on a local socket, which only its owner may use, until it is closed.

    Attributes:
        path: the socket.
        failed: with how many clients the dealing was ended by what nobody has thought of.
    """

    def __init__(self, path: Path) -> None:
        """Begin to listen.

        Args:
            path: the socket; one that a dead program has left is replaced.

        Raises:
            ControlError: another referee listens there ("control.in_use"), or the path can be no socket's.
            OSError: the socket cannot be made.
        """
        self.path = check_path(path)
        self.failed = 0
        self._asks: queue.SimpleQueue[Ask] = queue.SimpleQueue()
        self._known: OrderedDict[str, Ask] = OrderedDict()
        self._lock = threading.Lock()
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
        found: list[Ask] = []
        with suppress(queue.Empty):
            if wait:
                found.append(self._asks.get(timeout=wait))
            while True:
                found.append(self._asks.get_nowait())
        return [ask for ask in found if ask.take_up()]

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
        try:
            with client:
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
        ask = self._put(asked, lambda: _is_there(client))
        until = time.monotonic() + _BUSY
        while time.monotonic() < until and not self._closing.is_set():
            answered = ask.wait(0.2)
            if answered is not None:
                return answered
        _log.warning("the referee has not answered within %g s: %s", _BUSY, " ".join(asked.words))
        if ask.withdraw():
            return Answered(trouble=trouble(ControlError("control.withdrawn")))
        return ask.wait(_AT_WORK) or Answered(trouble=trouble(ControlError("control.no_answer")))

    def _put(self, asked: Asked, there: Callable[[], bool]) -> Ask:
        """Let a request wait; one that has come before is not carried out again, but answered as it was."""
        with self._lock:
            known = self._known.get(asked.id) if asked.id else None
            if known is not None and known.asked == asked and known.join(there):
                return known
            ask = Ask(asked, there)
            if asked.id:
                self._known[asked.id] = ask
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
            self._asks.put(ask)
            return ask


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
