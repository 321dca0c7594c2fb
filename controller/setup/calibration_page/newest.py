"""Worker of whom the newest wish wins: what waits when a newer one comes is not done any more."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Made = TypeVar("Made")


class NewestFirst:
    """Does one thing at a time, in a thread of its own. Asked in one thread, ended in any."""

    def __init__(self, name: str) -> None:
        """Begin; `name` is the thread's."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._passing: Future[Any] | None = None

    def in_passing(self, work: Callable[[], Made]) -> Future[Made]:
        """Return what comes of some work; it is cancelled if other such work is wanted before it has begun."""
        if self._passing is not None:
            self._passing.cancel()
        made = self.surely(work)
        self._passing = made
        return made

    def surely(self, work: Callable[[], Made]) -> Future[Made]:
        """Return what comes of some work that is done in its turn; after the end it is cancelled."""
        try:
            return self._thread.submit(work)
        except RuntimeError:  # the thread has been ended meanwhile
            too_late: Future[Made] = Future()
            too_late.cancel()
            return too_late

    def close(self) -> None:
        """Wait until what is being done is done, and end; nothing that waits is begun. May be called again."""
        self._thread.shutdown(wait=True, cancel_futures=True)
