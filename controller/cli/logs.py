"""The log: what every package tells of itself goes to standard error, from the level that is asked for."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

from controller.others_text import shown

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

LEVELS: Final = ("debug", "info", "warning", "error")

_LINE: Final = "%(asctime)s.%(msecs)03d %(levelname)-7s %(name)s: %(message)s"

_PRIORITIES: Final = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""What systemd calls the levels (sd-daemon(3))."""


def add_log_options(parser: argparse.ArgumentParser) -> None:
    """Add `--log-level` and `--quiet` to a command."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--log-level",
        choices=LEVELS,
        help="what the log on standard error tells (default warning; info where a service runs)",
    )
    how.add_argument("--quiet", action="store_true", help="print the result and errors, and nothing else")


def start_log(level: str | None, *, quiet: bool, environment: Mapping[str, str] = os.environ) -> None:
    """Send the log to standard error; what an earlier call has set is replaced.

    Args:
        level: the least level of `LEVELS` that is told; None for the usual one.
        quiet: tell errors only.
        environment: variables by name; `JOURNAL_STREAM` says that a service's standard error is systemd's journal.
    """
    service = _goes_to_journal(environment)
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one, _Handler)]:
        root.removeHandler(old)
    handler = _Handler()
    handler.setFormatter(_ForJournal("%(name)s: %(message)s") if service else _ForPeople(_LINE, "%H:%M:%S"))
    root.addHandler(handler)
    root.setLevel("ERROR" if quiet else (level or ("info" if service else "warning")).upper())


class _Handler(logging.StreamHandler[TextIO]):
    """Writes to whatever standard error is at the time."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        self.stream = sys.stderr
        super().emit(record)


class _ForPeople(logging.Formatter):
    """Lines with the time, in which nothing is left that a terminal obeys."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        return shown(super().format(record), "\n\t")


class _ForJournal(_ForPeople):
    """Lines for systemd's journal: each begins with its priority, and none has a time, which the journal adds."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        mark = f"<{_PRIORITIES.get(record.levelno, 6)}>"
        return "\n".join(f"{mark}{line}" for line in super().format(record).split("\n"))


def _goes_to_journal(environment: Mapping[str, str]) -> bool:
    """Return whether standard error is the stream of systemd's journal."""
    try:
        status = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):  # there is none, or it has no handle
        return False
    return environment.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"
