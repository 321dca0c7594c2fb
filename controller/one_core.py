"""Computing on one core, as long as what it costs is measured by the time of one thread."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def one_core() -> Iterator[None]:
    """Have OpenCV use no further threads of its own meanwhile.

    The time of the thread that waits for them does not contain what they do.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)
