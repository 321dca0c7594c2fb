"""`tavola referee` in the guest, as the user whom `tavola install-service` makes, and what it prints."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.guest.system import call
from hardware.virtual_pi.score import CLOCK

if TYPE_CHECKING:
    from types import TracebackType

TAVOLA: Final = Path("/opt/tavola/bin/tavola")
USER: Final = "tavola"
GROUPS: Final = ("video", "dialout", "gpio")
"""The groups whose devices he opens, of those that the service has."""

STATE: Final = Path("/var/lib/tavola")
"""Where his matches are kept."""

PATIENCE: Final = 240.0
"""Seconds that he may take for a picture on an emulated processor that others share."""


def as_user(*words: str) -> tuple[str, ...]:
    """Return how a command of Tavola is run by the service's user."""
    groups = ("--groups", ",".join(GROUPS))
    user = ("setpriv", "--reuid", USER, "--regid", USER, *groups, "--no-new-privs", "--reset-env")
    return (*user, "env", f"HOME={STATE}", "LG_WD=/tmp", "PYTHONUNBUFFERED=1", "COLUMNS=200", str(TAVOLA), *words)


class Referee:
    """A referee who sits at the table, a context manager."""

    def __init__(self, *words: str) -> None:
        """Let him sit down.

        Args:
            words: further words of the command.
        """
        STATE.mkdir(parents=True, exist_ok=True)
        call("chown", "-R", f"{USER}:{USER}", str(STATE))
        self.lines: list[str] = []
        self._next = 0
        self._heard = threading.Condition()
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            as_user("referee", "--settings", "/payload/settings.toml", "--out", str(STATE), *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=STATE,
        )
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def hear(self, words: str, limit: float = PATIENCE) -> float:
        """Wait for a line with some words, after the last one that was waited for.

        Args:
            words: the words.
            limit: seconds to wait.

        Returns:
            The seconds waited.

        Raises:
            VirtualPiError: "virtual_pi.unsaid", he said it not, but something else; or he has ended.
        """
        began = time.monotonic()
        with self._heard:
            while True:
                for number in range(self._next, len(self.lines)):
                    if words in self.lines[number]:
                        self._next = number + 1
                        return time.monotonic() - began
                left = began + limit - time.monotonic()
                if left <= 0 or self.process.poll() is not None:
                    raise VirtualPiError("virtual_pi.unsaid", words=words, said=" | ".join(self.lines[-6:]))
                self._heard.wait(min(left, 1.0))

    def uid(self) -> int:
        """Return as whom he runs."""
        return Path(f"/proc/{self.process.pid}").stat().st_uid

    def __enter__(self) -> Self:
        """Return the referee himself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """See that he is gone."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10.0)

    def _listen(self) -> None:
        """Take down what he says."""
        for raw in self.process.stdout or ():
            line = CLOCK.sub("", raw.rstrip())
            if line:
                sys.stdout.write(f"    {line}\n")
                sys.stdout.flush()
                with self._heard:
                    self.lines.append(line)
                    self._heard.notify_all()
