"""Cost of computing: the cores that it may take while it is measured, and the clock.

On one core it is the time of the thread that computes: other programs do not count. Where the reader works in two
threads side by side neither one's time is all that it takes, and only the clock on the wall tells how long a player
waits; it is right while nothing else runs.
"""

from __future__ import annotations

import time as clocks
from contextlib import contextmanager
from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def on_cores(cores: int) -> Iterator[Callable[[], float]]:
    """Have OpenCV and the reader use so many threads meanwhile.

    Args:
        cores: one or more.

    Yields:
        The clock of which differences are what computing took, in seconds.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(cores)
    try:
        yield clocks.thread_time if cores == 1 else clocks.perf_counter
    finally:
        cv2.setNumThreads(threads)
