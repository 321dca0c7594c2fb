"""Progress of what takes long: a word at once, and a bar where it is not done after three seconds.

Both are for whoever sits before a terminal, and stand on standard error; programs get neither.
"""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from controller.cli.streams import tell_progress

if TYPE_CHECKING:
    from collections.abc import Iterator

SOON: Final = 3.0
"""Seconds after which a bar is shown."""


class ProgressBar:
    """A bar that appears when something has taken a while; until its share is known it only says that time goes by."""

    def __init__(self, after: float = SOON) -> None:
        """Wait with it.

        Args:
            after: seconds until it is shown.
        """
        self._lock = threading.Lock()
        self._shown: Any = None
        self._done: tuple[float, float | None] = (0.0, None)
        self._ended = False
        self._timer = threading.Timer(after, self._show)
        self._timer.daemon = True
        self._timer.start()

    def at(self, done: float, total: float) -> None:
        """Say how much is done."""
        with self._lock:
            self._done = (done, total)
            if self._shown is not None:
                self._shown.update(self._shown.task_ids[0], completed=done, total=total)

    def end(self) -> None:
        """Take it away. May be called again."""
        self._timer.cancel()
        with self._lock:
            self._ended = True
            shown, self._shown = self._shown, None
        if shown is not None:
            shown.stop()

    def _show(self) -> None:
        """Show it, unless all is done."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeElapsedColumn, TimeRemainingColumn

        columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        # What is printed meanwhile goes above the bar, where both are on one screen.
        printed = sys.stdout.isatty()
        bar = Progress(
            *columns, console=Console(stderr=True), transient=True, redirect_stdout=printed, redirect_stderr=True
        )
        with self._lock:
            if self._ended:
                return
            done, total = self._done
            bar.add_task("", total=total, completed=done)  # type: ignore[arg-type]  # a share of a thing is a fraction
            bar.start()
            self._shown = bar


@contextmanager
def progress(what: str, *, quiet: bool, after: float = SOON) -> Iterator[ProgressBar | None]:
    """Say what is done, and show a bar where it takes longer.

    Args:
        what: is done, in a few words.
        quiet: say and show nothing.
        after: seconds until the bar is shown.

    Yields:
        The bar, to say to it how much is done; None where nobody sees one.
    """
    tell_progress(what, quiet=quiet)
    if quiet or not sys.stderr.isatty():
        yield None
        return
    bar = ProgressBar(after)
    try:
        yield bar
    finally:
        bar.end()
