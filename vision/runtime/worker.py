"""Work in a second thread, where a computer has a core to spare for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import cv2

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


def alongside(work: Callable[[], Result]) -> Callable[[], Result]:
    """Begin some work in another thread; return what waits until it is done, and returns its result.

    Where OpenCV has been told to keep to one thread, it is done when its result is asked for, which must be once.

    Args:
        work: what is to be done, and waits for nothing else that is done alongside, as there is one thread for it; what
            it raises, is raised where its result is asked for.
    """
    return _other_thread().submit(work).result if cv2.getNumThreads() > 1 else work


@cache
def _other_thread() -> ThreadPoolExecutor:
    """Return the thread, which does one thing after the other; begun at the first call."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="alongside")
