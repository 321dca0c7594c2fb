"""A real broker for tests: mosquitto on a port of its own, which can be killed and begun again; a network to cut."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from controller.hall.membership import parse_membership
from controller.setup.hall.making import HallPlan, make_hall

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from controller.hall.membership import Membership

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
HALL = "club"


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(true: object, seconds: float = 20.0) -> bool:
    """Return whether something comes true within some seconds; looked at often."""
    assert callable(true)
    end = time.monotonic() + seconds
    while not (found := bool(true())) and time.monotonic() < end:
        time.sleep(0.01)
    return found


class Broker:
    """A hall's broker with everything that `tavola hall setup` writes.

    Attributes:
        port: where it listens.
        tables: the tables' memberships, by name.
        desk: the desk's.
        folder: where the hall was made.
    """

    def __init__(self, folder: Path, tables: tuple[str, ...], extra: str = "") -> None:
        """Make the hall; `start` starts the broker. `extra` is further configuration."""
        self.port = free_port()
        self.folder = folder / "hall"
        members = make_hall(HallPlan(HALL, tables, "127.0.0.1", self.port, self.folder, None, pictures=False))
        self.tables = {one.table: one for one in members}
        desk = self.folder / "desk.json"
        self.desk = parse_membership(desk.read_text("utf-8"), "desk")
        self._log = folder / "mosquitto.log"
        self._settings = folder / "mosquitto.conf"
        kept = folder / "kept"
        kept.mkdir()
        self._settings.write_text(
            f"persistence true\npersistence_location {kept}/\nlog_dest stderr\n"
            + ("user root\n" if os.geteuid() == 0 else "")
            + f"{extra}include_dir {self.folder / 'broker'}\n"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def spectator(self) -> str:
        """The password of spectators."""
        return (self.folder / "spectator.txt").read_text("ascii").strip()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it listens."""
        assert PROGRAM is not None
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([PROGRAM, "-c", str(self._settings)], stderr=log, stdout=log)
        assert until(self._listens), self._log.read_text("utf-8")

    def kill(self) -> None:
        """Kill it as a pulled plug would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def _listens(self) -> bool:
        """Return whether it takes connections."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
            return True
        return False

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill it."""
        self.kill()


class Cable:
    """A network between tables and a broker that can be cut: while it is, nothing passes, and nobody is told.

    Attributes:
        port: where it is plugged in.
        cut: nothing passes.
    """

    def __init__(self, port: int) -> None:
        """Lead to a port of this machine."""
        self._to = port
        self.cut = False
        self._ended = False
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._serve, name="cable", daemon=True).start()

    def close(self) -> None:
        """Unplug it."""
        self._ended = True
        for one in (self._server, *self._ends):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def __enter__(self) -> Self:
        """Return the cable."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Unplug it."""
        self.close()

    def _serve(self) -> None:
        """Lead every connection on."""
        while not self._ended:
            try:
                near, _ = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._to), 2.0)
            except OSError:
                continue
            self._ends += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), name="cable", daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry bytes; what comes while the cable is cut waits, as the network would send it again."""
        with suppress(OSError):
            while part := source.recv(65_536):
                while self.cut and not self._ended:
                    time.sleep(0.01)
                target.sendall(part)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def at(member: Membership, port: int) -> Membership:
    """Return a membership that reaches the broker through another port."""
    return replace(member, port=port)
